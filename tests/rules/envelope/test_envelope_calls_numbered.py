"""Indexes of Ollama's calls: each its own, or none."""

from __future__ import annotations

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json
from toolwire.model.exchange import Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import body
from toolwire.rules.mutate.scenarios import clean

OLLAMA = load_dialect("ollama-chat")


@pytest.mark.parametrize(
    ("indexes", "told"),
    [((0, 1), False), ((1, 0), False), ((0, 0), True), ((None, None), False), ((None, 0), False)],
)
def test_only_one_index_for_two_calls_is_told(
    indexes: tuple[int | None, ...], *, told: bool
) -> None:
    """Servers before 0.4.7 had none, and a call that says none says nothing wrong."""

    def number(value: Json) -> None:
        calls = items_of(object_of(object_of(value)["message"])["tool_calls"])
        for call, index in zip(calls, indexes, strict=True):
            function = object_of(object_of(call)["function"])
            del function["index"]
            if index is not None:
                function["index"] = index

    exchange = body(number)(clean(OLLAMA, "parallel_calls", Mode.BLOCKING))
    assert ("TC150" in {one.rule for one in judge(OLLAMA.decode(exchange))}) is told
