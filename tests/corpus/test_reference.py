"""The reference responders as vendors: what was taken is taken, what was refused is refused.

Every recorded request is played to `serve` of its dialect, without a socket. What stands before
the dialect's own path belongs to a host's address (`/openai`, `/api/paas/v4`) and is cut off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import yaml

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of, parse
from toolwire.jobs.lint.detect import detect
from toolwire.jobs.serve import Server
from toolwire.jobs.serve.routes import find
from toolwire.jobs.serve.server import eager
from toolwire.model.exchange import Exchange, Fidelity, Request
from toolwire.model.reply import Reading
from toolwire.traffic import Unreadable, read

TABLE = Path(__file__).with_name("reference.yaml")
#: Statuses that say nothing about what a request holds: the key, the money, the model's name,
#: the rate, the server.
ASIDE = frozenset({401, 402, 403, 404, 429})
#: Facets that the format decides and neither the model nor the question: the same in every
#: answer of a vendor. The others vary: patterns of ids and stop words by model and year, text
#: beside a call and empty arguments by what the model says.
DECIDED = (
    *("arguments", "call_field", "definition_field", "framing", "id_field"),
    *("result_field", "result_id_field", "schema_field", "stop_field"),
)
#: Those that a model's name nearly decides: Gemini's calls have ids since its third generation, but
#: for previews of 2025, and names like `flash-latest` meant the second then.
NEARLY = frozenset({("gemini-generate", "id_field")})
#: The vendor of a format, as folders are called: the one whose answers the reference writes.
OWN: Mapping[str, tuple[str, ...]] = {
    "anthropic-messages": ("anthropic", "bedrock", "vertex", "azure"),
    "bedrock-converse": ("bedrock",),
    "cohere-v2": ("cohere",),
    "gemini-generate": ("gemini", "vertex"),
    "ollama-chat": ("ollama",),
    "openai-chat": ("openai", "azure"),
    "openai-responses": ("openai", "azure"),
}


@dataclass(frozen=True)
class Played:
    """One recorded exchange, and how the reference answers its request."""

    corpus: str
    provider: str
    dialect: str
    recorded: Exchange
    answered: Exchange

    @property
    def taken(self) -> bool:
        """Whether the vendor answered with success."""
        return self.recorded.response.status < 400

    @property
    def accepted(self) -> bool:
        """Whether the reference does."""
        return self.answered.response.status < 400

    @property
    def said(self) -> str:
        """What the one says that refuses: the reference of what was taken, else the vendor."""
        return _said((self.answered if self.taken else self.recorded).response.body)


def _said(body: bytes) -> str:
    told = object_of(parse(body))
    error = told.get("error", told)
    return error if isinstance(error, str) else str(object_of(error).get("message", ""))


def _cut(request: Request, dialect: str) -> Request:
    """Return a request at the path that the dialect serves, whatever stood before it."""
    url = urlsplit(request.url)
    steps = url.path.split("/")
    for start in range(1, len(steps)):
        path = "/" + "/".join(steps[start:])
        if find(path, (dialect,)).method == "POST":
            query = f"?{url.query}" if url.query else ""
            return replace(request, url=f"http://127.0.0.1{path}{query}")
    return request


@cache
def _played(shared: Path) -> tuple[Played, ...]:
    return tuple(_plays(shared))


def _plays(shared: Path) -> Iterator[Played]:
    for corpus in ("corpus", "corpus2"):
        for file in sorted((shared / corpus).glob("*/*.jsonl")):
            for exchange in read([file]):
                assert not isinstance(exchange, Unreadable), exchange
                name = detect(exchange).dialect if exchange.request is not None else None
                if name is None or exchange.request is None:
                    continue
                request = _cut(exchange.request, name)
                served = Server((name,)).answer(request)
                answered = replace(exchange, request=request, response=served.response)
                yield Played(corpus, file.parent.name, name, exchange, answered)


@dataclass(frozen=True)
class Listed:
    """A row of the table: what is refused by one side alone.

    Attributes:
        provider, dialect: of the exchanges that it is about.
        says: how the refusal begins.
        count: how many there are.
        why: the kind of reason, in a word or two.
        reason: the reason.
        example: repository, path, commit and index of one of them.
    """

    provider: str
    dialect: str
    says: str
    count: int
    why: str
    reason: str
    example: str

    def holds(self, item: Played) -> bool:
        """Whether an exchange is of this row."""
        same = (item.provider, item.dialect) == (self.provider, self.dialect)
        return same and item.said.startswith(self.says)


@cache
def _rows(kind: str) -> tuple[Listed, ...]:
    rows: list[dict[str, Any]] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))[kind]
    return tuple(Listed(**row) for row in rows)


def _unlisted(kind: str, items: list[Played]) -> list[tuple[str, str, str, str]]:
    """Return what no row is about; each row has to be about as many as it says."""
    held: dict[Listed, list[str]] = {row: [] for row in _rows(kind)}
    others = []
    for item in items:
        row = next((row for row in held if row.holds(item)), None)
        source = item.recorded.evidence.source
        if row is None:
            others.append((item.provider, item.dialect, item.said, source))
        else:
            held[row].append(source)
    for row, sources in held.items():
        assert len(sources) == row.count, (row, sources)
        assert row.example in sources, row
        assert len(row.reason) > 20, row
    return others


def test_what_a_vendor_took_is_accepted(shared: Path) -> None:
    """Every recorded request that was answered with success, but for those of the table."""
    taken = [item for item in _played(shared) if item.taken]
    assert len(taken) > 5000
    assert _unlisted("taken_and_refused", [item for item in taken if not item.accepted]) == []


def test_what_formats_own_vendors_take_is_accepted() -> None:
    """Of their exchanges the table holds only what a recorder damaged, a year or a path changed."""
    rows = [row for row in _rows("taken_and_refused") if row.provider in OWN[row.dialect]]
    assert {row.why for row in rows} <= {"recorder", "older"}
    assert sum(row.count for row in rows) <= 7


def test_what_a_vendor_refused_for_its_content_is_refused(shared: Path) -> None:
    """Every recorded refusal of 400 or 422, but for those that are about the model or the key."""
    refused = [
        item
        for item in _played(shared)
        if 400 <= item.recorded.response.status < 500 and item.recorded.response.status not in ASIDE
    ]
    assert len(refused) > 50
    assert _unlisted("refused_and_taken", [item for item in refused if item.accepted]) == []
    assert sum(not item.accepted for item in refused) >= 6
    assert {row.why for row in _rows("refused_and_taken")} <= {"model", "key", "other vendor"}


def _stands_alone(item: Played) -> bool:
    """Whether an answer can be compared: whole as recorded, by the format's own vendor."""
    evidence = item.recorded
    return (
        item.taken
        and item.accepted
        and item.provider in OWN[item.dialect]
        and evidence.fidelity in (Fidelity.WIRE, Fidelity.PARSED)
    )


