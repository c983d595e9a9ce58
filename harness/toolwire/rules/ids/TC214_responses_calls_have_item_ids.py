"""TC214: responses-calls-have-item-ids."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.streaming.stream_responses import DONE
from toolwire.rules.views.places import Place, copies

_CALL = "function_call"


def _have_ids(reading: Reading) -> Iterator[Violation]:
    for pointer, item in _items(reading):
        call = object_of(item)
        if call.get("type") == _CALL and "call_id" in call and call.get("id") in (None, ""):
            message = "The item of a call has no id of its own."
            yield Violation(f"{pointer}/id", message, "fc_...", call.get("id"))
            return


def _items(reading: Reading) -> Iterator[tuple[str, Json]]:
    body = reading.body if isinstance(reading.body, dict) else {}
    for place, item in enumerate(items_of(body.get("output"))):
        yield f"/output/{place}", item
    for event in reading.events:
        data = event.json
        if isinstance(data, dict) and data.get("type") == DONE:
            yield f"event[{event.number}]/item", data.get("item")


def _without(dialect: str, where: Place) -> None:
    for same in copies(dialect, where):
        for call in same:
            _drop(call)


def _drop(call: JsonObject) -> None:
    call.pop("id", None)


RULE = Rule(
    id="TC214",
    name="responses-calls-have-item-ids",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "A function_call item of an answer has an `id` beside its `call_id`. The published type leaves it "
        "out where a client sends the item back; of the recorded calls of six vendors one has none."
    ),
    why="Typed clients refuse an item without it, call and all; others key the pieces of a stream by it.",
    breaks="Rig 0.39 refuses the answer: missing field `id` (ggml-org/llama.cpp#24882)",
    workaround="Take call_id for it.",
    source=Source(
        "docs",
        "OpenAI, function calling: the items of the examples have id and call_id",
        "https://developers.openai.com/api/docs/guides/function-calling",
        "2026-11-28",
    ),
    check=_have_ids,
    mutations=mutations_for("parallel_calls", changed(_without)),
    cases="""
llama.cpp | function_call items without id: Rig cannot read them | https://github.com/ggml-org/llama.cpp/issues/24882 | PR merged 2026-06
""",
)
