"""All pages of providers: which there are, and that nothing a provider says acts."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest

from tests.jobs.site.providers.parsed import parsed
from toolwire.jobs.report import Facts
from toolwire.jobs.report.provider_facts import ProviderFacts
from toolwire.jobs.site import addresses, providers
from toolwire.jobs.site.model import Site, SiteFile
from toolwire.model.exchange import EvidenceLevel, Mode
from toolwire.model.observation import Observation, Severity, Verdict

Observe = Callable[..., Observation]
SiteOf = Callable[..., Site]
HOSTILE = (
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "../../etc/passwd",
    "index",
    "\u202eevil\x1b[31m\x00",
    "{{ 7 * 7 }}",
    "\ud800 alone",
    "x" * 100_000,
)


def by_path(site: Site) -> dict[str, SiteFile]:
    """Return the pages of a site's providers by where they stand; no two at one place."""
    files = list(providers.files(site))
    assert len({file.path for file in files}) == len(files)
    return {file.path: file for file in files}


def test_every_provider_of_the_matrix_has_a_page(observe: Observe, site_of: SiteOf) -> None:
    """Known to a file or not, asked or documented only; the index links to each."""
    site = site_of(
        observe(),
        observe(provider="stranger"),
        observe(provider="paper", level=EvidenceLevel.DOCUMENTED),
    )
    pages = by_path(site)
    assert sorted(pages) == [
        "providers/index.html",
        "providers/paper.html",
        "providers/spoon.html",
        "providers/stranger.html",
    ]
    links = parsed(pages["providers/index.html"].data).links
    assert {f"../{path}" for path in pages if path != "providers/index.html"} <= set(links)


def test_pages_are_the_same_bytes_twice(observe: Observe, site_of: SiteOf) -> None:
    """Whatever the order of the observations."""
    every = [
        observe(Verdict.FAILED, rules=(("TC001", Severity.ERROR),), model=model, mode=mode)
        for model in ("a", "b", "c")
        for mode in Mode
    ]
    assert by_path(site_of(*every)) == by_path(site_of(*reversed(every)))


@pytest.mark.parametrize("evil", HOSTILE, ids=lambda one: ascii(one[:12]))
def test_nothing_that_a_provider_says_acts(observe: Observe, site_of: SiteOf, evil: str) -> None:
    """Names, models, reasons, words and sources are text, bounded, and in no address but as a slug."""
    every = [
        observe(
            Verdict.FAILED,
            level,
            provider=evil,
            dialect=evil,
            model=evil,
            suite=evil,
            reason=evil,
            source=evil,
            rules=((evil, Severity.ERROR), ("TC190", Severity.INFO)),
            facets={"stop_field": evil},
            pointer=f"/{evil}",
            at=evil,
            timing={"total": 1.0},
        )
        for level in (EvidenceLevel.LIVE, EvidenceLevel.IMPORTED)
    ]
    facts = Facts(providers=(ProviderFacts(evil, evil, (("docs", evil), (evil, evil)), (evil,)),))
    pages = by_path(site_of(*every, facts=facts))
    mine = addresses.provider_page(evil)
    assert set(pages) == {"providers/index.html", mine}
    for page in pages.values():
        found = parsed(page.data)
        assert "script" not in found.tags
        assert "img" not in found.tags
        assert all(not link.startswith("javascript:") for link in found.links)
        assert not {"\u202e", "\x1b", "\x00", "49"} & {*found.text, *found.text.split()}
        assert max(map(len, found.text.split())) < 1_000
        assert len(page.data) < 60_000


def test_no_page_takes_the_place_of_the_index(observe: Observe, site_of: SiteOf) -> None:
    """A provider may call itself `index`."""
    assert addresses.provider_page("index") != "providers/index.html"
    assert len(by_path(site_of(observe(provider="index")))) == 2


def test_one_h1_and_headings_in_order(observe: Observe, site_of: SiteOf) -> None:
    """Readers of the headings alone find their way."""
    every = [observe(Verdict.FAILED, rules=(("TC001", Severity.ERROR),)), observe(dialect="other")]
    for page in by_path(site_of(*every)).values():
        levels = [int(tag[1]) for tag in parsed(page.data).tags if tag in ("h1", "h2", "h3", "h4")]
        assert levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))


def test_links_inside_of_a_page_lead_somewhere(observe: Observe, site_of: SiteOf) -> None:
    """Every `#name` is an id of the same page, and no id is there twice."""
    site = site_of(observe(), observe(provider="stranger", dialect="a"))
    for page in by_path(site).values():
        found = parsed(page.data)
        assert {link[1:] for link in found.links if link.startswith("#")} <= set(found.ids)
        assert len(set(found.ids)) == len(found.ids)
