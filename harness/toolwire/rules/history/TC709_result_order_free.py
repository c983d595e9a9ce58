"""TC709: result-order-free."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.rules.groups import WITH_IDS
from toolwire.rules.history.probe_result import READ, last_round, words_of
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import reversed_results
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.chance import has_text
from toolwire.rules.views.probe_answer import answered, taken, turned_away
from toolwire.rules.views.result_pairs import results_of

_taken: Final = taken("Results in another order than their calls are refused.")


def _paired_by_id(reading: Reading) -> Iterator[Violation]:
    calls, results = last_round(reading)
    text = reading.reply.text
    contents = [one.content for one in results_of(calls, results) if one is not None]
    if len(calls) < 2 or len(contents) < len(calls):
        return
    if not reading.ok:
        yield from _taken(reading)
        return
    if not text or reading.reply.tool_calls or any(call.id is None for call in calls):
        return
    wanted, *others = map(words_of, reversed(contents))
    other = frozenset().union(*others)
    reported = words_of(text)
    if reported & (other - wanted) and not reported & (wanted - other):
        yield Violation(
            reading.reply.text_pointer,
            "The answer gives the result of another call than the one asked about.",
            contents[-1][:200],
            text[:200],
            variance=True,
        )


RULE = Rule(
    id="TC709",
    name="result-order-free",
    severity={**dict.fromkeys(WITH_IDS, Severity.WARNING), "ollama-chat": Severity.INFO},
    statement=(
        "Results belong to the calls that their ids name, in whatever order they stand. Asked for "
        "the result of the last call only, while the results stand in reverse, the answer is no "
        "refusal and does not give another call's. Judged by words that only one of the results "
        "has."
    ),
    why="Matched by place, the model reads the wrong tool's answer, and nothing shows it.",
    breaks="clients that run calls at the same time and answer in the order of completion",
    workaround="Send results in the order of the calls.",
    source=Source(
        "docs",
        "OpenAI: ids, not order, pair results with calls; Ollama's server takes an id but "
        "reads by place where nothing else tells (promptfoo/promptfoo#10980)",
        "https://developers.openai.com/api/docs/guides/function-calling",
        READ,
    ),
    check=_paired_by_id,
    always=True,
    subject=Subject.PROBE,
    needs_request=True,
    variance=Variance("answers in words to such results", has_text, partly=True),
    question=reversed_results,
    mutations=(
        *mutations_for("two_results", answered(Answer(text="It is 18 C in Tokyo.", turn=2))),
        *mutations_for("two_results", turned_away(), fault="refused"),
    ),
    cases="""
Ollama native | results are correlated by position, ids not needed | https://github.com/promptfoo/promptfoo/issues/10980 | PR merged 2026-09
""",
)
