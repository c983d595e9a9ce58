"""What raises over one exchange becomes an entry, and everything else is judged."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.raising import broken_rule
from toolwire import rules
from toolwire.dialects import load_dialect
from toolwire.jobs.internal import InternalError, entries_of, watched
from toolwire.jobs.lint import judging
from toolwire.jobs.lint.judging import judge
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import RULES, RulesError
from toolwire.rules.mutate.scenarios import clean

#: Asked of every answer that has calls.
RULE = "TC302"


def an_exchange() -> Exchange:
    """Return a clean exchange with a call and a text."""
    return clean(load_dialect("openai-chat"), "mixed_content", Mode.BLOCKING)


def a_faulty_one() -> Exchange:
    """Return an exchange that breaks TC302."""
    exchange = an_exchange()
    body = exchange.response.body.replace(b'"arguments":"{', b'"arguments":"{{')
    return replace(exchange, response=replace(exchange.response, body=body))


@pytest.mark.parametrize("kind", [ValueError, RecursionError, MemoryError, AssertionError])
def test_a_rule_that_raises_is_told_and_the_others_are_asked(
    monkeypatch: pytest.MonkeyPatch, kind: type[Exception]
) -> None:
    """The entry names rule, exchange, exception and place; other rules find what they found."""
    exchange = a_faulty_one()
    before = judge(exchange)
    assert not before.internal
    found = {finding.rule for finding in before.all_findings}
    assert found
    broken_rule(monkeypatch, "TC101", kind("it went wrong"))
    after = judge(exchange)
    (entry,) = after.internal
    assert (entry.by, entry.kind, entry.text) == ("rule TC101", kind.__name__, "it went wrong")
    assert entry.source == exchange.evidence.source
    assert "please report" in entry.reason
    assert entry.at.startswith("rules/__init__.py:")
    assert {finding.rule for finding in after.all_findings} == found - {"TC101"}


def test_what_a_rule_found_before_it_raised_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """A finding that a rule has told of is a finding."""
    exchange = a_faulty_one()
    assert RULE in {finding.rule for finding in judge(exchange).findings}
    broken_rule(monkeypatch, RULE, ValueError("afterwards"), after=RULES[RULE].check)
    judged = judge(exchange)
    assert RULE in {finding.rule for finding in judged.findings}
    assert [entry.by for entry in judged.internal] == [f"rule {RULE}"]


def test_interrupts_are_no_entries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who presses Ctrl-C ends the run."""
    broken_rule(monkeypatch, RULE, KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        judge(an_exchange())


@pytest.mark.parametrize("part", ["detect", "decode", "described"])
def test_every_step_of_judging_is_guarded(monkeypatch: pytest.MonkeyPatch, part: str) -> None:
    """Detection, decoding and facets that raise are told as rules are."""

    def raising(*_: object) -> None:
        raise ValueError("broken step")

    if part == "detect":
        monkeypatch.setattr(judging.detection, "detect", raising)
    elif part == "decode":
        speaker = replace(load_dialect("openai-chat"), decode=raising)
        monkeypatch.setattr(judging, "load_dialect", lambda _: speaker)
    else:
        monkeypatch.setattr(judging, "described", raising)
    judged = judge(an_exchange())
    assert [entry.text for entry in judged.internal] == ["broken step"]
    assert (judged.reading is None) is (part != "described")


def test_rules_that_raise_end_who_does_not_catch_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A caller that knows nothing of internal entries does not pass for having looked."""
    broken_rule(monkeypatch, RULE, ValueError("unheard"))
    reading = load_dialect("openai-chat").decode(an_exchange())
    with pytest.raises(RulesError) as caught:
        rules.judge(reading)
    assert [one.rule for one in caught.value.raised] == [RULE]


def test_an_entry_is_one_short_line_without_secrets() -> None:
    """The text of an exception may quote the exchange."""
    key = "sk-" + "proj-" + "aB3dE6gH9jK2mN5pQ8sT" * 2
    (entry,) = entries_of(KeyError(f"line one\nline two {key}"), "rule TC001", "a.jsonl line 1")
    assert key not in entry.reason
    assert "aB3dE6" not in entry.reason
    assert "\n" not in entry.reason
    assert "line one" in entry.reason


@given(st.text(max_size=5_000))
def test_no_text_makes_an_entry_long(text: str) -> None:
    """Whatever an exception says, the entry stays one line of bounded length."""
    (entry,) = entries_of(ValueError(text), "rule TC001", "a.jsonl line 1")
    assert len(entry.reason) < 600
    assert len(entry.reason.splitlines()) == 1


def test_an_exception_that_cannot_say_what_it_is_is_told() -> None:
    """An exception's own text may raise too."""

    class DumbError(Exception):
        def __str__(self) -> str:
            raise ValueError

    (entry,) = entries_of(DumbError(), "rule TC001", "here")
    assert entry.kind == "DumbError"
    assert entry.text == ""


def test_watched_work_passes_on_errors_about_the_users_world() -> None:
    """A `ToolwireError` stays what it is; all else becomes an internal one."""
    with pytest.raises(ToolwireError, match="no such file") as plain, watched("a part", "here"):
        raise ToolwireError("no such file")
    assert not isinstance(plain.value, InternalError)
    with (
        pytest.raises(InternalError, match="a part raised ZeroDivisionError"),
        watched("a part", ""),
    ):
        raise ZeroDivisionError
