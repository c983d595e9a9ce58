"""Asking for a text that ends at a word which stands in no list."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.beside.ending_words import ENDING_WORDS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Finding, Severity, Verdict
from toolwire.suites import load_suites

#: Formats that have the word in either form, and where.
HOLDERS: dict[str, tuple[str, ...]] = {"openai-chat": (), "ollama-chat": ("options",)}


def items(name: str) -> list[Item]:
    """Return what is asked of a dialect."""
    return list(ENDING_WORDS[0].items([target(name)], load_suites()))


class ReadingWords:
    """A server that reads no such word, only those in a list, or any."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, name: str, reads: Callable[[object], bool]) -> None:
        self._server, self._name, self._reads = Server([name]), name, reads
        self.asked: list[JsonObject] = []

    async def send(self, request: Request) -> Response:
        """Answer."""
        body = object_of(parse(request.body))
        self.asked.append(object_of(parse(request.body)))
        holder = body
        for step in HOLDERS[self._name]:
            holder = object_of(holder[step])
        if not self._reads(holder["stop"]):
            del holder["stop"]
        return self._server.answer(replace(request, body=dump(body))).response


def told(name: str, server: ReadingWords) -> list[Finding]:
    """Return what is said of a server."""
    return [one for seen in run(items(name), lambda _: server) for one in seen.findings]


@pytest.mark.parametrize("name", DIALECTS)
def test_it_is_asked_once_where_a_format_has_both_forms(name: str) -> None:
    """Without tools, and without a stream."""
    asked = items(name)
    assert [item.mode for item in asked] == ([Mode.BLOCKING] if name in HOLDERS else [])
    assert not [item for item in asked if item.case.tools]


@pytest.mark.parametrize("name", HOLDERS)
def test_who_reads_the_word_is_clean_and_asked_once(name: str) -> None:
    """It stands in the request as a text."""
    server = ReadingWords(name, lambda _: True)
    assert told(name, server) == []
    (body,) = server.asked
    for step in HOLDERS[name]:
        body = object_of(body[step])
    assert body["stop"] == "amber"


@pytest.mark.parametrize("name", HOLDERS)
def test_who_reads_lists_alone_is_told(name: str) -> None:
    """The text runs on behind the word."""
    (finding,) = told(name, ReadingWords(name, lambda word: isinstance(word, list)))
    assert (finding.rule, finding.severity) == ("TC415", Severity.WARNING)
    assert finding.message.startswith("The text has a word at which the request wants it to end.")
    if name == "openai-chat":
        assert finding.message.endswith(" In a list the same word is read.")


def test_who_reads_neither_is_information_where_vendors_document_less() -> None:
    """As beside tools."""
    (finding,) = told("openai-chat", ReadingWords("openai-chat", lambda _: False))
    assert (finding.rule, finding.severity) == ("TC415", Severity.INFO)


@pytest.mark.parametrize("name", HOLDERS)
def test_a_refusal_is_no_finding_here(name: str) -> None:
    """Right requests ask whether it is taken; Ollama's own server wants a list."""
    (seen,) = run(items(name), lambda _: Refusing(name))
    assert seen.verdict is Verdict.UNSUPPORTED
    assert not [one for one in seen.findings if one.severity > Severity.INFO]


class Refusing:
    """A server that takes lists alone."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, name: str) -> None:
        self._server, self._name = Server([name]), name

    async def send(self, request: Request) -> Response:
        """Refuse the word by itself."""
        if b'"stop":"' not in request.body:
            return self._server.answer(request).response
        told = "option stop must be of type array"
        body = {"error": told if self._name == "ollama-chat" else {"message": told}}
        return Response(400, (("content-type", "application/json"),), dump(body))
