"""Planning: every case of every target in every mode, with ids that people select by."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

from toolwire.jobs.audit.plan import plan
from toolwire.model.conversation import Tool
from toolwire.model.exchange import Mode
from toolwire.providers.model import Capability, Link


def test_items_are_targets_by_cases_by_modes_in_order(lab: SimpleNamespace) -> None:
    """The order is that of the inputs, so that xdist's workers agree."""
    suite = lab.suite(lab.ASK)
    items = plan([lab.target(), lab.target("gemini-generate")], [suite])
    assert [item.id for item in items] == [
        "acme/m-1::round_trip.plain[blocking]",
        "acme/m-1::round_trip.plain[streaming]",
    ] * 2


def test_a_case_may_be_for_one_mode_only(lab: SimpleNamespace) -> None:
    """The case's own modes are planned, no others."""
    suite = lab.suite(lab.ASK)
    case = replace(suite.cases[0], modes=(Mode.STREAMING,))
    items = plan([lab.target()], [replace(suite, cases=(case,))])
    assert [item.mode for item in items] == [Mode.STREAMING]


def test_the_cassette_is_where_the_design_says(lab: SimpleNamespace) -> None:
    """Provider, model, suite, case and mode make the path."""
    item = lab.item(lab.ASK, mode=Mode.STREAMING)
    assert str(item.cassette) == "acme/m-1/round_trip.plain.streaming.yaml"


def test_a_suite_for_other_dialects_is_absent(lab: SimpleNamespace) -> None:
    """The suite itself says which dialects have the concept."""
    item = lab.item(lab.ASK)
    assert item.absent is None
    other = replace(item, suite=replace(item.suite, dialects=("anthropic-messages",)))
    assert other.absent == "the dialect openai-chat has no such concept"


def test_an_absence_may_be_of_some_models_only(lab: SimpleNamespace) -> None:
    """A server that was started in one way lacks what it has when started in another."""
    item = lab.item(lab.ASK)
    for models, absent in (((), True), (("m-*",), True), (("other",), False)):
        lacks = Capability("no", source=Link("https://acme.test", "2026-11-21"), models=models)
        provider = replace(item.target.provider, documented={item.suite.id: lacks})
        one = replace(item, target=replace(item.target, provider=provider))
        assert (one.documented_absence == lacks) is absent
        assert (one.absent is not None) is absent


def test_what_a_dialect_cannot_say_is_absent(lab: SimpleNamespace, every_dialect: str) -> None:
    """Gemini's API has no switch for parallel calls; the other two have one."""
    item = lab.item(replace(lab.ASK, parallel=False), dialect=every_dialect)
    assert isinstance(item.case.tools[0], Tool)
    assert (item.absent is not None) == (every_dialect == "gemini-generate")
