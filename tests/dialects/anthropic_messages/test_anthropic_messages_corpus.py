"""The schemas and the recogniser against recorded traffic."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.support.recorded import recorded, unseen_alone
from tests.support.wire import bodies
from toolwire.dialects import load_dialect
from toolwire.dialects.schemas import validator
from toolwire.model.reply import Absent

NAME = "anthropic-messages"
DIALECT = load_dialect(NAME)
#: (provider, kind of body) -> how many break the schema outside Anthropic's own endpoint, where
#: none does. MiniMax is asked to think without a budget, which Anthropic refuses; Bedrock
#: answers a throttled request in its own error shape.
ELSEWHERE = {("minimax", "request"): 4, ("bedrock", "error"): 1}


def test_recorded_bodies_satisfy_the_schemas(shared: Path) -> None:
    """All of Anthropic's own do, and those of other hosts with five explained exceptions."""
    seen: Counter[str] = Counter()
    broken: Counter[tuple[str, str]] = Counter()
    for line in recorded(shared, speaking=NAME):
        if line.api != NAME:
            continue
        for kind, value in bodies(DIALECT.decode(line.exchange)):
            assert not isinstance(value, Absent), line.place
            seen[kind] += 1
            if not validator(NAME, kind).is_valid(value):
                broken[line.exchange.provider, kind] += 1
    assert broken == ELSEWHERE
    assert seen["request"] > 600
    assert seen["response"] > 400
    assert seen["chunk"] > 5000
    assert seen["error"] == 4


def test_responses_are_told_from_other_formats_without_their_requests(shared: Path) -> None:
    """The same providers serve other formats; of 683 bodies only a foreign error is missed."""
    assert unseen_alone(shared, DIALECT, 0.2) == 1
