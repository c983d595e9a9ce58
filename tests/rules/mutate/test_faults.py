"""Where the faults that several rules plant go."""

from __future__ import annotations

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Mode
from toolwire.rules.mutate.faults import arguments
from toolwire.rules.mutate.scenarios import clean

# Cohere's v1 states a call several times, and nothing tells whose each copy is.
TOLD_APART = [name for name in DIALECTS if load_dialect(name).wire.stated and name != "cohere-v1"]
OTHER: JsonObject = {"location": "Oslo"}


@pytest.mark.parametrize("mode", list(Mode))
@pytest.mark.parametrize("name", TOLD_APART)
def test_other_arguments_are_those_of_the_first_call(name: str, mode: Mode) -> None:
    """Of two calls the second keeps its own, in a body as in a stream."""
    dialect = load_dialect(name)
    whole = clean(dialect, "parallel_calls", mode)
    planted = dialect.decode(arguments(OTHER)(name, mode)(whole)).reply
    _, second = dialect.decode(whole).reply.tool_calls
    assert [call.arguments for call in planted.tool_calls] == [OTHER, second.arguments]
    assert planted.complete
