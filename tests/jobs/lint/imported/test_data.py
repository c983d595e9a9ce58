"""The shipped observations: all of them, of some providers, and what is in them."""

from __future__ import annotations

import lzma
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest
import yaml

from tests.support.root import ROOT
from toolwire.dialects import DIALECTS
from toolwire.io.packing import packed, unpacked
from toolwire.jobs.lint.attribution import load_attributions
from toolwire.jobs.lint.imported import imported, imported_providers, origin
from toolwire.jobs.lint.imported.columns import together
from toolwire.jobs.lint.imported.data import PACKED
from toolwire.jobs.lint.imported.origin import FOLDER
from toolwire.jobs.lint.order import in_order
from toolwire.model.conversation import Json
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import FACETS, WHOLE, Observation, Verdict
from toolwire.providers import load_providers
from toolwire.rules import RULES
from toolwire.suites import load_suites

CITED = re.compile(r"[\w.-]+/[\w.-]+ .+@[0-9a-f]{40} #\d+")
#: What findings of imported traffic keep of texts (`toolwire.jobs.lint.observed`).
SHAPE = re.compile(r"[A-Za-z_ ,.'\"()\[\]{}=-]{0,60}|(string|array|object) of \d+( \w+)?")


@cache
def members() -> dict[str, bytes]:
    """Return the lines of each provider, by the name of their member."""
    return unpacked(lzma.decompress((FOLDER / PACKED).read_bytes()))


@pytest.fixture(scope="module")
def every() -> tuple[Observation, ...]:
    """Return all shipped observations."""
    return tuple(imported())


def test_all_are_what_the_origin_says(every: tuple[Observation, ...]) -> None:
    """Counts, dates and providers of the header are those of the files."""
    told = origin()
    assert len(every) == told.observations > 10_000
    assert Counter(o.provider for o in every) == {
        name: share.observations for name, share in told.providers.items()
    }
    assert told.newest == max(o.evidence.recorded_at or "" for o in every)
    assert told.rules == len(RULES)
    assert {corpus.name for corpus in told.corpora} == {"corpus", "corpus2"}
    assert list(imported_providers()) == sorted(imported_providers())
    assert {path.name for path in FOLDER.iterdir()} == {"origin.json", PACKED}
    assert {name.partition("/")[2] for name in members()} == {
        f"{name}.jsonl" for name in told.providers
    }
    for name, share in told.providers.items():
        assert sha256(together(members(), name)).hexdigest() == share.sha256


def test_each_is_a_fact_with_its_citation(every: tuple[Observation, ...]) -> None:
    """Everything is imported, not asked, cited to the commit, and of what this version knows."""
    suites = {suite.id: suite for suite in load_suites()}
    for seen in every:
        assert (seen.evidence.level, seen.asked) == (EvidenceLevel.IMPORTED, False)
        assert CITED.fullmatch(seen.evidence.source), seen.evidence.source
        assert re.fullmatch("[0-9a-f]{16}", seen.evidence.sha256 or ""), seen
        assert seen.dialect in DIALECTS
        assert seen.facets.keys() <= FACETS.keys()
        assert all(finding.rule in RULES for finding in seen.findings)
        assert seen.suite == WHOLE or suites[seen.suite].shown_by or suites[seen.suite].pairs
        assert seen.verdict in (Verdict.CONFORMANT, Verdict.NON_STRICT, Verdict.FAILED)


def _texts(value: Json) -> list[str]:
    if isinstance(value, list):
        return [text for inner in value for text in _texts(inner)]
    if isinstance(value, dict):
        return [text for inner in value.values() for text in _texts(inner)]
    return [value] if isinstance(value, str) else []


def test_no_value_of_anybody_is_in_them(every: tuple[Observation, ...]) -> None:
    """Findings keep the shape of what came, and no line is long enough to hide a body."""
    for finding in {(f.rule, str(f.actual)): f for o in every for f in o.findings}.values():
        for text in _texts(finding.actual):
            assert SHAPE.fullmatch(text), finding
    for name, lines in members().items():
        assert max(map(len, lines.splitlines())) < 40_000, name


def test_no_recorded_id_is_in_them(shared: Path) -> None:
    """Compressed files are looked into too: no call id of the recordings stands in them."""
    token = re.compile(rb"[A-Za-z0-9_-]{16,80}")
    recorded: set[bytes] = set()
    for corpus in ("corpus", "corpus2"):
        expected = (shared / corpus / "expected.jsonl").read_bytes()
        recorded |= set(re.findall(rb'"id": "([A-Za-z0-9_-]{16,80})"', expected))
    assert len(recorded) > 2000
    for name, lines in members().items():
        assert recorded.isdisjoint(token.findall(lines)), name


