"""TC904: name-once-and-whole."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.reply import CallDelta
from toolwire.rules.mutate.edit import Frame, at, call_pieces
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Violation
from toolwire.rules.streaming.streaming import NAME, each_piece
from toolwire.rules.views.streamed import filled, streamed


def _name_once(reading: Reading) -> Iterator[Violation]:
    for call in streamed(reading):
        yield from _once(call.pieces, NAME)
    yield from _once([piece for piece in reading.deltas if piece.legacy], "name")


def _once(pieces: list[CallDelta], member: str) -> Iterator[Violation]:
    named = [piece for piece in pieces if filled(piece.name)]
    if len(named) > 1:
        names: list[Json] = [str(piece.name)[:200] for piece in named[:5]]
        pointer = f"{named[1].pointer}/{member}"
        yield Violation(pointer, "The name is sent more than once or in pieces.", names[:1], names)


def _name_in_every_piece(stream: list[Frame]) -> None:
    pieces = call_pieces(stream)
    for piece in pieces[1:]:
        object_of(piece["function"])["name"] = object_of(pieces[0]["function"])["name"]


def _name_in_two_pieces(stream: list[Frame]) -> None:
    first, second = (object_of(piece["function"]) for piece in call_pieces(stream)[:2])
    name = first["name"]
    assert isinstance(name, str)
    first["name"], second["name"] = name[:5], name[5:]


def _named(piece: JsonObject) -> None:
    object_of(piece["function"])["name"] = "get_weather"


def _legacy_name_again(stream: list[Frame]) -> None:
    calls = [
        object_of(at(payload, ("choices", 0, "delta", "function_call")))
        for _, payload in stream
        if b'function_call":{' in dump(payload)
    ]
    for call in calls[1:]:
        call["name"] = calls[0]["name"]


RULE = Rule(
    id="TC904",
    name="name-once-and-whole",
    severity={"openai-chat": Severity.ERROR, "cohere-v2": Severity.WARNING},
    statement="The name of a call is sent once and whole, in the piece that opens it.",
    why=(
        "Some clients append names, some overwrite and some take the first: a name sent "
        "twice becomes read_fileread_file, one in pieces is cut."
    ),
    breaks=(
        "LangChain, pydantic-ai, llama_index and openai-python join a repeated name to one "
        "that no tool has; the Vercel AI SDK, openai-node, openai-agents and LiteLLM break "
        "one that comes in pieces; continue, hermes-agent. Over Cohere LangChain joins the names "
        "of all pieces in the chunks that it hands on, and still ends with the right call "
        "(langchain-cohere 0.6.0, tried 2026-11-24)."
    ),
    workaround="Append a piece of a name unless it repeats the name so far.",
    check=_name_once,
    needs_calls=True,
    modes=(Mode.STREAMING,),
    mutations=(
        streaming("openai-chat", _name_in_every_piece, "repeated"),
        streaming("openai-chat", _name_in_two_pieces, "in pieces"),
        streaming("openai-chat", _legacy_name_again, "repeated", "legacy_call"),
        streaming("cohere-v2", each_piece(_named), "repeated"),
    ),
    cases="""
Gemini / Anthropic adapters | Gemini streams name in pieces ("edit_ex"+"isting_file"), others repeat whole name | https://github.com/continuedev/continue/issues/5849 | PR merged 2025-05
MiniMax M2.7 on NVIDIA NIM | full name in every chunk, non-deterministic count | https://github.com/NousResearch/hermes-agent/issues/11984 | PR closed 2026-04 (#8259)
llama.cpp | name repeated in each delta | https://github.com/ggml-org/llama.cpp/issues/13774 | issue closed 2025-05
llama.cpp | same with langchain streaming | https://github.com/ggml-org/llama.cpp/issues/12379 | PR merged 2025-05
""",
)
