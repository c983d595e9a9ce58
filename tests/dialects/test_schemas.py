"""The schemas of the dialects' bodies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import jsonschema
import jsonschema_rs
import pytest

from tests.support.recorded import recorded
from tests.support.wire import bodies
from toolwire.dialects import DIALECTS, Dialect, load_dialect
from toolwire.dialects.schemas import KINDS, schema, validator
from toolwire.io.json_text import dump
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.reply import Absent
from toolwire.rules.mutate.scenarios import every_clean

#: Bodies of OpenAI's own endpoint in the recorded traffic that break a schema, and why.
EXCEPTIONS: dict[tuple[str, str, int], str] = {
    ("chunk", "openai/simonw__llm.jsonl", 11): (
        "Recorded through a client pointed at another provider: the chunks name the upstream "
        "`Meta` and carry `arguments: null`; the URL was rewritten by the project's fixture."
    ),
    ("request", "openai/agentjido__req_llm.jsonl", 69): (
        "max_tokens and max_completion_tokens at once, which OpenAI refused with 400."
    ),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", DIALECTS)
def test_schema_is_a_valid_draft_2020_12_schema(name: str, kind: str) -> None:
    """Every schema satisfies its meta-schema, names its dialect, and compiles."""
    text = schema(name, kind)
    jsonschema_rs.meta.validate(text)
    assert text["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert validator(name, kind) is validator(name, kind)


@pytest.mark.parametrize("name", DIALECTS)
def test_schemas_refer_to_nothing_outside_their_file(name: str) -> None:
    """Every reference is local, so nothing is ever fetched."""
    for kind in KINDS:
        references = list(_references(schema(name, kind)))
        assert all(reference.startswith("#") for reference in references), (kind, references)


def _references(value: Json) -> Iterator[str]:
    if isinstance(value, dict):
        reference = value.get("$ref")
        if isinstance(reference, str):
            yield reference
        for member in value.values():
            yield from _references(member)
    elif isinstance(value, list):
        for item in value:
            yield from _references(item)


def test_an_unknown_schema_is_told_in_one_line() -> None:
    """A dialect without schemas is a configuration error that names the kinds."""
    with pytest.raises(ToolwireError, match=r"no schema of a morse request .*request"):
        schema("morse", "request")


def test_every_schema_file_belongs_to_a_dialect() -> None:
    """The folder of each dialect holds one schema, and `toolwire.dialects` itself none."""
    for package in DIALECTS.values():
        held = [entry.name for entry in files(package).iterdir() if entry.name.endswith(".json")]
        assert held == ["schema.json"], package
    assert not (files("toolwire.dialects") / "schemas").is_dir()


@pytest.mark.parametrize("spoken", [load_dialect(name) for name in DIALECTS], ids=list(DIALECTS))
def test_what_we_write_satisfies_the_schemas(spoken: Dialect) -> None:
    """Every request `encode` makes and response `respond` makes is valid, by both libraries."""
    seen: Counter[str] = Counter()
    second = {kind: jsonschema.Draft202012Validator(schema(spoken.name, kind)) for kind in KINDS}
    known: set[tuple[str, bytes]] = set()
    for scenario, mode, exchange in every_clean(spoken):
        for kind, body in bodies(spoken.decode(exchange)):
            assert not isinstance(body, Absent), (scenario, mode, kind)
            seen[kind] += 1
            problems = [error.message for error in validator(spoken.name, kind).iter_errors(body)]
            assert problems == [], (scenario, mode, kind)
            if (kind, dump(body)) not in known:
                known.add((kind, dump(body)))
                assert second[kind].is_valid(body), (scenario, mode, kind)
    assert seen.keys() == set(KINDS)


CALL: JsonObject = {
    "id": "call_1",
    "type": "function",
    "function": {"name": "get_time", "arguments": "{}"},
}


NATIVE: JsonObject = {"name": "get_time", "arguments": {}}


def _completion(**message: Json) -> JsonObject:
    whole: JsonObject = {"role": "assistant", "content": None, "tool_calls": [CALL], **message}
    return {
        "id": "x",
        "object": "chat.completion",
        "created": 1,
        "model": "m",
        "choices": [{"index": 0, "message": whole, "finish_reason": "tool_calls"}],
    }


@pytest.mark.parametrize(
    ("message", "valid"),
    [
        ({}, True),
        ({"reasoning_content": "unknown members are allowed"}, True),
        ({"content": [{"type": "text", "text": "a"}]}, False),
        ({"tool_calls": {}}, False),
        ({"tool_calls": []}, False),
        ({"tool_calls": [{**CALL, "id": 0}]}, False),
        ({"tool_calls": [{**CALL, "type": ""}]}, False),
        ({"tool_calls": [{**CALL, "function": NATIVE}]}, False),
        ({"tool_calls": [{**CALL, "function": {"name": "get_time"}}]}, False),
        (
            {"tool_calls": [{"id": "a", "type": "custom", "custom": {"name": "b", "input": ""}}]},
            True,
        ),
        ({"role": "user"}, False),
    ],
)
def test_openai_response_schema_is_strict_in_what_it_knows(
    message: JsonObject, *, valid: bool
) -> None:
    """Wrong types of known members are refused, unknown members pass."""
    assert validator("openai-chat", "response").is_valid(_completion(**message)) is valid


@pytest.mark.parametrize(
    ("name", "valid"),
    [("get_time", True), ("a" * 64, True), ("a" * 65, False), ("get time", False), ("a\n", False)],
)
def test_tool_names_are_held_to_the_documented_characters(name: str, *, valid: bool) -> None:
    """A trailing newline is refused too, by either library."""
    request: JsonObject = {
        "model": "m",
        "messages": [{"role": "user", "content": "Hello."}],
        "tools": [{"type": "function", "function": {"name": name}}],
    }
    assert validator("openai-chat", "request").is_valid(request) is valid
    assert jsonschema.Draft202012Validator(schema("openai-chat", "request")).is_valid(request) is (
        valid
    )


def test_openai_recordings_satisfy_the_schemas(shared: Path) -> None:
    """OpenAI's own endpoint sends what the schemas say, but for the listed exceptions."""
    spoken = load_dialect("openai-chat")
    counts: Counter[str] = Counter()
    broken: set[tuple[str, str, int]] = set()
    for line in recorded(shared, "openai"):
        if line.api != spoken.name:
            continue
        for kind, body in bodies(spoken.decode(line.exchange)):
            if not isinstance(body, Absent):
                counts[kind] += 1
                if not validator(spoken.name, kind).is_valid(body):
                    broken.add((kind, line.file, line.number))
    assert broken == EXCEPTIONS.keys()
    assert min(counts[kind] for kind in KINDS) >= 10
    assert counts.total() > 4000
