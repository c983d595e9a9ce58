"""The schemas and the recogniser against recorded traffic."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.support.recorded import recorded, unseen_alone
from tests.support.wire import bodies
from toolwire.dialects.openai_responses import DIALECT
from toolwire.dialects.schemas import validator
from toolwire.model.reply import Absent

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


def test_recorded_bodies_satisfy_the_schemas(shared: Path) -> None:
    """All do, of every host, but for the listed exceptions."""
    seen: Counter[str] = Counter()
    broken: set[tuple[str, str, int]] = set()
    for line in recorded(shared, speaking=NAME):
        if line.api != NAME:
            continue
        for kind, value in bodies(DIALECT.decode(line.exchange)):
            if not isinstance(value, Absent):
                seen[kind] += 1
                if not validator(NAME, kind).is_valid(value):
                    broken.add((kind, line.file, line.number))
    assert broken == EXCEPTIONS.keys()
    assert seen["request"] > 440
    assert seen["response"] > 310
    assert seen["chunk"] > 6500
    assert seen["error"] == 14


def test_responses_are_told_from_other_formats_without_their_requests(shared: Path) -> None:
    """The same providers serve other formats; only the 14 error bodies need their request."""
    assert unseen_alone(shared, DIALECT, 0.0) == 14


def test_every_recorded_call_can_go_back(shared: Path) -> None:
    """What answered a request with calls has an echo, and every request can be read."""
    calls = 0
    for line in recorded(shared, speaking=NAME):
        if line.api != NAME:
            continue
        reading = DIALECT.decode(line.exchange)
        assert (reading.conversation is None) is (reading.request is None), line.place
        if reading.reply.tool_calls and reading.reply.complete:
            calls += 1
            assert reading.reply.echo is not None, line.place
    assert calls > 270
