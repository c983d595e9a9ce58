"""Rules about the form of tool-call markup, family by family, and about markup that is cut.

Where calls are structured they name the markup that no parser took because it is broken; a
whole call left as text is TC502's, and any markup beside structured calls TC501's. Where text
is the protocol they judge the form itself. See `markup` for the borders."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from toolwire.dialects.text_families import TEXT_FAMILIES, MarkupProblem, ProblemKind
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.markup_faults import FAULTS, written
from toolwire.rules.rule import Mutation, Rule, Variance, Violation
from toolwire.rules.views.chance import has_call
from toolwire.rules.views.excerpt import around
from toolwire.rules.views.markup import Owner, leaked, problems, text_in

SHOWN: Final = 80

#: What was seen of clients that were given such a text, versions and all: docs/who-breaks.md.
LOST: Final = (
    "Clients hand the markup on as text and run nothing, so that the call is lost: openai-python "
    "3.54.0, openai-node 6.49.0, openai-agents 0.24.0, anthropic-python 2.12.0, anthropic-node "
    "1.12.0, google-genai 2.34.0, LangChain 1.4.7, pydantic-ai 2.68.0, the Vercel AI SDK 6.0.326."
)

WORKAROUND = "Show such a reply to nobody; ask again."

#: Broken markup is what the model wrote: no parser could have taken it, and to pass it on as text
#: is right (TC004). A server that breaks it, by dropping a token say, does so in every reply.
WRITTEN: Final = Variance("replies with a call, whole or in broken markup", has_call)


def broken(family: str, reading: Reading) -> Iterator[Violation]:
    """Name broken markup of one family in the text of a structured reply."""
    found = leaked(reading)
    if found is None or found.owner is not Owner.FORM or found.leak.family != family:
        return
    leak, reply = found.leak, reading.reply
    shown = around(reply.text or "", leak.at, min(len(leak.marker), SHOWN))
    title = TEXT_FAMILIES[family].title
    yield Violation(reply.text_pointer, leak.reason, f"a call as {title} writes it", shown)


def of_form(reading: Reading, expected: str) -> Iterator[Violation]:
    """Name the first breach of form in a reply whose protocol is text."""
    for problem in problems(reading):
        if problem.kind is not ProblemKind.TRUNCATED:
            yield violation(reading, problem, expected)
            return


def violation(reading: Reading, problem: MarkupProblem, expected: str) -> Violation:
    """Return the breach of form at a place in the text."""
    shown = around(text_in(reading), problem.at, SHOWN)
    return Violation(reading.reply.text_pointer, problem.reason, expected, shown)


def leaks(family: str) -> tuple[Mutation, ...]:
    """Return the mutations in which a family's broken markup stands in the text."""
    return tuple(
        mutation
        for fault, text in FAULTS[family]
        for mutation in mutations_for("plain_text", written(text), fault=fault)
    )


def family_rule(
    rule: str, family: str, statement: str, why: str, parsers: str, *, cases: str = ""
) -> Rule:
    """Make the rule about the form of one family, judged where calls are structured.

    `rule` is its id; `family`, as in `text_families`, its name too; `parsers` are those that
    take nothing else.
    """
    return Rule(
        id=rule,
        name=family,
        severity=dict.fromkeys(EVERYWHERE, Severity.ERROR),
        statement=statement,
        why=why,
        breaks=f"{LOST} Parsers: {parsers}",
        workaround=WORKAROUND,
        check=partial(broken, family),
        needs_markup=True,
        needs_request=True,
        variance=WRITTEN,
        mutations=leaks(family),
        cases=cases,
    )
