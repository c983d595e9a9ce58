"""Quirk passports: valid, stable, safe to write, and with what an adapter can do."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import jsonschema
import pytest

from toolwire.cli.facts import rule_facts, shim_hints
from toolwire.io.shipped import shipped
from toolwire.jobs.report.deviations import deviations
from toolwire.jobs.report.quirks import passports
from toolwire.jobs.report.seen_exchanges import watch
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Observation, Severity, Verdict
from toolwire.results.cells import selections

Make = Callable[..., Observation]
SCHEMA = json.loads((shipped("schemas") / "quirks.schema.json").read_text(encoding="utf-8"))
RULES = (("TC304", Severity.ERROR), ("TC106", Severity.INFO), ("TC104", Severity.ERROR))


def written(*observations: Observation) -> dict[str, bytes]:
    """Return the files for some observations."""
    watched = watch(observations)
    found = deviations(selections(observations), watched)
    return passports(watched.values(), found, rule_facts(), shim_hints())


def read(files: dict[str, bytes], name: str) -> dict[str, Any]:
    """Read one of them, which has to be of the schema."""
    document = json.loads(files[name])
    jsonschema.Draft202012Validator(SCHEMA).validate(document)
    assert isinstance(document, dict)
    return document


def test_the_schema_is_one_and_refuses_other_forms() -> None:
    """It is a schema of draft 2020-12, and neither passport nor index takes unknown members."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    checker = jsonschema.Draft202012Validator(SCHEMA)
    assert not checker.is_valid({"schema": 1})
    assert not checker.is_valid({"schema": 1, "passports": [], "left_out": [], "at": "now"})
    assert not checker.is_valid({"schema": 1, "provider": "x", "dialects": [], "quirks": []})


def test_a_passport_tells_what_was_seen_and_what_to_do(observe: Make) -> None:
    """Rule, name, counts, dates and the shim stand in it, in the order of the rules."""
    seen = observe(Verdict.FAILED, rules=RULES, dialect="openai-chat")
    files = written(replace(seen, known=("TC304",)), observe(source="clean"))
    passport = read(files, "quirks/openai.json")
    assert [quirk["rule"] for quirk in passport["quirks"]] == ["TC104", "TC106", "TC304"]
    without, _, arguments = passport["quirks"]
    assert arguments["name"] == "no-args-is-{}"
    assert (arguments["count"], arguments["exchanges"], arguments["known"]) == (1, 2, 1)
    assert arguments["shim"] == {
        "action": "default_arguments",
        "value": "{}",
        "instead_of": ["", "null"],
    }
    assert arguments["url"].startswith("https://github.com/octo/spoon/blob/")
    assert without["shim"] is None
    assert passport["dialects"][0]["exchanges"] == 2


def test_the_index_names_every_passport(observe: Make) -> None:
    """A provider that was seen and breaks nothing has an empty passport; the others none."""
    files = written(
        observe(provider="xai"),
        observe(Verdict.FAILED, rules=RULES),
        observe(provider="tgi", level=EvidenceLevel.DOCUMENTED),
    )
    index = read(files, "quirks.json")
    assert [(one["file"], one["quirks"]) for one in index["passports"]] == [
        ("quirks/openai.json", 3),
        ("quirks/xai.json", 0),
    ]
    assert set(files) == {"quirks.json", "quirks/openai.json", "quirks/xai.json"}
    assert read(files, "quirks/xai.json")["quirks"] == []


@pytest.mark.parametrize("name", ["../evil", "a/b", "C:\\x", "OpenAI", "", "<script>", "a" * 65])
def test_a_provider_of_any_name_names_no_file(observe: Make, name: str) -> None:
    """Names come from recordings; one that is no plain word is named in the index only."""
    files = written(observe(provider=name or "\n"))
    assert set(files) == {"quirks.json"}
    assert read(files, "quirks.json")["left_out"] == [name or "\n"]


def test_the_bytes_depend_on_the_evidence_only(observe: Make) -> None:
    """Another order and more suites of the same exchanges give the same files."""
    seen = [observe(Verdict.FAILED, rules=RULES, source=f"s{n}") for n in range(3)]
    again = [*reversed(seen), *(replace(one, suite="round_trip") for one in seen)]
    assert written(*again) == written(*seen)
    assert b"toolwire" not in b"".join(written(*seen).values())


def test_rules_nobody_told_of_are_shown_by_their_ids(observe: Make) -> None:
    """Results of another version may name a rule this one does not have."""
    seen = [observe(Verdict.FAILED, rules=(("TC999", Severity.ERROR),))]
    watched = watch(seen)
    files = passports(watched.values(), deviations(selections(seen), watched), (), {})
    (quirk,) = read(files, "quirks/openai.json")["quirks"]
    assert (quirk["rule"], quirk["name"], quirk["shim"]) == ("TC999", "", None)
