"""Modules by name, as variant files use them."""

from collections.abc import Iterable, Iterator, MutableMapping
from importlib import import_module

from dragoman.rules import Module


class Shelf(MutableMapping[str, Module]):
    """Modules by name, each taken from the file of that name when it is first asked for.

    A variant uses few of them or none, and should not wait for the others.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._found: dict[str, Module | None] = dict.fromkeys(names)

    def __getitem__(self, name: str) -> Module:
        module = self._found[name]
        if module is None:
            module = self._found[name] = import_module(f"dragoman.modules.{name}").MODULE
        return module

    def __setitem__(self, name: str, module: Module) -> None:
        self._found[name] = module

    def __delitem__(self, name: str) -> None:
        del self._found[name]

    def __contains__(self, name: object) -> bool:
        return name in self._found

    def __iter__(self) -> Iterator[str]:
        return iter(self._found)

    def __len__(self) -> int:
        return len(self._found)


MODULES = Shelf(
    (
        "black_hole",
        "boards",
        "cat_reckoning",
        "coast_guards",
        "declared_homes",
        "doubling",
        "joint_claims",
        "leaders",
        "opening_winter",
        "passages",
        "placement",
        "plurality",
        "portals",
        "victory",
    )
)
"""Every module that a variant file can use."""
