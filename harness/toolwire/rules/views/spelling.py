"""Members of a format that stand in an answer in another spelling, which is TC191's to tell."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from toolwire.model.reply import Reading
from toolwire.rules.views.unknown_members import unknown_members

#: How formats call the tokens of a prompt, and of an answer.
_COUNTS: Final = (
    frozenset(
        {"inputTokens", "input_tokens", "promptTokenCount", "prompt_eval_count", "prompt_tokens"}
    ),
    frozenset(
        {"candidatesTokenCount", "completion_tokens", "eval_count", "outputTokens", "output_tokens"}
    ),
)


@lru_cache(maxsize=4_096)
def folded(name: str) -> str:
    """Return what a name has in common with its other spellings: finishReason is finish_reason."""
    return "".join(filter(str.isalnum, name)).lower()


def stands_otherwise(name: str, members: Iterable[str]) -> bool:
    """Return whether another spelling of a name, or another format's name, is among some, beside
    which it is absent.
    """
    there = frozenset(members)
    if name in there:
        return False
    return folded(name) in map(folded, there) or any(name_here(one, {name}) for one in there)


def name_here(name: str, known: Iterable[str]) -> str | None:
    """Return what is called so in another format, by its name among those known here; None for nothing."""
    alike = next((names for names in _COUNTS if name in names), frozenset())
    return next(iter(sorted(alike & {*known} - {name})), None)


def is_spelled_otherwise(reading: Reading, names: Iterable[str]) -> bool:
    """Return whether an answer has one of some members in a spelling that the format does not know."""
    wanted = frozenset(map(folded, names))
    return any(
        name not in here.names and folded(name) in wanted
        for here, _, value in unknown_members(reading)
        for name in value
    )
