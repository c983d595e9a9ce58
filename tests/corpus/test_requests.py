"""What clients really sent: every finding about a request is explained, and none is disproved."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest
import yaml

from toolwire.jobs.lint.judging import Judged, lint
from toolwire.model.observation import Severity

TABLE = Path(__file__).with_name("requests.yaml")
#: Whose endpoints are a vendor's own; the others serve models or formats of somebody else.
FIRST_PARTY = frozenset(
    (
        "anthropic",
        "azure",
        "bedrock",
        "chatgpt-codex",
        "cohere",
        "deepseek",
        "gemini",
        "minimax",
        "mistral",
        "moonshot",
        "openai",
        "vertex",
        "xai",
        "zai",
    )
)

#: Rule, provider and severity of a finding.
Key = tuple[str, str, str]


@pytest.fixture(scope="module")
def seen(shared: Path) -> dict[Key, Counter[int]]:
    """Return the statuses that answered the requests with each kind of finding."""
    found: dict[Key, Counter[int]] = defaultdict(Counter)
    judged = 0
    for folder in sorted((shared / "corpus").iterdir()):
        if not folder.is_dir():
            continue
        for item in lint([folder]):
            assert isinstance(item, Judged), item
            judged += item.reading is not None and item.reading.request is not None
            status = item.exchange.response.status
            kinds = {(f.rule, str(f.severity)) for f in item.request_findings}
            kinds |= {(rule, str(Severity.ERROR)) for rule in item.disproved}
            for rule, severity in kinds:
                found[rule, folder.name, severity][status] += 1
    assert judged > 3000
    return found


def test_every_finding_about_a_request_is_explained(seen: dict[Key, Counter[int]]) -> None:
    """Rules, providers, severities, counts and statuses are those of the table."""
    rows = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    table = {
        (row["rule"], row["provider"], row["severity"]): Counter(row["answered"]) for row in rows
    }
    assert len(table) == len(rows), "a rule, provider and severity is listed twice"
    for row in rows:
        assert row["verdict"] in {"client", "lenient", "server"}
        assert row["reason"]
        assert row["example"]
        assert sum(row["answered"].values()) == row["count"]
    assert seen == table


def test_no_error_stands_beside_a_success_of_a_vendor(seen: dict[Key, Counter[int]]) -> None:
    """Error says that the vendor refuses: one answer with 200 by a vendor would disprove it."""
    disproved = {
        (key, status): number
        for key, statuses in seen.items()
        for status, number in statuses.items()
        if key[1] in FIRST_PARTY and key[2] == Severity.ERROR and status < 400
    }
    assert disproved == {}


def test_errors_were_really_refused(seen: dict[Key, Counter[int]]) -> None:
    """The rules found at error are not only never disproved: recordings prove them."""
    refused = {key[0] for key, statuses in seen.items() if statuses[400] and key[2] == "error"}
    assert refused == {"TC807", "TC811"}
