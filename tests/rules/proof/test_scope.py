"""What a rule is judged on, in words."""

from __future__ import annotations

from dataclasses import replace

from toolwire.model.exchange import Mode
from toolwire.rules import RULES, Variance
from toolwire.rules.proof.scope import scope, variance_text


def test_what_limits_a_rule_is_said() -> None:
    """Modes, error replies, the request and the bytes on the wire stand in the sentence."""
    rule = replace(
        RULES["TC304"], modes=(Mode.STREAMING,), on_error=True, needs_request=True, needs_wire=True
    )
    assert scope(rule) == (
        "Judged on streaming error replies, when the request is known, when the bytes are as they "
        "were on the wire."
    )


def test_a_rule_about_requests_says_whose_doing_it_is() -> None:
    """It is the client's."""
    assert "what a client sends, not what a provider answers" in scope(RULES["TC742"])


def test_model_variance_says_what_is_counted() -> None:
    """And that some of the breaches only are meant, where only some are."""
    told = variance_text(Variance("replies with a call", lambda _: True, ("a", "b"), partly=True))
    assert told.startswith(
        "Some of its breaches can be explained by one answer of a model in a and"
    )
    assert "of replies with a call" in told
