"""What the commands look at: shipped and own suites and providers, narrowed by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from harness.audit.plan import Item, plan
from harness.declarative import nearest
from harness.errors import ToolwireError
from harness.providers import Target, load_providers, targets
from harness.suites import Suite, load_suites

__all__ = ["Selection", "select", "select_targets"]


@dataclass(frozen=True, slots=True)
class Selection:
    """What was selected: items in order, and the names that stand for them."""

    items: tuple[Item, ...]
    providers: tuple[str, ...]
    suites: tuple[str, ...]


def select(
    providers: Iterable[str] = (),
    suites: Iterable[str] = (),
    *,
    suites_dir: Path | None = None,
    providers_dir: Path | None = None,
) -> Selection:
    """Load suites and providers and plan the items.

    Args:
        providers: words such as `openai`, `openai/gpt-6-luna` or `openai/*`; none for the
            first model of every provider.
        suites: suite ids; none for all.
        suites_dir: folder of own suites, which come first; None for the shipped ones only.
        providers_dir: the same for provider files.

    Raises:
        ToolwireError: a name is not known (the nearest is told), or a file is not valid.
    """
    chosen = select_targets(providers, providers_dir=providers_dir)
    loaded = load_suites(() if suites_dir is None else (suites_dir,))
    found = _narrow(loaded, tuple(suites))
    return Selection(
        plan(chosen, found),
        tuple(dict.fromkeys(target.provider.id for target in chosen)),
        tuple(suite.id for suite in found),
    )


def select_targets(
    providers: Iterable[str] = (), *, providers_dir: Path | None = None
) -> tuple[Target, ...]:
    """Load providers and return the targets of those that are named, or of all.

    Raises:
        ToolwireError: a name is not known (the nearest is told), or a file is not valid.
    """
    known = load_providers(() if providers_dir is None else (providers_dir,))
    return targets(known, providers)


def _narrow(known: Iterable[Suite], names: tuple[str, ...]) -> tuple[Suite, ...]:
    by_id = {suite.id: suite for suite in known}
    for name in names:
        if name not in by_id:
            raise ToolwireError(f"no suite {name!r}", hint=nearest(name, by_id))
    return tuple(suite for suite in by_id.values() if not names or suite.id in names)
