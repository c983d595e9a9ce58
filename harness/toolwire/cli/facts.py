"""Rules, providers and suites as plain values, for reports, which know results only."""

from __future__ import annotations

from collections.abc import Iterable

from toolwire.jobs.report import Facts
from toolwire.jobs.report.provider_facts import ProviderFacts
from toolwire.model.rule_facts import RuleFacts, Shim
from toolwire.providers import load_providers
from toolwire.providers.model import Link, Provider
from toolwire.rules import RULES, Rule
from toolwire.suites import load_suites


def facts(providers: Iterable[Provider] = (), suites: Iterable[str] = ()) -> Facts:
    """Return what a report is told of rules, providers and suites.

    Args:
        providers: what is known of them; none for the shipped files.
        suites: ids of all suites there are; none for the shipped ones.
    """
    known = tuple(providers) or load_providers(())
    found = {one.id: _provider(one) for one in reversed([*known])}
    return Facts(
        rules=rule_facts(),
        shims=shim_hints(),
        providers=tuple(found[key] for key in sorted(found)),
        suites=tuple(suites) or tuple(suite.id for suite in load_suites(())),
    )


def _provider(provider: Provider) -> ProviderFacts:
    return ProviderFacts(
        id=provider.id,
        title=provider.title,
        pages=tuple((word, link.url) for word, link in _pages(provider) if link is not None),
        models=tuple(sorted({m.id for route in provider.routes for m in route.models})),
    )


def _pages(provider: Provider) -> tuple[tuple[str, Link | None], ...]:
    return (
        ("docs", provider.docs),
        ("changelog", provider.changelog),
        ("deprecations", provider.deprecations),
        ("sdk", provider.sdk),
    )


def rule_facts() -> tuple[RuleFacts, ...]:
    """Return every rule of the table, in the order of the ids."""
    return tuple(map(_facts, RULES.values()))


def _facts(rule: Rule) -> RuleFacts:
    source = rule.source
    return RuleFacts(
        id=rule.id,
        name=rule.name,
        statement=rule.statement,
        why=rule.why,
        severity=rule.severity,
        subject=str(rule.subject),
        breaks=rule.breaks,
        workaround=rule.workaround,
        source=f"{source.kind}: {source.text} (read {source.read})",
        url=source.url,
        cases=tuple(rule.real_cases()),
    )


def shim_hints() -> dict[str, Shim]:
    """Return rule id -> what an adapter can do about it."""
    return {rule.id: rule.shim for rule in RULES.values() if rule.shim is not None}
