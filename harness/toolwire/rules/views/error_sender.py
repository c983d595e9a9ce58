"""Who wrote an error: a server of the format, a vendor in a form of its own, or what stands before them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from types import UnionType
from typing import Final, cast
from urllib.parse import urlsplit

from toolwire.dialects import load_dialect
from toolwire.dialects.error_shape import ErrorShape
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.reply import Reading

#: Errors of two clouds: AWS's in `Output`, where no operation is, and Google's in `error`.
_AWS_TYPE: Final = {"__type": str}
_GOOGLES: Final = {"code": int, "message": str, "status": str}
#: A part of the address at a cloud, or at a vendor with an API of its own that is near to another's,
#: where its error stands, and the members of that.
_HOSTED: Final[tuple[tuple[str, str | None, Mapping[str, type | UnionType]], ...]] = (
    (".amazonaws.com/", "Output", _AWS_TYPE),
    (".azure.com/", None, {"statusCode": int, "message": str}),
    (".azure.com/anthropic/", "error", {"code": str, "message": str}),
    ("/invoke", None, {"message": str}),
    ("/invoke", None, {"Message": str}),
    ("/publishers/", "error", _GOOGLES),
    ("/endpoints/openapi/", "error", _GOOGLES),
    ("/openai/deployments/", None, {"statusCode": int, "message": str}),
    ("/openai/deployments/", "error", {"statusCode": int, "message": str}),
    (".mistral.ai/", None, {"object": str, "message": str | dict, "type": str}),
    (".mistral.ai/", None, {"detail": str | list}),
    (".mistral.ai/", None, {"message": str}),
    (".cerebras.ai/", None, {"message": str, "type": str}),
    (".huggingface.co/", None, {"error": str}),
    ("/backend-api/", None, {"detail": str | list | dict}),
    (".api.nvidia.com/", None, {"title": str}),
    (".api.nvidia.com/", None, {"error": str}),
    (".api.nvidia.com/", None, {"detail": str | list}),
    ("cloudflare.com/", None, {"errors": list}),
    (".siliconflow.", None, {"code": int, "message": str}),
    (".novita.ai/", None, {"code": int, "reason": str, "message": str}),
    (".deepinfra.com/", None, {"detail": str | list | dict}),
    (".chutes.ai/", None, {"detail": str | list | dict}),
    (".baseten.co/", None, {"error": str}),
    ("databricks", None, {"error_code": str | int, "message": str}),
    (".snowflakecomputing.com/", None, {"message": str}),
    (".ml.cloud.ibm.com/", None, {"errors": list}),
    (".modelscope.", None, {"errors": dict}),
    ("modelarts", None, {"error_code": str, "error_msg": str}),
)
#: How the plain texts of proxies begin: Envoy's three, Cloudflare's, and that of Go for unknown paths.
_TEXTS_OF_PROXIES: Final = (
    b"upstream connect error",
    b"no healthy upstream",
    b"upstream request timeout",
    b"stream timeout",
    b"RBAC: access denied",
    b"local_rate_limited",
    b"error code: ",
    b"404 page not found",
)
#: What AWS answers a path with that no operation has; botocore takes it for the message.
_NO_OPERATION: Final = b"<UnknownOperationException"
_CLIENT_GONE: Final = 499
_FORBIDDEN: Final = 403
_SERVERS: Final = 500
#: What only a gateway says: no answer of the server behind it, none in time, and Cloudflare's own.
_GATEWAYS: Final = frozenset({502, 503, 504, *range(520, 528)})
#: Unknown, forbidden, unknown paths and methods, too slow, too large and too many, which proxies say as well.
_REFUSED_BY_PROXIES: Final = frozenset({401, 403, 404, 405, 408, 413, 429})
#: What FastAPI and Starlette say of a path or a method that nobody serves.
_UNSERVED: Final = ({"detail": "Not Found"}, {"detail": "Method Not Allowed"})
#: What Spring Boot says there, beside the status (`DefaultErrorAttributes`).
_SPRING: Final = {"timestamp": str, "error": str, "path": str}
#: What Cloudflare says before any server, to clients that take JSON (RFC 9457): a country, an address
#: or a client it lets not pass, or an origin that did not answer it.
_CLOUDFLARE: Final = {"error_code": int, "error_name": str}
#: xAI's errors have a text for their object; that is known of it, and published as such.
_KNOWN: Final = "api.x.ai/"
#: Names of hosts that anybody can reach: no number, nothing at home, and no name of a handbook.
_PUBLIC: Final = re.compile(
    r"(?!(?:.*\.)?example\.)(?:[a-z0-9*_-]+\.)+"
    r"(?!(?:corp|example|home|internal|intranet|invalid|lan|local|localhost|test)$)[a-z][a-z0-9-]+"
)
_KEYS: Final = frozenset({401, 403})
_LINE: Final = re.compile(rb'\s*"?[A-Za-z][^\n"<>{}]{0,160}"?\s*')
_PEEK: Final = 64
#: What OpenAI's errors say beside a kind and a message.
_OPENAIS: Final = frozenset({"code", "param"})


class Sender(StrEnum):
    """Who wrote an error.

    `server`: whoever it is, it has to have the format's object. `proxy`: what stands before servers.
    `host`: a vendor whose own form this is. `somebody`: some vendor may have written it.
    `door`: what refuses keys before an API.
    """

    SERVER = "server"
    PROXY = "proxy"
    HOST = "host"
    SOMEBODY = "somebody"
    DOOR = "door"


def sender_of(reading: Reading, shape: ErrorShape, value: Json) -> Sender:
    """Return who wrote an error, the value of its body.

    Recorders that keep the path alone (httpmock, WireMock) have kept no address: anybody may have answered.
    """
    if _of_a_proxy(reading):
        return Sender.PROXY
    request = reading.exchange.request
    url = request.url if request is not None else ""
    if url and _of_the_host(url, value):
        return Sender.HOST
    abroad, placeless = _abroad(reading, url), not url or url.startswith("/")
    if (placeless or abroad) and _of_some_host(shape, value):
        return Sender.SOMEBODY
    if placeless and _of_a_cloud(reading, value):
        return Sender.SOMEBODY
    return Sender.DOOR if abroad and _of_the_door(reading) else Sender.SERVER


def has_members(error: JsonObject, members: Mapping[str, type | UnionType]) -> bool:
    """Return whether an error has members of these types, none of them empty."""
    return all(isinstance(error.get(key), kind) and error[key] for key, kind in members.items())


def passed_on(shape: ErrorShape, value: Json) -> bool:
    """Return whether an error that is to be marked has no mark, and what OpenAI's errors have instead.

    Gateways that speak another format to what is behind them pass its errors on so, with a kind of their own.
    """
    body = object_of(value)
    unmarked = shape.typed and "type" not in body
    return unmarked and not _OPENAIS.isdisjoint(object_of(body.get(shape.at or "")))


def _of_a_proxy(reading: Reading) -> bool:
    """Return whether an error is the word of what stands before the server, or of nobody.

    A page of HTML or one of their known lines of text under a status that proxies give, or nothing
    at all because the client had gone (499 in nginx's logs) or the gateway had no answer
    (anthropics/claude-code#12208): no server of the format wrote it, and
    SDKs expect it (openai/openai-python#1626, anthropics/claude-code#7043). Perplexity's openresty
    answers a key that it does not know so, with 401 (BerriAI/litellm#2584). AWS has an element of XML for
    a path that it does not know, Google a page, Go a line, FastAPI and Spring Boot an object (the latter
    before Z.ai, iOfficeAI/AionUi#3408): nobody serves it there.
    """
    response = reading.exchange.response
    if not response.body:
        return response.status in (_CLIENT_GONE, *_GATEWAYS) or _of_another_origin(reading)
    begins = response.body[:_PEEK].lstrip()
    if begins.startswith(_NO_OPERATION) or reading.body in _UNSERVED or _of_a_front(reading):
        return True
    said = begins.startswith((b"<", *_TEXTS_OF_PROXIES))
    return said and (response.status >= _SERVERS or response.status in _REFUSED_BY_PROXIES)


def _of_another_origin(reading: Reading) -> bool:
    """Return whether a page of an origin that a server does not let in was refused, with no word.

    gin-contrib/cors answers so before Ollama (ollama/ollama#2425), where the request says its `Origin`.
    """
    request = reading.exchange.request
    origin = None if request is None else request.header("origin")
    return reading.exchange.response.status == _FORBIDDEN and origin is not None


def _of_a_front(reading: Reading) -> bool:
    value = object_of(cast("Json", reading.body))
    status = value.get("status")
    spring = status == reading.exchange.response.status and has_members(value, _SPRING)
    return spring or has_members(value, _CLOUDFLARE)


def _of_the_host(url: str, value: Json) -> bool:
    """Return whether an error is in the form of the cloud that serves a model of another's.

    Bedrock's InvokeModel answers errors as AWS does, Vertex as Google does, and Azure's gateway
    says a status beside its message: the vendors' own clients for these clouds read them so.
    Mistral's API is its own: it documents a flat object, and `detail` of what FastAPI refuses. So
    is Cerebras's, flat as well; Hugging Face says a text, which its own client reads first
    (`_http.py` of huggingface_hub 2.4.0), and what stands before ChatGPT's models `detail`, which
    Codex shows (openai/codex#3224, {"detail":"Instructions are not valid"}). AWS itself says that there
    is no such operation, in an object that is nobody's error. NVIDIA answers for its functions
    (Alishahryar1/free-claude-code#1021), and with a text or a list for members that it does not know
    (sipeed/picoclaw#1019), and Cloudflare for its API (anomalyco/opencode#23773) in
    forms of their own, and SiliconFlow is flat; openai-python shows each whole (666ghj/BettaFish#313).
    Novita is flat with a `reason`; DeepInfra and Chutes say FastAPI's `detail`, Baseten a text
    (docs.baseten.co/inference/errors), Databricks and Huawei's ModelArts an `error_code`, Snowflake a message
    beside a request_id, IBM's watsonx a list and ModelScope an object of `errors`.
    """
    body = _inside(value)
    return any(
        route in url and has_members(body if at is None else object_of(body.get(at)), members)
        for route, at, members in _HOSTED
    )


def _of_some_host(shape: ErrorShape, value: object) -> bool:
    """Return whether an error without its object is flat as some vendor's own API writes it."""
    return (
        shape.at is not None
        and isinstance(value, dict)
        and not isinstance(value.get(shape.at), dict)
        and any(at is None and has_members(value, members) for _, at, members in _HOSTED)
    )


def _of_a_cloud(reading: Reading, value: Json) -> bool:
    """Return whether an error is AWS's for no operation, or Google's of a model that it serves.

    The body of the request tells the latter: it has what only addresses of clouds leave to say.
    """
    body, request = _inside(value), reading.exchange.request
    mark = load_dialect(reading.dialect).wire.stream.by_address
    served = request is not None and bool(mark) and (mark or b"") in request.body
    return has_members(object_of(body.get("Output")), _AWS_TYPE) or (
        served and has_members(object_of(body.get("error")), _GOOGLES)
    )


def _inside(value: Json) -> JsonObject:
    """Return the object of an error, which may stand in a list by itself."""
    return object_of(value[0] if isinstance(value, list) and len(value) == 1 else value)


def _of_the_door(reading: Reading) -> bool:
    """Return whether a key was refused with a line of words: no server of the format looked at it.

    So do GitHub Models, Databricks and SiliconFlow (`Unauthorized`, `Invalid access token.`, `Invalid token`).
    """
    response = reading.exchange.response
    return response.status in _KEYS and _LINE.fullmatch(response.body) is not None


def _abroad(reading: Reading, url: str) -> bool:
    """Return whether somebody's recording has a public address, which is some vendor's.

    What this run asked is a server that is tried, and what stands at home, somebody's own.
    """
    if reading.exchange.evidence.level is not EvidenceLevel.IMPORTED or _KNOWN in url:
        return False
    try:
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    return _PUBLIC.fullmatch(host) is not None
