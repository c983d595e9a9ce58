"""TC732: last-words-answered."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer, load_dialect
from toolwire.model.conversation import AssistantTurn, ChoiceMode, ResultsTurn
from toolwire.model.exchange import Exchange
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import (
    Asked,
    asked,
    place_of,
    repeats,
    telling,
    whole,
    words_of,
    written,
)
from toolwire.rules.views.probe_answer import answered


def _later(reading: Reading) -> Asked | None:
    """Return what the last words write out, where calls were made and answered before them."""
    what = asked(reading)
    if what is None or what.since or not whole(reading):
        return None
    # Words right behind the results of calls may be about these.
    closed = bool(what.before) and isinstance(what.before[-1], AssistantTurn)
    if not closed or not any(isinstance(turn, ResultsTurn) for turn in what.before):
        return None
    # Where a call is demanded nothing can be said.
    said = what.quoted and not _demanded(reading)
    return what if said or what.calls else None


def _demanded(reading: Reading) -> bool:
    choice = reading.conversation.choice if reading.conversation is not None else None
    return choice is not None and choice.mode in {ChoiceMode.NAMED, ChoiceMode.REQUIRED}


def _due(reading: Reading) -> bool:
    return _later(reading) is not None


def _answered(reading: Reading) -> Iterator[Violation]:
    what = _later(reading)
    if what is None or _done(reading, what):
        return
    message = "The reply does nothing of what the last words of the user write out."
    wanted = ", ".join(call.name for call in what.calls) or what.quoted or ""
    came = ", ".join(call.name or "" for call in reading.reply.tool_calls) or reading.reply.text
    yield Violation(place_of(reading), message, wanted[:200], (came or "")[:200])


def _done(reading: Reading, what: Asked) -> bool:
    """Return whether a reply makes a call that is written out, or says a telling word of those quoted."""
    wanted = {(call.name, written(call.arguments)) for call in what.calls}
    names = {call.name for call in what.calls}
    made = [call for call in reading.reply.tool_calls if call.name in names]
    if any((call.name, written(call.arguments)) in wanted for call in made):
        return True
    if made and not repeats(reading, what.before):
        return True
    quoted, said = what.quoted or "", reading.reply.text or ""
    # Words that came without the blanks between them were said: TC509's.
    run_together = bool(quoted) and _unspaced(quoted) in _unspaced(said)
    return run_together or bool(telling(words_of((quoted,))) & words_of((said,)))


def _unspaced(text: str) -> str:
    return "".join(text.split())


def _earlier(name: str, mode: Mode) -> Change:
    """Plant the answer to what was asked before, where later words ask for something else."""

    def other(exchange: Exchange) -> Answer:
        if _later(load_dialect(name).decode(exchange)) is None:
            raise LookupError("nothing was asked before")
        return Answer(text="It returned 18 C.", turn=1)

    return answered(other)(name, mode)


RULE = Rule(
    id="TC732",
    name="last-words-answered",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "What the user says last is answered: where, after a round of calls and results, the last "
        "words write out a call or words to say, a reply makes the call or says them. A model may "
        "not do so once or twice; a run in which no such reply does, though the first words of "
        "the same conversations were followed, is the server's doing."
    ),
    why="A server that reads only the first message of the user holds no conversation at all.",
    breaks="every conversation of more than one turn, whatever client leads it",
    workaround="Begin a new conversation with each request.",
    source=Source(
        "docs",
        "OpenAI: messages are the conversation so far, in its order, and the model answers the last",
        "https://developers.openai.com/api/docs/guides/conversation-state",
        "2026-11-24",
    ),
    check=_answered,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies to later words that write out what they want", _due),
    mutations=mutations_for("asked_again", _earlier),
)
