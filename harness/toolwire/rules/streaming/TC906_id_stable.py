"""TC906: id-stable."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import JsonObject
from toolwire.rules.mutate.edit import Frame, call_pieces
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.streaming.streaming import GUIDE, each_piece
from toolwire.rules.views.streamed import filled, streamed


def _id_stable(reading: Reading) -> Iterator[Violation]:
    for call in streamed(reading):
        ids = [piece for piece in call.pieces if filled(piece.id)]
        first = str(ids[0].id)[:200] if ids else ""
        other = next((piece for piece in ids if piece.id != ids[0].id), None)
        if other is not None:
            message = "The id changes within the call."
            yield Violation(f"{other.pointer}/id", message, first, str(other.id)[:200])
            continue
        # A piece that repeats the name with it opens the call anew: TC904's.
        again = next((piece for piece in ids[1:] if not filled(piece.name)), None)
        if again is not None:
            message = "The id is sent again after the piece that brought it."
            grave = RULE.severity[reading.dialect] is Severity.ERROR
            mild = Severity.WARNING if grave else Severity.INFO
            yield Violation(f"{again.pointer}/id", message, "absent", first, mild)


def _other_id(stream: list[Frame]) -> None:
    call_pieces(stream)[-1]["id"] = "call_another"


def _another(piece: JsonObject) -> None:
    piece["id"] = "get_weather_another"


def _id_again(stream: list[Frame]) -> None:
    first, *later = call_pieces(stream)
    later[0]["id"] = first["id"]


RULE = Rule(
    id="TC906",
    name="id-stable",
    severity={"openai-chat": Severity.ERROR, "cohere-v2": Severity.WARNING},
    statement=(
        "The id of a call comes once, with the piece that opens it. Another id in a later piece is "
        "grave; the same one sent again is a warning. Over Cohere, whose clients go by the index, "
        "they are a warning and an information."
    ),
    why=(
        "Clients that key on the id split the call in two; those that join the strings of a call, "
        "as its arguments are joined, get an id that nobody gave (call_ab becomes "
        "call_abcall_ab)."
    ),
    breaks=(
        "Another id: LangChain makes two calls of one; clients that merge by id (vLLM with the "
        "hermes parser). The same id again: the stream helper of openai-python joins the copies, "
        "LangChain4j likewise by its default."
    ),
    workaround="Assemble by index and keep the first id.",
    source=Source(
        "docs",
        "OpenAI guide on function calling, streaming: only the first piece of a call has its id; "
        "openai-python 3.54.0, lib/streaming/_deltas.py: strings other than type are joined",
        GUIDE,
        "2026-11-23",
    ),
    check=_id_stable,
    needs_calls=True,
    modes=(Mode.STREAMING,),
    compares_ids=True,
    mutations=(
        streaming("openai-chat", _other_id, "another id"),
        streaming("openai-chat", _id_again, "the same id again"),
        streaming("cohere-v2", each_piece(_another), "another id"),
    ),
    shim=Shim("first_id_wins"),
    cases="""
vLLM (Qwen3 hermes) | later deltas carry id null; id-keyed merge splits call in two | https://github.com/vllm-project/vllm/issues/19056 | issue open 2025-06
DashScope/Qwen, DeepSeek | the whole id in every chunk; the client joins them | https://github.com/langchain4j/langchain4j/issues/4528 | fixed by an option 2026-02
LiteLLM proxy | id on every chunk opens a new call in clients that test for it | https://github.com/BerriAI/litellm/issues/20480 | issue open 2026-02
""",
)
