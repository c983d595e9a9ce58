"""Judging benign variants: what is accused, and what is read otherwise, is told by name."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.jobs.selftest.benign.judged import judge_benign, said
from toolwire.jobs.selftest.benign.variant import BenignVariant, with_body
from toolwire.model.conversation import ToolCall
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading, Reply
from toolwire.rules.mutate.scenarios import clean

DIALECT = load_dialect("openai-chat")
ONE = (("single_call", Mode.BLOCKING, clean(DIALECT, "single_call", Mode.BLOCKING)),)


def _silent(_reading: Reading) -> tuple[Finding, ...]:
    return ()


def _loud(_reading: Reading) -> tuple[Finding, ...]:
    return (
        Finding("TC101", Severity.WARNING, "/choices", "There is no array of choices."),
        Finding("TC118", Severity.INFO, "/x", "Unknown."),
    )


def _other_name(reading: Reading) -> Exchange | None:
    exchange = reading.exchange
    return with_body(exchange, exchange.response.body.replace(b"get_weather", b"get_whether"))


def test_a_finding_is_told_with_the_variant_and_the_rule() -> None:
    """A finding at warning or above is one line, mere information none."""
    count = judge_benign(DIALECT, ONE, _loud)
    assert len(count.alarms) == sum(count.applied.values()) > 0
    assert "indented: single_call blocking TC101 at /choices" in count.alarms


def test_a_variant_that_says_something_else_is_misread(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another name of a tool is not the same reply, whatever no rule finds."""
    wrong = BenignVariant("another-name", "nobody", _other_name)
    monkeypatch.setattr("toolwire.jobs.selftest.benign.table.VARIANTS", (wrong,))
    count = judge_benign(DIALECT, ONE, _silent)
    assert count.misread == ["another-name: single_call blocking"]
    assert count.alarms == []


def test_what_a_reply_says_is_not_where_and_how_it_is_spelled() -> None:
    """Pointers, raw text and the echo are left aside; ids are compared as they were renamed."""
    call = ToolCall("get_weather", "call_1", {"x": 1}, raw='{"x":1}', pointer="/a")
    reply = Reply(tool_calls=(call,), echo=b"{}", text_pointer="/t")
    other = replace(call, id="call_2", raw='{"x": 1}', pointer="/b")
    assert said(reply, {"call_1": "call_2"}) == said(Reply(tool_calls=(other,)))
    assert said(reply) != said(Reply(tool_calls=(other,)))
    assert said(reply) != said(replace(reply, tool_calls=(replace(call, arguments={"x": 2}),)))
