"""Rules by what users call them."""

from __future__ import annotations

from toolwire.io.nearest import unknown
from toolwire.rules import RULES, Rule


def rule_named(word: str, *, where: str = "") -> Rule:
    """Return the rule of an id, in any case, or of a name.

    Args:
        word: such as `TC304`, or `no-args-is-{}`.
        where: option that it was given in.

    Raises:
        ToolwireError: there is none; with the nearest.
    """
    found = RULES.get(word.upper()) or next((r for r in RULES.values() if r.name == word), None)
    if found is None:
        raise unknown("rule", word, (*RULES, *(r.name for r in RULES.values())), where=where)
    return found
