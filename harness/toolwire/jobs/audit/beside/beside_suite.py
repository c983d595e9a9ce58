"""What `verify` asks beside a suite: cases made of a dialect's request schema, added to the suite's own.

And what was asked so before, and whose answers a folder of cassettes keeps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from toolwire.dialects import load_dialect
from toolwire.jobs.audit.plan import Item
from toolwire.model.conversation import Tool
from toolwire.model.exchange import Mode
from toolwire.providers.model import Target
from toolwire.rules import RULES
from toolwire.suites import Suite
from toolwire.suites.expressible import lacking
from toolwire.suites.model import Case, Expectation, Step
from toolwire.transport.cassette.file import target_folder

#: A target and the suite that is asked of it -> what is asked beside the suite's cases.
Made: TypeAlias = "Callable[[Target, Suite], Iterator[Item]]"


@dataclass(frozen=True, slots=True)
class BesideSuite:
    """One sort of cases that `verify` asks beside a suite's own.

    Attributes:
        suite: its id; where it is not asked, or none of its cases, nothing is asked beside it.
        mark: how the ids of the cases begin, or of some that every target is asked.
        made: makes the items of a target.
    """

    suite: str
    mark: str
    made: Made

    def items(self, targets: Sequence[Target], suites: Sequence[Suite]) -> Iterator[Item]:
        """Yield what is asked of each target.

        Args:
            targets: whom to ask.
            suites: what is asked anyway.
        """
        suite = next((one for one in suites if one.id == self.suite and one.cases), None)
        if suite is not None:
            for target in targets:
                yield from self.made(target, suite)

    def kept(
        self, targets: Sequence[Target], suites: Sequence[Suite], cassettes: Path
    ) -> Iterator[Item]:
        """Yield what was asked of a target before, and whose answers a folder of cassettes keeps.

        Items are made only of targets of which there is any.
        """
        asked = [one for one in targets if self._has_any(one, cassettes)]
        for item in self.items(asked, suites):
            if (cassettes / item.cassette).is_file():
                yield item

    def _has_any(self, target: Target, cassettes: Path) -> bool:
        folder = cassettes / target_folder(target.provider.name, target.model.id)
        return any(folder.glob(f"{self.suite}.{self.mark}*"))


def takes_tools(target: Target) -> bool:
    """Return whether a target can be asked for calls: by its own members, or in words."""
    native = target.provider.native_tools(target.model.id)
    return native or load_dialect(target.provider.dialect).in_words


def takes_native_tools(target: Target) -> bool:
    """Return whether a target takes tools as members of its requests, beside which a tool choice means something."""
    native = target.provider.native_tools(target.model.id)
    return native and not load_dialect(target.provider.dialect).in_words


def one_request(  # noqa: PLR0917 - all of one case
    suite: Suite,
    name: str,
    title: str,
    tools: tuple[Tool, ...],
    prompt: str,
    probe: str | None = None,
) -> Case:
    """Return a case of one request that a server may refuse; of its answer rules alone say something."""
    step = Step(Expectation(may_refuse=True), prompt, probe=probe)
    return Case(suite.id, name, title, tools, (step,))


def where_judged(target: Target, suite: Suite, rule: str, cases: Iterable[Case]) -> Iterator[Item]:
    """Yield cases in both modes where a rule is judged, of who can be asked for calls."""
    if target.provider.dialect in RULES[rule].severity and takes_tools(target):
        yield from in_both_modes(target, suite, cases)


def in_both_modes(target: Target, suite: Suite, cases: Iterable[Case]) -> Iterator[Item]:
    """Yield cases without and with a stream, but for those that the target's format cannot express."""
    for case in cases:
        if lacking(case, target.endpoint, target.provider.dialect) is None:
            yield from (Item(target, suite, case, mode) for mode in Mode)
