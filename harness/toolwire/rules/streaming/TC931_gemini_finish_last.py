"""TC931: gemini-finish-last."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.chat import chunks

#: Members of a part that say nothing by themselves.
_MARKS: Final = frozenset({"thought"})


def _finish_last(reading: Reading) -> Iterator[Violation]:
    ended: dict[int, tuple[str, JsonObject]] = {}
    for number, chunk in chunks(reading):
        for place, candidate in enumerate(map(object_of, items_of(chunk.get("candidates")))):
            index = candidate.get("index")
            key = index if type(index) is int else place
            at = f"event[{number}]/candidates/{place}"
            where, last = ended.get(key, ("", None))
            # That the last message comes once more is TC929's, where its call has an id.
            if last is not None and _speaks(candidate):
                if candidate == last and _has_named_call(candidate):
                    continue
                message = "The candidate goes on after its finish reason."
                yield Violation(where, message, "absent", "a finish reason")
                return
            if candidate.get("finishReason"):
                ended.setdefault(key, (f"{at}/finishReason", candidate))


def _speaks(candidate: JsonObject) -> bool:
    parts = items_of(object_of(candidate.get("content")).get("parts"))
    return any(_says(object_of(part)) for part in parts)


def _has_named_call(candidate: JsonObject) -> bool:
    parts = items_of(object_of(candidate.get("content")).get("parts"))
    return any(object_of(object_of(part).get("functionCall")).get("id") for part in parts)


def _says(part: JsonObject) -> bool:
    return any(part[member] not in ("", None) for member in part.keys() - _MARKS)


def _candidates(stream: list[Frame]) -> list[JsonObject]:
    return [object_of(items_of(object_of(chunk)["candidates"])[0]) for _, chunk in stream]


def _in_each(stream: list[Frame]) -> None:
    for candidate in _candidates(stream):
        candidate["finishReason"] = "STOP"


def _first(stream: list[Frame]) -> None:
    first, *_, last = _candidates(stream)
    first["finishReason"] = last.pop("finishReason")


def _signature_behind(stream: list[Frame]) -> None:
    part: JsonObject = {"text": "", "thoughtSignature": "c2lnbmF0dXJl"}
    content: JsonObject = {"role": "model", "parts": [part]}
    last = object_of(stream[-1][1])
    stream.append((None, {**last, "candidates": [{"content": content, "index": 0}]}))


RULE = Rule(
    id="TC931",
    name="gemini-finish-last",
    severity={"gemini-generate": Severity.WARNING},
    statement=(
        "A candidate of a stream has its finishReason in its last message: neither text nor calls "
        "nor a signature come after it. An empty message may."
    ),
    why="Clients end the turn at the first finish reason: what comes later is not read.",
    breaks=(
        "kelivo, whose whole reply was empty; clients of one-hub, which cut the text short. The "
        "SDKs that were tried read on."
    ),
    workaround="Read to the end of the stream.",
    source=Source(
        "spec",
        "google-genai 3.4.0 types, Candidate.finish_reason: if empty, the model has not stopped "
        "generating. All 165 recorded streams of Google's (2025 and 2026) have it in their last "
        "message alone; in 2024 Google sent STOP in each",
        "https://ai.google.dev/api/generate-content#v1beta.Candidate",
        "2026-11-24",
    ),
    check=_finish_last,
    modes=(Mode.STREAMING,),
    needs_wire=True,
    mutations=tuple(
        Mutation("gemini-generate", Mode.STREAMING, scenario, edit.frames(change), fault)
        for scenario, change, fault in (
            ("plain_text", _in_each, "in each message"),
            ("parallel_calls", _first, "before the last call"),
            ("single_call", _signature_behind, "before a signature"),
        )
    ),
    cases="""
CLIProxyAPI (OpenAI to Gemini) | finishReason STOP in every message without text, those before the text too | https://github.com/router-for-me/CLIProxyAPI/issues/5651 | issue closed 2026-09
kelivo | STOP in the first messages: the client ends the stream and shows nothing | https://github.com/Chevey339/kelivo/issues/1003 | issue closed 2026-09
Gemini on Vertex (2024) | finish reason stop in every message of a stream | https://github.com/MartialBE/one-hub/issues/402 | issue closed 2024-11
""",
)
