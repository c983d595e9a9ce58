"""What of a right request is refused is found by halves."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import dump
from toolwire.jobs.audit.controls.meaning import Control
from toolwire.jobs.audit.right_request import (
    long_size,
    narrowed,
    refused_additions,
    too_long,
    uncounted_additions,
)
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.model.observation import Finding, Severity
from toolwire.model.reply import Reading
from toolwire.rules.mutate.addition import ADDITIONS, CALLED_WITH, PLAINER
from toolwire.suites.model import COUNTED, RIGHT, Expectation, Step

SOME = tuple("abcdefgh")
pytestmark = pytest.mark.fast


def reading(status: int, message: str = "No.") -> Reading:
    """Return an answer with a status."""
    body = dump({"error": {"message": message}}) if status >= 400 else b"{}"
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "")
    return load_dialect("openai-chat").decode(Exchange(None, Response(status, (), body), evidence))


def asked(wrong: Collection[str], status: int = 400) -> tuple[set[str], int]:
    """Return what is found of a server that refuses some, and how often it was asked."""
    count = 0

    async def ask(some: tuple[str, ...]) -> Reading:
        nonlocal count
        count += 1
        return reading(status if set(wrong) & set(some) else 200)

    found = asyncio.run(narrowed(SOME, reading(200), ask))
    return {key for key in found if key != Control.SOUND}, count


@pytest.mark.parametrize(("wrong", "most"), [("a", 6), ("h", 6), ("bg", 10), (SOME, 14)])
def test_all_that_is_refused_is_found(wrong: Collection[str], most: int) -> None:
    """With few requests where it is one."""
    found, count = asked(wrong)
    assert found == set(wrong)
    assert count <= most


def test_it_ends_where_nobody_answers() -> None:
    """A rate limit says nothing of what was asked, and nothing more is."""
    _, count = asked("a", 429)
    assert count == 1


def finding(rule: str) -> Finding:
    """Return a finding of a rule."""
    return Finding(rule, Severity.WARNING, "", "It is refused.")


def test_six_are_named_and_the_others_counted() -> None:
    """Findings of other rules than its own are none of it."""
    step = Step(Expectation(), "Hello.", probe=RIGHT, additions=SOME)
    controls = {Control.SOUND: reading(200), **{one: reading(400) for one in SOME}}
    (one,) = refused_additions([finding(RIGHT), finding("TC001")], step, controls)
    assert one.message == "It is refused: a, b, c, d, e, f and 2 more."


def test_what_was_asked_alone_is_named() -> None:
    """Nothing is to be found by halves of one."""
    step = Step(Expectation(), "Hello.", probe=RIGHT, additions=("many_tools",))
    (one,) = refused_additions([finding(RIGHT)], step, {Control.SOUND: reading(200)})
    assert one.message == "It is refused: 16 tools."


def test_what_a_plainer_history_is_refused_for_is_named() -> None:
    """Lines in a history are not to blame where any call and its result is refused."""
    step = Step(Expectation(), "?", probe=RIGHT, additions=(CALLED_WITH,))
    controls = {Control.SOUND: reading(200), CALLED_WITH: reading(400)}
    (one,) = refused_additions([finding(RIGHT)], step, controls)
    assert one.message == "It is refused: earlier calls with a text as a value."
    (one,) = refused_additions([finding(RIGHT)], step, {**controls, "result": reading(400)})
    assert one.message == "It is refused: a call and its result."


def test_a_refusal_that_misses_a_result_is_said_to() -> None:
    """Each call has its result: one that is missed was lost; other words say nothing of it."""
    step = Step(Expectation(), "?", probe=RIGHT, additions=(CALLED_WITH,))
    controls = {Control.SOUND: reading(200), CALLED_WITH: reading(400, "A call has no result.")}
    (one,) = refused_additions([finding(RIGHT)], step, controls)
    claim, _, named = one.message.partition(": ")
    assert claim == "It is refused as if a call of its history had no result"
    assert named == "earlier calls with a text as a value."


def test_plainer_histories_are_forms_of_a_request() -> None:
    """Each is asked as it stands in the table of forms."""
    assert {*PLAINER, *PLAINER.values()} <= {*ADDITIONS}


def test_what_was_not_counted_is_named() -> None:
    """A prompt of which a part is not counted has that part in the message."""
    step = Step(Expectation(), "Hello.", probe=RIGHT, additions=("long_system",))
    uncounted, other = uncounted_additions(
        [finding(COUNTED), finding("TC001")], step, reading(200), {}
    )
    assert uncounted.message == "It is refused: a long system prompt."
    assert other.message == "It is refused."


@pytest.mark.parametrize(
    ("member", "said"),
    [
        ("parametersJsonSchema", "long descriptions of parameters, under `parametersJsonSchema`"),
        ("parameters", "long descriptions of parameters"),
    ],
)
def test_what_was_not_counted_of_a_schema_is_named_with_its_place(member: str, said: str) -> None:
    """Of a format that has two places for it: one alone may be lost."""
    tool: JsonObject = {"name": "get_weather", member: {"type": "object"}}
    body = dump({"contents": [], "tools": [{"functionDeclarations": [tool]}]})
    request = Request(
        "POST", "https://api.example.invalid/v1beta/models/m:generateContent", (), body
    )
    exchange = replace(reading(200).exchange, request=request)
    seen = load_dialect("gemini-generate").decode(exchange)
    step = Step(Expectation(), "Hello.", probe=RIGHT, additions=("long_parameters",))
    (uncounted,) = uncounted_additions([finding(COUNTED)], step, seen, {})
    assert uncounted.message == f"It is refused: {said}."


def test_what_is_short_is_not_named_for_what_was_not_counted() -> None:
    """A long text of the case stands beside what is added: which of the two was not counted nobody knows."""
    step = Step(Expectation(), "Hello.", probe=RIGHT, additions=("words_before",))
    (uncounted,) = uncounted_additions([finding(COUNTED)], step, reading(200), {})
    assert uncounted.message == finding(COUNTED).message


def sized(size: int, status: int = 400) -> Reading:
    """Return an answer to a request of some size."""
    request = Request("POST", "https://api.example.invalid", (), b"x" * size)
    seen = reading(status)
    return replace(seen, exchange=replace(seen.exchange, request=request))


@pytest.mark.parametrize("status", [400, 413])
def test_what_is_refused_for_its_length_is_no_fault(status: int) -> None:
    """A plain request that is as long is refused, too: a model has the context that it has."""
    step = Step(Expectation(), "?", probe=RIGHT, additions=("long_result", "two_results"))
    controls = {"long_result": sized(20_000), Control.LONG: sized(40_000, status)}
    assert refused_additions([finding(RIGHT)], step, controls) == ()
    assert too_long(step, controls)


@pytest.mark.parametrize("status", [200, 500])
def test_only_its_refusal_tells_of_a_length(status: int) -> None:
    """Where the long request is taken, or the server fails over it, its place is to blame."""
    step = Step(Expectation(), "?", probe=RIGHT, additions=("long_result",))
    controls = {"long_result": sized(20_000), Control.LONG: sized(40_000, status)}
    assert len(refused_additions([finding(RIGHT)], step, controls)) == 1
    assert not too_long(step, controls)


def test_a_body_that_is_long_by_its_blanks_has_no_more_tokens() -> None:
    """Who refuses it does not do so for the context of a model."""
    seen = reading(413)
    request = Request("POST", "https://api.example.invalid", (), b"{}".ljust(130_000))
    assert not long_size(replace(seen, exchange=replace(seen.exchange, request=request)))
    assert long_size(sized(20_000)) == 20_000


def test_what_is_short_is_still_to_blame() -> None:
    """Beside what is too long anywhere, a short form that is refused is told of alone."""
    step = Step(Expectation(), "?", probe=RIGHT, additions=("long_result", "two_results"))
    controls = {
        "long_result": sized(20_000),
        "two_results": sized(900),
        Control.LONG: sized(40_000),
    }
    (told,) = refused_additions([finding(RIGHT)], step, controls)
    assert told.message == "It is refused: two calls and their results."
    assert not too_long(step, controls)


@pytest.mark.parametrize(
    ("additions", "rest"),
    [
        (("/tools/*/type",), "came: a tool with /tools/*/type of custom."),
        (("/tools/*/strict",), "came."),
    ],
)
def test_what_a_tool_has_that_is_not_called_is_named(additions: tuple[str, ...], rest: str) -> None:
    """Where it is demanded for that: servers drop tools of a type that they do not know."""
    body = b'{"type": "message", "content": [{"type": "text", "text": "No."}]}'
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "")
    exchange = Exchange(None, Response(200, (), body), evidence)
    answer = load_dialect("anthropic-messages").decode(exchange)
    step = Step(Expectation(), "Call it.", probe=RIGHT, additions=additions)
    none = "A call of one tool was demanded and none came."
    finding = Finding("TC602", Severity.ERROR, "", none, "get_weather", "no call")
    (found,) = uncounted_additions((finding,), step, answer, {})
    assert found.message == f"A call of one tool was demanded and none {rest}"
