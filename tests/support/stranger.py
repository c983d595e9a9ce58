"""Servers on loopback that make something of their own of `tools` or `functions`.

Each is the reference server of openai-chat with a front that changes the request, or answers
itself, as servers do that people run.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import Final, TypeAlias

from aiohttp import web
from aiohttp.test_utils import TestServer

from toolwire.dialects.body import sent_of
from toolwire.io.json_text import dump, items_of, object_of
from toolwire.jobs.serve import Server
from toolwire.jobs.serve.http import BodyPace, application
from toolwire.jobs.serve.server import Served
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request, Response

__all__ = ["FRONTS", "UnknownMember", "refusing", "running"]

#: A body -> the body that the reference server gets, or what is answered at once.
Front: TypeAlias = "Callable[[JsonObject], JsonObject | Response]"

_JSON: Final = (("content-type", "application/json"),)


def _said(status: int, message: str, param: str | None = None) -> Response:
    error: JsonObject = {"message": message, "type": "invalid_request_error", "param": param}
    return Response(status, _JSON, dump({"error": error | {"code": None}}))


def refusing(status: int, message: str = "Bad request.", member: str = "tools") -> Front:
    """Refuse every request that has a member."""
    return lambda body: _said(status, message) if member in body else body


def _without_functions(body: JsonObject) -> JsonObject:
    kept = {key: body[key] for key in body if key not in ("functions", "function_call")}
    roles = (message for message in items_of(kept.get("messages")))
    return kept | {"messages": [one for one in roles if object_of(one).get("role") != "function"]}


def _as_tools(body: JsonObject) -> JsonObject:
    kept = _without_functions(body)
    functions = items_of(body.get("functions"))
    if functions:
        kept["tools"] = [{"type": "function", "function": one} for one in functions]
    choice = body.get("function_call")
    if isinstance(choice, dict):
        choice = {"type": "function", "function": choice}
    return kept | ({"tool_choice": choice} if choice is not None else {})


def _guessing(body: JsonObject) -> JsonObject | Response:
    """Drop functions, and call all the same, as a model does that is told the words of a weather's call."""
    names = {object_of(one).get("name") for one in items_of(body.get("functions"))}
    if "get_weather" not in names or body.get("stream"):
        return _without_functions(body)
    call = {"name": "get_weather", "arguments": '{"location": "Paris"}'}
    message: JsonObject = {
        "role": "assistant",
        "content": None,
        "tool_calls": [{"id": "call_1", "type": "function", "function": call}],
    }
    choice: JsonObject = {
        "index": 0,
        "message": message,
        "finish_reason": "tool_calls",
        "logprobs": None,
    }
    usage: JsonObject = {"prompt_tokens": 20, "completion_tokens": 9, "total_tokens": 29}
    answer: JsonObject = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "reference-model",
        "choices": [choice],
        "usage": usage,
    }
    return Response(200, _JSON, dump(answer))


def _locked(body: JsonObject) -> JsonObject | Response:
    return _said(400, "This server is being moved.") if body else body


def _unstreamed(body: JsonObject) -> JsonObject | Response:
    if body.get("stream") and body.get("tools"):
        return _said(400, "Tools cannot be streamed.")
    return body


#: Name -> front.
FRONTS: Final[Mapping[str, Front]] = {
    "refuses tools with 400": refusing(400),
    "refuses tools with 422": refusing(422, "Extra inputs are not permitted"),
    "fails on tools": refusing(500),
    "refuses everything": _locked,
    "refuses tools in streams": _unstreamed,
    "drops functions": _without_functions,
    "drops functions and guesses": _guessing,
    "translates functions": _as_tools,
    "rejects functions": refusing(
        400, "Unrecognized request argument supplied: functions", "functions"
    ),
    "rejects without a word": refusing(400, "Bad request.", "functions"),
    "fails on functions": refusing(500, "Internal error.", "functions"),
    "serves functions": lambda body: body,
}


class UnknownMember(Server):
    """The reference server of openai-chat behind a front.

    Args:
        front: see `Front`.
        counts: whether usage is told.

    Attributes:
        asked: requests by what tools they have: `tools`, `functions`, `none`.
    """

    def __init__(self, front: Front, *, counts: bool = True) -> None:
        super().__init__(("openai-chat",))
        self.asked: Counter[str] = Counter()
        self._front = front
        self._counts = counts

    def answer(self, request: Request) -> Served:
        """Answer what the front leaves to be answered."""
        if request.method != "POST":
            return super().answer(request)
        body = object_of(sent_of(request))
        self.asked[next((key for key in ("tools", "functions") if key in body), "none")] += 1
        passed = self._front(body)
        if isinstance(passed, Response):
            return Served(passed, "openai-chat")
        served = super().answer(replace(request, body=dump(passed)))
        return served if self._counts else replace(served, response=_uncounted(served.response))


def _uncounted(response: Response) -> Response:
    if not response.body.startswith(b"{"):
        return response
    body = object_of(sent_of(Request("POST", "", (), response.body)))
    return replace(response, body=dump({key: body[key] for key in body if key != "usage"}))


@contextmanager
def running(server: Server) -> Iterator[str]:
    """Serve from a thread of its own; yield the address."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    listening = TestServer(_application(server))
    try:
        asyncio.run_coroutine_threadsafe(listening.start_server(), loop).result(30)
        yield str(listening.make_url("/")).rstrip("/")
    finally:
        asyncio.run_coroutine_threadsafe(listening.close(), loop).result(30)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _application(server: Server) -> web.Application:
    return application(server, BodyPace())
