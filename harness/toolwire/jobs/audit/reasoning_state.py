"""Whether reasoning state that came in a reply went back with the next request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.jobs.audit.outcome import Outcome
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading
from toolwire.results.variance.reasoning import NO_STATE
from toolwire.suites.state import state_of, texts_of

UNREAD: Final = (
    "a part of the reply could not be read, and it went back without its reasoning state"
)


def lost_state(before: Reading, after: Reading) -> Iterator[Outcome]:
    """Compare the state of a reply with the bytes of the next request.

    A reply without state shows nothing (`inconclusive`), nor does one that cannot go back as it
    came. State that is missing in a request we wrote is no fault of the provider: what it then
    answers says nothing (`not-run`).

    Args:
        before: the reading of the step that expects `echo: kept`.
        after: the reading of the step after it.
    """
    state = state_of(before)
    if not state and before.reply.reasoning:
        # Of several members, thoughts and a plan, decoding made lines of one text.
        state = tuple(line for line in before.reply.reasoning.splitlines() if line.strip())
    if not state:
        yield Outcome(Verdict.INCONCLUSIVE, NO_STATE)
        return
    sent = tuple(texts_of(after.request))
    missing = sum(not any(token in text for text in sent) for token in state)
    if missing and before.reply.echo is None and before.reply.unread:
        # Nobody can send a message back as it came of which a part makes no sense; a rule tells which.
        yield Outcome(Verdict.INCONCLUSIVE, UNREAD)
    elif missing:
        reason = f"{missing} of {len(state)} pieces of reasoning state did not go back"
        yield Outcome(Verdict.NOT_RUN, reason)
