"""Names that can be spoken and mean nothing, no two alike in their first three letters."""

from itertools import count, islice
from random import Random

from dragoman.importing.board import RESERVED

BEGINS = ("b", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "r", "s", "t", "v", "w", "z")
CLUSTERS = ("br", "dr", "gl", "kr", "pl", "sk", "st", "th", "tr", "vl")
VOWELS = ("a", "e", "i", "o", "u")
ENDS = ("l", "m", "n", "r", "s", "th", "nd", "rk", "st", "sh")
LANDS = ("", "a", "ia", "mark", "land", "or", "en", "wick", "holm", "ford", "garth", "mere")
COUNTRIES = ("ia", "ora", "mark", "onia", "eth", "ara")
WATERS = ("{} Sea", "Sea of {}", "{} Sound", "Gulf of {}", "{} Bay", "{} Deep", "{} Strait")
# Letters of pieces, coasts and places that orders are full of.
TAKEN = RESERVED | {"sea", "gul", "bay", "str", "sou", "dee", "waive", "nor", "eas", "wes"}

TRIED = 60


class Names:
    """Gives names of a seed, each of which begins unlike all before it."""

    def __init__(self, chance: Random) -> None:
        self.chance, self.used = chance, set(TAKEN)

    def stem(self) -> str:
        """The beginning of a name, whose first three letters no other name has.

        As long as such are found they differ from all others in two letters.
        """
        words = (self._syllable() + self._syllable() for _ in count())
        tried = [word for word in islice(words, TRIED) if word[:3] not in self.used]
        tried = tried or [next(word for word in words if word[:3] not in self.used)]
        found = next((word for word in tried if not self._near(word[:3])), tried[0])
        self.used.add(found[:3])
        return found

    def _near(self, id: str) -> bool:
        """Whether a name has the same letters but for one."""
        return any(sum(a != b for a, b in zip(id, u, strict=False)) < 2 for u in self.used)

    def _syllable(self) -> str:
        draw = self.chance
        begin = draw.choice(CLUSTERS) if draw.random() < 0.25 else draw.choice(BEGINS)
        return begin + draw.choice(VOWELS)

    def land(self) -> str:
        """The name of a province on land."""
        return (self.stem() + self.chance.choice(ENDS) + self.chance.choice(LANDS)).capitalize()

    def water(self) -> tuple[str, str]:
        """The stem and the name of a sea."""
        stem = self.stem() + self.chance.choice(ENDS)
        return stem, self.chance.choice(WATERS).format(stem.capitalize())

    def country(self) -> tuple[str, str]:
        """A power and its adjective."""
        name = (self.stem() + self.chance.choice("lnrv") + self.chance.choice(COUNTRIES)).title()
        return name, f"{name}n" if name[-1] == "a" else f"{name}ish"
