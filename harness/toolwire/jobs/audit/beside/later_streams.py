"""What `verify` asks a server beside the suites: a stream behind a call and its result.

The suites ask for streams in the first request of a conversation. A server that makes them there, and
answers in one piece once a result came, or once there is one in the history, breaks each agent at its
second request (TC006).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, takes_tools
from toolwire.jobs.audit.beside.written_calls import WrittenCalls
from toolwire.jobs.audit.plan import Item
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.expressible import lacking
from toolwire.suites.model import Case, Expectation, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "round_trip"
_MARK: Final = "stream_"
_RULE: Final = "TC006"
_TITLE: Final = "A stream behind a call and its result"
_CALLED: Final = WrittenCalls("sound_horn", "times", (("two", "heard at mark 93b5"),))
_NO_CALLS: Final = Expectation(calls=())
_SAY: Final = 'Say "Copper kettle." and nothing else.'


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    case = _case(suite)
    if takes_tools(target) and lacking(case, target.endpoint, target.provider.dialect) is None:
        yield Item(target, suite, case, Mode.STREAMING)


def _case(suite: Suite) -> Case:
    case = _CALLED.case(suite.id, f"{_MARK}later", _TITLE, "what it returned", probe=_RULE)
    called, told = case.steps
    # Behind a call without a result no question may follow.
    told = replace(told, expect=_NO_CALLS)
    # The result stands in the last message of the one request, and amid the history of the other.
    later = Step(_NO_CALLS, _SAY, probe=_RULE)
    return replace(case, steps=(called, told, later), attempts=3, modes=(Mode.STREAMING,))


LATER_STREAMS: Final = BesideSuite(SUITE, _MARK, _items)