def test_a_provider_can_be_read_alone(every: tuple[Observation, ...]) -> None:
    """Asking for some providers yields theirs, in the same order; a stranger has nothing."""
    some = ("qwen", "openai")
    assert list(imported(*some)) == [o for o in every if o.provider in some]
    assert list(imported("nobody")) == []
    known = {provider.id for provider in load_providers()}
    assert len(known.intersection(imported_providers())) >= 20


def test_they_are_in_order_and_each_once(every: tuple[Observation, ...]) -> None:
    """Sorting them anew changes nothing, so merging them with themselves adds nothing."""
    assert list(in_order(every)) == list(every)
    assert list(in_order([*every, *reversed(every)])) == list(every)


def test_no_fixture_is_among_them(every: tuple[Observation, ...]) -> None:
    """What tests/corpus calls a fixture, by provider and rule, colours nothing."""
    tables = sorted((ROOT / "tests" / "corpus").glob("findings*.yaml"))
    rows = [row for t in tables for row in yaml.safe_load(t.read_text(encoding="utf-8"))]
    fixtures = [row for row in rows if row["verdict"] == "fixture"]
    assert fixtures
    notes = load_attributions(ROOT / "reports" / "attributions.yaml")
    listed = tuple(note.source for note in notes if note.fixture)
    assert not [o for o in every if o.evidence.source.startswith(listed)]
    for row in fixtures:
        cited = row["example"].partition("@")[0]
        assert any(row["example"].startswith(s) or s.startswith(cited) for s in listed), row
        left = [o for o in every if cited in o.evidence.source]
        assert not [o for o in left if row["rule"] in {f.rule for f in o.findings}], row


@pytest.mark.parametrize(
    ("provider", "dialect", "facet", "words"),
    [
        ("openai", "openai-chat", "stop_on_call", {"tool_calls"}),
        ("openai", "openai-chat", "call_field", {"choices[].message.tool_calls[]"}),
        ("anthropic", "anthropic-messages", "stop_on_call", {"tool_use"}),
        ("aws-bedrock", "bedrock-converse", "stop_on_call", {"tool_use"}),
        ("gemini", "gemini-generate", "id_field", {"absent", "id"}),
        ("gemini", "gemini-generate", "arguments", {"object"}),
        ("azure-openai", "openai-chat", "stop_on_call", {"tool_calls", "tool_call"}),
    ],
)
def test_facets_are_what_a_vendor_does(
    every: tuple[Observation, ...], provider: str, dialect: str, facet: str, words: set[str]
) -> None:
    """Forced, cut, legacy and made-up answers are no word of a format; its own changes are."""
    found = {
        o.facets[facet]
        for o in every
        if (o.provider, o.dialect) == (provider, dialect) and facet in o.facets
    }
    assert found == words


def test_reading_all_takes_a_quarter_of_a_second() -> None:
    """All of them, in a process of their own, imports aside; and no heavy import comes along."""
    code = (
        "import sys, time; from toolwire.jobs.lint.imported import imported; s = time.process_time();"
        "n = len(list(imported())); print(n, time.process_time() - s);"
        "assert not {'yaml', 'pandas', 'vcr', 'jsonschema', 'aiohttp'} & set(sys.modules)"
    )
    begun = time.monotonic()
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    count, seconds = done.stdout.split()
    assert int(count) == origin().observations
    # Twice what is promised: the machine may be slow at the moment.
    assert float(seconds) < 0.5, (seconds, time.monotonic() - begun)


def test_all_of_it_fits_the_wheel() -> None:
    """What ships is below two megabytes."""
    assert sum(path.stat().st_size for path in FOLDER.iterdir()) < 2_000_000


def test_a_damaged_file_is_told(tmp_path: Path) -> None:
    """A missing, cut or foreign file is one error that names it."""
    folder = tmp_path / "packed"
    shutil.copytree(FOLDER, folder)
    path = folder / PACKED
    whole = path.read_bytes()
    no_table, no_qwen = lzma.compress(b"no table" * 999), packed({"0/openai.jsonl": b""})
    for content in (whole[:-20], b"no xz", no_table, no_qwen, None):
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(ToolwireError, match=r"observations\.files\.xz"):
            list(imported("qwen", folder=folder))
    with pytest.raises(ToolwireError, match="install the package again"):
        imported_providers(tmp_path)
    (tmp_path / "origin.json").write_text("[]")
    with pytest.raises(ToolwireError, match=r"origin\.json"):
        imported_providers(tmp_path)
