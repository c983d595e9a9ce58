"""Asking for a text that is longer than its request allows."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.dialects.spelt import spelt_out
from toolwire.io.json_text import object_of, parse
from toolwire.jobs.audit.beside.limits import LIMITS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import request_of
from toolwire.model.conversation import JsonObject, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading, Usage
from toolwire.rules import RULES, judge
from toolwire.rules.views.limit import LIMIT, ROOMY
from toolwire.suites import load_suites

DIALECTS = tuple(RULES["TC421"].severity)
#: Those in which a call is no text, which a limit may cut anywhere.
CALLED = tuple(RULES["TC422"].severity)


def asked(name: str) -> list[tuple[Item, Request]]:
    """Return what is asked of a dialect with a limit that cuts, with its requests."""
    others = ("none", "room_1", "room_2")
    return [one for one in every(name) if not one[0].case.id.endswith(others)]


def every(name: str) -> list[tuple[Item, Request]]:
    """Return all that is asked of a dialect, with its requests."""
    items = LIMITS.items([target(name)], load_suites())
    return [(item, _request(item)) for item in items]


def _request(item: Item) -> Request:
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),))


def found(name: str, request: Request, answer: Answer) -> list[str]:
    """Return what is said of an answer, information aside."""
    judged = judge(_read(name, request, answer))
    return [one.rule for one in judged if one.severity is not Severity.INFO]


def _read(name: str, request: Request, answer: Answer) -> Reading:
    dialect = load_dialect(name)
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return dialect.decode(Exchange(request, dialect.respond(request, answer), evidence))


def texts(name: str) -> list[tuple[Item, Request]]:
    """Return what asks for a text."""
    return [one for one in asked(name) if not one[0].case.id.endswith("call")]


def calls(name: str) -> list[tuple[Item, Request]]:
    """Return what asks for a call."""
    return [one for one in asked(name) if one[0].case.id.endswith("call")]


@pytest.mark.parametrize("name", DIALECTS)
def test_both_modes_are_asked_with_a_limit(name: str) -> None:
    """Where the dialect says where a limit stands, and where it stood before."""
    requests = asked(name)
    form = load_dialect(name).wire.request
    assert form is not None
    asks = 2 + bool(form.most_before) + (name in CALLED)
    assert [item.mode for item, _ in requests] == [*Mode] * asks
    bodies = [object_of(parse(one.body)) for _, one in requests]
    assert {form.most_tokens(body) for body in bodies} == {LIMIT}
    older = [body for body in bodies if form.most_before and form.most_before[0] in body]
    assert len(older) == (2 if name == "openai-chat" else 0)
    assert not any(form.most_at[0] in body for body in older)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_text_that_is_cut_says_so_and_one_that_is_not_is_told(name: str) -> None:
    """Cut and told is right, and so is a model that says something else, or thinks all the time."""
    for item, request in texts(name):
        (step,) = item.case.steps
        whole = (step.user or "").split('"')[1]
        for right in (
            Answer(text=whole[:40], cut=True),
            Answer(text="I would rather not."),
            Answer(reasoning="The user wants a text.", cut=True),
        ):
            assert found(name, request, right) == []
        assert found(name, request, Answer(text=whole)) == ["TC421"]
        assert found(name, request, Answer(text=whole[:40])) == ["TC421"]


@pytest.mark.parametrize("name", CALLED)
def test_a_call_keeps_the_limit_or_is_no_whole_one(name: str) -> None:
    """Left out and told is right, and so is one that a model made shorter by itself."""
    for item, request in calls(name):
        (step,) = item.case.steps
        (asked_for,) = spelt_out(step.user or "")
        text = str(asked_for.arguments["text"])
        for right in (
            Answer(text="", cut=True),
            _keeping(text[:40].rpartition(" ")[0]),
            _keeping("Our library."),
            _keeping(""),
        ):
            assert found(name, request, right) == []
        assert found(name, request, _keeping(text)) == ["TC422"]
        assert text[37].isalpha()
        assert text[38].isalpha()
        assert found(name, request, _keeping(text[:38])) == ["TC422"]


@pytest.mark.parametrize("name", DIALECTS)
@pytest.mark.parametrize("output", [None, 3, LIMIT, 40])
@pytest.mark.parametrize("words", [0, 6])
def test_a_call_that_lost_its_text_is_told_by_its_tokens(
    name: str, output: int | None, words: int
) -> None:
    """A model may call a tool with less, in few tokens; where all that were allowed are counted it wrote more."""
    dialect = load_dialect(name)
    for item, request in calls(name):
        (asked_for,) = spelt_out(item.case.steps[0].user or "")
        begun = " ".join(str(asked_for.arguments["text"]).split()[:words])
        kept: JsonObject = {"text": begun} if words else {}
        exchange = Exchange(
            request,
            dialect.respond(request, Answer(calls=(PlannedCall("keep_text", kept),))),
            Evidence(EvidenceLevel.DOCUMENTED, "test"),
        )
        read = dialect.decode(exchange)
        usage = None if output is None else Usage(9, output)
        read = replace(read, reply=replace(read.reply, usage=usage))
        told = [one.rule for one in judge(read) if one.rule == "TC422"]
        assert told == (["TC422"] if output == LIMIT else [])


@pytest.mark.parametrize("name", DIALECTS)
def test_a_demanded_call_that_was_cut_and_left_out_is_no_choice_that_was_ignored(name: str) -> None:
    """Of a reply with words another tool, or none, was chosen; one with nothing at all was cut."""
    dialect = load_dialect(name)
    demanding = [one for item, one in calls(name) if item.case.steps[0].choice is not None]
    for request in demanding:
        for text, rules in (("", {"TC422"}), ("Done.", {"TC602"})):
            response = dialect.respond(request, Answer(text=text))
            evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
            read = dialect.decode(Exchange(request, response, evidence))
            judged = {one.rule for one in judge(read)}
            assert judged & {"TC422", "TC601", "TC602"} == rules
            untold = judge(replace(read, reply=replace(read.reply, stop=None)))
            assert "TC422" not in {one.rule for one in untold}


def _keeping(text: str) -> Answer:
    return Answer(calls=(PlannedCall("keep_text", {"text": text}),))


def test_nothing_is_asked_without_the_suite() -> None:
    """It stands beside the suite of replies without calls."""
    others = tuple(suite for suite in load_suites() if suite.id != "no_tool_needed")
    assert not list(LIMITS.items([target("anthropic-messages")], others))


def test_a_limit_that_is_no_number_is_none() -> None:
    """What is wrong in a request is told by other rules."""
    (_, request), *_ = asked("anthropic-messages")
    for value in (b"true", b'"16"', b"0"):
        wrong = replace(request, body=request.body.replace(b"16", value))
        assert found("anthropic-messages", wrong, Answer(text="one two " * 99)) == []


@pytest.mark.parametrize("name", RULES["TC478"].severity)
def test_a_text_of_a_request_without_a_limit_comes_whole(name: str) -> None:
    """It is short; a model may say something else, and one that thinks may need all that there is."""
    ((item, request),) = [one for one in every(name) if one[0].case.id.endswith("none")]
    form = load_dialect(name).wire.request
    assert form is not None
    assert form.most_tokens(object_of(parse(request.body))) is None
    (step,) = item.case.steps
    whole = (step.user or "").split('"')[1]
    assert found(name, request, Answer(text=whole[:90], cut=True)) == ["TC478"]
    for right in (
        Answer(text=whole),
        Answer(text=f"{whole}."),
        Answer(text=f"{whole} {whole}", cut=True),
        Answer(text="Trams and trams", cut=True),
    ):
        assert "TC478" not in found(name, request, right)


def test_who_has_to_set_a_limit_is_not_asked_without_one() -> None:
    """Anthropic's requests always set one."""
    assert every("anthropic-messages") == asked("anthropic-messages")


