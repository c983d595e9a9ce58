"""What `verify` asks a server beside the suites: a line of instructions that the request before had.

OpenAI carries them not over to what goes on by `previous_response_id` (TC783 has its words). A server
that keeps its rendered prompt, system message and all, does; the answer tells `instructions: null` all
the same. Where the model said the line in its first answer it is known by right, and shows nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes
from toolwire.jobs.audit.outcome import Outcome
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import JsonObject
from toolwire.model.observation import Verdict
from toolwire.model.reply import Reading
from toolwire.providers.model import Target
from toolwire.rules.mutate.said_lines import INSTRUCTED_LINE
from toolwire.rules.views.asked_for import told
from toolwire.rules.views.line_of_nowhere import asking, has_word_of
from toolwire.suites import Suite
from toolwire.suites.model import INSTRUCTED, Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "instructed_"
_TITLE: Final = "Instructions of the request before"
_TOOL: Final = "get_weather"
_SYSTEM: Final = (
    f"Repeat this line whenever you are asked for it, and only then.\n{INSTRUCTED_LINE}"
)
_FIRST: Final = 'Say "Hello." and nothing else.'
#: A line of the question itself.
_HERE: Final = "Lock: brass, key c4b8"
_WHY: Final = "the model had said the line of its instructions already"


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    keeps = load_dialect(name).wire.keeps
    if not keeps:
        return
    # Without a tool nothing would be asked beside a refusal that says what it is of.
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name == _TOOL)
    steps = (
        Step(Expectation(calls=()), _FIRST, system=_SYSTEM),
        Step(Expectation(), asking(INSTRUCTED_LINE, _HERE), probe=INSTRUCTED, continues=True),
    )
    extra: dict[str, JsonObject] = {name: {keeps: True}}
    case = Case(suite.id, f"{_MARK}line", _TITLE, (tool,), steps, extra=extra)
    yield from in_both_modes(target, suite, (case,))


def said_already(reading: Reading, after: Step) -> Outcome | None:
    """Return what is to be said where the conversation itself has the line that the next step asks for."""
    if after.probe != INSTRUCTED or not has_word_of(told(reading), INSTRUCTED_LINE):
        return None
    return Outcome(Verdict.INCONCLUSIVE, _WHY)


OLD_INSTRUCTIONS: Final = BesideSuite(SUITE, _MARK, _items)