def _reading(item: Played, exchange: Exchange) -> Reading:
    return load_dialect(item.dialect).decode(exchange)


def test_its_answers_have_the_facets_of_the_vendors(shared: Path) -> None:
    """Where both answer a request with calls, each facet that the format decides is the same.

    The responder calls the first tool where the vendor's model called any: what it was told
    to say is not what is compared.
    """
    compared: Counter[str] = Counter()
    differing: Counter[tuple[str, ...]] = Counter()
    for item in filter(_stands_alone, _played(shared)):
        theirs = _reading(item, item.recorded)
        if not theirs.reply.tool_calls or item.answered.request is None:
            continue
        served = Server((item.dialect,), plan=eager).answer(item.answered.request)
        ours = _reading(item, replace(item.answered, response=served.response))
        if not ours.reply.tool_calls:
            continue
        facets = load_dialect(item.dialect).facets
        seen, made = facets(theirs), facets(ours)
        compared[item.dialect] += 1
        for facet in DECIDED:
            if facet in seen and seen[facet] != made.get(facet):
                differing[item.dialect, facet, seen[facet], made.get(facet, "")] += 1
    nearly = sum(count for key, count in differing.items() if key[:2] in NEARLY)
    assert [key for key in differing if key[:2] not in NEARLY] == []
    assert nearly < compared["gemini-generate"] / 40
    assert compared.total() > 2000
    assert compared.keys() == OWN.keys()
