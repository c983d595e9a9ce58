"""Requests that a published type refuses, and what the reference says to them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import parse
from toolwire.jobs.selftest.wrong_requests import wrong_requests
from toolwire.jobs.serve.server import Server

#: Dialect -> the wrong requests that the reference takes, as `operator place` (2026-11-23: it goes
#: by what it can read, not by the schema). One more is a step back.
TAKEN = json.loads(Path(__file__).with_name("wrong_requests_taken.json").read_bytes())


def taken(name: str) -> list[str]:
    """Return the wrong requests of a dialect that the reference answers with success."""
    server = Server((name,))
    return sorted(
        f"{wrong.operator} {wrong.place}"
        for wrong in wrong_requests(load_dialect(name))
        if server.answer(wrong.request).response.status < 400
    )


@pytest.mark.parametrize("name", DIALECTS)
def test_a_wrong_request_does_not_fit_and_is_made_once(name: str) -> None:
    """Each is refused by the published type, and no change of a place comes twice."""
    made = list(wrong_requests(load_dialect(name)))
    assert len(made) > 10
    assert len({(wrong.operator, wrong.place) for wrong in made}) == len(made)
    fits = validator(name, "request").is_valid
    assert not any(fits(parse(wrong.request.body)) for wrong in made)


@pytest.mark.parametrize("name", DIALECTS)
def test_the_reference_refuses_what_the_published_type_refuses(name: str) -> None:
    """But for those that are written down: no other one is taken."""
    assert set(taken(name)) - set(TAKEN[name]) == set()
