"""What `verify` asks a server beside the suites: texts and calls that are longer than the request allows.

Each model reaches such a limit, whatever it is told: the text is cut there, and the reason says so (TC421).
A call that is cut is none, or says so (TC422, TC302). One text more is of a request that sets no limit, and has
to come whole (TC478). So have two where the limit has room for them, unless another stands in its place (TC423).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import ChoiceMode, JsonObject, Tool, ToolChoice
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.rules.views.limit import LIMIT
from toolwire.suites import Suite
from toolwire.suites.expressible import lacking
from toolwire.suites.model import LIMITED, LIMITED_CALL, ROOM, UNLIMITED, Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "no_tool_needed"
_MARK: Final = "limit_"
_TITLE: Final = "A text that is longer than the request allows"
_TITLE_OF_CALL: Final = "A call that is longer than the request allows"
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

#: As long as the words that are to be said may be, and with numbers, each of which takes several tokens:
#: more than servers allow by default that were seen to have a limit of their own (16, 20, 100, 128).
_TIMES: Final = (
    "Trams leave the harbour at 05:12, 05:47, 06:09, 06:31, 06:58, 07:14, 07:36, 07:52, 08:17, 08:43, 09:26, "
    "10:05, 10:49, 11:33, 12:18, 12:57, 13:41, 14:22, 15:06, 15:38, 16:11, 16:29, 16:54, 17:13, 17:35, 18:02, "
    "18:27, 19:08, 19:53, 20:46, 21:34 and 22:19, and come back from the hills at 05:44, 06:21, 06:53, 07:28, "
    "07:49, 08:34, 09:15, 10:27, 11:56, 13:03, 14:31, 15:24, 16:37, 17:42, 18:51, 20:07, 21:16 and 23:01"
)

_KEEP: Final = Tool(
    "keep_text",
    "Keep a text exactly as given.",
    {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]},
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    if name not in RULES[LIMITED].severity or not takes_tools(target):
        return
    cases = (*_texts(suite), *_older(suite, name), *_called(target, suite), *_roomy(suite, name))
    yield from in_both_modes(target, suite, cases)
    if name in RULES[UNLIMITED].severity:
        yield Item(target, suite, _unlimited(suite), Mode.BLOCKING)


def _texts(suite: Suite) -> Iterator[Case]:
    for number, text in enumerate(_TEXTS, start=1):
        step = Step(Expectation(), _asked(text), probe=LIMITED)
        yield Case(suite.id, f"{_MARK}{number}", _TITLE, suite.cases[0].tools[:1], (step,))


def _older(suite: Suite, name: str) -> Iterator[Case]:
    """Yield the limit where requests had it before, which a server may refuse, and most clients write."""
    form = load_dialect(name).wire.request
    if form is not None and form.most_before:
        (member,) = form.most_before
        step = Step(Expectation(may_refuse=True), _asked(_TEXTS[0]))
        tools = suite.cases[0].tools[:1]
        said: dict[str, JsonObject] = {name: {member: LIMIT}}
        yield Case(suite.id, f"{_MARK}{member}", _TITLE, tools, (step,), extra=said)


def _called(target: Target, suite: Suite) -> Iterator[Case]:
    """Yield a call that no such limit has room for, demanded where there are words for that."""
    if target.provider.dialect not in RULES[LIMITED_CALL].severity:
        return
    asking = f"Call keep_text({dump({'text': _TEXTS[1]}).decode()}) with exactly these arguments."
    named = ToolChoice(ChoiceMode.NAMED, _KEEP.name)
    for choice in (named, None):
        step = Step(Expectation(), asking, choice=choice, probe=LIMITED_CALL)
        case = Case(suite.id, f"{_MARK}call", _TITLE_OF_CALL, (_KEEP,), (step,))
        if lacking(case, target.endpoint, target.provider.dialect) is None:
            yield case
            return


def _roomy(suite: Suite, name: str) -> Iterator[Case]:
    """Yield texts that have room in their limit, where not every request sets one."""
    if name not in RULES[ROOM].probing:
        return
    title = "A text that has room in what the request allows"
    for number, text in enumerate(_TEXTS, start=1):
        # Not as it is asked with the small limit: a cache that passes over limits knows that one.
        step = Step(Expectation(), f"This is long enough to be whole. {_asked(text)}", probe=ROOM)
        yield Case(suite.id, f"{_MARK}room_{number}", title, suite.cases[0].tools[:1], (step,))


def _unlimited(suite: Suite) -> Case:
    """Return a text that has room in every answer, of a request that sets no limit."""
    title = "A text of a request that sets no limit"
    step = Step(Expectation(), _asked(_TIMES))
    tools = suite.cases[0].tools[:1]
    return Case(suite.id, f"{_MARK}none", title, tools, (step,), modes=(Mode.BLOCKING,))


def _asked(text: str) -> str:
    return f'No tool is needed here. Say "{text}." and nothing else.'


LIMITS: Final = BesideSuite(SUITE, _MARK, _items)
