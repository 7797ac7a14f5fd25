"""Modules by name, as variant files use them: one in each file or folder of this package.

What begins with an underscore is no module, but helps several of them.
"""

from collections.abc import Iterator, MutableMapping
from functools import cached_property
from importlib import import_module

from dragoman.modules._offers import offering as offering
from dragoman.modules._offers import steps_to as steps_to
from dragoman.rules import Module


class Shelf(MutableMapping[str, Module]):
    """Modules by name, each imported when it is first asked for.

    A variant uses few of them or none, and should not wait for the others, nor for their list.
    """

    @cached_property
    def _found(self) -> dict[str, Module | None]:
        from pkgutil import iter_modules

        names = sorted(found.name for found in iter_modules(__path__))
        return {name: None for name in names if not name.startswith("_")}

    def __getitem__(self, name: str) -> Module:
        module = self._found[name]
        if module is None:
            module = self._found[name] = import_module(f"{__name__}.{name}").MODULE
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


MODULES = Shelf()
"""The modules that are shipped; others come from packages and from folders of one's own."""
