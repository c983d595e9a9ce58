"""Looking for dialects at a server: a few requests each, and what the answers tell."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final, TypeAlias
from urllib.parse import unquote

from toolwire.dialects import dialects, load_dialect
from toolwire.dialects.wire import BEARER, Auth
from toolwire.io.json_text import dump
from toolwire.jobs.audit.controls.tool_member import of_a_tool
from toolwire.jobs.verify.address import Address
from toolwire.jobs.verify.error_shapes import message_of
from toolwire.jobs.verify.forms import form_of
from toolwire.jobs.verify.presence import Weighed, weigh, weigh_stream
from toolwire.jobs.verify.server import ServerOptions
from toolwire.jobs.verify.sighting import FAILED, DialectSighting, Fact, Presence
from toolwire.model.conversation import Conversation, Tool, UserTurn
from toolwire.model.errors import TrafficError
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.providers.model import Target

#: Sends one request to a target; raises `TrafficError` when no answer comes.
Ask: TypeAlias = Callable[[Target, Request], Awaitable[Response]]

_WEATHER = Tool(
    "get_weather",
    "Tells the weather of a place.",
    {
        "type": "object",
        "properties": {"location": {"type": "string", "description": "A city."}},
        "required": ["location"],
    },
)
_CALL = Conversation(
    turns=(UserTurn('Call get_weather({"location": "Paris"}) and nothing else.'),),
    tools=(_WEATHER,),
)
#: A path that no server has: what it answers there, it answers anywhere.
_NOWHERE = "/v1/toolwire-asks-for-nothing"
#: A path that servers of several dialects have.
SHARED = "/v1/models"
#: SDKs write signs of a model's name so in a path: `%3A` for the colon of Bedrock's.
_ESCAPE: Final = re.compile("%[0-9A-Fa-f]{2}")
#: How clear it has to be that the other addresses need not be tried.
_CLEAR = (Presence.ANSWERS, Presence.REFUSES)


@dataclass(frozen=True, slots=True)
class _Looker:
    """What one look around shares: whom, where, and what is answered where nothing is."""

    server: ServerOptions
    address: Address
    ask: Ask
    nothing: Response | None


async def look_around(
    server: ServerOptions, address: Address, names: Iterable[str], ask: Ask
) -> tuple[DialectSighting, ...]:
    """Look for dialects, side by side; return a sighting of each, in the order of the names.

    Args:
        server: whom to ask; the model is named in the requests.
        address: where.
        names: of dialects.
        ask: sends requests, each once.
    """
    looker = _Looker(server, address, ask, await _nothing(server, address, ask))
    return tuple(await asyncio.gather(*(_look(looker, name) for name in names)))


async def _nothing(server: ServerOptions, address: Address, ask: Ask) -> Response | None:
    target = server.target(_nobodys(), address.origin, BEARER)
    headers = (("content-type", "application/json"),)
    request = Request("POST", address.origin + _NOWHERE, headers, dump({"model": server.model}))
    try:
        return await ask(target, request)
    except TrafficError:
        return None


def _nobodys() -> str:
    """Return the dialect that is named where none is asked for: who answers for a shared path."""
    listed = ((one.wire.models, one.name) for one in dialects())
    shared = [(models.rank, name) for models, name in listed if models and models.path == SHARED]
    return min(shared)[1]


async def _look(looker: _Looker, name: str) -> DialectSighting:
    """Try the addresses one after the other until one is clear; return the clearest."""
    seen: list[DialectSighting] = []
    for base in looker.address.bases(name):
        for auth in _auths(looker.server, name):
            seen.append(await _at(looker, name, base, auth))
            if seen[-1].presence is not Presence.LOCKED:
                break
        if seen[-1].presence in _CLEAR and seen[-1].confidence >= 0.5:
            break
    return min(seen, key=lambda one: (-one.confidence, one.presence.rank, not one.answered))


def _auths(server: ServerOptions, name: str) -> tuple[Auth, ...]:
    auths = form_of(name).auths
    return auths if server.key_env else auths[:1]


async def _at(looker: _Looker, name: str, base: str, auth: Auth) -> DialectSighting:
    dialect = load_dialect(name)
    target = looker.server.target(name, base, auth)
    model = looker.server.model
    endpoint = Endpoint(base, model)

    async def put(conversation: Conversation) -> Exchange:
        request = dialect.encode(conversation, endpoint)
        response = await looker.ask(target, request)
        return Exchange(request, response, Evidence(EvidenceLevel.LIVE, base))

    native = target.provider.native_tools(model)
    try:
        exchange = await put(_CALL if native else replace(_CALL, tools=()))
        found = weigh(name, exchange, model, looker.nothing)
        tools = native
        if not native:
            off = Fact(0.0, "native tools are switched off for the model, and none are sent")
            found = replace(found, facts=(*found.facts, off))
        elif found.presence is Presence.REFUSES or exchange.response.status >= FAILED:
            plain = weigh(name, await put(replace(_CALL, tools=())), model, looker.nothing)
            if plain.presence is Presence.ANSWERS:
                # A server that fails over tools takes them all the same, unlike one that refuses
                # them; one that refuses what they have or lack has read them.
                fails = exchange.response.status >= FAILED
                tools = fails or of_a_tool(exchange.response.body, message_of(exchange.response))
                how = "fails" if fails else "is refused"
                untooled = Fact(0.0, f"a request with tools {how}, the same without is not")
                found = Weighed(plain.presence, (*plain.facts, *found.facts, untooled))
        if found.presence in (Presence.ANSWERS, Presence.BUSY) or _unread(exchange, found):
            conversation = replace(_CALL, stream=True, tools=_CALL.tools if tools else ())
            found = _with_stream(found, weigh_stream(name, await put(conversation)))
        found = await _unescaped(looker, target, name, exchange, found)
    except TrafficError as error:
        return DialectSighting(name, base, Presence.UNREACHED, auth=auth, refusal=error.what)
    facts = _with_key(found, looker.server, auth)
    refused = "" if exchange.response.status < 400 else message_of(exchange.response)
    return DialectSighting(
        name,
        base,
        found.presence,
        facts,
        auth,
        tools,
        refused,
        switched_off=not native,
        status=exchange.response.status,
    )


async def _unescaped(
    looker: _Looker, target: Target, name: str, exchange: Exchange, found: Weighed
) -> Weighed:
    """Add that the path is there with the model's name as it is, where it is not as SDKs escape it."""
    request = exchange.request
    url = "" if request is None else unquote(request.url)
    if request is None or found.presence is not Presence.ABSENT or url == request.url:
        return found
    plain = replace(request, url=url)
    again = replace(exchange, request=plain, response=await looker.ask(target, plain))
    seen = weigh(name, again, looker.server.model, looker.nothing)
    if seen.presence is not Presence.ANSWERS:
        return found
    escapes = " and ".join(dict.fromkeys(_ESCAPE.findall(request.url)))
    text = (
        f"answers where the name of the model is not escaped: {escapes} is not decoded in the path"
    )
    return replace(found, facts=(*found.facts, Fact(0.0, text)))


def _unread(exchange: Exchange, found: Weighed) -> bool:
    """Return whether a request went well, and nobody can tell by its answer in what."""
    return found.presence is Presence.ABSENT and exchange.response.status < 300


def _with_stream(found: Weighed, streamed: Weighed) -> Weighed:
    """Add what a stream tells; where the whole answer was not to be read, only one that is the dialect's."""
    if found.presence is Presence.ABSENT and streamed.presence is not Presence.ANSWERS:
        return found
    presence = min(found.presence, streamed.presence, key=lambda one: one.rank)
    return Weighed(presence, found.facts + streamed.facts)


def _with_key(found: Weighed, server: ServerOptions, auth: Auth) -> tuple[Fact, ...]:
    if not server.key_env or found.presence is not Presence.ANSWERS:
        return found.facts
    how = f"the key as {auth.header}: {auth.scheme}".rstrip(": ")
    if server.region:
        how = f"requests signed for {server.region} (SigV4)"
    return (*found.facts, Fact(0.0, f"takes {how}"))
