"""What `verify` asks a server beside the suites: a text that is longer than the request allows.

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
from toolwire.suites.model import Case, Expectation, Step

#: The suite that it is added to, and how the id of its case begins.
SUITE: Final = "no_tool_needed"
_MARK: Final = "limit"
_TITLE: Final = "A text that is longer than the request allows"
_RULE: Final = "TC421"
#: 72 words, which no tokenizer writes in the 16 tokens that are asked for.
_TEXT: Final = (
    "The ferry leaves at seven and calls at four islands before noon. Take a coat, for the wind on deck is "
    "cold even in June, and something to read. On the second island there is a bakery that opens when the "
    "boat comes in. From the last one a path leads along the cliffs to the lighthouse, where the keeper "
    "tells whoever asks how many ships went by last year"
)
_PROMPT: Final = f'No tool is needed here. Say "{_TEXT}." and nothing else.'


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    native = target.provider.native_tools(target.model.id)
    if name not in RULES[_RULE].severity or not (load_dialect(name).in_words or native):
        return
    step = Step(Expectation(), _PROMPT, probe=_RULE)
    tool = suite.cases[0].tools[:1]
    case = Case(suite.id, _MARK, _TITLE, tool, (step,))
    if lacking(case, target.endpoint, name) is None:
        yield from (Item(target, suite, case, mode) for mode in Mode)


LIMITS: Final = BesideSuite(SUITE, _MARK, _items)
