"""What an adapter can do about a provider's deviations, and the file that tells programs."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from toolwire.io.lists import grouped
from toolwire.jobs.report.model import SeenDeviation
from toolwire.jobs.site import addresses
from toolwire.jobs.site.model import Site
from toolwire.jobs.site.providers.grouping import ProviderPart
from toolwire.jobs.site.published import NEWEST
from toolwire.model.rule_facts import Shim


@dataclass(frozen=True, slots=True)
class PassportView:
    """A provider's quirk passport: its address in the site, "" where there is none, and its rules.

    `broken` has rule -> what was found of it, of the rules that it breaks now.
    """

    file: str
    broken: Mapping[str, Sequence[SeenDeviation]]


def passport(part: ProviderPart, site: Site) -> PassportView:
    """Return what the passport of a provider tells of."""
    by_rule = grouped((one for one in part.deviations if one.stands), lambda one: one.rule)
    return PassportView(_file(part.provider, site), dict(sorted(by_rule.items())))


def parameters(shim: Shim) -> str:
    """Return the parameters of what an adapter can do: `member: "x"`."""
    return ", ".join(f"{name}: {json.dumps(value)}" for name, value in shim.parameters)


def _file(provider: str, site: Site) -> str:
    """Return where the newest report's passport stands; "" where it has none of that name."""
    plain = addresses.slug(provider) == provider
    path = site.newest.folder / "quirks" / f"{provider}.json"
    if not (plain and site.newest.dated and path.is_file() and not path.is_symlink()):
        return ""
    return f"{NEWEST}/quirks/{provider}.json"
