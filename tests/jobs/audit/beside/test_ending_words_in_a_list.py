"""Asking for a text that ends at the second word of a list."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.io.pointer import at
from toolwire.jobs.audit.beside.ending_words import ENDING_WORDS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import Json
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Finding, Severity, Verdict
from toolwire.rules import RULES
from toolwire.suites import load_suites

JUDGED = sorted(RULES["TC415"].severity)
COLOURS = ("silver", "amber")
BEHIND = " With the word as the first of the list the same is answered as it should be."


def items(name: str) -> list[Item]:
    """Return what is asked of a dialect."""
    return list(ENDING_WORDS[1].items([target(name)], load_suites()))


class ReadingSome:
    """A server that reads the first words of the list alone.

    Args:
        name: its dialect.
        most: how many it reads.
    """

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, name: str, most: int) -> None:
        form = load_dialect(name).wire.request
        assert form is not None
        self._server, self._path, self._most = Server([name]), form.ends_at, most
        self.asked: list[list[Json]] = []

    async def send(self, request: Request) -> Response:
        """Answer."""
        body = parse(request.body)
        *path, last = self._path
        holder = object_of(at(body, tuple(path)))
        words = holder[last]
        assert isinstance(words, list)
        self.asked.append([word for word in words if word in COLOURS])
        holder[last] = [
            word for word in words if word not in COLOURS or word in words[: self._most]
        ]
        return self._server.answer(replace(request, body=dump(body))).response


def told(name: str, server: ReadingSome) -> list[Finding]:
    """Return what is said of a server."""
    return [one for seen in run(items(name), lambda _: server) for one in seen.findings]


@pytest.mark.parametrize("name", DIALECTS)
def test_it_is_asked_in_both_modes_where_the_words_are_judged(name: str) -> None:
    """Without tools, which may be what the words are lost for."""
    asked = items(name)
    assert [item.mode for item in asked] == (list(Mode) if name in JUDGED else [])
    assert not [item for item in asked if item.case.tools]


@pytest.mark.parametrize("name", JUDGED)
def test_who_reads_both_words_is_clean_and_asked_once_a_mode(name: str) -> None:
    """The second is the one that comes up."""
    server = ReadingSome(name, 2)
    assert told(name, server) == []
    assert server.asked == [["silver", "amber"]] * 2


@pytest.mark.parametrize("name", JUDGED)
def test_who_reads_the_first_alone_is_told_so(name: str) -> None:
    """In each mode, as a warning, though the format has no reason for such an end."""
    findings = told(name, ReadingSome(name, 1))
    assert [(one.rule, one.severity) for one in findings] == [("TC415", Severity.WARNING)] * 2
    assert all(one.message.endswith(BEHIND) for one in findings)


@pytest.mark.parametrize("name", JUDGED)
def test_who_reads_none_is_told_no_more_than_that(name: str) -> None:
    """The suite tells the same of a list of one."""
    findings = told(name, ReadingSome(name, 0))
    assert {one.rule for one in findings} == {"TC415"}
    assert {one.message for one in findings} == {
        "The text has a word at which the request wants it to end."
    }


def test_a_refusal_of_two_is_no_finding() -> None:
    """Some servers take fewer words than their vendor."""
    (first, second) = run(items("openai-chat"), lambda _: TakingOne())
    assert first.verdict is second.verdict is Verdict.UNSUPPORTED
    found = [one for seen in (first, second) for one in seen.findings]
    assert not [one for one in found if one.severity > Severity.INFO]


class TakingOne:
    """A server that refuses a list of two words."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    async def send(self, request: Request) -> Response:
        """Refuse them."""
        if b'"silver"' not in request.body:
            return Server(["openai-chat"]).answer(request).response
        body = {
            "error": {"message": "stop: no more than one word", "type": "invalid_request_error"}
        }
        return Response(400, (("content-type", "application/json"),), dump(body))
