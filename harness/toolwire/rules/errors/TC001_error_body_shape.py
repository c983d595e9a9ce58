"""TC001: error-body-shape."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import UnionType
from typing import Final, cast

from toolwire.dialects import load_dialect
from toolwire.dialects.error_shape import ErrorShape
from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.edit import body, put, remove
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.excerpt import around, kind_of

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
    (".api.nvidia.com/", None, {"title": str, "detail": str}),
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
#: How traces of Python, Node, Java and Go begin the lines of their calls.
_TRACE: Final = re.compile(
    r"Traceback \(most recent call last\)|^\s+at [\w.$<> ]{1,80}\([^()\n]{1,200}:\d+\)|^goroutine \d+ \[",
    re.MULTILINE,
)
_CLIENT_GONE: Final = 499
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
_PEEK: Final = 64
#: Formats whose error body is the object itself.
_FLAT = frozenset({"bedrock-converse", "cohere-v1", "cohere-v2", "ollama-chat"})


def _error_body_shape(reading: Reading) -> Iterator[Violation]:
    if reading.exchange.response.status < 400:
        return
    shape = load_dialect(reading.dialect).wire.error
    if _of_a_proxy(reading):
        message = "A proxy answered with a page of its own."
        yield Violation("", message, "object", "a page", Severity.INFO)
        return
    value = _unwrapped(reading, shape)
    request = reading.exchange.request
    url = request.url if request is not None else ""
    if url and _of_the_host(url, cast("Json", value)):
        return
    if not url and (_of_some_host(shape, value) or _of_a_cloud(reading, cast("Json", value))):
        message = "Some vendors' own APIs answer errors so; no address says whose it is."
        yield Violation("", message, shape.at, kind_of(value), Severity.INFO)
        return
    yield from _form(reading, shape, value)


def _form(reading: Reading, shape: ErrorShape, value: object) -> Iterator[Violation]:
    if not isinstance(value, dict):
        yield Violation("", "The error body is not a JSON object.", "object", kind_of(value))
        return
    if _wordless(reading, shape, value):
        message = "The error has a name and no words."
        yield Violation("", message, "a message", None, Severity.INFO)
        return
    if shape.at is None:
        yield from _members(shape, value, "")
        yield from _unnamed(reading, shape, value)
        return
    error = value.get(shape.at)
    if shape.typed and value.get("type") != "error":
        yield _unmarked(shape, value, object_of(error))
    if isinstance(error, dict):
        yield from _members(shape, error, f"/{shape.at}")
        yield from _foreign(shape, value, error)
    else:
        yield Violation(f"/{shape.at}", "There is no error object.", "object", kind_of(error))


def _wordless(reading: Reading, shape: ErrorShape, value: JsonObject) -> bool:
    """Return whether an error says nothing but its name, in a header.

    No exception of AWS's model has to have a message (botocore 1.44.5, service model bedrock-runtime).
    """
    response = reading.exchange.response
    if shape.name is None or not all(said is None for said in value.values()):
        return False
    return not response.headers or response.header(shape.name[0]) is not None


def _foreign(shape: ErrorShape, value: JsonObject, error: JsonObject) -> Iterator[Violation]:
    """Yield that an error is in another format's form, which has a mark that this one has not."""
    own = any(key in error for key in (*shape.usual, *shape.numbers) if key != "type")
    if not shape.typed and value.get("type") == "error" and not own:
        message = "The error body is marked as another format's errors are."
        yield Violation("/type", message, None, "error", Severity.WARNING)


def _unmarked(shape: ErrorShape, value: JsonObject, error: JsonObject) -> Violation:
    """Return that an error is not marked as one.

    What stands before Anthropic's API answers so where a country or a browser is refused, with a kind
    that the API itself does not have (`forbidden`; anthropics/claude-quickstarts#32,
    anthropics/claude-code#1613).
    """
    message = 'The error body is not marked "error".'
    kind = error.get(shape.word or "")
    own = isinstance(kind, str) and kind in shape.kinds
    if "type" in value or own or not _has(error, shape.members):
        return Violation("/type", message, "error", value.get("type"))
    return Violation("/type", message, "error", None, Severity.INFO)


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
        return response.status == _CLIENT_GONE or response.status in _GATEWAYS
    begins = response.body[:_PEEK].lstrip()
    if begins.startswith(_NO_OPERATION) or reading.body in _UNSERVED or _of_a_front(reading):
        return True
    said = begins.startswith((b"<", *_TEXTS_OF_PROXIES))
    return said and (response.status >= _SERVERS or response.status in _REFUSED_BY_PROXIES)


