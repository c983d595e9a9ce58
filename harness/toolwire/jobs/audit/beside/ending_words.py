"""What `verify` asks a server beside the suites: a text that ends at a word which stands in no list, and at the
second word of a list.

OpenAI documents `stop` as a text or a list of texts, and clients send either. A server that reads
lists alone passes the word over, and the text runs on (TC415), or refuses it (TC762, which right
requests ask of Chat Completions). Of two words in a list the first is not in the text: a server that reads
one word of the list writes on (TC415).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.request_form import RequestForm
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, where_judged
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.rules.stop.TC415_text_ends_before_its_word import WORD
from toolwire.suites import Suite
from toolwire.suites.model import ENDING, Case, Expectation, Step

#: The suite that they are added to.
SUITE: Final = "no_tool_needed"
#: What asks for a text with the word in it.
_SAID: Final = f'Say "red, green, blue, {WORD}, violet" and nothing else.'
#: Not in the text that is asked for.
_FIRST: Final = "silver"


@dataclass(frozen=True, slots=True)
class EndingWords:
    """A form in which a request names the words at which its text ends.

    Attributes:
        mark: the id of its case.
        title: what is asked.
        words: as they stand in a request of a form; None where the form has no such words.
        modes: in which it is asked.
    """

    mark: str
    title: str
    words: Callable[[RequestForm], Json]
    modes: tuple[Mode, ...] = tuple(Mode)

    def items(self, target: Target, suite: Suite) -> Iterator[Item]:
        """Yield what asks a target, in each mode."""
        name = target.provider.dialect
        form = load_dialect(name).wire.request
        words = None if form is None else self.words(form)
        if form is None or words is None:
            return
        step = Step(Expectation(may_refuse=True), _SAID, probe=ENDING)
        extra = {name: ending_at(form, words)}
        case = Case(suite.id, self.mark, self.title, (), (step,), modes=self.modes, extra=extra)
        asked = where_judged(target, suite, ENDING, (case,))
        yield from (item for item in asked if item.mode in self.modes)


def ending_at(form: RequestForm, words: Json) -> JsonObject:
    """Return the members of a request that name the words at which its text ends.

    Args:
        form: of the request.
        words: one, or a list, as they stand there.
    """
    *path, last = form.ends_at
    members: JsonObject = {last: words}
    for member in reversed(path):
        members = {member: members}
    return members


_FORMS: Final = (
    EndingWords(
        "word_alone",
        "A text that has to end before a word that stands in no list",
        lambda form: WORD if form.one_end_alone else None,
        (Mode.BLOCKING,),
    ),
    EndingWords(
        "word_second",
        "A text that has to end before the second of two words",
        lambda form: [_FIRST, WORD, *sorted(form.turn_ends)] if form.ends_at else None,
    ),
)
ENDING_WORDS: Final = tuple(BesideSuite(SUITE, one.mark, one.items) for one in _FORMS)
