"""Words of the command line that are wrong, each told in one line with the word that was meant."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final

import click

from toolwire.io.nearest import unknown
from toolwire.model.errors import ToolwireError

#: Options that had another name until 0.2.
_RENAMED: Final[Mapping[str, str]] = {"--out": "--output", "--results": "--output"}


class CommandGroup(click.Group):
    """A group that tells which of its commands was meant."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that is named.

        Raises:
            ToolwireError: there is none.
        """
        name, known = args[0], self.list_commands(ctx)
        if name not in known and not name.startswith("-") and not ctx.resilient_parsing:
            raise unknown("command", name, known, listing=f"{ctx.command_path} --help")
        return super().resolve_command(ctx, args)


class OneOf(click.Choice[str]):
    """One of a few words."""

    def __init__(
        self,
        words: Iterable[str],
        kind: str = "value",
        moved: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Take what can be said.

        Args:
            words: all there are.
            kind: what one of them is, as `dialect`.
            moved: word of another time -> what says the same now.
        """
        super().__init__(tuple(words))
        self.kind, self.moved = kind, moved

    def get_invalid_choice_message(self, value: str, ctx: click.Context | None) -> str:  # noqa: ARG002 - click's signature
        """Return which word was meant."""
        if value in self.moved:
            return f"no {self.kind} {value!r}; it is {self.moved[value]} now"
        return unknown(self.kind, value, self.choices).what


def in_one_line(error: click.ClickException) -> ToolwireError:
    """Return what click says of the words of a command, in one line with what to do."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = context.command_path if context is not None else "toolwire"
    if isinstance(error, click.NoSuchOption):
        return _no_option(error.option_name, context, path)
    hint = f"see `{path} --help`" if context is not None else ""
    if isinstance(error, click.MissingParameter):
        return ToolwireError(f"{_name(error)} is missing", hint=hint)
    if isinstance(error, click.BadParameter):
        told = error.param is not None and isinstance(error.param.type, OneOf)
        what = error.message.rstrip(".")
        return ToolwireError(what, where=_name(error), hint="" if told else hint)
    message = error.format_message().rstrip(".")
    return ToolwireError(f"{message[:1].lower()}{message[1:]}", hint=hint)


def _no_option(name: str, context: click.Context | None, path: str) -> ToolwireError:
    params = context.command.get_params(context) if context is not None else []
    known = [word for one in params for word in (*one.opts, *one.secondary_opts) if word[0] == "-"]
    now = _RENAMED.get(name)
    if now in known:
        return ToolwireError(f"no option {name}; it is {now} now")
    return unknown("option", name, known, listing=f"{path} --help")


def _name(error: click.BadParameter) -> str:
    """Return the option or argument that an error is about, as it is typed."""
    if error.param is None:
        return str(error.param_hint or "")
    if isinstance(error.param, click.Argument):
        return error.param.make_metavar(error.ctx) if error.ctx else error.param.human_readable_name
    return max(error.param.opts, key=len)
