"""What an audit looks at: one item per target, case and mode."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from harness.conversation import Conversation, UserTurn
from harness.dialects import dialect
from harness.exchange import Mode
from harness.providers.model import Target
from harness.suites.model import Case, Suite
from harness.transport.cassette import cassette_path

__all__ = ["Item", "plan"]


@dataclass(frozen=True, slots=True)
class Item:
    """One case of one target in one mode.

    Attributes:
        target: who is audited.
        suite: the suite the case belongs to.
        case: what is asked and expected.
        mode: how the response is asked for.
    """

    target: Target
    suite: Suite
    case: Case
    mode: Mode

    @property
    def id(self) -> str:
        """Return `provider/model::suite.case[mode]`, as pytest shows it."""
        return f"{self.target.name}::{self.case.name}[{self.mode}]"

    @property
    def cassette(self) -> PurePosixPath:
        """Return where its cassette is, below a cassette folder."""
        target = self.target
        return cassette_path(target.provider.id, target.model.id, self.case.name, self.mode)

    @property
    def absent(self) -> str | None:
        """Return why the target does not have what the suite tests; None when it may.

        Either the dialect has no such concept or no words for what a step asks, or the
        vendor documents that this provider lacks it; the documentation is named.
        """
        provider = self.target.provider
        if self.suite.dialects and provider.dialect not in self.suite.dialects:
            return f"the dialect {provider.dialect} has no such concept"
        if not _can_say(self.target, self.case):
            return f"the dialect {provider.dialect} cannot switch parallel calls on or off"
        documented = provider.documented.get(self.suite.id)
        if documented is None or documented.value != "no":
            return None
        note = f": {documented.note}" if documented.note else ""
        link = documented.source
        source = f" ({link.url}, read {link.read})" if link is not None else ""
        return f"documented as absent{note}{source}"


def _can_say(target: Target, case: Case) -> bool:
    """Say whether the case's parallel switch survives the dialect: what it cannot say is lost."""
    spoken = dialect(target.provider.dialect)
    for step in case.steps:
        if step.parallel is not None:
            asked = Conversation((UserTurn(""),), case.tools, step.choice, step.parallel)
            said = spoken.read_request(spoken.encode(asked, target.endpoint))
            if said is None or said.parallel is not step.parallel:
                return False
    return True


def plan(targets: Iterable[Target], suites: Iterable[Suite]) -> tuple[Item, ...]:
    """Return every item, by target, then suite, case and mode, each in the order given."""
    suites = tuple(suites)
    return tuple(
        Item(target, suite, case, mode)
        for target in targets
        for suite in suites
        for case in suite.cases
        for mode in case.modes
    )
