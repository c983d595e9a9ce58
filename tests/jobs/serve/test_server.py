"""What the server says to requests it cannot answer, and to those it can."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.jobs.serve.wire import EVIDENCE
from toolwire.dialects import DIALECTS, dialects, load_dialect
from toolwire.dialects.model_list import Page
from toolwire.dialects.schemas import validator
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.example import example
from toolwire.jobs.serve.server import eager
from toolwire.model.conversation import ChoiceMode as Choice
from toolwire.model.conversation import Conversation, Tool, ToolChoice, UserTurn
from toolwire.model.exchange import Endpoint, Exchange, Mode, Request
from toolwire.model.observation import Severity
from toolwire.rules import RULES, judge

ROOT = "http://127.0.0.1"
TOOL = Tool("book_table", None, {"type": "object", "properties": {}})
LISTS = {one.name: one.wire.models for one in dialects() if one.wire.models is not None}


def post(name: str, url: str, body: bytes = b"{}", method: str = "POST") -> tuple[Request, Served]:
    """Send a request to a server of one dialect, without a socket."""
    request = Request(method, ROOT + url, (("content-type", "application/json"),), body)
    return request, Server((name,)).answer(request)


def is_its_error(name: str, request: Request, served: Served) -> bool:
    """Return whether a refusal has the dialect's own shape, and breaks no rule."""
    read = load_dialect(name).decode(Exchange(request, served.response, EVIDENCE))
    grave = [finding for finding in judge(read) if finding.severity is not Severity.INFO]
    return validator(name, "error").is_valid(parse(served.response.body)) and not grave


@pytest.mark.parametrize("name", DIALECTS)
def test_a_wrong_path_is_not_found(name: str) -> None:
    """404 in the words of the dialect."""
    request, served = post(name, "/v9/nothing")
    assert served.response.status == 404
    assert is_its_error(name, request, served)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_wrong_method_is_refused(name: str) -> None:
    """405 in the words of the dialect, naming the right method."""
    path = example(name, "single_call", Mode.BLOCKING, "").url
    request, served = post(name, path, b"", "GET")
    assert served.response.status == 405
    assert served.response.header("allow") == "POST"
    assert is_its_error(name, request, served)


@pytest.mark.parametrize("body", [b"", b"{", b"[1]", b"\xff", b'{"model":"m"}x'])
@pytest.mark.parametrize("name", DIALECTS)
def test_a_body_that_is_no_request_is_refused(name: str, body: bytes) -> None:
    """400 in the words of the dialect, whatever came."""
    path = example(name, "single_call", Mode.BLOCKING, "").url
    request, served = post(name, path, body)
    assert served.response.status == 400
    assert is_its_error(name, request, served)


def test_a_choice_of_tools_whose_names_are_none_is_refused() -> None:
    """A name may be anything that came, and nothing that it is may end a server."""
    entry = {"type": "function", "function": {"name": {}}}
    choice = {"type": "allowed_tools", "allowed_tools": {"mode": "auto", "tools": [entry]}}
    tool = {"type": "function", "function": {"name": "book_table"}}
    said = [{"role": "user", "content": "Hello."}]
    body = {"model": "m", "messages": said, "tools": [tool], "tool_choice": choice}
    request, served = post("openai-chat", "/v1/chat/completions", dump(body))
    assert served.response.status == 400
    assert is_its_error("openai-chat", request, served)


@pytest.mark.parametrize("name", DIALECTS)
def test_a_deep_body_ends_in_an_answer(name: str) -> None:
    """A thousand brackets do not bring the server down."""
    path = example(name, "single_call", Mode.BLOCKING, "").url
    deep = b'{"messages":' + b"[" * 1000 + b"]" * 1000 + b"}"
    for fault in (None, RULES["TC711"]):
        request = Request("POST", ROOT + path, (), deep)
        assert Server((name,), fault).answer(request).response.status in {200, 400}


@pytest.mark.parametrize("name", DIALECTS)
def test_what_can_just_be_read_is_answered(name: str) -> None:
    """A body as deep as the parser goes, which stands deeper in what a responder writes."""
    request = example(name, "single_call", Mode.BLOCKING, ROOT)
    statuses = set()
    for depth in range(900, 1_000):
        tools = b"[" * depth + b"]" * depth
        body = request.body.replace(b'"tools":[', b'"tools":[' + tools + b",", 1)
        statuses.add(Server((name,)).answer(replace(request, body=body)).response.status)
    assert statuses <= {200, 400}
    assert (400 in statuses) is (b'"tools":[' in request.body)


@pytest.mark.parametrize("name", LISTS)
def test_the_models_are_listed_under_the_name_that_was_chosen(name: str) -> None:
    """The list of each dialect is read by that dialect, as the one page with the one model."""
    server = Server((name,), model="my-model")
    served = server.answer(Request("GET", ROOT + LISTS[name].path, (), b""))
    assert served.response.status == 200
    assert LISTS[name].form.page(served.response.body) == Page(("my-model",))
    asked = server.answer(Request("POST", ROOT + LISTS[name].path, (), b"{}"))
    assert asked.response.status == 405


def test_every_dialect_is_served_at_once() -> None:
    """One server answers on the paths of all, each in its own format."""
    server = Server(tuple(DIALECTS))
    for name in DIALECTS:
        request = example(name, "single_call", Mode.STREAMING, ROOT)
        served = server.answer(request)
        assert served.dialect == name
        read = load_dialect(name).decode(Exchange(request, served.response, EVIDENCE))
        assert [call.name for call in read.reply.tool_calls] == ["get_weather"]


@pytest.mark.parametrize("served", ["openai-chat", "prompted"])
def test_two_dialects_on_one_path_are_told_apart_by_their_tools(served: str) -> None:
    """Tools as members are answered with structured calls, tools in words with words."""
    for name in ("openai-chat", "prompted"):
        request = example(name, "single_call", Mode.BLOCKING, ROOT)
        assert Server((served,)).answer(request).dialect == name


def test_an_eager_server_calls_without_being_told() -> None:
    """A prompt without a written call gets one; whoever forbids it or gave results does not."""
    asked = Conversation((UserTurn("A table, please."),), (TOOL,))
    assert [call.name for call in eager(asked).calls] == ["book_table"]
    assert eager(Conversation(asked.turns)).calls == ()
    forbidden = Conversation(asked.turns, asked.tools, ToolChoice(Choice.NONE))
    assert eager(forbidden).calls == ()
    told = Conversation((UserTurn('book_table({"people":2})'),), (TOOL,))
    assert eager(told).calls[0].arguments == {"people": 2}


@pytest.mark.parametrize("name", list(RULES["TC415"].severity))
@pytest.mark.parametrize("mode", list(Mode))
def test_a_text_ends_before_the_word_that_the_request_names(name: str, mode: Mode) -> None:
    """The server does what it asks of others."""
    dialect = load_dialect(name)
    asked = Conversation(
        (UserTurn('Say "red, amber, violet" and nothing else.'),), stream=mode is Mode.STREAMING
    )
    sent = dialect.encode(asked, Endpoint(ROOT + dialect.wire.serving.root, "reference-model"))
    body = object_of(parse(sent.body))
    RULES["TC415"].probing[name](body)
    request = replace(sent, body=dump(body))
    read = dialect.decode(Exchange(request, Server((name,)).answer(request).response, EVIDENCE))
    assert read.reply.text == "red, "
    assert [one for one in judge(read) if one.severity is not Severity.INFO] == []
