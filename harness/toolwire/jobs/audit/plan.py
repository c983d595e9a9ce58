"""What an audit looks at: one item per target, case and mode."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePosixPath

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.providers.model import Capability, Target
from toolwire.suites.expressible import lacking as inexpressible
from toolwire.suites.expressible import why_not_probed
from toolwire.suites.model import Case, Suite
from toolwire.transport.cassette.file import cassette_path


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
    def unit(self) -> str:
        """Return `provider/model::suite.case`, the name that both modes share."""
        return f"{self.target.name}::{self.case.name}"

    @property
    def cassette(self) -> PurePosixPath:
        """Return where its cassette is, below a cassette folder."""
        target = self.target
        return cassette_path(target.provider.name, target.model.id, self.case.name, self.mode)

    @property
    def documented_absence(self) -> Capability | None:
        """Return what documents that the target lacks this case; None when nothing does."""
        return lacking(self.target, self.suite.id, self.case.id)

    @property
    def checks_absence(self) -> bool:
        """Return whether a target is asked although it documents that it lacks the case.

        What it answers then confirms or contradicts the documentation, which stands in only
        where nobody has asked.
        """
        known = not self.suite.dialects or self.target.provider.dialect in self.suite.dialects
        return self.documented_absence is not None and self.suite.asked_though_absent and known

    @property
    def lacked(self) -> bool:
        """Return whether a target that nobody asked lacks the case, as far as is known."""
        return self.absent is not None or self.checks_absence

    @property
    def absent(self) -> str | None:
        """Return why the target does not have what the suite tests; None when it may.

        Either the vendor documents that this provider lacks it (the documentation is named),
        or the dialect has no such concept, no words for what a step asks or no question for its
        probe, or the user has switched native tools off for the model.
        """
        provider, model = self.target.provider, self.target.model
        if self.documented_absence is not None and not self.checks_absence:
            return absence(self.documented_absence)
        if self.suite.dialects and provider.dialect not in self.suite.dialects:
            return f"the dialect {provider.dialect} has no such concept"
        dialect = self.case.dialect or provider.dialect
        if not load_dialect(dialect).in_words and not provider.native_tools(model.id):
            return f"native tools are switched off for {model.id}; a prompted route asks in words"
        reason = inexpressible(self.case, self.target.endpoint, provider.dialect)
        return reason or why_not_probed(self.case, dialect, self.mode)


def lacking(target: Target, suite: str, case: str) -> Capability | None:
    """Return what documents that a target lacks a case; None when nothing does."""
    documented = target.provider.capability(suite, case)
    lacks = documented is not None and documented.lacking(target.model.id)
    return documented if lacks else None


def absence(documented: Capability) -> str:
    """Return the reason of a case that is documented as absent: note and page."""
    whose = f" for {documented.inherited}, which it mirrors" if documented.inherited else ""
    note = f": {documented.note}" if documented.note else ""
    link = documented.source
    source = f" ({link.url}, read {link.read})" if link is not None else ""
    return f"documented as absent{whose}{note}{source}"


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
