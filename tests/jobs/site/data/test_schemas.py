"""The published schemas: each is one, fits what is written, and fits nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from tests.jobs.site.data.sites import hostile_site, site_in, validator
from tests.support.root import ROOT
from toolwire.jobs.site import data
from toolwire.jobs.site.data.schemas import SCHEMAS, files, read
from toolwire.model.observation import Observation, Severity, Verdict

Make = Callable[..., Observation]
Write = Callable[..., Path]
#: Document -> its schema.
DOCUMENTS = {
    "matrix.json": "matrix.schema.json",
    "deviations.json": "deviations.schema.json",
    "history.json": "history.schema.json",
    "drift.json": "drift.schema.json",
    "models.json": "models.schema.json",
}


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one(name: str) -> None:
    """Of draft 2020-12; what it requires it describes."""
    schema: dict[str, Any] = dict(read(name))
    Draft202012Validator.check_schema(schema)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    parts = [schema, *schema.get("$defs", {}).values()]
    for part in parts:
        if "properties" in part:
            assert set(part.get("required", ())) <= set(part["properties"]), part


@pytest.mark.parametrize("address", ["", "https://example.com/matrix/"])
def test_a_schema_is_named_by_its_address(
    tmp_path: Path, report_of: Write, observe: Make, address: str
) -> None:
    """By its own name where the address of the site is not known."""
    report_of("2026-11-22", observe())
    made = {one.path: json.loads(one.data) for one in files(site_in(tmp_path / "reports", address))}
    assert set(made) == {f"schemas/{name}" for name in SCHEMAS}
    for path, schema in made.items():
        assert schema["$id"] == (f"{address}{path}" if address else path.removeprefix("schemas/"))


def test_what_users_write_has_a_schema_that_can_be_asked_for(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """Each schema of suites, tools, providers and results is published, and leads to no other."""
    report_of("2026-11-22", observe())
    site = site_in(tmp_path / "reports", "https://example.com/matrix/")
    made = {one.path: json.loads(one.data) for one in files(site)}
    for name in ("case-line", "provider", "results", "suite", "tools"):
        schema = made[f"schemas/{name}.schema.json"]
        assert schema["$id"] == f"https://example.com/matrix/schemas/{name}.schema.json"
        assert set(re.findall(r'"\$ref": "([^"]*)"', json.dumps(schema))) <= {
            f"#/$defs/{part}" for part in schema.get("$defs", ())
        }
    suite = yaml.safe_load((ROOT / "suites" / "single_call.yaml").read_text(encoding="utf-8"))
    checked = Draft202012Validator(made["schemas/suite.schema.json"])
    checked.validate(suite)
    with pytest.raises(ValidationError):
        checked.validate({**suite, "cases": "none"})


def test_what_is_written_fits(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """Every document with a schema, of a plain site and of a hostile one."""
    report_of("2026-11-21", observe(facets={"id_field": "id"}), observe(suite="round_trip"))
    sites = [site_in(tmp_path / "reports"), hostile_site(tmp_path, report_of, observe)]
    for site in sites:
        made = {one.path: one.data for one in data.files(site)}
        for name, schema in DOCUMENTS.items():
            validator(schema).validate(json.loads(made[name]))
        for path in [one for one in made if one.startswith("badges/") and one.endswith(".json")]:
            validator("badge.schema.json").validate(json.loads(made[path]))


def test_the_committed_reports_fit() -> None:
    """The matrix and models of every report that was published by this version or an earlier one."""
    folders = sorted((ROOT / "reports").glob("20*"))
    assert folders
    for folder in folders:
        for name in ("matrix.json", "models.json", "drift.json"):
            validator(DOCUMENTS[name]).validate(json.loads((folder / name).read_bytes()))


def test_what_does_not_fit_is_refused(tmp_path: Path, report_of: Write, observe: Make) -> None:
    """A schema that fits anything would hold nothing."""
    report_of("2026-11-22", observe(Verdict.FAILED, rules=(("TC304", Severity.ERROR),)))
    made = {one.path: one.data for one in data.files(site_in(tmp_path / "reports"))}
    for name, path in DOCUMENTS.items():
        document = json.loads(made[name])
        rows = next(value for value in document.values() if isinstance(value, list))
        checked = validator(path)
        for wrong in (
            {"schema": 9},
            {key: None for key, value in document.items() if value is rows},
        ):
            with pytest.raises(ValidationError):
                checked.validate(document | wrong)
        for row in rows[:1]:
            for member in [key for key in row if key != "cells"]:
                with pytest.raises(ValidationError):
                    checked.validate(_with(document, rows, {**row, member: {"no": "value"}}))


def _with(document: dict[str, Any], rows: list[Any], row: dict[str, Any]) -> dict[str, Any]:
    return {key: [row] if value is rows else value for key, value in document.items()}
