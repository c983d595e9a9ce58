"""Names of tools that came without their end or their beginning."""

from __future__ import annotations

from typing import Final

from toolwire.model.reply import Reading
from toolwire.rules.views.asked_for import asked

#: A shorter piece may be a name of its own.
_LEAST: Final = 5


def whole_name(reading: Reading, name: str | None) -> str | None:
    """Return the name that one is a piece of; None where it is offered, or no piece of the only such tool.

    Only of calls that the prompt writes out: what else was to be called nobody knows.
    """
    what = asked(reading)
    if what is None or what.since or not name or len(name) < _LEAST:
        return None
    offered = {tool.name for tool in what.tools}
    if name in offered:
        return None
    like = [one for one in offered if one.startswith(name) or one.endswith(name)]
    if len(like) != 1 or like[0] not in {call.name for call in what.calls}:
        return None
    return like[0]
