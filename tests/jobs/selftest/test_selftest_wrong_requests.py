"""Requests that a vendor refuses, and what the reference says to them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.selftest import wrong_requests_page
from tests.jobs.selftest.wrong_requests import broken_requests, wrong_requests
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.serve.server import Server
from toolwire.model.exchange import Mode
from toolwire.rules.mutate.scenarios import clean
from toolwire.rules.mutate.schema_misfits import misfits


@pytest.mark.parametrize("name", DIALECTS)
def test_a_wrong_request_does_not_fit_and_is_made_once(name: str) -> None:
    """Each is refused by the published type, and no change of a place comes twice."""
    made = list(wrong_requests(load_dialect(name)))
    assert len(made) > 20
    assert len({(wrong.change, wrong.place) for wrong in made}) == len(made)
    fits = validator(name, "request").is_valid
    assert not any(fits(parse(wrong.request.body)) for wrong in made)


@pytest.mark.parametrize("name", DIALECTS)
def test_the_reference_refuses_what_the_published_type_refuses(name: str) -> None:
    """Of all changes of one place that do not fit, none is answered with success."""
    server = Server((name,))
    taken = [
        f"{wrong.change} {wrong.place}"
        for wrong in wrong_requests(load_dialect(name))
        if server.answer(wrong.request).response.status < 400
    ]
    assert taken == []


@pytest.mark.parametrize("name", DIALECTS)
def test_the_reference_refuses_what_breaks_a_request_rule(name: str) -> None:
    """Of all faults that rules find at error, none is answered with success."""
    server = Server((name,))
    made = list(broken_requests(load_dialect(name)))
    taken = {one.rule for one in made if server.answer(one.request).response.status < 400}
    assert taken == set()


def test_broken_pairings_are_made_in_most_dialects() -> None:
    """Results without calls, calls without results, ids twice: where vendors compare them."""
    made = {name: {one.rule for one in broken_requests(load_dialect(name))} for name in DIALECTS}
    for name in ("anthropic-messages", "bedrock-converse", "cohere-v2", "openai-chat"):
        assert {"TC741", "TC742"} <= made[name], name
    assert sum(len(rules) for rules in made.values()) > 40


def test_members_that_no_clean_request_has_are_wrong_too() -> None:
    """The schema names them: a switch that nobody set gets a word for its truth."""
    places = {(wrong.change, wrong.place) for wrong in wrong_requests(load_dialect("openai-chat"))}
    assert ("retype", "/parallel_tool_calls") in places
    assert ("retype", "/stream_options/include_usage") not in places
    assert ("retype", "/stream_options") in places


def test_each_bound_is_passed_by_one() -> None:
    """Numbers, lengths and sizes just outside, and a word that is none of those known."""
    schema = {
        "properties": {
            "count": {"minimum": 1, "exclusiveMaximum": 4},
            "name": {"$ref": "#/$defs/name"},
            "list": {"maxItems": 1},
            "word": {"enum": ["a"]},
        },
        "$defs": {"name": {"maxLength": 2}},
    }
    made = {
        misfit.change: object_of(misfit.document)[str(misfit.path[-1])]
        for misfit in misfits(schema, {})
        if misfit.change not in {"retype", "null"}
    }
    assert made == {
        "minimum": 0,
        "exclusiveMaximum": 4,
        "maxLength": "xxx",
        "maxItems": ["x", "x"],
        "enum": "none-of-these",
    }


def test_a_choice_in_another_vendors_words_is_taken() -> None:
    """Anthropic's form is recorded to be taken by xAI and MiniMax; one that nobody took is refused."""
    request = clean(load_dialect("openai-chat"), "named_choice", Mode.BLOCKING).request
    assert request is not None
    body = object_of(parse(request.body))
    statuses = []
    for choice in (
        {"type": "tool", "name": "get_time"},
        {"function": {"name": "get_time"}},
        {"type": "tool", "function": {"name": "get_time"}},
    ):
        changed = replace(request, body=dump({**body, "tool_choice": choice}))
        statuses.append(Server(("openai-chat",)).answer(changed).response.status)
    assert statuses == [200, 400, 400]


def test_the_page_says_what_is_taken() -> None:
    """The page is what the reference answers today, each taken one with its reason."""
    assert wrong_requests_page.main(["--check"]) == 0
