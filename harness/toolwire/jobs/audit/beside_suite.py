"""What `verify` asks beside a suite: cases made of a dialect's request schema, added to the suite's own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeAlias

from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.suites import Suite

#: A target and the suite that is asked of it -> what is asked beside the suite's cases.
Made: TypeAlias = "Callable[[Target, Suite], Iterator[Item]]"


def beside_suite(
    name: str, targets: Sequence[Target], suites: Sequence[Suite], made: Made
) -> Iterator[Item]:
    """Yield what is asked of each target beside a suite.

    Args:
        name: id of the suite; where it is not asked, or none of its cases, nothing is asked beside it.
        targets: whom to ask.
        suites: what is asked anyway.
        made: makes the items of a target.
    """
    suite = next((one for one in suites if one.id == name and one.cases), None)
    if suite is not None:
        for target in targets:
            yield from made(target, suite)
