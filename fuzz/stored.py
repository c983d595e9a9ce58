"""Files that this program writes and reads again: results, journals, packed observations."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import Random
from typing import Final

import msgspec

from fuzz.bases import base
from fuzz.item import KEY
from fuzz.raw import bent
from fuzz.texts import MARKUP, TEXTS, text
from fuzz.trees import edited
from toolwire.io.json_text import dump
from toolwire.jobs.lint.imported.form import pack
from toolwire.jobs.lint.judging import judge
from toolwire.jobs.lint.observed import observations
from toolwire.model.exchange import Evidence, EvidenceLevel
from toolwire.model.observation import Observation
from toolwire.suites import load_suites
from toolwire.transport.journal.entry import SCHEMA, ExchangeEntry, Finished, Head, Started, encoded

_MOST: Final = 400
_WHEN: Final = "2026-11-21T10:00:00+00:00"
_HEAD: Final = {
    "kind": "header", "schema": 1, "toolwire": "0.1.0", "started_at": "2026-11-21T10:00:00+00:00", "selection": {"lint": ["a"]},
    "run": "20261121T100000Z-00000000", "rules": ["TC001"],
}  # fmt: skip


@cache
def _seen() -> tuple[Observation, ...]:
    rng = Random(1)
    found: list[Observation] = []
    suites = load_suites()
    while len(found) < _MOST:
        exchange = base(rng)[1]
        if rng.random() < 0.5:
            evidence = Evidence(EvidenceLevel.IMPORTED, f"fuzz/fuzz a.yaml #{len(found)}", _WHEN)
            exchange = replace(exchange, evidence=evidence)
        found += observations(judge(exchange), suites)
    return tuple(found)


def _some(rng: Random, most: int) -> list[Observation]:
    every = _seen()
    return [rng.choice(every) for _ in range(rng.randint(1, most))]


def results_lines(rng: Random, *, hostile: bool = False) -> bytes:
    """Return a results file; `hostile` puts texts into observations and leaves the form whole."""
    seen = [dump(one.as_json()) for one in _some(rng, 9 if not hostile else 12)]
    if hostile:
        seen = [_dressed(rng, line) for line in seen]
    footer = {
        "kind": "footer",
        "observations": len(seen),
        "finished_at": "2026-11-21T10:00:09+00:00",
    }
    return b"".join(line + b"\n" for line in (dump(_HEAD), *seen, dump(footer)))


#: Members of an observation that hold a stranger's words.
_FREE: Final = ("provider", "model", "case", "reason", "suite", "dialect", "run")


def _dressed(rng: Random, line: bytes) -> bytes:
    seen = msgspec.json.decode(line)
    seen["asked"] = rng.random() < 0.5
    for name in rng.sample(_FREE, 2):
        seen[name] = _hostile_word(rng)
    for finding in seen["findings"]:
        finding[rng.choice(("pointer", "message", "actual", "expected"))] = _hostile_word(rng)
        if rng.random() < 0.2:
            finding["actual"] = {_hostile_word(rng): [_hostile_word(rng)]}
    for name in list(seen["facets"])[:2]:
        seen["facets"][name] = _hostile_word(rng)
    if rng.random() < 0.5:
        seen["evidence"]["source"] = _hostile_word(rng)
    if rng.random() < 0.3:
        seen["facets"][_hostile_word(rng)] = _hostile_word(rng)
    if rng.random() < 0.2:
        seen["evidence"]["recorded_at"] = rng.choice(
            ("2026-11-20", "x", "2026-02-31", "", "0000-00-00", "2026-11-20T99:99:99Z")
        )
    if rng.random() < 0.2:
        seen["timing"] = {"total": rng.choice((0, -1, 1e308, 0.5)), _hostile_word(rng): 1}
    if rng.random() < 0.2:
        seen["chances"] = {rng.choice(("TC115", "x", KEY)): [1, rng.choice((0, 1, 5)), 0]}
    return dump(seen)


def _hostile_word(rng: Random) -> str:
    return (
        rng.choice((KEY, MARKUP, text(rng), text(rng), rng.choice(TEXTS) + MARKUP))
        .encode("utf-8", "ignore")
        .decode()
    )


def journal(rng: Random) -> bytes:
    """Return a journal of some items, begun, answered and finished."""
    lines = [
        encoded(Head(SCHEMA, "0.1.0", _WHEN, {"selection": {"providers": ["fuzz"]}, "items": 3}))
    ]
    for number, seen in enumerate(_some(rng, 4)):
        item = f"fuzz/m {seen.suite}.{seen.case} {seen.mode}"
        lines.append(encoded(Started(item)))
        for step in range(rng.randint(0, 2)):
            exchange = base(rng)[1]
            assert exchange.request is not None
            entry = ExchangeEntry.of(
                item,
                1,
                step + 1,
                (exchange.request, exchange.response),
                cassette=f"fuzz/m/{number}.yaml",
            )
            lines.append(encoded(msgspec.structs.replace(entry, at=_WHEN)))
        if rng.random() < 0.6:
            lines.append(encoded(Finished.of(item, seen.as_json())))
    return b"".join(lines)


def packed_lines(rng: Random) -> bytes:
    """Return packed observations of imported traffic."""
    return pack(one for one in _some(rng, 5) if str(one.evidence.level) == "imported")


def damaged(rng: Random, data: bytes) -> bytes:
    """Return a file of lines with an edit of a line or of their order."""
    lines = data.split(b"\n")
    at = rng.randrange(len(lines))
    how = rng.random()
    if how < 0.5:
        lines[at] = edited(rng, lines[at], rng.choice((1, 1, 2)))
    elif how < 0.6:
        del lines[at]
    elif how < 0.7:
        lines.insert(rng.randint(0, len(lines)), lines[at])
    elif how < 0.75:
        rng.shuffle(lines)
    else:
        return bent(rng, data, rng.choice((1, 3)))
    return b"\n".join(lines)
