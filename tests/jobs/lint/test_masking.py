"""Findings in traffic of others give away nothing of what their exchange holds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.planting import KEY, SECRETS
from toolwire.io.secrets.standin import stand_in
from toolwire.jobs.lint.masking import credentials, name_without_secrets, scrubbed, without_secrets
from toolwire.model.conversation import Json
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.model.observation import Finding, Severity

JWT = SECRETS["JWT"].text


def exchange(answer: str, key: str = KEY) -> Exchange:
    """Return an exchange whose request carries a key."""
    headers = (("authorization", f"Bearer {key}"), ("content-type", "application/json"))
    request = Request("POST", "https://api.example.invalid/v1/x", headers, b'{"a":1}')
    body = b'{"id":"%b"}' % answer.encode()
    return Exchange(request, Response(200, (), body), Evidence(EvidenceLevel.IMPORTED, "a.har"))


def finding(actual: Json, pointer: str = "/id") -> Finding:
    """Return a finding that quotes something."""
    return Finding("TC190", Severity.INFO, pointer, "It is so.", None, actual)


@pytest.mark.parametrize("quoted", [JWT, JWT[20:60], JWT[-40:], {"a": [JWT[30:70]]}])
def test_a_piece_of_a_token_is_masked(quoted: Json) -> None:
    """Cut out of its middle it has no form; the exchange says what it was a piece of."""
    (one,) = without_secrets((finding(quoted),), (exchange(JWT),))
    assert not any(JWT[at : at + 12] in str(one.actual) for at in range(len(JWT) - 11))
    assert len(str(one.actual)) == len(str(quoted))


def test_a_token_of_a_body_that_is_read_in_pieces_is_masked() -> None:
    """Strings beside each other are read as one text as well: what is found in it counts too."""
    beside = f'x","role":"{JWT}","enum":["celsius","kelvin"],"c":"x'
    (one,) = without_secrets((finding(JWT[:50]),), (exchange(beside),))
    assert JWT[:50] not in str(one.actual)


def test_two_tokens_that_would_have_one_stand_in_are_both_masked() -> None:
    """Of an answer that goes back such a pair is left alone; here nothing goes back."""
    other = JWT.replace("1", "2").replace("9", "8")
    assert other != JWT
    (one,) = without_secrets((finding(other[20:60]),), (exchange(f'{JWT}","b":"{other}'),))
    assert other[22:40] not in str(one.actual)


def test_the_key_that_was_sent_is_masked_wherever_it_is_quoted() -> None:
    """The recording itself says which key that is."""
    (one,) = without_secrets((finding("x", f"/error/{KEY}"),), (exchange("x"),))
    assert KEY not in one.pointer
    assert len(one.pointer) == len(KEY) + 7


@pytest.mark.parametrize("inside", [str, lambda piece: [piece], lambda piece: {piece: "x"}])
def test_every_piece_of_a_token_is_masked_wherever_it_stands(
    inside: Callable[[str], Json],
) -> None:
    """Names in camel case and lists of words spare the look through an exchange; no piece does."""
    whole = exchange(JWT)
    for at in range(len(JWT) - 15):
        piece = JWT[at : at + 16]
        (quoted, named) = without_secrets(
            (finding(inside(piece)), finding(1, f"/{piece}")), (whole,)
        )
        assert piece not in str(quoted.actual)
        assert piece not in named.pointer


def test_what_is_no_secret_stays() -> None:
    """Ids of calls and a word in the place of a key are evidence."""
    exchange_id = "call_9f2b7a61c0d84e35"
    found = (finding(exchange_id), finding("test-api-key"))
    assert without_secrets(found, (exchange(exchange_id, "test-api-key"),)) == found
    assert credentials(exchange("x", "test-api-key")).values == ()


def test_an_exchange_keeps_what_says_what_it_is() -> None:
    """Only bodies are scrubbed: headers and address decide how it is read."""
    before = exchange(JWT)
    after = scrubbed(before)
    assert JWT.encode() not in after.response.body
    assert after.request is not None
    assert before.request is not None
    assert after.request.headers == before.request.headers
    assert scrubbed(exchange("x")) == exchange("x")


def test_a_model_that_is_called_by_the_end_of_a_token_is_masked() -> None:
    """A stream may spread a token over the events that name the model; the last one counts."""
    token = "org" + "-4s4Aq5GpnxPsR7LE2FS7qwW"
    half = len(token) // 2
    events = (f'data: {{"modelVersion":"{part}"}}\n\n' for part in (token[:half], token[half:]))
    before = exchange("x")
    stream = replace(before, response=Response(200, (), "".join(events).encode()))
    told = name_without_secrets(token[half:], "reference-model", stream)
    assert told == stand_in(token[half:].encode()).decode()
    assert name_without_secrets("gpt-4o-2024-08-06", "gpt-4o", stream) == "gpt-4o-2024-08-06"


def test_a_model_that_is_called_by_the_end_of_a_name_is_masked() -> None:
    """What is left of an ARN has neither digits nor capitals, and is no plain word all the same."""
    arn = "arn:aws:iam" + "::" + "7319" * 3 + ":user/jane-at-acme"
    cut = arn.index("user/")
    events = (f'data: {{"modelVersion":"{p}"}}\n\n' for p in (arn[:cut], f"{arn[cut:]} may not"))
    stream = replace(exchange("x"), response=Response(200, (), "".join(events).encode()))
    shown = name_without_secrets(f"{arn[cut:]} may not", "reference-model", stream)
    assert shown is not None
    assert "jane" not in shown
