"""Tool choice and parallel calls written as text, for formats that have no member for them.

Each is a line of its own, so that a request can be read back.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from toolwire.io.json_text import JsonError, dump, parse
from toolwire.model.conversation import ChoiceMode, ToolChoice

_NAMED: Final = ("You have to use the tool ", " in this reply.")
_CHOICES: Final[Mapping[ChoiceMode, str]] = {
    ChoiceMode.AUTO: "Use a tool where it helps, else answer without one.",
    ChoiceMode.NONE: "Do not use any tool in this reply.",
    ChoiceMode.REQUIRED: "You have to use a tool in this reply.",
}
_PARALLEL: Final[Mapping[bool, str]] = {
    False: "Use at most one tool in this reply.",
    True: "You may use several tools in this reply.",
}


def choice_text(choice: ToolChoice | None, *, parallel: bool | None) -> Iterator[str]:
    """Yield one line for a tool choice and one for parallel calls, where they are said."""
    if choice is not None and choice.mode is ChoiceMode.NAMED:
        yield dump(choice.name).decode().join(_NAMED)
    elif choice is not None:
        yield _CHOICES[choice.mode]
    if parallel is not None:
        yield _PARALLEL[parallel]


def read_choice_text(lines: list[str]) -> tuple[ToolChoice | None, bool | None, int]:
    """Read those at the end of a text's lines: (choice, parallel, number of other lines)."""
    end, parallel = len(lines), None
    for allowed, line in _PARALLEL.items():
        if end and lines[end - 1] == line:
            parallel, end = allowed, end - 1
            break
    choice = _choice(lines[end - 1]) if end else None
    return choice, parallel, end if choice is None else end - 1


def _choice(line: str) -> ToolChoice | None:
    for mode, text in _CHOICES.items():
        if line == text:
            return ToolChoice(mode)
    before, after = _NAMED
    if not (line.startswith(before) and line.endswith(after)):
        return None
    try:
        name = parse(line[len(before) : -len(after)])
    except JsonError:
        return None
    return ToolChoice(ChoiceMode.NAMED, name) if isinstance(name, str) else None
