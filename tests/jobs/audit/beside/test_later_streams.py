"""Asking for a stream behind a call and its result."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, Answer, Refusal, load_dialect
from toolwire.jobs.audit.beside.later_streams import LATER_STREAMS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Observation, Verdict
from toolwire.suites import load_suites

_PIECE: Final = "A stream was asked for and the answer came in one piece: behind a call of before."
#: Behind the result itself, and behind what was said of it.
_AT: Final = {"at once": b'Say \\"Enough', "later": b""}


class InOnePiece:
    """A server that streams the first answer of a conversation, and not those behind a result.

    Args:
        dialect: its format.
        unless: what stands in requests that it streams all the same; b"" for none of them.
    """

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, dialect: str, unless: bytes) -> None:
        self._dialect, self._server, self._unless = dialect, Server([dialect]), unless

    async def send(self, request: Request) -> Response:
        """Answer as if no stream had been asked for, where a result was."""
        if b"93b5" in request.body and not (self._unless and self._unless in request.body):
            dialect, (item,) = load_dialect(self._dialect), items(self._dialect)
            asked = dialect.read_request(request)
            assert asked is not None
            request = dialect.encode(replace(asked, stream=False), item.target.endpoint)
        return self._server.answer(request).response


class Refusing:
    """A server that refuses a result, of every request or of those for a stream."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, dialect: str, *, streams_alone: bool) -> None:
        self._dialect, self._server, self._streams_alone = dialect, Server([dialect]), streams_alone

    async def send(self, request: Request) -> Response:
        """Refuse what is asked with a result."""
        dialect = load_dialect(self._dialect)
        asked = dialect.read_request(request)
        assert asked is not None
        if b"93b5" in request.body and (asked.stream or not self._streams_alone):
            refusal = Refusal(400, "invalid_request", "No result may be sent.")
            return dialect.respond(request, Answer(refusal=refusal))
        return self._server.answer(request).response


def items(name: str) -> list[Item]:
    """Return what asks a dialect."""
    return list(LATER_STREAMS.items([target(name)], load_suites()))


def answers(name: str, server: InOnePiece | Refusing) -> list[Observation]:
    """Return what is seen of a server."""
    return list(run(items(name), lambda _: server))


@pytest.mark.parametrize("name", DIALECTS)
def test_a_stream_is_asked_for_in_each_format(name: str) -> None:
    """As a stream alone; who makes it is told of nothing."""
    (item,) = items(name)
    assert item.mode is Mode.STREAMING
    (seen,) = answers(name, InOnePiece(name, b"93b5"))
    assert seen.verdict is Verdict.CONFORMANT


@pytest.mark.parametrize("at", _AT)
@pytest.mark.parametrize("name", DIALECTS)
def test_who_makes_none_behind_a_result_is_told(name: str, at: str) -> None:
    """By the rule of streams, be the result the last of the request or not."""
    (seen,) = answers(name, InOnePiece(name, _AT[at]))
    found = [(one.rule, one.message) for one in seen.findings]
    assert ("TC006", _PIECE) in found
    assert seen.verdict is Verdict.FAILED


@pytest.mark.parametrize("name", DIALECTS)
def test_what_is_refused_without_a_stream_as_well_says_nothing_of_streams(name: str) -> None:
    """A result that is never taken is another rule's."""
    (seen,) = answers(name, Refusing(name, streams_alone=False))
    assert "TC006" not in {one.rule for one in seen.findings}
    assert seen.verdict is Verdict.INCONCLUSIVE
    (seen,) = answers(name, Refusing(name, streams_alone=True))
    assert "TC006" in {one.rule for one in seen.findings}
    assert seen.verdict is Verdict.FAILED
