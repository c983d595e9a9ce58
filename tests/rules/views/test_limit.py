"""The word for a cut in other letters is another word that says the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.model.conversation import Conversation, Tool, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from toolwire.rules import judge, judge_pair
from toolwire.rules.proof import exchanges
from toolwire.rules.views.limit import says_cut_otherwise

NOWHERE = Endpoint("https://api.example.invalid", "m-1")
WORDS = {"gemini-generate": b"MAX_TOKENS", "anthropic-messages": b"max_tokens"}


def cut(name: str, mode: Mode, word: bytes) -> Exchange:
    """Return a reply that was cut and says so in a word."""
    told = exchanges.baseline("TC408", name, "cut_text", mode)
    body = told.response.body.replace(b'"' + WORDS[name] + b'"', b'"' + word + b'"')
    assert word in body
    return replace(told, response=replace(told.response, body=body))


def stops(name: str, word: bytes) -> Iterator[str]:
    """Yield the rules of stop reasons that a pair breaks whose stream ends in a word."""
    dialect = load_dialect(name)
    whole = dialect.decode(cut(name, Mode.BLOCKING, WORDS[name]))
    stream = dialect.decode(cut(name, Mode.STREAMING, word))
    for one in (*judge(stream), *judge_pair(replace(stream, twin=whole))):
        if one.rule in {"TC118", "TC408", "TC410", "TC421", "TC422"}:
            yield one.rule


@pytest.mark.parametrize("name", WORDS)
def test_another_spelling_is_told_as_a_word_that_is_none(name: str) -> None:
    """It hides no cut: one finding is about the word, and a word for whole replies is another matter."""
    assert [*stops(name, WORDS[name])] == []
    assert [*stops(name, WORDS[name].swapcase())] == ["TC410"]
    assert [*stops(name, b"length")] == ["TC410"]
    whole = {"gemini-generate": b"STOP", "anthropic-messages": b"end_turn"}[name]
    assert "TC408" in stops(name, whole)


@pytest.mark.parametrize("name", WORDS)
def test_a_word_says_a_cut_otherwise_by_its_capitals_or_as_another_format(name: str) -> None:
    """The format's own word is none of these, and no more is one that no format has."""
    dialect = load_dialect(name)
    own = WORDS[name]
    for word, told in ((own, False), (own.swapcase(), True), (b"length", True), (b"eos", False)):
        assert says_cut_otherwise(dialect.decode(cut(name, Mode.BLOCKING, word))) is told


@pytest.mark.parametrize(
    ("limit", "kept", "told"),
    [
        (
            8,
            60,
            "The arguments break off where the request allows no more, and the reason says that all is whole.",
        ),
        (900, 60, "The arguments are not exactly one JSON value."),
        (8, 900, None),
    ],
)
def test_arguments_that_a_limit_breaks_off_are_told_as_such(
    limit: int, kept: int, told: str | None
) -> None:
    """Where the limit had room for all of them they are broken by something else."""
    note = " ".join(f"line{number} of the note" for number in range(40))
    call = PlannedCall("keep_note", {"text": note})
    prompt = f"Call keep_note({dump(call.arguments).decode()})."
    asked = Conversation((UserTurn(prompt),), (Tool("keep_note", "Keeps it.", {}),))
    dialect = load_dialect("openai-chat")
    request = dialect.encode(asked, NOWHERE)
    body = {**object_of(parse(request.body)), "max_tokens": limit}
    request = replace(request, body=dump(body))
    response = dialect.respond(request, Answer(calls=(call,)))
    answer = object_of(parse(response.body))
    message = object_of(object_of(items_of(answer["choices"])[0])["message"])
    function = object_of(object_of(items_of(message["tool_calls"])[0])["function"])
    function["arguments"] = str(function["arguments"])[:kept]
    exchange = Exchange(
        request, replace(response, body=dump(answer)), Evidence(EvidenceLevel.LIVE, "test")
    )
    found = [one.message for one in judge(dialect.decode(exchange)) if one.rule == "TC302"]
    assert found == ([] if told is None else [told])


def test_the_reply_that_denies_its_cut_is_shown() -> None:
    """The blocking one where the limit of its request cuts its text; else the stream, as in all comparisons."""
    dialect = load_dialect("anthropic-messages")
    say = 'Say "' + " ".join(f"line{number}" for number in range(60)) + '" and nothing else.'
    for limit, place in ((16, "/stop_reason"), (900, "event[")):
        asked = Conversation((UserTurn(say),))
        told = []
        for stream, is_cut in ((True, True), (False, False)):
            request = dialect.encode(replace(asked, stream=stream), NOWHERE)
            body = {**object_of(parse(request.body)), "max_tokens": limit}
            request = replace(request, body=dump(body))
            answer = Answer(text="line0 line1", cut=is_cut)
            evidence = Evidence(EvidenceLevel.LIVE, "test")
            told.append(Exchange(request, dialect.respond(request, answer), evidence))
        streamed, whole = map(dialect.decode, told)
        (found,) = (one for one in judge_pair(replace(streamed, twin=whole)) if one.rule == "TC408")
        assert found.pointer.startswith(place)
