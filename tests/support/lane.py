"""A lane: one way to speak a dialect, and what is different about it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType

from hypothesis import strategies as st

from tests.support.drawn import TEXT, Said, Speech, answers, conversations
from tests.support.told import Told, as_planned
from tests.support.wire import ASKED, Wire
from toolwire.dialects import Answer
from toolwire.io.framing import sse
from toolwire.model.conversation import Conversation, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.reply import Event, Reading

__all__ = ["Lane"]


def _always(_: Answer) -> bool:
    return True


@dataclass(frozen=True, slots=True, repr=False)
class Lane:
    """One way to speak a dialect.

    Attributes:
        name: the dialect's, with a word behind it where it has several lanes.
        wire: dialect and endpoint.
        words: stop words of a reply that is cut, that calls, and that just ends.
        ends: whether an event is the one after which a stream is complete.
        speech: what its requests can say.
        asked: the question that is answered.
        texts: what a model may say in an answer.
        told: what of an answer its reply tells.
        echoes: whether the reply to an answer has a message to send back.
        same_echo: whether that message is the same value in both modes.
        carried: an echo -> its bytes as they stand in the next request.
        alike: paths of what else in a reply does not depend on the mode.
        ids: whether calls have ids.
        models: whether replies name the model.
        totals: whether token counts come with their sum.
        whole: whether a stream has each call in one piece.
        opened: the arguments of a call of which no piece has come yet.
        framing: how it streams.
        known_from: how many bytes a stream needs to be known as one.
    """

    name: str
    wire: Wire
    words: tuple[str, str, str]
    ends: Callable[[Event], bool]
    speech: Speech
    asked: Conversation = ASKED
    texts: Said = st.none() | TEXT
    told: Callable[[Answer], Told] = as_planned
    echoes: Callable[[Answer], bool] = _always
    same_echo: bool = True
    carried: Callable[[bytes], bytes] = bytes
    alike: tuple[str, ...] = ("usage.output",)
    ids: bool = True
    models: bool = True
    totals: bool = False
    whole: bool = False
    opened: JsonObject | None = None
    framing: ModuleType = sse
    known_from: int = 0

    def __repr__(self) -> str:
        return f"<lane {self.name}>"

    def conversations(self) -> st.SearchStrategy[Conversation]:
        """Draw anything a request can say."""
        return conversations(self.speech)

    def answers(self) -> st.SearchStrategy[Answer]:
        """Draw anything a model can answer."""
        return answers(self.speech, self.texts)

    def stop(self, answer: Answer) -> str:
        """Return the stop word an answer ends in."""
        cut, call, end = self.words
        return cut if answer.cut else call if self.told(answer).calls else end

    def meant(self, answer: Answer) -> str:
        """Return the neutral meaning of that word; some formats have none of their own for calls."""
        if answer.cut:
            return "length"
        return "end" if self.stop(answer) == self.words[2] else "tool_call"

    def answered(self, answer: Answer, mode: Mode) -> Reading:
        """Let the reference responder answer the lane's question, and decode what it sent."""
        return self.wire.answered(answer, mode, self.asked)
