"""Commands whose options take their defaults from the configuration file.

A key of the file is what one option says, in every command that has that option. Options on the
command line win. Which file was used is told on standard error before a command begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from copy import copy
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import click
from click.core import ParameterSource

from toolwire.cli.screen.table import say
from toolwire.model.errors import ToolwireError

if TYPE_CHECKING:
    from toolwire.cli.config import Config

#: Key -> the option it stands for.
OPTIONS: Final[Mapping[str, str]] = {
    "providers": "--providers",
    "suites": "--suites",
    "cassettes": "--cassettes",
    "baselines": "--reports",
    "fail-on": "--fail-on",
    "output": "--output",
}
#: Keys that are about one command only; elsewhere the option of that name says something else.
_OF_ONE: Final[Mapping[str, str]] = {"output": "audit"}

#: Folders that are only read, in every command or in one: that one is not there is a mistake of the file.
_READ: Final = frozenset({"providers", "suites"})
_READ_BY: Final[Mapping[str, frozenset[str]]] = {"site": frozenset({"cassettes"})}

Command: TypeAlias = Callable[..., Any]


def keys_of(name: str, command: click.Command) -> Mapping[str, click.Parameter]:
    """Return key -> the parameter of a command that it is the default of.

    Args:
        name: of the command, as it is typed first: `audit`, and `cassettes` of all below it.
        command: it, or a command below it.
    """
    known = {key: option for key, option in OPTIONS.items() if _OF_ONE.get(key, name) == name}
    values = (one for one in command.params if not getattr(one, "is_flag", False))
    by_option = {option: one for one in values for option in one.opts}
    return {key: by_option[option] for key, option in known.items() if option in by_option}


def configured(ctx: click.Context, name: str, command: click.Command) -> click.Command:
    """Return a command that takes defaults from the configuration of the working directory.

    What is wrong with the file is told when the command begins, so that `--help` works with any;
    commands that have none of its options do not look for it.

    Args:
        ctx: of the group that the command is in; gets the defaults.
        name: of the command.
        command: it; stays as it is.
    """
    below = dict(_below(command))
    if not any(keys_of(name, one) for one in (command, *below.values())):
        return command
    from toolwire.cli.config import find  # noqa: PLC0415 - lazy: `explain` and others have no defaults

    if ctx.params.get("no_config"):
        return command
    found: Config | ToolwireError | None
    try:
        found = find(Path.cwd())
    except ToolwireError as error:
        found = error
    except FileNotFoundError:
        return command  # the working directory was removed
    if found is None:
        return command
    mine = _Defaults(name, found)
    ctx.default_map = {name: {one: mine.of(below[one]) for one in below} or mine.of(command)}
    return mine.telling(command)


def _below(command: click.Command) -> Iterator[tuple[str, click.Command]]:
    if isinstance(command, click.Group):
        yield from command.commands.items()


class _Defaults:
    """What one file says of one command.

    Args:
        name: of the command.
        found: the configuration, or what is wrong with it.
    """

    def __init__(self, name: str, found: Config | ToolwireError) -> None:
        self._name = name
        self._found = found

    def of(self, command: click.Command) -> dict[str, str | list[str]]:
        """Return parameter -> value; of a file with a mistake in it nothing."""
        if isinstance(self._found, ToolwireError):
            return {}
        values: dict[str, str | list[str]] = {}
        for key, parameter in keys_of(self._name, command).items():
            try:
                value = _value(self._found, self._name, key, parameter)
            except ToolwireError as error:
                self._found = error
                return {}
            if value is not None:
                values[parameter.name or ""] = [value] if parameter.multiple else value
        return values

    def telling(self, command: click.Command) -> click.Command:
        """Return a copy of a command, and of all below it, that first tells of the file."""
        mine = copy(command)
        if isinstance(mine, click.Group):
            mine.commands = {name: self.telling(one) for name, one in mine.commands.items()}
        elif mine.callback is not None:
            mine.callback = self._telling(mine.callback)
        return mine

    def _telling(self, callback: Command) -> Command:
        @wraps(callback)
        def tell(**given: Any) -> Any:
            mine = keys_of(self._name, click.get_current_context().command)
            if isinstance(self._found, ToolwireError):
                if mine:
                    raise self._found
                return callback(**given)
            keys = [key for key, one in mine.items() if _used(one)]
            if keys and not given.get("quiet"):
                say(f"toolwire: {self._found.name} says {', '.join(keys)}", err=True)
            return callback(**given)

        return tell


def _used(parameter: click.Parameter) -> bool:
    """Say whether the value of a parameter of this command came from the file."""
    source = click.get_current_context().get_parameter_source(parameter.name or "")
    return source is ParameterSource.DEFAULT_MAP


def _value(config: Config, name: str, key: str, parameter: click.Parameter) -> str | None:
    if key == "fail-on":
        return config.values.get(key)
    folder = config.folder(key)
    read = key in _READ or key in _READ_BY.get(name, ()) or getattr(parameter.type, "exists", False)
    if folder is not None and read and not folder.is_dir():
        hint = "make it, or take the line out"
        raise ToolwireError(f"{key!r}: no such folder: {folder}", where=config.name, hint=hint)
    return None if folder is None else str(folder)
