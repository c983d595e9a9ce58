"""TX112: truncated-markup."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import load_dialect
from toolwire.dialects.text_families import ProblemKind
from toolwire.rules.groups import EVERYWHERE, IN_WORDS
from toolwire.rules.markup.markup_rules import LOST, SHOWN, WRITTEN, violation
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.markup_faults import written
from toolwire.rules.rule import Reading, Rule, Severity, Variance, Violation
from toolwire.rules.views.chance import has_call
from toolwire.rules.views.excerpt import around
from toolwire.rules.views.markup import Owner, ends_itself, leaked, problems


def _cut(reading: Reading) -> Iterator[Violation]:
    if load_dialect(reading.dialect).in_words:
        # What the limit cuts is cut anywhere; only a reply that ended by itself is at fault.
        cut = (p for p in problems(reading) if p.kind is ProblemKind.TRUNCATED)
        problem = next(cut, None) if ends_itself(reading) else None
        if problem is not None:
            yield violation(reading, problem, "a whole call, or a stop reason that says it was cut")
        return
    found = leaked(reading)
    if found is not None and found.owner is Owner.CUT:
        leak, reply = found.leak, reading.reply
        shown = around(reply.text or "", leak.at, min(len(leak.marker), SHOWN))
        yield Violation(reply.text_pointer, leak.reason, "no part of a call in the text", shown)


RULE = Rule(
    id="TX112",
    name="truncated-markup",
    severity=dict.fromkeys((*EVERYWHERE, *IN_WORDS), Severity.ERROR),
    statement="An unfinished call is neither content nor a whole reply: no cut call and no "
    "part of an opening marker is left in the text of a structured reply, whatever its stop "
    "reason; where text is the protocol, a reply that ends inside a call says it was cut.",
    why="Half a marker is shown to the user and goes back into the context.",
    breaks=f"{LOST} Chat interfaces over vLLM show half a marker (vllm#47903, vllm#47137).",
    workaround="Drop the tail of a reply that was cut when it looks like a marker.",
    check=_cut,
    needs_markup=True,
    needs_request=True,
    # Only where text is the protocol: elsewhere the server lets half a call out as content.
    variance=Variance(WRITTEN.of, has_call, dialects=IN_WORDS),
    mutations=(
        *mutations_for(
            "plain_text",
            written('Sure.\n<tool_call>\n{"name":"get_weather","argum'),
            (*EVERYWHERE, "chatml"),
            fault="a cut call",
        ),
        *mutations_for("cut_text", written("Once upon a\n<too"), EVERYWHERE, fault="a cut marker"),
        *mutations_for(
            "cut_text",
            written('{"name":"get_weather","parameters":{"loc'),
            EVERYWHERE,
            fault="a cut call without markers",
        ),
        *mutations_for(
            "plain_text",
            written('{"tool_name":"get_weather","argum'),
            ("prompted",),
            fault="a cut call",
        ),
    ),
    cases="""
vLLM | call cut by max_tokens: stream and non-stream differ, non-stream puts raw "<too" in content | https://github.com/vllm-project/vllm/issues/47903 | issue open 2026-07
vLLM (Qwen3) | truncated <tool_call> opener handled differently in stream and non-stream | https://github.com/vllm-project/vllm/issues/47137 | issue closed 2026-06
""",
)
