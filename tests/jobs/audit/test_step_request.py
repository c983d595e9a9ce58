"""The request of a step, with what is asked in it and without."""

from __future__ import annotations

from dataclasses import replace

from tests.support.targets import target
from toolwire.io.json_text import object_of, parse
from toolwire.jobs.audit.beside.right_requests import RIGHT_REQUESTS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.step_request import dialect_of, request_of
from toolwire.model.conversation import UserTurn
from toolwire.model.exchange import Mode, Request
from toolwire.suites import load_suites

NAME = "openai-chat"
ITEMS = tuple(RIGHT_REQUESTS.items([target(NAME)], load_suites()))


def asked(item: Item, *, probing: bool) -> Request:
    """Return the request of an item's first step."""
    step = item.case.steps[0]
    return request_of(item, step, (UserTurn(step.user or ""),), probing=probing)


def test_what_a_step_adds_is_left_out_where_it_is_not_wanted() -> None:
    """The control of a refusal is the same request without what was refused."""
    item = next(one for one in ITEMS if one.case.steps[0].additions)
    assert asked(item, probing=True) != asked(item, probing=False)


def test_a_case_may_speak_another_dialect_than_its_provider() -> None:
    """Over the same endpoint, and streamed as the item is."""
    item = replace(ITEMS[0], mode=Mode.STREAMING)
    assert dialect_of(item).name == NAME
    other = replace(item, case=replace(item.case, dialect="cohere-v2"))
    assert dialect_of(other).name == "cohere-v2"
    assert object_of(parse(asked(item, probing=False).body)).get("stream") is True
