"""The reference responder is what the vendors' own SDKs take, over HTTP.

Run by `nox -s sdks`, which installs the SDKs. Elsewhere each that is missing is left out aloud.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

import pytest

from tests.sdks.clients import CLIENTS, PACKAGES, Calls
from toolwire.jobs.serve import Server
from toolwire.jobs.serve.http import BodyPace, application, serving
from toolwire.model.conversation import JsonObject
from toolwire.rules import RULES

# Whatever the SDKs deprecate in each other is not ours to mend.
pytestmark = pytest.mark.filterwarnings("ignore")

PARIS: JsonObject = {"location": "Paris", "days": 2}
TOKYO: JsonObject = {"location": "Tōkyō 東京"}
ONE = 'Call get_weather({"location":"Paris","days":2}).'
#: Its types take a streamed call in one piece only, with its name, as Mistral's own API sends it;
#: the reference responder streams calls in OpenAI's pieces.
WHOLE_ONLY = "mistralai"
EVERY = pytest.mark.parametrize(
    ("client", "stream"),
    [
        pytest.param(client, stream, id=f"{client}-{'streaming' if stream else 'blocking'}")
        for client in CLIENTS
        for stream in (False, True)
        if not (stream and client == WHOLE_ONLY)
    ],
)
TWO = 'get_weather({"location":"Paris","days":2}) and get_weather({"location":"Tōkyō 東京"})'


#: Clients that the present test has asked with, if there are any here.
_ASKED: list[str] = []


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    """Let go of the connections that the SDKs leave open while that is still ours to ignore."""
    _ASKED.clear()
    yield
    if _ASKED:  # a look through all there is takes a third of a second
        gc.collect()


AT_ONCE = BodyPace()


@contextmanager
def served(server: Server, pace: BodyPace) -> Iterator[str]:
    """Serve in a thread of its own, since the SDKs block, and yield the URL."""
    found: list[str] = []
    ready = threading.Event()
    stops: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []

    def told(url: str) -> None:
        found.append(url)
        ready.set()

    async def run() -> None:
        stop = asyncio.Event()
        stops.append((asyncio.get_running_loop(), stop))
        await serving(application(server, pace), "127.0.0.1", 0, told, stop)

    thread = threading.Thread(target=lambda: asyncio.run(run()))
    thread.start()
    assert ready.wait(10)
    try:
        yield found[0]
    finally:
        loop, stop = stops[0]
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)


def ask(
    client: str, server: Server, prompt: str, pace: BodyPace = AT_ONCE, *, stream: bool
) -> Calls:
    """Return the calls an SDK reads in the answer to a prompt; skip where there is no SDK."""
    package = PACKAGES[client]
    try:
        there = find_spec(package) is not None
    except ModuleNotFoundError:
        there = False
    if not there:
        pytest.skip(f"LEFT OUT: no {package} here; `nox -s sdks` installs it")
    _ASKED.append(client)
    with served(server, pace) as url:
        return CLIENTS[client][1](url, prompt, stream=stream)


@EVERY
def test_an_sdk_reads_a_call(client: str, *, stream: bool) -> None:
    """Name and arguments arrive as they were meant."""
    server = Server((CLIENTS[client][0],))
    assert ask(client, server, ONE, stream=stream) == [("get_weather", PARIS)]


@EVERY
def test_an_sdk_reads_parallel_calls(client: str, *, stream: bool) -> None:
    """Both calls arrive, in order, letters outside of ASCII included."""
    server = Server((CLIENTS[client][0],))
    calls = ask(client, server, TWO, stream=stream)
    assert calls == [("get_weather", PARIS), ("get_weather", TOKYO)]


@pytest.mark.parametrize("client", [client for client in CLIENTS if client != WHOLE_ONLY])
def test_an_sdk_reads_a_stream_that_is_cut_at_odd_places(client: str) -> None:
    """Where the connection cuts the stream makes no difference."""
    server = Server((CLIENTS[client][0],))
    pace = BodyPace(size=11)
    assert ask(client, server, ONE, pace, stream=True) == [("get_weather", PARIS)]


def test_mistralai_refuses_calls_in_pieces() -> None:
    """OpenAI's way to stream a call is not Mistral's, and Mistral's SDK takes its own only."""
    with pytest.raises(Exception, match="Response validation failed"):
        ask(WHOLE_ONLY, Server(("openai-chat",)), ONE, stream=True)


def test_openai_loses_a_call_whose_pieces_have_no_index() -> None:
    """What TC901 says of openai-python is so: its stream helper raises."""
    server = Server(("openai-chat",), RULES["TC901"])
    with pytest.raises(TypeError, match="list indices must be integers"):
        ask("openai", server, ONE, stream=True)


def test_anthropic_drops_events_without_a_name() -> None:
    """What TC924 says of anthropic-sdk-python is so: nothing of the message arrives."""
    server = Server(("anthropic-messages",), RULES["TC924"])
    with pytest.raises(AssertionError):
        ask("anthropic", server, ONE, stream=True)


def test_botocore_readers_break_on_a_block_without_its_start() -> None:
    """What TC925 says of readers of botocore's stream is so."""
    server = Server(("bedrock-converse",), RULES["TC925"])
    with pytest.raises(KeyError):
        ask("boto3", server, TWO, stream=True)
