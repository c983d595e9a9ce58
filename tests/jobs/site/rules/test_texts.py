"""What the page of a rule says whoever breaks it."""

from __future__ import annotations

from toolwire.jobs.site.rules.texts import (
    SOURCE_KINDS,
    brief,
    severities_of,
    severity_text,
    shim_text,
)
from toolwire.rules import RULES
from toolwire.rules.breaking import measured


def test_the_words_of_a_rule_come_from_its_record() -> None:
    """Severity with what it means, the source's kind, the shim and its parameters."""
    rule = RULES["TC304"]
    ((severity, means, formats),) = severities_of(rule)
    assert (severity, formats) == ("error", ("cohere-v2", "openai-chat", "openai-responses"))
    assert means == "an official SDK or a major framework breaks on it"
    assert SOURCE_KINDS[rule.source.kind] == "Observed"
    assert rule.shim is not None
    assert shim_text(rule.shim).startswith('default_arguments value="{}"')
    assert severity_text(rule) == "error in 3 formats"
    assert rule.statement.startswith(brief(rule))


def test_an_error_about_a_request_means_a_refusal() -> None:
    """The words are about the vendor, not about clients."""
    (severity, means, _), *_ = severities_of(RULES["TC742"])
    assert (severity, means) == ("error", "the vendor refuses such a request")


def test_measured_clients_stand_by_format() -> None:
    """A format in which somebody was tried and nobody broke says so by an empty list."""
    found = measured()["TC001"]
    assert found["cohere-v1"] == ()
    assert "openai-python" in found["openai-chat"]


def test_every_kind_of_source_has_words() -> None:
    """No page shows the machine word."""
    for rule in RULES.values():
        assert SOURCE_KINDS[rule.source.kind] != rule.source.kind
