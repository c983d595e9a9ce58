"""TC928: told-once-for-all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json
from toolwire.rules.mutate.edit import Frame, put
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.excerpt import excerpt

#: Members of events that say of which answer these are: Cohere's, Gemini's and Ollama's, and those of the
#: Responses object that some events have. Those of chunks with choices are TC922's.
_OF_EVENT: Final[tuple[str, ...]] = ("id", "responseId", "modelVersion", "model")
_OF_RESPONSE: Final = (
    "id",
    "model",
    "created_at",
    # What it says of the request.
    "instructions",
    "max_output_tokens",
    "metadata",
    "parallel_tool_calls",
    "previous_response_id",
    "reasoning",
    "store",
    "temperature",
    "text",
    "tool_choice",
    "tools",
    "top_p",
    "truncation",
)


#: Settings that the server fills in, perhaps only when it has begun: what is left open may be settled.
_SETTLED: Final = frozenset({"reasoning", "text"})


def _settles(first: Json, later: Json) -> bool:
    """Return whether settings say again what was said, and more only where that was left open."""
    if not (isinstance(first, dict) and isinstance(later, dict)):
        return False
    return all(
        later.get(name) == said
        or (said in (None, "auto") and later.get(name) is not None)
        or _settles(said, later.get(name))
        for name, said in first.items()
    )


def _told_alike(reading: Reading) -> Iterator[Violation]:
    first: dict[str, Json] = {}
    for event in reading.events:
        data = event.json
        if not isinstance(data, dict):
            continue
        told, root = data, ""
        members: tuple[str, ...] = _OF_EVENT
        if "response" in data:
            told, root, members = object_of(data["response"]), "/response", _OF_RESPONSE
        for member in members:
            value = told.get(member)
            if value is None or first.setdefault(member, value) == value:
                continue
            if member in _SETTLED and root and _settles(first[member], value):
                first[member] = value
            else:
                message = "The events do not agree on which answer they are of."
                pointer = f"event[{event.number}]{root}/{member}"
                yield Violation(pointer, message, excerpt(first[member]), excerpt(value))
                return


def _last_other(path: tuple[str, ...]) -> Callable[[list[Frame]], None]:
    def change(stream: list[Frame]) -> None:
        last = next(payload for _, payload in reversed(stream) if isinstance(payload, dict))
        put(last, path, "another")

    return change


def _last_warmer(stream: list[Frame]) -> None:
    put(stream[-1][1], ("response", "temperature"), 0.25)


def _last_other_format(stream: list[Frame]) -> None:
    put(stream[-1][1], ("response", "text", "format", "type"), "json_object")


RULE = Rule(
    id="TC928",
    name="told-once-for-all",
    severity=dict.fromkeys(
        ("cohere-v2", "gemini-generate", "ollama-chat", "openai-responses"), Severity.WARNING
    ),
    statement=(
        "What the events of a stream say of the whole answer is the same in each: Gemini's "
        "responseId and modelVersion, Ollama's model, Cohere's id, id, model and time of a "
        "Responses object, and what it says of the request (tools, temperature and the like). What "
        "`reasoning` and `text` leave open (null, absent or auto) may be settled by a later event. "
        "An event may leave them out."
    ),
    why=(
        "Logs, follow-up requests (previous_response_id) and bills go by them: one answer "
        "becomes two, or is asked for under an id that nobody knows."
    ),
    breaks=(
        "openai-python's stream helper (RuntimeError, another response id), pydantic-ai over Gemini "
        "(another responseId)."
    ),
    workaround="Take the first one.",
    source=Source(
        "spec",
        "google-genai 3.4.0 GenerateContentResponse: response_id identifies each response; "
        "ollama docs/openapi.yaml; openai 3.52.0 response.py",
        "https://ai.google.dev/api/generate-content",
        "2026-11-23",
    ),
    check=_told_alike,
    modes=(Mode.STREAMING,),
    needs_wire=True,
    needs_ids=True,
    mutations=(
        *tuple(
            streaming(dialect, _last_other(path), " ".join(path), "plain_text")
            for dialect, path in (
                ("cohere-v2", ("id",)),
                ("gemini-generate", ("responseId",)),
                ("gemini-generate", ("modelVersion",)),
                ("ollama-chat", ("model",)),
                ("openai-responses", ("response", "id")),
                ("openai-responses", ("response", "model")),
            )
        ),
        streaming("openai-responses", _last_warmer, "response temperature", "plain_text"),
        streaming("openai-responses", _last_other_format, "response text format", "plain_text"),
    ),
)
