"""The schemas and the recogniser against recorded traffic."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from harness.dialects import dialect
from harness.dialects.schemas import validator
from harness.exchange import Exchange, Mode
from harness.reply import ABSENT, Reading
from harness.traffic import read

NAME = "anthropic-messages"
DIALECT = dialect(NAME)
#: (provider, kind of body) -> how many break the schema outside Anthropic's own endpoint, where
#: none does. MiniMax is asked to think without a budget, which Anthropic refuses; Bedrock
#: answers a throttled request in its own error shape.
ELSEWHERE = {("minimax", "request"): 4, ("bedrock", "error"): 1}


def recorded(shared: Path) -> Iterator[tuple[str, Exchange]]:
    """Yield the api and the exchange of every line from a provider of this dialect."""
    for path in sorted((shared / "corpus").glob("*/*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            apis = [json.loads(line)["api"] for line in lines]
        if NAME in apis:
            for api, exchange in zip(apis, read([path]), strict=True):
                assert isinstance(exchange, Exchange)
                yield api, exchange


def bodies(reading: Reading) -> Iterator[tuple[str, object]]:
    """Yield (kind, JSON) of every body and event of a reading."""
    request = reading.exchange.request
    if request is not None and request.body:
        yield "request", reading.request
    if reading.exchange.response.status >= 400:
        yield "error", reading.body
    elif reading.mode is Mode.BLOCKING:
        yield "response", reading.body
    yield from (("chunk", event.json) for event in reading.events)


def test_recorded_bodies_satisfy_the_schemas(shared: Path) -> None:
    """All of Anthropic's own do, and those of other hosts with five explained exceptions."""
    seen: Counter[str] = Counter()
    broken: Counter[tuple[str, str]] = Counter()
    for api, exchange in recorded(shared):
        if api != NAME:
            continue
        for kind, value in bodies(DIALECT.decode(exchange)):
            assert value is not ABSENT, exchange.evidence
            seen[kind] += 1
            if not validator(NAME, kind).is_valid(value):  # type: ignore[arg-type] # JSON by now
                broken[exchange.provider, kind] += 1
    assert broken == ELSEWHERE
    assert seen["request"] > 600
    assert seen["response"] > 400
    assert seen["chunk"] > 5000
    assert seen["error"] == 4


def test_responses_are_told_from_other_formats_without_their_requests(shared: Path) -> None:
    """The same providers serve other formats; of 683 bodies only a foreign error is missed."""
    missed = 0
    for api, exchange in recorded(shared):
        assert (DIALECT.recognise(exchange).confidence > 0.9) is (api == NAME)
        alone = Exchange(None, exchange.response, exchange.evidence)
        sure = DIALECT.recognise(alone).confidence
        assert api == NAME or sure <= 0.2
        missed += api == NAME and sure <= 0.2
    assert missed == 1