@pytest.mark.parametrize("name", RULES["TC423"].severity)
def test_texts_that_have_room_in_their_limit_are_asked_in_both_modes(name: str) -> None:
    """One that is cut far below it is told, and one that a model ends early, or whose limit was reached, is not."""
    roomy = [one for one in every(name) if "room" in one[0].case.id]
    form = load_dialect(name).wire.request
    assert form is not None
    always = name in {"anthropic-messages", "chatml"}
    modes = {(item.case.id, item.mode) for item, _ in roomy}
    assert len(roomy) == len(modes) == (0 if always else 4)
    for item, request in roomy:
        assert form.most_tokens(object_of(parse(request.body))) == ROOMY
        whole = (item.case.steps[0].user or "").split('"')[1]
        assert found(name, request, Answer(text=whole[:40], cut=True)) == ["TC423"]
        for right in (Answer(text=whole[:40]), Answer(text=whole), Answer(text=f"{whole}. " * 5)):
            assert "TC423" not in found(name, request, right)
        many = Answer(text="The trams are late. " * 80, cut=True)
        assert "TC423" not in found(name, request, many)


@pytest.mark.parametrize("name", RULES["TC423"].probing)
def test_only_a_long_reply_to_a_request_with_a_limit_shows_that_limits_reach_the_model(
    name: str,
) -> None:
    """Without a limit nothing could become smaller, and a short reply fits whatever stands in its place."""
    variance = RULES["TC423"].variance
    assert variance is not None
    assert variance.shown is not None
    shown = {}
    for item, request in every(name):
        whole = (item.case.steps[0].user or "").split('"')[1]
        for text in (whole, "No."):
            read = _read(name, request, Answer(text=text))
            shown[item.case.id.removeprefix("limit_"), text == whole] = variance.shown(read)
    assert [key for key, clears in shown.items() if clears] == [("room_1", True), ("room_2", True)]