def _of_a_front(reading: Reading) -> bool:
    value = object_of(cast("Json", reading.body))
    status = value.get("status")
    spring = status == reading.exchange.response.status and _has(value, _SPRING)
    return spring or _has(value, _CLOUDFLARE)


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
    body = object_of(value[0] if isinstance(value, list) and len(value) == 1 else value)
    return any(
        route in url and _has(body if at is None else object_of(body.get(at)), members)
        for route, at, members in _HOSTED
    )


def _of_some_host(shape: ErrorShape, value: object) -> bool:
    """Return whether an error without its object is flat as some vendor's own API writes it."""
    return (
        shape.at is not None
        and isinstance(value, dict)
        and not isinstance(value.get(shape.at), dict)
        and any(at is None and _has(value, members) for _, at, members in _HOSTED)
    )


def _of_a_cloud(reading: Reading, value: Json) -> bool:
    """Return whether an error is AWS's for no operation, or Google's of a model that it serves.

    The body of the request tells the latter: it has what only addresses of clouds leave to say.
    """
    body = object_of(value[0] if isinstance(value, list) and len(value) == 1 else value)
    request, mark = reading.exchange.request, load_dialect(reading.dialect).wire.stream.by_address
    served = request is not None and bool(mark) and (mark or b"") in request.body
    return _has(object_of(body.get("Output")), _AWS_TYPE) or (
        served and _has(object_of(body.get("error")), _GOOGLES)
    )


def _has(error: JsonObject, members: Mapping[str, type | UnionType]) -> bool:
    return all(isinstance(error.get(key), kind) and error[key] for key, kind in members.items())


def _unwrapped(reading: Reading, shape: ErrorShape) -> object:
    value = reading.body
    request = reading.exchange.request
    if not isinstance(value, list) or len(value) != 1 or not shape.in_array:
        return value
    url = "" if request is None else request.url
    streams = ":streamGenerateContent" in url and "alt=sse" not in url
    return value[0] if streams or not url else value  # the address alone asks for a stream


def _members(shape: ErrorShape, error: JsonObject, at: str) -> Iterator[Violation]:
    for key, kind in shape.members.items():
        value = error.get(key)
        if value is None and key in shape.also:
            value = error.get(shape.also[key])
        if not isinstance(value, kind) or value in ("", True, False):
            message = "The error object lacks a member its type requires."
            yield Violation(f"{at}/{key}", message, kind_of(kind()), value)
        elif isinstance(value, str) and (trace := _TRACE.search(value)) is not None:
            message = "The error shows the code of the server."
            shown = around(value, trace.start(), 1)
            yield Violation(f"{at}/{key}", message, "what is wrong", shown, Severity.WARNING)
    for key in shape.usual:
        # A code may be a number; the others are texts, or null where there is nothing to say.
        if not isinstance(error.get(key), str | int | None if key == "code" else str | None):
            message = "A key of the published type is of another type."
            actual = kind_of(error[key])
            yield Violation(f"{at}/{key}", message, "string or null", actual, Severity.WARNING)
    for key, kind in shape.kept.items():
        if not isinstance(error.get(key), kind | None):
            message = "A key of the published type is of another type."
            yield Violation(
                f"{at}/{key}", message, kind_of(kind()), kind_of(error[key]), Severity.WARNING
            )
    missing: list[Json] = [key for key in shape.usual if key not in error]
    if missing:
        yield Violation(
            at,
            "The error object lacks keys of the published type.",
            list(shape.usual),
            {"missing": missing},
            Severity.INFO,
        )


def _unnamed(reading: Reading, shape: ErrorShape, value: JsonObject) -> Iterator[Violation]:
    """Yield that an error does not name its exception, where headers were kept."""
    response = reading.exchange.response
    if shape.name is None or not response.headers:
        return
    header, members = shape.name
    if response.header(header) is None and not any(key in value for key in members):
        message = "The error does not name its exception."
        yield Violation(f"header[{header}]", message, "a name", None, Severity.INFO)


def _plain_error(error: JsonObject) -> None:
    error["error"] = "The request is not valid."


def _no_message(value: JsonObject) -> None:
    remove(value, ("error", "message"))


def _trace(value: JsonObject) -> None:
    error = value["error"]
    assert isinstance(error, dict)
    error["message"] = 'Traceback (most recent call last):\n  File "serve.py", line 7, in answer'


