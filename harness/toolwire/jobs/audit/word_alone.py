"""What `verify` asks a server beside the suites: a text that ends at a word which stands in no
list.

OpenAI documents `stop` as a text or a list of texts, and clients send either. A server that reads
lists alone passes the word over, and the text runs on (TC415), or refuses it (TC762, which right
requests ask of Chat Completions).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.request_form import RequestForm
from toolwire.jobs.audit.beside_suite import BesideSuite, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.rules.stop.TC415_text_ends_before_its_word import WORD
from toolwire.suites import Suite
from toolwire.suites.model import ENDING, Case, Expectation, Step

#: The suite that it is added to, and the id of its case.
SUITE: Final = "no_tool_needed"
_MARK: Final = "word_alone"
_TITLE: Final = "A text that has to end before a word that stands in no list"
#: What asks for a text with the word in it.
SAID: Final = f'Say "red, green, blue, {WORD}, violet" and nothing else.'


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    form = load_dialect(name).wire.request
    if form is None or not form.one_end_alone or not takes_tools(target):
        return
    step = Step(Expectation(may_refuse=True), SAID, probe=ENDING)
    modes = (Mode.BLOCKING,)
    case = Case(
        suite.id, _MARK, _TITLE, (), (step,), modes=modes, extra={name: ending_at(form, WORD)}
    )
    yield from (Item(target, suite, case, mode) for mode in modes)


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


WORD_ALONE: Final = BesideSuite(SUITE, _MARK, _items)
