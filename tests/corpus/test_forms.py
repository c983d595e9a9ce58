"""What recorded traffic says of the forms that `verify` asks for: taken by vendors, never refused.

A form is there where a recorded request has it at the place of the case, whatever its names and
texts are.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import yaml

from tests.corpus.test_reference import ASIDE, OWN
from tests.jobs.audit.beside.test_alternatives import ASKED, asked
from toolwire.io.json_text import items_of, object_of, parse
from toolwire.jobs.lint.detect import detect
from toolwire.model.conversation import Json
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate.alternatives import element_sort
from toolwire.rules.mutate.document_edit import respelled
from toolwire.rules.mutate.other_form import IN_PARTS, SEVERAL_PARTS
from toolwire.suites.model import Alternative
from toolwire.traffic import Unreadable, read

TABLE = Path(__file__).with_name("forms.yaml")
#: A form of a dialect, as the table has it: `text_part /messages/*[user]/content`.
Form = tuple[str, str]
#: Roles of a Gemini content and types of parts and items, which a recorded request may leave out.
_SORTS = re.compile(r"\[(?:function|message)\]")


def forms(name: str) -> dict[Form, Alternative]:
    """Return the forms that are asked of a dialect."""
    found = (item.case.steps[0].alternative for item in asked(name))
    return {(one.form, one.place): one for one in found if one is not None}


def members(value: Json, at: str = "") -> Iterator[tuple[str, dict[str, Json]]]:
    """Yield the objects in a request, with their places; sorts as `/messages/*[user]`."""
    if isinstance(value, dict):
        yield at, value
        for name, inner in value.items():
            yield from members(inner, f"{at}/{name}")
    elif isinstance(value, list):
        for item in value:
            yield from members(item, f"{at}/*{_SORTS.sub('', element_sort(item))}")


def plain(place: str) -> str:
    """Return a place without what tells nothing, in one spelling."""
    return _SORTS.sub("", place).replace("_", "").lower()


def has(holder: Mapping[str, Json], name: str, form: str, word: Json) -> bool:
    """Return whether an object has a member in a form."""
    value, there = holder.get(name), name in holder
    kinds = {object_of(part).get("type") for part in items_of(value)}
    texts = [one for one in items_of(value) if isinstance(object_of(one).get("text"), str)]
    shows = {
        "said": there and value == word,
        "left_out": not there and respelled(name) not in holder,
        "null": there and value is None,
        "respelled": respelled(name) in holder,
        "other_case": isinstance(value, str) and value == value.lower(),
        "text": isinstance(value, str),
        "alone": isinstance(value, dict | str),
        "in_parts": isinstance(value, list) and len(texts) == len(value) > 1,
    }
    form = IN_PARTS if form in SEVERAL_PARTS else form
    return shows[form] if form in shows else kinds == {form.removesuffix("_part")}


def shown(name: str, body: Json) -> set[Form]:
    """Return the forms of a dialect that a request has."""
    found = set()
    holders = [(plain(at), holder) for at, holder in members(body)]
    for (form, place), one in forms(name).items():
        above, _, member = place.rpartition("/")
        wanted = plain(above)
        if form == "left_out" and member == "role":
            wanted = wanted.partition("[")[0]  # without it nothing tells the sort
        if any(at == wanted and has(holder, member, form, one.word) for at, holder in holders):
            found.add((form, place))
    return found


@cache
def recorded(shared: Path) -> Mapping[str, Mapping[Form, tuple[Exchange, ...]]]:
    """Return dialect -> form -> the exchanges with the format's own vendor that show it."""
    found: dict[str, dict[Form, list[Exchange]]] = defaultdict(lambda: defaultdict(list))
    for corpus in ("corpus", "corpus2"):
        for file in sorted((shared / corpus).glob("*/*.jsonl")):
            for exchange in read([file]):
                assert not isinstance(exchange, Unreadable), exchange
                name = detect(exchange).dialect if exchange.request is not None else None
                if name is None or exchange.request is None:
                    continue
                if file.parent.name not in OWN.get(name, ()):
                    continue
                body = parse(exchange.request.body) if exchange.request.body else None
                for form in shown(name, body):
                    found[name][form].append(exchange)
    return {name: {form: tuple(every) for form, every in of.items()} for name, of in found.items()}


def test_how_often_a_vendor_took_each_form(shared: Path) -> None:
    """The table has each form that is asked, and how many recorded requests with it succeeded."""
    table: dict[str, dict[str, int]] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))
    counted = {
        name: {
            f"{form} {place}": sum(
                one.response.status < 400
                for one in recorded(shared).get(name, {}).get((form, place), ())
            )
            for form, place in forms(name)
        }
        for name in ASKED
    }
    assert table == counted


def test_no_vendor_refused_a_form_of_its_own(shared: Path) -> None:
    """Each refusal of a request that has one says what else it is about."""
    about = Counter[str]()
    for of in recorded(shared).values():
        for (form, place), exchanges in of.items():
            for one in exchanges:
                status = one.response.status
                if 400 <= status < 500 and status not in ASIDE:
                    said = one.response.body.decode()
                    known = [words for words in ABOUT if words in said]
                    assert known, (form, place, one.evidence.source, said)
                    about[known[0]] += 1
    assert set(about) == set(ABOUT), "a refusal is listed that nobody made"


#: What vendors refused, of requests that had one of the forms: none of it is the form.
ABOUT = (
    "structured_output",
    '"name": "add"',
    "temperature",
    "tools[0].name",
    "is not supported with the Responses API",
    "Deep research models only",
    "API key not valid",
)
