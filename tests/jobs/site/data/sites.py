"""Sites to look at: of reports in a folder, and of names that a results file may hold."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path

from jsonschema import Draft202012Validator

from toolwire.jobs.report.content import Facts
from toolwire.jobs.site.data.schemas import read
from toolwire.jobs.site.model import Site, SitePlan
from toolwire.jobs.site.reading import site_of
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict

Make = Callable[..., Observation]
Write = Callable[..., Path]
#: Markup, a formula, a path, characters that act unseen, a name of Windows, and a long one.
NAMES = (
    '<script>alert(1)</script>&"\'', "]]><!--", "=cmd|' /C calc'!A0", "../../etc/passwd",
    "\u202egnp.exe\u2066\x1b[31m", "con", "json", "javascript:alert(1)", "x" * 20_000, "UP/er",
    "\ufffe\uffff\x85",
)  # fmt: skip


def site_in(folder: Path, address: str = "") -> Site:
    """Return the site of all dated reports in a folder."""
    return site_of(
        [folder], SitePlan(folder / "site", date(2027, 12, 31), Facts(), address=address)
    )


def validator(schema: str) -> Draft202012Validator:
    """Return what holds documents to a published schema."""
    return Draft202012Validator(dict(read(schema)))


def hostile_site(folder: Path, write: Write, observe: Make, address: str = "") -> Site:
    """Return a site of two reports in which everything has such a name, and all that held breaks."""
    for day, verdict in (("2026-11-22", Verdict.CONFORMANT), ("2026-11-23", Verdict.FAILED)):
        write(day, *_observations(observe, day, verdict))
    return site_in(folder / "reports", address)


def _observations(observe: Make, day: str, verdict: Verdict) -> list[Observation]:
    failed = verdict is Verdict.FAILED
    return [
        observe(
            verdict,
            EvidenceLevel.RECORDED,
            provider=name,
            dialect=NAMES[number - 1],
            suite=NAMES[number - 2],
            case=NAMES[number - 3],
            model=NAMES[number - 4],
            source=f"{name} {day}",
            reason=name * 2 if failed else "",
            rules=((name, Severity.ERROR),) if failed else (),
            date=f"{day}T10:00:00",
            run=f"{day.replace('-', '')}T000000Z-0000000{failed:d}",
        )
        for number, name in enumerate(NAMES)
    ]
