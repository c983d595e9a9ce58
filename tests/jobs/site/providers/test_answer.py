"""The one sentence about a provider."""

from __future__ import annotations

from collections.abc import Callable

from toolwire.jobs.site.model import Site
from toolwire.jobs.site.providers.answer import ProviderAnswer, answer
from toolwire.jobs.site.providers.grouping import by_provider
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict

Observe = Callable[..., Observation]
SiteOf = Callable[..., Site]
ERROR = (("TC001", Severity.ERROR),)


def said(site: Site) -> ProviderAnswer:
    """Return the answer of the only provider of a site."""
    (part,) = by_provider(site)
    return answer(part)


def test_asked_and_seen_are_told_apart(observe: Observe, site_of: SiteOf) -> None:
    """Each with how many of how many fail, and which."""
    found = said(
        site_of(
            observe(Verdict.FAILED, EvidenceLevel.RECORDED, rules=ERROR),
            observe(level=EvidenceLevel.RECORDED, suite="tool_choice"),
            observe(Verdict.NON_STRICT, suite="mixed_content"),
        )
    )
    assert found.sentence == (
        "Spoon & Sons fails 1 of 2 suites that it was asked (single_call), "
        "and none of 1 suite that only traffic of others shows."
    )
    assert found.rest == "1 draws warnings only, 1 shows no fault"
    assert found.tone == "failed"
    assert [one.page for one in found.failing.items] == ["cells/spoon.chat/single_call.html"]


def test_several_formats_are_named(observe: Observe, site_of: SiteOf) -> None:
    """A suite counts in each format, and says in which it fails."""
    found = said(
        site_of(
            observe(Verdict.FAILED, EvidenceLevel.RECORDED, rules=ERROR, dialect="other"),
            observe(level=EvidenceLevel.RECORDED),
        )
    )
    assert "1 of 2 suites of 2 formats that it was asked (single_call in other)" in found.sentence


def test_documentation_is_no_answer(observe: Observe, site_of: SiteOf) -> None:
    """Neither good nor bad."""
    for verdict in (Verdict.CONFORMANT, Verdict.FAILED):
        found = said(site_of(observe(verdict, EvidenceLevel.DOCUMENTED)))
        assert found.sentence.startswith("No answer of Spoon & Sons was looked at")
        assert (found.tone, found.failing.items) == ("documented", ())


def test_what_could_not_be_looked_at_is_no_pass(observe: Observe, site_of: SiteOf) -> None:
    """A provider that answered 401 throughout does not `fail none`."""
    every = [
        observe(Verdict.NOT_RUN, EvidenceLevel.LIVE, suite=suite, reason="HTTP 401")
        for suite in ("single_call", "tool_choice")
    ]
    found = said(site_of(*every))
    assert found.sentence == "Spoon & Sons could not be judged: no suite came to a verdict."
    assert (found.rest, found.tone) == ("2 could not be looked at", "none")


def test_many_failing_suites_are_counted(observe: Observe, site_of: SiteOf) -> None:
    """The sentence names three; the list below it thirty."""
    every = [
        observe(Verdict.FAILED, rules=ERROR, suite=f"suite_{number:02}") for number in range(40)
    ]
    found = said(site_of(*every))
    assert "(suite_00, suite_01, suite_02 and 37 more)" in found.sentence
    assert (len(found.failing.items), found.failing.more) == (30, 10)
