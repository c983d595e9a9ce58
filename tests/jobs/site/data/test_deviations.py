"""The rules that the newest report saw providers break, for programs."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests.jobs.report.conftest import CITED
from tests.jobs.site.data.sites import hostile_site, site_in, validator
from tests.support.acting import acting_in
from toolwire.cli.facts import rule_facts
from toolwire.jobs.report.content import Facts
from toolwire.jobs.site.data.deviations import as_json
from toolwire.jobs.site.reading import site_of
from toolwire.model.observation import Observation, Severity, Verdict

Make = Callable[..., Observation]
Write = Callable[..., Path]


def test_an_entry_says_whose_where_and_since_when(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """Pages are named as the site names them; a rule that this version lacks has none."""
    broken = (("TC304", Severity.ERROR), ("TC999", Severity.WARNING))
    report_of(
        "2026-11-22",
        observe(Verdict.FAILED, rules=broken),
        observe(Verdict.FAILED, suite="round_trip", rules=broken[:1], source=f"{CITED}1"),
        observe(suite="tool_choice", source=f"{CITED}2"),
    )
    plan = site_in(tmp_path / "reports").plan
    known = replace(plan, facts=Facts(rules=tuple(rule_facts())))
    document = json.loads(as_json(site_of([tmp_path / "reports"], known)))
    validator("deviations.schema.json").validate(document)
    assert document["date"] == "2026-11-22"
    one, other = document["deviations"]
    assert (one["provider"], one["rule"], one["severity"], one["state"]) == (
        "openai", "TC304", "error", "stands",
    )  # fmt: skip
    assert (one["count"], one["exchanges"], one["first"]) == (2, 3, "2026-06-08")
    assert [cell["page"] for cell in one["cells"]] == [
        "cells/openai.openai-chat/round_trip.html",
        "cells/openai.openai-chat/single_call.html",
    ]
    assert one["rule_page"] == "rules/TC304.html"
    assert one["provider_page"] == "providers/openai.html"
    assert one["url"].startswith("https://github.com/octo/spoon/blob/0123456789abcdef/")
    assert (other["rule"], other["name"], other["rule_page"]) == ("TC999", None, None)


def test_hostile_names_fit_the_schema_and_do_not_act(
    tmp_path: Path, report_of: Write, observe: Make
) -> None:
    """Pages of whatever name stay below the site."""
    data = as_json(hostile_site(tmp_path, report_of, observe))
    document = json.loads(data)
    validator("deviations.schema.json").validate(document)
    assert len(document["deviations"]) > 5
    assert acting_in(data.decode()) <= {"\n"}
    pages = [cell["page"] for one in document["deviations"] for cell in one["cells"]]
    assert not any(".." in page or page.startswith("/") for page in pages)
