"""TC103: type-function."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.pointer import at, steps_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import CallDelta
from toolwire.rules.envelope.envelope import BOTH_SHAPES, GUIDE, json
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.chat import raw_calls
from toolwire.rules.views.places import Place, copies
from toolwire.rules.views.request_definitions import kinds
from toolwire.rules.views.streamed import Streamed, is_late, streamed, unopened

_KINDS = ("function", "custom")


def _type_function(reading: Reading) -> Iterator[Violation]:
    for pointer, call in raw_calls(reading):
        if not _typed(reading, call.get("type")):
            yield _untyped(f"{pointer}/type", call.get("type"))
            return
        if call.get("type") == "custom":
            yield from _mistyped(f"{pointer}/type", call)
    for streamed_call in streamed(reading):
        opening = streamed_call.pieces[0]
        if _is_of_another(reading, streamed_call):
            continue
        if not _typed(reading, json(opening.kind)):
            yield _untyped(f"{opening.pointer}/type", json(opening.kind))
            return
        if opening.kind == "custom":
            yield from _mistyped(f"{opening.pointer}/type", _piece(reading, opening))


def _is_of_another(reading: Reading, call: Streamed) -> bool:
    """Return whether all that opens a call is missing, which is TC104's, or comes late, which is TC903's."""
    if call.pieces[0].pointer in unopened(reading):
        return True
    late = [
        is_late(call, member)
        for member in (lambda piece: piece.kind, lambda piece: piece.id, lambda piece: piece.name)
    ]
    return late[0] and any(late[1:])


def _mistyped(pointer: str, call: JsonObject) -> Iterator[Violation]:
    """Yield that a call which says custom has what a function has."""
    if "custom" not in call and "function" in call:
        message = "The call is a function's and says that it is a custom tool's."
        yield Violation(pointer, message, "function", "custom")


def _piece(reading: Reading, piece: CallDelta) -> JsonObject:
    found = at(reading.events[piece.event].json, steps_of(piece.pointer))
    return found if isinstance(found, dict) else {}


def _typed(reading: Reading, kind: Json) -> bool:
    """Return whether a call says its type: a function, or the type of a tool that was offered."""
    return kind in _KINDS or (isinstance(kind, str) and kind in kinds(reading))


def _untyped(pointer: str, actual: Json) -> Violation:
    return Violation(
        pointer, "The call does not say that it is a function call.", "function", actual
    )


def _without_type(dialect: str, where: Place) -> None:
    for call in copies(dialect, where)[0]:
        call.pop("type", None)


def _customary(dialect: str, where: Place) -> None:
    for call in copies(dialect, where)[0]:
        call["type"] = "custom"


RULE = Rule(
    id="TC103",
    name="type-function",
    severity=dict.fromkeys(BOTH_SHAPES, Severity.ERROR),
    statement=(
        'Each tool call says `type: "function"` ("custom" for a custom tool, for a built-in one '
        "the type it was offered with, as Moonshot's `builtin_function`), in a stream in the "
        "piece that opens the call; never null, empty or absent. (Where the id or the name is not there "
        "either, and nothing of it ever comes, TC104 tells, and TC903 where it comes late.) A call that has a `function` "
        "does not say custom."
    ),
    why="Typed clients refuse the call and frameworks that switch on the type drop it.",
    breaks=(
        "pydantic-ai and the Vercel AI SDK's OpenAI and Cohere providers refuse the reply, "
        "openai-node's stream helper raises; LangChain (mistral.rs#687), the llm crate of graniet "
        "(Mistral). LiteLLM, llama_index and instructor raise over a function that says custom."
    ),
    workaround="Take a call without a type for a function call.",
    source=Source(
        "spec", "openai 3.52.0 types: type is required and constant", GUIDE, "2026-11-21"
    ),
    check=_type_function,
    claims=(
        "choices/*/delta/tool_calls/*/type",
        "choices/*/message/tool_calls/*/type",
        "delta/message/tool_calls/type",
        "message/tool_calls/*/type",
    ),
    mutations=(
        *mutations_for("single_call", changed(_without_type)),
        *mutations_for("single_call", changed(_customary), fault="custom"),
    ),
    shim=Shim("default_member", (("member", "type"), ("value", "function"))),
    cases="""
mistral.rs | type null (and finish "stop") | https://github.com/EricLBuehler/mistral.rs/issues/687 | PR merged 2024-08
Mistral | tool call without type | https://github.com/graniet/llm/issues/67 | issue closed 2025-08
""",
)
