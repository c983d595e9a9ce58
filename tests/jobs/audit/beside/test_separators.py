"""Asking for letters that some programs take for the end of a line, and telling who breaks events at them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import parse
from toolwire.jobs.audit.beside.separators import SEPARATORS, SUITE
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Severity
from toolwire.suites import load_suites

BROKEN = (
    "The event is cut off in the middle of its JSON: a line ends at U+2028, U+2029 or U+0085 of a "
    "text."
)
LETTERS = ("\u2028", "\u2029", "\u0085")
#: Whose streams are lines of text.
ON_LINES = [
    name
    for name in DIALECTS
    if load_dialect(name).wire.stream.types[0].startswith(("text/", "application/x-ndjson"))
]
Change = Callable[[str], str]


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(SEPARATORS.items([target(name)], load_suites()))


class Answering:
    """The reference, whose answers are changed."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, name: str, change: Change) -> None:
        self._server, self._change = Server([name]), change
        self.bodies: list[bytes] = []

    async def send(self, request: Request) -> Response:
        """Answer."""
        response = self._server.answer(request).response
        self.bodies.append(response.body)
        return replace(response, body=self._change(response.body.decode()).encode())


def told(name: str, change: Change) -> set[tuple[str, str]]:
    """Return rule and words of what is found at warning or above."""
    seen = list(run(items(name), lambda _: Answering(name, change)))
    every = [one for each in seen for one in each.findings]
    grave = (Severity.WARNING, Severity.ERROR)
    return {(one.rule, one.message) for one in every if one.counted in grave}


def split(text: str) -> str:
    """Return lines as Python splits them."""
    return "".join(f"{line}\n" for line in text.splitlines())


def split_into_events(text: str) -> str:
    """Return each line, as Python splits them, as an event of its own."""
    lines = (line for line in text.splitlines() if line)
    known = ("data:", "event:", "id:", ":")
    return "".join(f"{one}\n\n" if one.startswith(known) else f"data: {one}\n\n" for one in lines)


def escaped(text: str) -> str:
    """Return a body whose letters are escaped as JSON may have them."""
    for letter in LETTERS:
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return text


def replaced(by: str) -> Change:
    """Make a change of each letter to another one."""

    def apply(text: str) -> str:
        for letter in LETTERS:
            text = text.replace(letter, by)
        return text

    return apply


@pytest.mark.parametrize("name", DIALECTS)
def test_streams_alone_are_asked(name: str) -> None:
    """Each request is right by the published type, and has two of the letters, apart."""
    asked = items(name)
    assert [item.mode for item in asked] == [Mode.STREAMING] * 2
    for item in asked:
        (step,) = item.case.steps
        words = step.user or ""
        assert sum(words.count(letter) for letter in LETTERS) == 2
        sent = request_of(item, step, (UserTurn(words),))
        assert validator(name, "request").is_valid(parse(sent.body))


@pytest.mark.parametrize("name", ON_LINES)
def test_the_reference_writes_the_letters_as_they_are(name: str) -> None:
    """Else no program would break an event at them."""
    server = Answering(name, str)
    assert all(not one.findings for one in run(items(name), lambda _: server))
    assert len(server.bodies) == 2
    assert all(any(letter.encode() in body for letter in LETTERS) for body in server.bodies)


@pytest.mark.parametrize("name", ON_LINES)
def test_an_event_that_is_broken_at_a_letter_is_told(name: str) -> None:
    """In words that name the letters, whether the rest is an event or a line that nobody reads."""
    assert ("TC117", BROKEN) in told(name, split)
    if load_dialect(name).wire.stream.types[0].startswith("text/"):
        found = told(name, split_into_events)
        assert {one for one in found if one[0] == "TC117"} == {("TC117", BROKEN)}


@pytest.mark.parametrize("name", ON_LINES)
@pytest.mark.parametrize(
    "change",
    [escaped, replaced(" "), replaced("")],
    ids=["escaped", "blank", "lost"],
)
def test_what_a_model_or_a_writer_may_do_is_right(name: str, change: Change) -> None:
    """JSON may escape any letter, and a model may write a blank or nothing."""
    assert not told(name, change)


def test_nothing_is_asked_without_the_suite() -> None:
    """It stands beside the suite of texts beside calls."""
    others = tuple(suite for suite in load_suites() if suite.id != SUITE)
    assert not list(SEPARATORS.items([target("openai-chat")], others))
