"""TC903: opening-delta-complete."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.mutate.edit import Frame, call_pieces
from toolwire.rules.mutate.faults import streaming
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.streaming.streaming import NAME, id_of, late_delta, name_of
from toolwire.rules.views.streamed import is_late, streamed


def _opening_complete(reading: Reading) -> Iterator[Violation]:
    for call in streamed(reading):
        opening = call.pieces[0]
        for path, member in (("id", id_of), (NAME, name_of)):
            if is_late(call, member):
                message = "The piece that opens the call lacks what a later piece brings."
                yield Violation(f"{opening.pointer}/{path}", message, "non-empty string", None)


def _swapped(stream: list[Frame]) -> None:
    """Put what opens the call behind the first piece of its arguments."""
    opening, second = call_pieces(stream)[:2]
    first = {**opening}
    opening.clear()
    opening.update(second)
    second.clear()
    second.update(first)


RULE = Rule(
    id="TC903",
    name="opening-delta-complete",
    severity={"openai-chat": Severity.ERROR},
    statement=(
        "The piece that opens a call brings its id and its name, and not a later one (a type that "
        "comes late alone is judged by TC103)."
    ),
    why="Clients open the call at its first piece and raise, or drop it, without a name.",
    breaks=(
        "The Vercel AI SDK's OpenAI provider (AI_InvalidResponseDataError) where the name "
        "comes late; Codex."
    ),
    workaround="Hold pieces back until the name has come.",
    check=_opening_complete,
    needs_calls=True,
    modes=(Mode.STREAMING,),
    mutations=(
        streaming("openai-chat", late_delta("id"), "late id"),
        streaming("openai-chat", late_delta("name"), "late name"),
        streaming("openai-chat", _swapped, "after arguments"),
    ),
    shim=Shim("hold_until_named"),
    cases="""
SGLang-style | no index and arguments arrive before function.name | https://github.com/vercel/ai/issues/15879 | PR closed 2026-06 (issue #5885, fixed by #7240)
OpenAI-compatible | first delta has id+arguments, name only later | https://github.com/vercel/ai/issues/14760 | PR merged 2026-04 (#14722)
SGLang | report of missing name; name only in first chunk is correct | https://github.com/sgl-project/sglang/issues/4700 | issue closed 2025-03
Command-A on vLLM | first delta name "" then real name | https://github.com/vercel/ai/issues/16507 | PR open 2026-06
vMLX | opening delta with name "", real name later | https://github.com/jjang-ai/vmlx/issues/244 | PR closed 2026-07
local providers -> Codex | chunks treated as separate calls | https://github.com/openai/codex/issues/7517 | issue closed 2025-12
""",
)
