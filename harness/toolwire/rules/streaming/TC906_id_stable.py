"""TC906: id-stable."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.mutate.edit import Frame, call_pieces
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.streamed import filled, streamed


def _id_stable(reading: Reading) -> Iterator[Violation]:
    for call in streamed(reading):
        ids = [piece for piece in call.pieces if filled(piece.id)]
        other = next((piece for piece in ids if piece.id != ids[0].id), None)
        if other is not None:
            message = "The id changes within the call."
            yield Violation(
                f"{other.pointer}/id", message, str(ids[0].id)[:200], str(other.id)[:200]
            )


def _other_id(stream: list[Frame]) -> None:
    call_pieces(stream)[-1]["id"] = "call_another"


RULE = Rule(
    id="TC906",
    name="id-stable",
    severity={"openai-chat": Severity.ERROR},
    statement="An id that is sent again within a call equals the first one.",
    why="Clients that key on the id split the call in two.",
    breaks=(
        "LangChain makes two calls of one; clients that merge by id (vLLM with the hermes parser)."
    ),
    workaround="Assemble by index and keep the first id.",
    check=_id_stable,
    needs_calls=True,
    modes=(Mode.STREAMING,),
    compares_ids=True,
    mutations=(streaming("openai-chat", _other_id),),
    shim=Shim("first_id_wins"),
    cases="""
vLLM (Qwen3 hermes) | later deltas carry id null; id-keyed merge splits call in two | https://github.com/vllm-project/vllm/issues/19056 | issue open 2025-06
""",
)
