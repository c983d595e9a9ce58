"""TC915: incremental-arguments."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import JsonObject
from toolwire.rules.groups import WITH_IDS
from toolwire.rules.mutate.faults import STREAM, arguments, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Violation
from toolwire.rules.views.dialect_paths import fragment_at
from toolwire.rules.views.streamed import fragments, streamed

_LONG = 256


def _incremental(reading: Reading) -> Iterator[Violation]:
    for call in streamed(reading):
        sent = fragments(call.pieces)
        if len(sent) == 1 and len(sent[0]) >= _LONG:
            piece = next(piece for piece in call.pieces if piece.arguments == sent[0])
            yield Violation(
                fragment_at(reading, piece),
                "Long arguments came in one piece.",
                "several fragments",
                f"one of {len(sent[0])} characters",
            )


_LONG_ONE: JsonObject = {"location": "\u6771\u4eac " * 100}

RULE = Rule(
    id="TC915",
    name="incremental-arguments",
    severity=dict.fromkeys((*WITH_IDS, "cohere-v1"), Severity.INFO),
    statement=(
        f"Arguments of {_LONG} characters or more arrive in several fragments. xAI documents "
        "that it sends each call whole."
    ),
    why="A client has no progress to show, and an idle timeout may end the stream.",
    breaks="clients that show a call while it is written",
    workaround="Wait longer for the next event.",
    check=_incremental,
    needs_calls=True,
    modes=STREAM,
    needs_wire=True,
    mutations=mutations_for("single_call", arguments(_LONG_ONE)),
    cases="""
LM Studio | arguments in one chunk for some models | https://github.com/lmstudio-ai/lmstudio-bug-tracker/issues/1868 | issue open 2026-04
""",
)
