"""Models that were learned for variants: what one is, and where it is found.

A model is a file of some kilobytes. It fits a variant by what its positions are made of, so it
serves every setting that leaves board, pieces, modules and numbers as they are, and games in which
less is seen.
"""

import os
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from dragoman.errors import RequestError
from dragoman.rules import Variant
from dragoman.variants import answers

FILE = "value.json"
"""What a model is called beside the variant that it is for."""

SHIPPED = Path(__file__).parent / "weights"
"""Where the models of the package lie, each called by its variant and its key."""

UNPLAYED = frozenset({"see", "label", "show", "disclose", "reveal", "known"})
"""Questions about what is seen and said: their answers leave all positions as they are."""


class Quality(Struct, frozen=True):
    """How well games were predicted that the model had not seen: mean log losses, lower is better.

    `rivals` is what shares of centers, measured against the best power, make of the same games.
    """

    games: int
    positions: int
    loss: float
    rivals: float


class ValueModel(Struct, frozen=True, forbid_unknown_fields=True):
    """A small net that scores seats: a layer, what it gives out, and a straight way beside it."""

    variant: str
    key: str
    features: tuple[str, ...]
    games: int
    seed: int
    quality: Quality
    mean: tuple[float, ...]
    spread: tuple[float, ...]
    layer: tuple[tuple[float, ...], ...]
    bias: tuple[float, ...]
    out: tuple[float, ...]
    skip: tuple[float, ...]


def key_of(variant: Variant) -> str:
    """What positions of a variant are made of, as a few letters, other ones for other boards."""
    said = (
        sorted((space.id, space.center) for space in variant.map.spaces.values()),
        sorted((k, p, sorted(to)) for k, ways in variant.moves.items() for p, to in ways.items()),
        sorted((k.letter, k.captures, k.needs_supply) for k in variant.kinds.values()),
        sorted((power, info.units) for power, info in variant.powers.items()),
        sorted(name for name, asked in answers(variant).items() if set(asked) - UNPLAYED),
        sorted(variant.numbers.items()),
    )
    return sha256(msgspec.json.encode(said)).hexdigest()[:16]


def data_folder() -> Path:
    """Where models of one's own are kept: DRAGOMAN_MODELS, else in the user's data folder."""
    own = os.environ.get("DRAGOMAN_MODELS")
    if own:
        return Path(own)
    usual = os.environ.get("XDG_DATA_HOME")
    return (Path(usual) if usual else Path.home() / ".local" / "share") / "dragoman" / "models"


def places_of(variant: Variant) -> list[Path]:
    """Where the model of a variant may lie, the user's own first."""
    key = key_of(variant)
    shipped = sorted(SHIPPED.glob(f"*-{key}.json"))
    return [data_folder() / f"{key}.json", Path(variant.folder) / FILE, *shipped]


@lru_cache(maxsize=16)
def model_for(variant: Variant) -> ValueModel | None:
    """The model that fits a variant, if there is one."""
    key = key_of(variant)
    for path in places_of(variant):
        if path.is_file() and (model := read_model(path)).key == key:
            return model
    return None


def read_model(path: Path) -> ValueModel:
    """The model in a file."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=ValueModel)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RequestError(f"{path} is no model: {error}; train another, or delete it") from error


def write_model(path: Path, model: ValueModel) -> None:
    """Keep a model; a file that is there is replaced at once or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_bytes(msgspec.json.encode(model) + b"\n")
    part.replace(path)
    model_for.cache_clear()
