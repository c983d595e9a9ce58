"""TC905: no-empty-id-name."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.model.reply import CallDelta
from toolwire.rules.mutate.edit import Frame, call_pieces
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.streaming.streaming import NAME, id_of, late_delta, name_of
from toolwire.rules.views.streamed import filled, streamed


def _no_empty_members(reading: Reading) -> Iterator[Violation]:
    for call in streamed(reading):
        pointer = _first_of(call.pieces, "")
        if pointer is not None:
            message = "A piece sends an empty string where it has nothing to say."
            opens = pointer == f"{call.pieces[0].pointer}/{NAME}"
            severity = None if opens else Severity.WARNING
            yield Violation(pointer, message, "absent", "", severity)
        elif (null := _first_of(call.pieces, None)) is not None:
            message = "A piece sends null where it has nothing to say."
            yield Violation(null, message, "absent", None, Severity.WARNING)
        yield from _untyped(call.pieces)


def _first_of(pieces: list[CallDelta], value: str | None) -> str | None:
    """Return where a piece has a value for an id or a name that another piece brings; None where none has."""
    for path, member in (("id", id_of), (NAME, name_of)):
        found = next((piece for piece in pieces if member(piece) == value), None)
        if found is not None and any(filled(member(piece)) for piece in pieces):
            return f"{found.pointer}/{path}"
    return None


def _untyped(pieces: list[CallDelta]) -> Iterator[Violation]:
    """Tell of the first later piece whose type is there and names none; of the first, TC103 does."""
    untyped = next((piece for piece in pieces[1:] if piece.kind in ("", None)), None)
    if untyped is not None and filled(pieces[0].kind):
        message = "A piece takes back the type of the call."
        kind = None if untyped.kind is None else ""
        yield Violation(f"{untyped.pointer}/type", message, "absent", kind, Severity.WARNING)


def _empty_later(stream: list[Frame]) -> None:
    for piece in call_pieces(stream)[1:]:
        piece["id"] = ""
        object_of(piece["function"])["name"] = ""


def _null_later(stream: list[Frame]) -> None:
    for piece in call_pieces(stream)[1:]:
        piece["id"] = None
        object_of(piece["function"])["name"] = None


def _typed_null(stream: list[Frame]) -> None:
    call_pieces(stream)[1]["type"] = None


def _empty_first(stream: list[Frame]) -> None:
    late_delta("name")(stream)
    object_of(call_pieces(stream)[0]["function"])["name"] = ""


RULE = Rule(
    id="TC905",
    name="no-empty-id-name",
    severity={"openai-chat": Severity.ERROR},
    statement=(
        "A piece that has no id, name or type to bring leaves the key out, and sends neither an "
        "empty string nor null. An empty name in the piece that opens the call is grave, anything "
        "else a warning."
    ),
    why="Clients that overwrite lose the name or id they had: tool not found. Those that open "
    "a call by the first piece make one without a name.",
    breaks=(
        "LiteLLM's Anthropic route makes two calls of one whose opening piece has an empty name. A "
        "later type that is empty or null ends the stream helper of openai-python with an "
        "AssertionError. In later pieces the clients that were tried pass over empty ids and names; "
        "older ones lose the name: the Vercel AI SDK, LangChain, opencode, open-webui, PilotDeck, "
        "cc-switch-cli, aisdk, rig."
    ),
    workaround="Never overwrite with an empty string or null.",
    check=_no_empty_members,
    needs_calls=True,
    modes=(Mode.STREAMING,),
    mutations=(
        streaming("openai-chat", _empty_later, "later pieces"),
        streaming("openai-chat", _null_later, "later pieces null"),
        streaming("openai-chat", _empty_first, "opening piece"),
        streaming("openai-chat", _typed_null, "type null"),
    ),
    shim=Shim("keep_over_empty", (("members", ["id", "name", "type"]),)),
    cases="""
OpenAI-compatible | name null in later pieces overwrites the name: unknown tool "" | https://github.com/anomalyco/opencode/issues/43328 | read 2026-11-29
SGLang | id and name null in later pieces | https://github.com/sgl-project/sglang/issues/35542 | issue open, read 2026-11-29
Command-A on vLLM | first delta name "" then real name | https://github.com/vercel/ai/issues/16507 | PR open 2026-06
SGLang custom build | name null on the creating delta, replayed as null | https://github.com/open-webui/open-webui/issues/29690 | PR merged 2026-09
OpenAI-compatible | later chunks name "" | https://github.com/OpenBMB/PilotDeck/issues/120 | PR merged 2026-06
sub2api (Responses->Chat) | "name":"" on every argument delta | https://github.com/Wei-Shaw/sub2api/issues/5632 | PR merged 2026-08
GLM / Qwen via DashScope | later chunks id "" and name "" overwrite call_id | https://github.com/SaladDay/cc-switch-cli/issues/341 | PR closed 2026-07 (fix landed)
Volcengine Ark | name "" on continuation chunks (raw SSE verified) | https://github.com/lazy-hq/aisdk/issues/121 | PR open 2026-07
DashScope/Qwen | name "" on continuation or missing everywhere | https://github.com/agentic-os-org/ANOLISA/issues/1303 | PR merged 2026-07
various | empty-string id/name deltas | https://github.com/langchain-ai/langchain/issues/39331 | PR closed 2026-08
TGI 2.4.1 | delta.tool_calls is an object, id "", name null, role repeated on every chunk, chunk id "" | https://github.com/huggingface/text-generation-inference/issues/2794 | issue open 2024-12
LM Studio 0.3.16 | name "" after first part | https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/649 | issue closed 2025-05
LM Studio | name Some("") on argument chunks | https://github.com/0xPlaygrounds/rig/issues/442 | PR open 2025-05
""",
)
