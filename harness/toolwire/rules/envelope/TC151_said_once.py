"""TC151: said-once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.model.conversation import AssistantTurn
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.asked_for import to_say
from toolwire.rules.views.probe_answer import answered

#: Letters from which on a text is told from chance.
_LONG: Final = 8
_SHOWN: Final = 200


def _earlier(reading: Reading) -> list[str]:
    """Return the texts that the assistant said before, but those that are to be said again."""
    told, conversation = to_say(reading), reading.conversation
    if not told or conversation is None:
        return []
    again = " ".join(told).casefold()
    said = [turn.text or "" for turn in conversation.turns if isinstance(turn, AssistantTurn)]
    texts = [text.strip().casefold() for text in said]
    return [text for text in texts if len(text) >= _LONG and text not in again]


def _due(reading: Reading) -> bool:
    return bool(_earlier(reading))


def _said_once(reading: Reading) -> Iterator[Violation]:
    text = reading.reply.text or ""
    if any(one in text.casefold() for one in _earlier(reading)):
        message = "The text repeats what the assistant said before."
        wanted, came = to_say(reading)[0][:_SHOWN], text[:_SHOWN]
        yield Violation(reading.reply.text_pointer, message, wanted, came)


RULE = Rule(
    id="TC151",
    name="said-once",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "A reply that is told what to say, or to repeat results, does not say again what the "
        "assistant said earlier in the conversation. A model may; a run in which every reply with "
        "earlier words before it does is the server's doing, which does not begin its text anew."
    ),
    why="Each turn is longer than the one before, and the user reads the whole conversation again.",
    breaks="whoever shows the text as it came, and pays for the history that it becomes",
    workaround="Cut the text of earlier turns off.",
    source=Source(
        "docs",
        "OpenAI: the content of a message is what the model says, without the prompt",
        "https://developers.openai.com/api/docs/guides/text",
        "2026-11-24",
    ),
    check=_said_once,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    variance=Variance("replies that were told what to say, after words of the assistant", _due),
    mutations=mutations_for(
        "thanked", answered(Answer(text="It returned 18 C. You are welcome.", turn=1))
    ),
)
