"""What `verify` asks a server beside the suites: streams behind other addresses, which have another
framing.

Google's stream is one JSON array where its address does not ask for events, and client libraries of
Google Cloud read nothing else (google-api-core, `_rest_streaming_base`). Words come in several
elements, and a call in one: asked without a stream as well, so that a run shows what is lost on the
way (TC117, TC762, TC908). Events are asked for behind another parameter as well, which gateways miss
that look for `?alt=sse`.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.beside.beside_suite import BesideSuite, in_both_modes, takes_tools
from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.rules.mutate.members_added import query_of
from toolwire.suites import Suite
from toolwire.suites.model import RIGHT, Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "history_forms"
_MARK: Final = "address_"
_TITLE: Final = "A stream behind another address"
_TOOL: Final = "get_weather"
#: What each address is asked for, in turn.
_PROMPTS: Final = (
    f'Call {_TOOL}({{"location": "Paris"}}).',
    'Say "The ferry calls at three islands before noon, and comes back by night." and nothing else.',
)


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    neutral = load_dialect(target.provider.dialect).wire.neutral
    if neutral is None or not takes_tools(target):
        return
    tool = next(tool for one in suite.cases for tool in one.tools if tool.name == _TOOL)
    asked = zip(neutral.stream_queries, cycle(_PROMPTS), strict=False)
    for number, (words, prompt) in enumerate(asked, start=1):
        step = Step(Expectation(), prompt, probe=RIGHT, additions=(query_of(words),))
        case = Case(suite.id, f"{_MARK}{number}", _TITLE, (tool,), (step,))
        yield from in_both_modes(target, suite, (case,))


STREAM_ADDRESSES: Final = BesideSuite(SUITE, _MARK, _items)
