"""What the page of a rule says whoever breaks it."""

from __future__ import annotations

from toolwire.jobs.site.rules.texts import rule_texts
from toolwire.rules import RULES


def test_the_words_of_a_rule_come_from_its_record() -> None:
    """Severity with what it means, the area, the source's kind, the shim and its parameters."""
    found = rule_texts("TC304")
    (error,) = found.severities
    assert (error.word, error.formats) == (
        "error",
        ("cohere-v2", "openai-chat", "openai-responses"),
    )
    assert error.means == "an official SDK or a major framework breaks on it"
    assert found.area_title == "Arguments of a call"
    assert found.file == "harness/toolwire/rules/arguments/TC304_no_args_is_empty.py"
    assert found.source_kind == "Observed"
    assert found.shim.startswith('default_arguments value="{}"')
    assert found.severity == "error in 3 formats"
    assert RULES["TC304"].statement.startswith(found.brief)


def test_an_error_about_a_request_means_a_refusal() -> None:
    """The words are about the vendor, not about clients."""
    error = rule_texts("TC742").severities[0]
    assert (error.word, error.means) == ("error", "the vendor refuses such a request")


def test_measured_clients_stand_by_format() -> None:
    """A format in which somebody was tried and nobody broke says so by an empty list."""
    measured = {one.format: one.clients for one in rule_texts("TC001").measured}
    assert measured["cohere-v1"] == ()
    assert "openai-python" in measured["openai-chat"]


def test_every_kind_of_source_has_words() -> None:
    """No page shows the machine word."""
    for name, rule in RULES.items():
        assert rule_texts(name).source_kind != rule.source.kind