def _list_message(value: JsonObject) -> None:
    key = "error" if "error" in value else "message"
    value[key] = [{"msg": "The request is not valid."}]


def _numbered_type(value: JsonObject) -> None:
    put(value, ("error", "type"), 7)


def _told_details(value: JsonObject) -> None:
    put(value, ("error", "details"), "See the documentation.")


def _wrapped(value: JsonObject) -> None:
    reported = value.pop("message", None) or value.pop("error", None)
    value["error"] = {"message": reported}


RULE = Rule(
    id="TC001",
    name="error-body-shape",
    severity={**dict.fromkeys(EVERY_FORMAT, Severity.ERROR), "cohere-v1": Severity.WARNING},
    statement=(
        "An answer with a status of 400 or above carries the dialect's JSON error object: "
        "OpenAI {error: {message, type, param, code}}, Anthropic {type: error, error: {type, "
        "message}}, Gemini {error: {code, message, status}}, Cohere and Bedrock {message}, "
        "Ollama {error: text}. A cloud that serves another vendor's models answers in its own "
        "form, and so do Mistral, Cerebras, Hugging Face, SiliconFlow, NVIDIA's and Cloudflare's APIs, "
        "Novita, DeepInfra, Chutes, Baseten, Databricks, Snowflake, watsonx, ModelScope, Huawei "
        "and ChatGPT's backend; a proxy's page of HTML "
        "or line of text, and a gateway's empty body, are reported as info, and so is an error of a kind that Anthropic's API does not have, without its mark. "
        "A key of OpenAI's object that is left "
        "out beside a message, and a Bedrock error that does not name its exception, are reported "
        "as info; a key of another type is a warning, and so are a trace of the server's code in the message and Anthropic's mark around an error that has no key of OpenAI's own."
    ),
    why=(
        "SDKs build their typed error from this object; an array, a flat body or a bare "
        "string becomes an unknown error without text, and retry logic cannot tell causes."
    ),
    breaks=(
        "openai-python and LangChain are left with `Error code: 400`, the Vercel AI SDK with "
        "`Bad Request`, boto3 with an empty message, ollama-js with the status; langroid, "
        "openclaude, ironclaw. Of Cohere's v1 every client that was tried keeps the whole body, "
        "so it is a warning there."
    ),
    workaround="Read flat bodies, one-element arrays and a string `error` beside the object.",
    source=Source(
        "spec",
        "Error types of openai 3.52.0, anthropic 2.11.0, google-genai 3.4.0, cohere 7.3.1, "
        "botocore 1.44.5 and ollama's docs/api/errors.mdx; recorded error bodies, among them 14 of "
        "InvokeModel with Claude, all {message} (2025-09 and 2025-10)",
        "https://platform.claude.com/docs/en/api/errors",
        "2026-11-21",
    ),
    check=_error_body_shape,
    on_error=True,
    mutations=(
        *(
            Mutation(dialect, Mode.BLOCKING, "refused", body(change), fault)
            for dialect in EVERY_FORMAT
            if dialect not in _FLAT
            for change, fault in (
                (_plain_error, "error is a string"),
                (_no_message, "no message"),
                (_trace, "a trace"),
            )
        ),
        Mutation(
            "gemini-generate", Mode.BLOCKING, "refused", body(_told_details), "details are a text"
        ),
        *(
            Mutation(dialect, Mode.BLOCKING, "refused", body(_numbered_type), "type is a number")
            for dialect in ("chatml", "openai-chat", "openai-responses", "prompted")
        ),
        *(
            Mutation(dialect, Mode.BLOCKING, "refused", body(change), fault)
            for dialect in sorted(_FLAT)
            for change, fault in (
                (_list_message, "message is a list"),
                (_wrapped, "OpenAI's shape"),
            )
        ),
    ),
    shim=Shim("read_flat_error"),
    cases="""
Mistral | "turn1_0" rejected; flat error body with code "3280" | https://github.com/nearai/ironclaw/issues/1241 | issue closed 2026-03
Gemini OpenAI-compat | assistant content "" with tool_calls -> "empty text parameter"; error body is an array | https://github.com/langroid/langroid/issues/821 | issue closed 2025-04
OpenAgents gateway | text parts rejected; finish tool_calls without tool_calls; error is a bare string | https://github.com/OpenAgentsInc/openagents/issues/6233 | issue closed 2026-06
Gemini OpenAI-compat | same; error body array | https://github.com/Gitlawb/openclaude/issues/76 | issue closed 2026-04
""",
)
