"""Rules about id and name in the pieces of streamed openai-chat calls.

One fault is one finding: an id or name that never comes is TC201's or TC104's; one that
comes late is TC903's, one sent empty beside the real one TC905's, a name sent twice TC904's,
an id that changes TC906's, and a second call under a known index TC902's."""

from __future__ import annotations

from collections.abc import Callable

from toolwire.io.json_text import object_of
from toolwire.model.reply import CallDelta
from toolwire.rules.mutate.edit import Frame, call_pieces

NAME = "function/name"


def id_of(piece: CallDelta) -> object:
    """Return the id of a piece of a call."""
    return piece.id


def name_of(piece: CallDelta) -> object:
    """Return the name of a piece of a call."""
    return piece.name


def late_delta(member: str) -> Callable[[list[Frame]], None]:
    """Move a member of the opening piece to the one after it."""

    def change(stream: list[Frame]) -> None:
        first, second = call_pieces(stream)[:2]
        if member == "id":
            second["id"] = first.pop("id")
        else:
            name = object_of(first["function"]).pop("name")
            object_of(second["function"])["name"] = name

    return change
