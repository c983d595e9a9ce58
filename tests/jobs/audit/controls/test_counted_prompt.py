"""What is counted of a long prompt before it is asked, and what a run says of a server that counts wrong, or not at all."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.beside.right_requests import RIGHT_REQUESTS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Evidence, EvidenceLevel, Request, Response
from toolwire.model.observation import Finding, Severity, Verdict
from toolwire.rules.mutate.addition import LONG
from toolwire.suites import load_suites

NAME = "anthropic-messages"
ROUTE = "/v1/messages/count_tokens"
REFUSED = f"A right request is refused: {ROUTE}, of a prompt that is answered."
ABSENT = f"The server does not count a prompt beforehand ({ROUTE})."
UNTYPED = f"The path {ROUTE} tells no whole number as `input_tokens`."
FEWER = f"The path {ROUTE} counts fewer tokens of a prompt than its words take: "


def items(name: str = NAME) -> list[Item]:
    """Return what is long of a dialect."""
    every = RIGHT_REQUESTS.items([target(name)], load_suites())
    return [one for one in every if {*LONG} & {*one.case.steps[0].additions}]


def says(status: int, body: Json) -> Response:
    """Return an answer."""
    return Response(status, (("content-type", "application/json"),), dump(body))


def error(status: int, words: str = "No.") -> Response:
    """Return an error of the format."""
    return says(status, {"type": "error", "error": {"type": "api_error", "message": words}})


class Counting:
    """The reference, whose counts become something else."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, change: Callable[[Request, Server], Response], name: str = NAME) -> None:
        self._server, self._change = Server([name]), change
        self.counted: list[Request] = []

    async def send(self, request: Request) -> Response:
        """Answer."""
        if "count" in request.url:
            self.counted.append(request)
            return self._change(request, self._server)
        return self._server.answer(request).response


def found(change: Callable[[Request, Server], Response]) -> list[Finding]:
    """Return what is said of a server, of its counts alone."""
    seen = list(run(items(), lambda _: Counting(change)))
    assert all(one.verdict in {Verdict.CONFORMANT, Verdict.NON_STRICT} for one in seen)
    return [one for each in seen for one in each.findings]


def as_it_is(request: Request, server: Server) -> Response:
    """Count."""
    return server.answer(request).response


@pytest.mark.parametrize("name", DIALECTS)
def test_only_who_counts_beforehand_is_asked_to(name: str) -> None:
    """Other formats' paths for it are other ones."""
    server = Counting(as_it_is, name)
    assert all(not one.findings for one in run(items(name), lambda _: server))
    known = load_dialect(name).wire.serving.counting is not None
    assert len(server.counted) == (len(LONG) if known else 0)
    assert known == (name == NAME)


def test_the_request_is_the_same_but_for_what_the_path_does_not_take() -> None:
    """A limit and a stream are of an answer."""
    server = Counting(as_it_is)
    assert list(run(items(), lambda _: server))
    for one in server.counted:
        assert one.url.endswith(ROUTE)
        body = object_of(parse(one.body))
        assert {"model", "messages", "tools"} <= set(body)
        assert not {"max_tokens", "stream"} & set(body)


@pytest.mark.parametrize("answer", [error(404), error(405), error(501)])
def test_a_server_without_the_path_is_not_at_fault(answer: Response) -> None:
    """It is told, and nothing else."""
    told = found(lambda _, __: answer)
    assert {(one.rule, one.severity, one.message) for one in told} == {
        ("TC762", Severity.INFO, ABSENT)
    }


def test_words_that_it_is_not_supported_are_believed() -> None:
    """So is a status of a wrong request with them."""
    told = found(lambda _, __: error(400, "Counting is not supported."))
    assert {(one.severity, one.message) for one in told} == {(Severity.INFO, ABSENT)}


@pytest.mark.parametrize("status", [400, 422, 500])
def test_a_path_that_refuses_what_is_answered_is_told(status: int) -> None:
    """The very prompt was answered."""
    told = found(lambda _, __: error(status))
    assert {(one.rule, one.counted, one.message) for one in told} == {
        ("TC762", Severity.WARNING, REFUSED)
    }


@pytest.mark.parametrize("status", [401, 403, 429, 503])
def test_who_was_not_answered_says_nothing(status: int) -> None:
    """A limit may be of this path alone."""
    assert found(lambda _, __: error(status)) == []


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"input_tokens": "900"},
        {"input_tokens": 900.5},
        {"input_tokens": None},
        [900],
        {"error": "Unexpected endpoint or method."},
        {"type": "error", "error": {"type": "not_found_error", "message": "Not supported."}},
    ],
)
def test_what_is_no_count_is_told(body: Json) -> None:
    """Once for each prompt."""
    told = found(lambda _, __: says(200, body))
    assert [(one.rule, one.counted, one.message) for one in told] == [
        ("TC118", Severity.WARNING, UNTYPED)
    ] * len(LONG)


@pytest.mark.parametrize("number", [0, 10])
def test_a_count_that_does_not_grow_is_told_of_each_place(number: int) -> None:
    """No prompt has so few."""
    told = found(lambda _, __: says(200, {"input_tokens": number}))
    assert {one.rule for one in told} == {"TC146"}
    assert len({one.message for one in told if one.message.startswith(FEWER)}) == len(LONG)


@pytest.mark.parametrize(
    ("member", "places"),
    [("system", {"a long system prompt"}), ("tools", {"long descriptions of tools"})],
)
def test_what_is_not_counted_is_named(member: str, places: set[str]) -> None:
    """A gateway that counts the messages alone (router-for-me/CLIProxyAPI#679)."""

    def without(request: Request, server: Server) -> Response:
        body: JsonObject = {**object_of(parse(request.body))}
        body.pop(member, None)
        return server.answer(Request("POST", request.url, request.headers, dump(body))).response

    told = {one.message.removeprefix(FEWER).rstrip(".") for one in found(without)}
    assert places <= told
    assert "20 earlier questions and answers" not in told


def test_who_breaks_off_there_keeps_its_cases() -> None:
    """The prompt was answered, and is judged."""

    def broken(request: Request, server: Server) -> Response:
        raise ToolwireError("the server closed the connection")

    assert found(broken) == []
