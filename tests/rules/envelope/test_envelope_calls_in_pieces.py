"""A call whose arguments come behind its name, without one, is told as a call in pieces."""

from __future__ import annotations

from copy import deepcopy

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames
from toolwire.rules.mutate.scenarios import clean

IN_PIECES = "A call comes in pieces, and the format has whole calls."
NAMELESS = "The call has no name."


def holders(value: Json) -> list[JsonObject]:
    """Return the objects that have the name and the arguments of calls."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    found = [one for child in inner for one in holders(child)]
    mine = isinstance(value, dict) and "name" in value and {"args", "arguments"} & {*value}
    return [value, *found] if mine and isinstance(value, dict) else found


def said(name: str, opening: Json) -> list[str]:
    """Return what TC107 says of a stream whose call comes in two events, of which the first opens with this."""

    def split(stream: list[Frame]) -> list[Frame]:
        told: list[Frame] = []
        for event, payload in stream:
            rest = deepcopy(payload)
            told.append((event, payload))
            for first, second in zip(holders(payload), holders(rest), strict=True):
                member = "args" if "args" in first else "arguments"
                first[member] = first[member] if opening is None else opening
                del second["name"]
                told.append((event, rest))
        return told

    spoken = load_dialect(name)
    reading = spoken.decode(frames(split)(clean(spoken, "single_call", Mode.STREAMING)))
    return [one.message for one in judge(reading) if one.rule == "TC107"]


@pytest.mark.parametrize("name", ["gemini-generate", "ollama-chat"])
def test_arguments_behind_a_name_without_any_are_a_piece(name: str) -> None:
    """Behind a call that has its own they are those of a call without a name."""
    assert said(name, {}) == [IN_PIECES]
    assert said(name, "") == [IN_PIECES]
    assert said(name, None) == [NAMELESS]
