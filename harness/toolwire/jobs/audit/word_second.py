"""What `verify` asks a server beside the suites: a text that ends at the second word of a list.

The first is not in the text. A server that reads one word of the list writes on (TC415).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside_suite import BesideSuite, where_judged
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.word_alone import SAID, ending_at
from toolwire.providers.model import Target
from toolwire.rules.stop.TC415_text_ends_before_its_word import WORD
from toolwire.suites import Suite
from toolwire.suites.model import ENDING, Case, Expectation, Step

#: The suite that it is added to, and the id of its case.
SUITE: Final = "no_tool_needed"
_MARK: Final = "word_second"
_TITLE: Final = "A text that has to end before the second of two words"
#: Not in the text that is asked for.
_FIRST: Final = "silver"


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    form = load_dialect(name).wire.request
    if form is None or not form.ends_at:
        return
    step = Step(Expectation(may_refuse=True), SAID, probe=ENDING)
    extra = {name: ending_at(form, [_FIRST, WORD, *sorted(form.turn_ends)])}
    case = Case(suite.id, _MARK, _TITLE, (), (step,), extra=extra)
    yield from where_judged(target, suite, ENDING, (case,))


WORD_SECOND: Final = BesideSuite(SUITE, _MARK, _items)
