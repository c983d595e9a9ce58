"""Small sites of made-up reports, and their pages as a reader of HTML sees them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from toolwire import results
from toolwire.jobs.report.content import Facts
from toolwire.jobs.site.model import Site, SitePlan
from toolwire.jobs.site.reading import site_of
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Finding, Observation, Severity, Stale, Verdict
from toolwire.model.rule_facts import RuleFacts

#: A citation that is a link.
CITED = "octo/spoon tests/cassettes/one.yaml@0123456789abcdef #3"
RULE = RuleFacts(
    "TC304", "arguments-are-json", "Arguments are JSON.", "Else none can be read.",
    {"openai-chat": Severity.ERROR},
)  # fmt: skip
#: What the parser calls a text; comments and the type of the document have such names too.
_TEXT = "-text"
FACTS = Facts(rules=(RULE,), suites=("single_call", "round_trip", "tool_choice"))


def seen(
    verdict: Verdict = Verdict.CONFORMANT,
    *,
    day: str = "2026-11-20",
    provider: str = "acme",
    dialect: str = "openai-chat",
    suite: str = "single_call",
    case: str = "one",
    model: str = "small-1",
    mode: Mode = Mode.BLOCKING,
    level: EvidenceLevel = EvidenceLevel.RECORDED,
    source: str = "",
    rules: Sequence[str] = (),
    facets: dict[str, str] | None = None,
    reason: str = "",
) -> Observation:
    """Return one observation of a day; what is imported is traffic, everything else was asked."""
    asked = level is not EvidenceLevel.IMPORTED
    cited = f"{provider}/{model}/{suite}.{case}.{mode}.yaml" if asked else CITED
    return Observation(
        provider, dialect, model, suite, case if asked else "traffic", mode, verdict,
        Evidence(level, source or cited, f"{day}T10:00:00+00:00", f"{hash_of(day, rules):064x}"),
        reason,
        tuple(Finding(rule, Severity.ERROR, "/choices/0", "It is not so.") for rule in rules),
        facets or {}, asked=asked, run=f"{day.replace('-', '')}T100000Z-00000001" if asked else "",
    )  # fmt: skip


def hash_of(day: str, rules: Sequence[str]) -> int:
    """Return a number that is the same for the same bytes: other days and breaches have others."""
    return sum(ord(char) * 31**at for at, char in enumerate(f"{day}{','.join(rules)}"))


def written(
    folder: Path, day: str, observations: Iterable[Observation], stale: Iterable[Stale] = ()
) -> Path:
    """Write the results of a report of a day, and return its folder."""
    path = folder / day / "results.jsonl"
    when = f"{day}T10:00:00+00:00"
    head = results.Header(
        "0.1.0", when, {}, run=f"{day.replace('-', '')}T100000Z-00000001", rules=("TC304", "TC305")
    )
    results.write(path, head, observations, finished_at=when, stale=stale)
    return path.parent


def site(tmp_path: Path, reports: Iterable[Path], facts: Facts = FACTS) -> Site:
    """Return the site of some reports."""
    return site_of(list(reports), SitePlan(tmp_path / "site", date(2026, 11, 23), facts))


@dataclass(frozen=True)
class Read:
    """What a page says as a browser reads it: texts, and elements with their attributes, in order."""

    texts: tuple[str, ...]
    tags: tuple[tuple[str, dict[str, str | None]], ...]

    @property
    def text(self) -> str:
        """Return all text on one line."""
        return " ".join(" ".join(self.texts).split())

    @property
    def ids(self) -> list[str]:
        """Return all ids."""
        return [found for _, attrs in self.tags if (found := attrs.get("id"))]

    @property
    def links(self) -> list[str]:
        """Return where links lead."""
        return [attrs.get("href") or "" for tag, attrs in self.tags if tag == "a"]

    def count(self, tag: str) -> int:
        """Return how many elements there are of a name."""
        return sum(name == tag for name, _ in self.tags)


def read(data: bytes) -> Read:
    """Read a page."""
    root = LexborHTMLParser(data).root
    nodes = [] if root is None else list(root.traverse(include_text=True))
    return Read(
        tuple(node.text_content or "" for node in nodes if node.tag == _TEXT),
        tuple(
            (node.tag, node.attributes) for node in nodes if node.tag and node.tag[0] not in "-_!"
        ),
    )
