"""What `verify` asks beside a suite: cases made of a dialect's request schema, added to the suite's own.

And what was asked so before, and whose answers a folder of cassettes keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from toolwire.jobs.audit.plan import Item
from toolwire.providers.model import Target
from toolwire.suites import Suite
from toolwire.transport.cassette.file import target_folder

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


def asked_before(
    targets: Sequence[Target],
    cassettes: Path,
    names: tuple[str, str],
    items: Callable[[Sequence[Target]], Iterator[Item]],
) -> Iterator[Item]:
    """Yield the items that were asked of some targets, and whose answers are kept.

    Args:
        targets: whom to look for.
        cassettes: the folder.
        names: the suite that the items belong to, and how the ids of its cases begin.
        items: makes those of targets; it is asked only for targets of which there is any.
    """
    suite, beginning = names
    asked = [
        one
        for one in targets
        if any(
            (cassettes / target_folder(one.provider.name, one.model.id)).glob(
                f"{suite}.{beginning}*"
            )
        )
    ]
    for item in items(asked):
        if (cassettes / item.cassette).is_file():
            yield item
