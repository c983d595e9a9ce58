"""What vendors are known to refuse: each is made of a right request, told from it, and refused by `serve`."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from functools import cache
from typing import Final

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.known_refusal import KnownRefusal, found_in
from toolwire.io.json_text import dump, parse
from toolwire.jobs.audit.beside.requirements import REQUIREMENTS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.requirement import KNOWN
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.serve import Server
from toolwire.model.conversation import Json, UserTurn
from toolwire.model.exchange import Request
from toolwire.suites import load_suites

#: What may stand in the place of anything.
_ODD: Final[tuple[Json, ...]] = (
    None,
    True,
    -1,
    0.5,
    "",
    "x",
    [],
    [None],
    [[]],
    [{}],
    {},
    {"x": []},
)
_DEEPEST: Final = 8


def of_dialect(name: str) -> tuple[KnownRefusal, ...]:
    """Return what the vendor of a dialect is known to refuse."""
    form = load_dialect(name).wire.request
    return () if form is None else form.known_refusals


ALL: Final = [(name, one) for name in DIALECTS for one in of_dialect(name)]
EACH: Final = pytest.mark.parametrize(
    ("name", "known"), ALL, ids=[f"{name}-{one.id}" for name, one in ALL]
)
WRITTEN: Final = pytest.mark.parametrize("name", sorted({name for name, _ in ALL}))


@cache
def asked(name: str) -> dict[str, Item]:
    """Return what is asked of a server of a dialect, by the ids of the cases."""
    found = REQUIREMENTS.items([target(name)], load_suites())
    return {one.case.id: one for one in found if one.case.id.startswith(f"{KNOWN}_")}


def sent(name: str, known: KnownRefusal, *, probing: bool) -> Request:
    """Return a wrong request as it is asked, or the right one that it is made of."""
    item = asked(name)[f"{KNOWN}_{known.id}"]
    (step,) = item.case.steps
    return request_of(item, step, (UserTurn(step.user or ""),), probing=probing)


def found(name: str, request: Request) -> list[str]:
    """Return the ids of what is found wrong with a request."""
    return [one.id for one in found_in(request, of_dialect(name))]


def odd(value: Json, depth: int = 0) -> list[Json]:
    """Return a value with each of its parts replaced by what does not belong there."""
    changed: list[Json] = [other for other in _ODD if other != value]
    if depth == _DEEPEST:
        return changed
    if isinstance(value, dict):
        changed += [{k: v for k, v in value.items() if k != key} for key in value]
        changed += [{**value, key: other} for key in value for other in odd(value[key], depth + 1)]
    if isinstance(value, list):
        changed += [
            [*value[:place], other, *value[place + 1 :]]
            for place, one in enumerate(value)
            for other in odd(one, depth + 1)
        ]
    return changed


@WRITTEN
def test_each_is_asked_once(name: str) -> None:
    """A wrong request that verify's own right one cannot be made into is asked of nobody."""
    ids = [one.id for one in of_dialect(name)]
    assert len(ids) == len(set(ids))
    assert asked(name).keys() == {f"{KNOWN}_{one}" for one in ids}


@EACH
def test_the_reference_refuses_it_as_its_vendor_does(name: str, known: KnownRefusal) -> None:
    """Else a client that is tried on the reference fails at the vendor."""
    answer = Server((name,)).answer(sent(name, known, probing=True)).response
    assert answer.status == known.status


@EACH
def test_the_reference_takes_it_without_what_is_wrong(name: str, known: KnownRefusal) -> None:
    """Else that it was refused would say nothing."""
    right = sent(name, known, probing=False)
    assert Server((name,)).answer(right).response.status == 200
    assert found(name, right) == []


@EACH
def test_it_is_told_by_itself_alone(name: str, known: KnownRefusal) -> None:
    """What finds one wrong thing in another's request names a server for what it did not do."""
    if known.is_wrong is not None:
        assert found(name, sent(name, known, probing=True)) == [known.id]


@EACH
def test_the_right_request_stays_as_it_is(name: str, known: KnownRefusal) -> None:
    """A wrong request shares what is right with it."""
    right = sent(name, known, probing=False)
    before = (right.url, right.headers, bytes(right.body))
    wrong = known.wrong(right)
    assert wrong is not None
    assert wrong != right
    assert (right.url, right.headers, right.body) == before


@WRITTEN
def test_a_body_of_any_form_is_read(name: str) -> None:
    """What comes to `serve` is a stranger's."""
    right = sent(name, of_dialect(name)[0], probing=False)
    bodies: list[bytes] = [b"", b"{", b"\xff", *map(dump, odd(parse(right.body)))]
    for body in bodies:
        for one in of_dialect(name):
            stranger = replace(right, body=body)
            assert one.is_wrong is None or isinstance(one.is_wrong(stranger), bool)


@WRITTEN
def test_a_body_without_members_has_nothing_wrong(name: str) -> None:
    """A body that asks nothing has none of what is refused."""
    right = sent(name, of_dialect(name)[0], probing=False)
    assert found(name, replace(right, body=dump({}))) == []


@EACH
def test_somebody_has_said_so(name: str, known: KnownRefusal) -> None:
    """Mere belief accuses a server of nothing."""
    assert re.fullmatch("[a-z0-9]+(?:_[a-z0-9]+)*", known.id)
    assert known.what
    assert not known.what.endswith(".")
    assert known.said
    # A page on the web, or a recording: repository, path, commit, index.
    recorded = r"\S+/\S+ .+@[0-9a-f]{40} #\d+.*"
    assert re.fullmatch(rf"https://\S+.*|{recorded}", known.source), known.source
    assert date.fromisoformat(known.read) >= date(2026, 11, 1)
    assert 400 <= known.status <= 422
