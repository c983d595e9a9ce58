"""What `verify` asks a server beside the suites: words beside calls, where they are no text of the reply.

Cohere's v2 has them as a plan, a member of its own, which no case that expects a text can wait for. The
cases of the suite are asked all the same, and expect the calls alone: that the words are
a plan, that it is prose, told alike in both modes and taken back with the results, rules judge (TC181,
TC141, TC923, TC701).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.jobs.audit.beside.beside_suite import BesideSuite, takes_native_tools
from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.suites.expressible import lacking
from toolwire.suites.model import Case, Step

#: The suite that they are added to, and how the ids of its cases begin.
SUITE: Final = "mixed_content"
_MARK: Final = "plan_"


def _items(target: Target, suite: Suite) -> Iterator[Item]:
    name = target.provider.dialect
    if not takes_native_tools(target):
        return
    for case in suite.cases:
        planned = _without_words(case)
        if planned == case or lacking(case, target.endpoint, name) is None:
            continue
        if lacking(planned, target.endpoint, name) is None:
            yield from (Item(target, suite, planned, mode) for mode in planned.modes)


def _without_words(case: Case) -> Case:
    """Return a case that waits for no words beside its calls; as it is where it waits for none."""
    steps = tuple(map(_calling, case.steps))
    return case if steps == case.steps else replace(case, id=f"{_MARK}{case.id}", steps=steps)


def _calling(step: Step) -> Step:
    expect = step.expect
    return replace(step, expect=replace(expect, text=())) if expect.calls else step


PLANS: Final = BesideSuite(SUITE, _MARK, _items)
