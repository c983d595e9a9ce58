"""Ends of choices whose reasons are empty, marks of ends in quotes, and texts in the delta of a chat."""

from __future__ import annotations

import re

import pytest

from tests.rules.views.test_told_again import live
from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules import judge
from toolwire.rules.mutate.edit import Frame, frames, raw_body
from toolwire.rules.mutate.request_edit import ask
from toolwire.rules.mutate.scenarios import clean


def found(name: str, exchange: Exchange) -> dict[str, str]:
    """Return what is found, by rule, at warning or above."""
    seen = judge(load_dialect(name).decode(live(exchange)))
    return {one.rule: one.message for one in seen if one.severity in {"error", "warning"}}


@pytest.mark.parametrize("name", ["chatml", "openai-chat"])
def test_an_empty_reason_ends_no_choice(name: str) -> None:
    """It is no word, which one rule says; nothing comes behind the end for it."""
    exchange = clean(load_dialect(name), "say_so", Mode.STREAMING)
    empty = raw_body(lambda body: body.replace(b'"finish_reason":null', b'"finish_reason":""'))(
        exchange
    )
    assert empty != exchange
    assert {*found(name, empty)} == {"TC405"}
    never = raw_body(lambda body: body.replace(b'"finish_reason":"stop"', b'"finish_reason":""'))(
        empty
    )
    assert {*found(name, never)} == {"TC405"}


def test_text_behind_the_end_of_a_completion_is_shown_where_it_stands() -> None:
    """A choice of a text completion has no delta."""
    exchange = clean(load_dialect("chatml"), "say_so", Mode.STREAMING)
    ended = raw_body(lambda body: body.replace(b'"finish_reason":null', b'"finish_reason":"stop"'))(
        exchange
    )
    pointers = [
        one.pointer for one in judge(load_dialect("chatml").decode(ended)) if one.rule == "TC909"
    ]
    assert pointers
    assert all(one.endswith("/text") for one in pointers)


def test_a_mark_in_quotes_is_named() -> None:
    """A stream that has none at all is told of otherwise."""
    exchange = clean(load_dialect("openai-chat"), "say_so", Mode.STREAMING)
    quoted = raw_body(lambda body: body.replace(b"data: [DONE]", b'data: "[DONE]"'))(exchange)
    said = "The stream ends with [DONE] in quotes, which readers take for a text."
    assert found("openai-chat", quoted)["TC910"] == said
    none = raw_body(lambda body: body.replace(b"data: [DONE]\n\n", b""))(exchange)
    assert found("openai-chat", none) == {"TC910": "The stream ends without [DONE]."}


def test_a_text_in_the_delta_of_a_chat_is_named() -> None:
    """A text completion has it in `text`, and may have an empty delta beside."""
    exchange = clean(load_dialect("chatml"), "say_so", Mode.STREAMING)
    moved = raw_body(
        lambda body: re.sub(rb'"text":("[^"]*")', rb'"delta":{"content":\1}', body).replace(
            b"text_completion", b"chat.completion.chunk"
        )
    )(exchange)
    said = "The text stands in the delta of a chat's chunk, and this is a text completion."
    assert found("chatml", moved)["TC922"] == said
    beside = raw_body(lambda body: body.replace(b'"text":', b'"delta":{},"text":'))(exchange)
    assert "TC922" not in found("chatml", beside)


def two_choices(ends: tuple[int, ...]) -> Exchange:
    """Return a stream of two choices, asked for, whose ends have these indexes."""

    def twice(stream: list[Frame]) -> list[Frame]:
        made: list[Frame] = []
        for event, payload in stream:
            (choice,) = items_of(object_of(payload).get("choices")) or (None,)
            last = object_of(choice).get("finish_reason") is not None
            for number in ends if last else (0, 1) if choice else (None,):
                told = object_of(payload)
                one = {**object_of(choice), "index": number}
                made.append((event, payload if number is None else {**told, "choices": [one]}))
        return made

    clean_one = clean(load_dialect("openai-chat"), "say_so", Mode.STREAMING)
    return frames(twice)(ask(lambda body: body.update(n=2))(clean_one))


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ((0, 1), None),
        ((0, 0), "The choice has the finish reason of another one, which has none."),
        ((0,), "The choice never gets a finish reason."),
        ((0, 1, 1), "The choice has a second chunk with a finish reason."),
    ],
)
def test_an_end_under_the_number_of_another_choice_is_told_as_that(
    ends: tuple[int, ...], said: str | None
) -> None:
    """A choice that ends twice, where each of them has an end, ends twice."""
    assert found("openai-chat", two_choices(ends)).get("TC909") == said


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (
            b'{"index":0,"delta":{}}',
            "The chunk that tells the usage has a choice, which had ended: its list is to be empty.",
        ),
        (b'{"index":0,"delta":{},"finish_reason":null}', None),
    ],
)
def test_a_choice_in_the_chunk_of_usage_is_told_as_one_too_many(
    choice: bytes, said: str | None
) -> None:
    """That it has no finish_reason is not what is wrong with it."""
    exchange = clean(load_dialect("openai-chat"), "say_so", Mode.STREAMING)
    more = raw_body(lambda body: body.replace(b'"choices":[]', b'"choices":[' + choice + b"]"))(
        ask(lambda body: body.update(stream_options={"include_usage": True}))(exchange)
    )
    assert more.response.body.count(b'"choices":[' + choice) == 1
    assert found("openai-chat", more).get("TC405") == said


def test_a_piece_that_lacks_the_key_before_the_end_is_told_of_by_the_key() -> None:
    """Where others say null."""
    exchange = clean(load_dialect("openai-chat"), "say_so", Mode.STREAMING)
    lacks = raw_body(lambda body: body.replace(b',"finish_reason":null', b"", 1))(exchange)
    assert lacks != exchange
    assert found("openai-chat", lacks)["TC405"] == "The choice has no finish_reason key."
