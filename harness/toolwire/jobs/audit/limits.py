"""What `verify` asks a server beside the suites: texts that are longer than the request allows.

Each model reaches such a limit, whatever it is told: the text is cut there, and the reason says so (TC421).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside_suite import BesideSuite
from toolwire.jobs.audit.plan import Item
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.expressible import lacking
from toolwire.suites.model import LIMITED, Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "no_tool_needed"
_MARK: Final = "limit_"
_TITLE: Final = "A text that is longer than the request allows"
#: Some 70 words each, which no tokenizer writes in the 16 tokens that are asked for. Several, since that a
#: model stops in the middle by itself is to be told from a cut.
_TEXTS: Final = (
    (
        "The ferry leaves at seven and calls at four islands before noon. Take a coat, for the wind on deck is "
        "cold even in June, and something to read. On the second island there is a bakery that opens when the "
        "boat comes in. From the last one a path leads along the cliffs to the lighthouse, where the keeper "
        "tells whoever asks how many ships went by last year"
    ),
    (
        "Our library has moved to the old station by the river. The reading room is where the trains came in, "
        "and the clock above it still goes. Children find their books in the former ticket hall, maps are kept "
        "in the signal box, and whoever wants to work in silence goes up to the loft. In summer the doors to "
        "the platform stay open until the last of the readers has gone home"
    ),
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    native = target.provider.native_tools(target.model.id)
    if name not in RULES[LIMITED].severity or not (load_dialect(name).in_words or native):
        return
    for number, text in enumerate(_TEXTS, start=1):
        asked = f'No tool is needed here. Say "{text}." and nothing else.'
        step = Step(Expectation(), asked, probe=LIMITED)
        case = Case(suite.id, f"{_MARK}{number}", _TITLE, suite.cases[0].tools[:1], (step,))
        if lacking(case, target.endpoint, name) is None:
            yield from (Item(target, suite, case, mode) for mode in Mode)


LIMITS: Final = BesideSuite(SUITE, _MARK, _items)
