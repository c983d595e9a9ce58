"""Comparisons as Markdown and JSON: bounded, harmless, and of the published schema."""

from __future__ import annotations

import json
import re
import time
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from tests.support.compared import asked, head, seen
from toolwire.io.json_text import dump
from toolwire.io.shipped import shipped
from toolwire.model.exchange import Mode
from toolwire.model.observation import Observation, Verdict
from toolwire.results.comparison import Cause, ChangeKind, Comparison, compare, document, markdown
from toolwire.results.comparison.labels import CAUSES, HEADINGS, sentence
from toolwire.results.comparison.markdown import code

SCHEMA: dict[str, Any] = json.loads(
    (shipped("schemas") / "comparison.schema.json").read_text(encoding="utf-8")
)
LATER = "2026-12-22"
EVIL = "`|x|` @octocat <img src=x> https://evil.invalid\n# [a](b) \u202e\x1b[31m #1 \\|"


def compared(old: list[Observation], new: list[Observation]) -> Comparison:
    """Compare two results a month apart."""
    return compare(old, head(), new, head(LATER))


def everything() -> Comparison:
    """Return a comparison that has cells of many kinds, rules, facts and notes."""
    old = [
        asked(fact="string"),
        asked("TC301", case="mended"),
        asked(case="away"),
        asked(case="gone"),
        *(seen(number=n, suite="round_trip") for n in range(4)),
    ]
    new = [
        asked("TC301", day=LATER, fact="object"),
        asked(case="mended", day=LATER),
        asked(case="away", verdict=Verdict.NOT_RUN, day=LATER),
        asked(case="unclear", day=LATER),
        *(seen(number=n, suite="round_trip") for n in range(4)),
        seen("TC302", number=9, suite="round_trip", day="2026-09-01"),
        asked(provider="other", day=LATER),
    ]
    return compared(old, new)


def test_the_json_is_of_its_schema() -> None:
    """All kinds of changes are of the schema, which is one, names every kind and has no holes."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    checker = jsonschema.Draft202012Validator(SCHEMA)
    found = everything()
    told = json.loads(dump(document(found)))
    checker.validate(told)
    assert {c["kind"] for c in told["cells"]} >= {"broke", "mended", "not-looked-at", "unclear"}
    assert all(told[name] for name in ("rules", "facts", "notes", "broke"))
    checker.validate(json.loads(dump(document(compared([asked()], [asked()])))))
    assert set(SCHEMA["$defs"]["kind"]["enum"]) == set(ChangeKind) - {ChangeKind.SAME}
    assert set(SCHEMA["$defs"]["cause"]["enum"]) == set(Cause)
    assert not checker.is_valid({**told, "cells": [{}]})
    assert not checker.is_valid({key: told[key] for key in told if key != "broke"})


def test_every_kind_and_cause_has_words() -> None:
    """No kind and no cause is without a name on the screen."""
    assert set(HEADINGS) == set(ChangeKind) - {ChangeKind.SAME}
    assert set(CAUSES) == set(Cause)


def test_markdown_begins_with_the_verdict() -> None:
    """The heading is one sentence; what could not be looked at is in it where nothing broke."""
    assert markdown(everything()).startswith("## 1 cell of `acme` broke.\n")
    away = compared([asked()], [asked(verdict=Verdict.NOT_RUN, day=LATER)])
    assert sentence(away) == "Nothing broke, but 1 cell could not be looked at."
    assert sentence(compared([asked()], [asked()])) == "Nothing changed in 1 cell."
    assert markdown(everything(), level=3).startswith("### 1 cell")


def test_tables_end_and_say_how_many_more() -> None:
    """However much broke, a table has so many rows and tells the rest as a number."""
    suites = [f"s{n:02}" for n in range(30)]
    old = [asked(suite=suite) for suite in suites]
    new = [asked("TC301", suite=suite, day=LATER) for suite in suites]
    text = markdown(compared(old, new), most=7)
    table = text.partition("### Broke (30)")[2].partition("###")[0]
    assert sum(line.startswith("| `") for line in table.splitlines()) == 7
    assert "and 23 more" in table


def test_a_whole_comparison_fits_the_text_of_a_pull_request() -> None:
    """However much changed and however long its names are, GitHub takes the text."""
    names = [f"{n:03}" + "x" * 300 for n in range(300)]
    old = [asked(suite=name, provider=name, model=name, fact=name) for name in names]
    new = [
        asked("TC301", suite=name, provider=name, model=name, day=LATER, fact=f"y{name}")
        for name in names
    ]
    text = markdown(compared(old, new), most=100)
    assert len(text) < 65_536
    assert "Broke (300)" in text


def test_strangers_text_stays_in_code_spans() -> None:
    """Marks of Markdown, HTML, mentions and control characters of results do nothing."""
    old = [asked(model=EVIL, case=EVIL, suite=EVIL, provider=EVIL, fact=EVIL)]
    bad = asked(verdict=Verdict.FAILED, model=EVIL, case=EVIL, suite=EVIL, provider=EVIL,
                day=LATER, fact=EVIL * 50)  # fmt: skip
    header = replace(head(LATER), toolwire=EVIL, started_at=EVIL)
    for found in (
        compared(old, [replace(bad, reason=EVIL)]),
        compare(old, head(), [replace(bad, reason=EVIL)], header),
    ):
        text = markdown(found)
        assert not re.search(r"[\x00-\x08\x0b-\x1f\u202e]", text)
        for line in text.splitlines():
            outside = "".join(line.split("`")[::2])
            assert line.count("`") % 2 == 0
            assert not re.search(r"octocat|<img|evil\.invalid|\]\(", outside), line
            if line.startswith("| `"):
                assert line.count("|") in (6, 7), line


@pytest.mark.parametrize(
    ("text", "told"),
    [("", ""), ("a`b", "`a'b`"), ("a|b", "`a¦b`"), ("a\n b", "`a b`"), ("\x1b", "`\\u001b`")],
)
def test_a_code_span_cannot_be_left(text: str, told: str) -> None:
    """Marks that would end it are shown as others, and long text is cut."""
    assert code(text) == told
    assert len(code("x" * 5000)) < 130


def test_twenty_thousand_observations_a_side_are_quick() -> None:
    """Two results of 20,000 observations, all of other bytes, take under 3 s of CPU time."""
    old = [_one(n, "2026-11-22") for n in range(20_000)]
    new = [_one(n, LATER) for n in range(20_000)]
    began = time.process_time()
    found = compared(old, new)
    assert time.process_time() - began < 3
    assert found.common > 5_000
    assert found.broke


def _one(number: int, day: str) -> Observation:
    """Return one of many: two thirds traffic, a hundredth broken later."""
    provider, suite = f"p{number % 30}", f"s{number % 11}"
    rules = ("TC301",) if number % 100 == 0 and day == LATER else ()
    if number % 3:
        return seen(number=number, provider=provider, suite=suite, day=day, sha=f"{number}{day}",
                    fact="string")  # fmt: skip
    mode = Mode.STREAMING if number % 2 else Mode.BLOCKING
    return asked(*rules, case=f"c{number // 330}", mode=mode, provider=provider, suite=suite,
                 day=day, fact="string")  # fmt: skip
