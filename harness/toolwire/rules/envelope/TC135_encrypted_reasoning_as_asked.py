"""TC135: encrypted-reasoning-as-asked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate import edit, request_edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.streaming.stream_responses import DONE

#: What a request includes in its answer to get the reasoning in a form to send back.
_ASKED: Final = "reasoning.encrypted_content"


def _as_asked(reading: Reading) -> Iterator[Violation]:
    if _ASKED not in items_of(object_of(reading.request).get("include")):
        return
    for pointer, item in _items(reading):
        told = item.get("encrypted_content")
        if item.get("type") == "reasoning" and told in (None, "") and not _shown(item):
            message = "The reasoning was asked for in a form to send back, and came without it."
            expected = "a text" if told is None else "a text that is not empty"
            yield Violation(f"{pointer}/encrypted_content", message, expected, told)
            return


def _items(reading: Reading) -> Iterator[tuple[str, JsonObject]]:
    if isinstance(reading.body, dict):
        for place, item in enumerate(items_of(reading.body.get("output"))):
            yield f"/output/{place}", object_of(item)
        return
    for event in reading.events:
        data = event.json
        if isinstance(data, dict) and data.get("type") == DONE:
            yield f"event[{event.number}]/item", object_of(data.get("item"))


def _shown(item: JsonObject) -> bool:
    """Return whether the item has its reasoning in the open, as servers of open models send it."""
    return any(object_of(part).get("text") for part in items_of(item.get("content")))


def _thought() -> JsonObject:
    return {"type": "reasoning", "id": "rs_0123456789abcdef", "summary": []}


def _include(request: JsonObject) -> None:
    request["include"] = [_ASKED]


def _unasked(told: Json) -> JsonObject:
    return {**_thought(), "encrypted_content": told}


def _in_body(told: Json) -> Iterator[Mutation]:
    def change(body: JsonObject) -> None:
        items_of(body["output"]).insert(0, _unasked(told))

    made = edit.body(change)
    fault = "null" if told is None else "an empty text"

    def apply(exchange: Exchange) -> Exchange:
        return made(request_edit.ask(_include)(exchange))

    yield Mutation("openai-responses", Mode.BLOCKING, "single_call", apply, fault)


def _streamed(stream: list[Frame]) -> None:
    for _, payload in stream:
        event = object_of(payload)
        if "output_index" in event:
            event["output_index"] = 1
    items_of(object_of(object_of(stream[-1][1])["response"])["output"]).insert(0, _thought())
    at = next(place for place, (name, _) in enumerate(stream) if name and name.endswith("added"))
    for step in ("done", "added"):
        kind = f"response.output_item.{step}"
        stream.insert(at, (kind, {"type": kind, "output_index": 0, "item": _thought()}))
    for number, (_, payload) in enumerate(stream):
        object_of(payload)["sequence_number"] = number


def _in_stream(exchange: Exchange) -> Exchange:
    return edit.frames(_streamed)(request_edit.ask(_include)(exchange))


RULE = Rule(
    id="TC135",
    name="encrypted-reasoning-as-asked",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "Where the request includes `reasoning.encrypted_content`, each reasoning item of the reply "
        "has an `encrypted_content` that is not empty, or its reasoning in the open (`content`)."
    ),
    why=(
        "Clients that have nothing stored ask for it to send it back with the results: without it "
        "there is nothing to send, and the model calls again what it called, or is refused."
    ),
    breaks=(
        "Codex, opencode, pi and others that ask with store: false lose the reasoning between calls"
    ),
    workaround="Leave a reasoning item without content out of the history.",
    source=Source(
        "docs",
        "OpenAI, reasoning: encrypted reasoning items; every recorded answer of OpenAI, Azure, xAI "
        "and ChatGPT to such a request has it",
        "https://developers.openai.com/api/docs/guides/reasoning",
        "2026-11-24",
    ),
    check=_as_asked,
    needs_request=True,
    needs_wire=True,
    mutations=(
        *_in_body(None),
        *_in_body(""),
        Mutation("openai-responses", Mode.STREAMING, "no_arguments", _in_stream, "left out"),
    ),
    cases="""
theopenco/llmgateway | encrypted reasoning was not returned to requests that include it | https://github.com/theopenco/llmgateway/issues/3042 | PR merged 2026-07
vLLM | the same: the reasoning text is discarded | https://github.com/vllm-project/vllm/issues/57323 | PR open 2026-09
""",
)
