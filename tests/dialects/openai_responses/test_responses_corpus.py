"""The schemas and the recogniser against recorded traffic."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from harness.conversation import Json
from harness.dialects.openai_responses import DIALECT
from harness.dialects.schemas import validator
from harness.exchange import Exchange, Mode
from harness.reply import Absent, Reading
from harness.traffic import read

NAME = "openai-responses"
_EARLY = "Recorded in May 2025, when events had no sequence_number yet."
_TRIMMED = "A fixture kept without its request and trimmed: most settings are left out."
_MADE = "A hand-made fixture: its events are not numbered."
#: (kind of body, file, line) -> why it breaks the schema. All are under OpenAI's name; no body
#: of Azure, xAI, LM Studio, DeepSeek, Bedrock or ChatGPT Codex does.
EXCEPTIONS: dict[tuple[str, str, int], str] = {
    ("chunk", "openai/DataDog__dd-trace-py.jsonl", 37): _EARLY,
    ("chunk", "openai/DataDog__dd-trace-py.jsonl", 39): _EARLY,
    ("request", "openai/agentjido__req_llm.jsonl", 102): (
        "A tool and a tool choice nested as in Chat Completions, which OpenAI refuses with 400."
    ),
    ("response", "openai/prism-php__prism.jsonl", 1): _TRIMMED,
    ("response", "openai/prism-php__prism.jsonl", 2): _TRIMMED,
    ("response", "openai/prism-php__prism.jsonl", 16): _TRIMMED,
    ("chunk", "openai/vercel__ai.jsonl", 3): _MADE,
    ("chunk", "openai/vercel__ai.jsonl", 7): _MADE,
}


def recorded(shared: Path) -> Iterator[tuple[str, str, int, Exchange]]:
    """Yield api, file, line and exchange of every line from a provider of this dialect."""
    for path in sorted((shared / "corpus").glob("*/*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            apis = [json.loads(line)["api"] for line in lines]
        if NAME in apis:
            for number, (api, exchange) in enumerate(zip(apis, read([path]), strict=True), start=1):
                assert isinstance(exchange, Exchange)
                yield api, f"{path.parent.name}/{path.name}", number, exchange


def bodies(reading: Reading) -> Iterator[tuple[str, Json]]:
    """Yield (schema kind, JSON) of every body and event of a reading."""
    if reading.request is not None:
        yield "request", reading.request
    if reading.mode is Mode.BLOCKING and not isinstance(reading.body, Absent):
        yield "error" if reading.exchange.response.status >= 400 else "response", reading.body
    for event in reading.events:
        if not isinstance(event.json, Absent):
            yield "chunk", event.json


def test_recorded_bodies_satisfy_the_schemas(shared: Path) -> None:
    """All do, of every host, but for the listed exceptions."""
    seen: Counter[str] = Counter()
    broken: set[tuple[str, str, int]] = set()
    for api, file, number, exchange in recorded(shared):
        if api != NAME:
            continue
        for kind, value in bodies(DIALECT.decode(exchange)):
            seen[kind] += 1
            if not validator(NAME, kind).is_valid(value):
                broken.add((kind, file, number))
    assert broken == EXCEPTIONS.keys()
    assert seen["request"] > 440
    assert seen["response"] > 310
    assert seen["chunk"] > 6500
    assert seen["error"] == 14


def test_responses_are_told_from_other_formats_without_their_requests(shared: Path) -> None:
    """The same providers serve other formats; only the 14 error bodies need their request."""
    missed = 0
    for api, *_, exchange in recorded(shared):
        assert (DIALECT.recognise(exchange).confidence > 0.9) is (api == NAME)
        alone = Exchange(None, exchange.response, exchange.evidence)
        sure = DIALECT.recognise(alone).confidence
        assert api == NAME or sure == 0.0
        missed += api == NAME and sure == 0.0
    assert missed == 14


def test_every_recorded_call_can_go_back(shared: Path) -> None:
    """What answered a request with calls has an echo, and every request can be read."""
    calls = 0
    for api, file, number, exchange in recorded(shared):
        if api != NAME:
            continue
        reading = DIALECT.decode(exchange)
        assert (reading.asked is None) is (reading.request is None), (file, number)
        if reading.reply.tool_calls and reading.reply.complete:
            calls += 1
            assert reading.reply.echo is not None, (file, number)
    assert calls > 270
