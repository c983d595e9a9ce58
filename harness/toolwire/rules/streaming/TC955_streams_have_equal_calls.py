"""TC955: streams-have-equal-calls."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.exchange import EvidenceLevel, Exchange
from toolwire.rules.mutate.prompt_counts import ANSWER, recounted
from toolwire.rules.rule import OBSERVED, Mutation, Rule, Severity, Subject
from toolwire.rules.stop.pair_rules import EVERY, STREAMED
from toolwire.rules.streaming.equal_calls import lost_from, over_pairs


def _one_alone(name: str) -> Callable[[Exchange], Exchange]:
    """Let a live server answer with the first call alone, and count as many tokens as before."""

    def apply(exchange: Exchange) -> Exchange:
        assert exchange.request is not None
        dialect = load_dialect(name)
        before = dialect.decode(exchange).reply
        calls = tuple(
            PlannedCall(call.name or "", object_of(call.arguments)) for call in before.tool_calls
        )
        response = dialect.respond(exchange.request, Answer(calls=calls[:1]))
        evidence = replace(exchange.evidence, level=EvidenceLevel.LIVE)
        changed = replace(exchange, response=response, evidence=evidence)
        after = dialect.decode(changed).reply
        if before.usage is None or after.usage is None or before.usage.output is None:
            return changed
        was, now = before.usage.output, after.usage.output
        counted = recounted(STREAMED[0], lambda told: was if told == now else told, ANSWER)
        return counted(changed)

    return apply


RULE = Rule(
    id="TC955",
    name="streams-have-equal-calls",
    subject=Subject.AB,
    severity=dict.fromkeys(EVERY, Severity.WARNING),
    statement="Where a blocking answer makes one call twice, as it was asked to, the stream of the same request has both. A model may make one alone: a run in which every pair of answers differs so, and as many tokens are counted in both where any are, is the server's doing.",
    why="Who tells the calls of a stream apart by name and arguments, and not by their ids or places, takes the second for the first again.",
    breaks="agents that throw a die twice, add one thing to a cart twice, or wait twice",
    workaround="Ask without a stream.",
    source=OBSERVED,
    check=lost_from(
        lambda reading: reading.twin,
        "Of two calls that are alike the stream has one, and the blocking answer to the same request both.",
    ),
    modes=STREAMED,
    variance=over_pairs(lambda reading: reading.twin),
    mutations=tuple(Mutation(name, STREAMED[0], "equal_calls", _one_alone(name)) for name in EVERY),
    cases="""
llama-index (Ollama) | of calls with one name and the same arguments a stream keeps the first | https://github.com/run-llama/llama_index/issues/22464 | issue open 2026-07
""",
)
