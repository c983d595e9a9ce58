"""What an adapter can do about a provider's deviations, and the file that tells programs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass

from toolwire.io.lists import grouped
from toolwire.jobs.site import addresses, bounded
from toolwire.jobs.site.model import Site
from toolwire.jobs.site.providers.broken import RuleName, rule_name
from toolwire.jobs.site.providers.grouping import ProviderPart
from toolwire.jobs.site.published import NEWEST
from toolwire.model.rule_facts import RuleFacts, Shim


@dataclass(frozen=True, slots=True)
class AdapterLine:
    """One broken rule: what people can do, and the machine word of it; "" where there is none."""

    rule: RuleName
    dialects: tuple[str, ...]
    workaround: str
    action: str
    parameters: str


@dataclass(frozen=True, slots=True)
class PassportView:
    """A provider's quirk passport: its address in the site, "" where there is none, and its hints."""

    file: str
    lines: tuple[AdapterLine, ...]


def passport(part: ProviderPart, site: Site, rules: Mapping[str, RuleFacts]) -> PassportView:
    """Return what the passport of a provider says, of rules that it breaks now."""
    shims = site.plan.facts.shims or {}
    holding = [one for one in part.deviations if one.stands]
    by_rule = grouped(holding, lambda one: one.rule)
    lines = tuple(
        _line(
            rule,
            tuple(sorted({bounded.name(one.watched.dialect) for one in found})),
            rules,
            shims.get(rule),
        )
        for rule, found in sorted(by_rule.items())
    )
    return PassportView(_file(part.provider, site), lines)


def _line(
    rule: str, dialects: tuple[str, ...], rules: Mapping[str, RuleFacts], shim: Shim | None
) -> AdapterLine:
    facts = rules.get(rule)
    return AdapterLine(
        rule_name(rule, rules),
        dialects,
        facts.workaround if facts else "",
        shim.action if shim else "",
        ", ".join(f"{name}: {json.dumps(value)}" for name, value in shim.parameters)
        if shim
        else "",
    )


def _file(provider: str, site: Site) -> str:
    """Return where the newest report's passport stands; "" where it has none of that name."""
    plain = addresses.slug(provider) == provider
    path = site.newest.folder / "quirks" / f"{provider}.json"
    if not (plain and site.newest.dated and path.is_file() and not path.is_symlink()):
        return ""
    return f"{NEWEST}/quirks/{provider}.json"
