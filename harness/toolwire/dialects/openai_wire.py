"""What the wires of OpenAI's formats have in common: paths, lists of models, what need not be.

The list of models is after openai 3.52.0 `types/model.py`, read 2026-11-21.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Final
from urllib.parse import unquote

from toolwire.dialects.benign import BenignForm
from toolwire.dialects.beside import BesideRoute, last_step
from toolwire.dialects.error_shape import ErrorShape
from toolwire.dialects.exempt import (
    CODES,
    EVERY,
    NAMED,
    Exempt,
    Operator,
    because,
    once,
    opaque,
)
from toolwire.dialects.model_list import ListForm
from toolwire.dialects.wire import (
    BEARER,
    EVENTS,
    Bill,
    Compatibility,
    Models,
    SchemaLimits,
    Serving,
    Spelling,
    TextCalls,
    Wire,
)
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Request

_CREATED: Final = 1763683200
#: A pattern of what clients put before the paths.
ROOTS: Final = "(?:/v1|/openai/v1|/openai/deployments/[^/]+)?"
_FORM: Final = ListForm("data", "id")

#: Members of OpenAI's usage that need not be there.
DETAILS: Final = (
    "/usage/completion_tokens_details /usage/completion_tokens_details/... "
    "/usage/prompt_tokens_details /usage/prompt_tokens_details/..."
)
_COMPLETION: Final = (
    "accepted_prediction_tokens",
    "audio_tokens",
    "reasoning_tokens",
    "rejected_prediction_tokens",
)
#: Members that Chat Completions need not have, in a body or a chunk.
AROUND: Final = (
    "/choices/*/logprobs /choices/*/message/annotations /choices/*/message/refusal "
    "/choices/*/delta/refusal /service_tier /system_fingerprint /usage"
)
#: A member of clean bodies and chunks, and how it is misspelled.
LOGPROBS: Final = Spelling(beside="logprobs", other="logProbs", value=None)
#: Members of OpenAI's error object beside its message: vendors leave them out, which is an info.
ERRORS: Final = (
    because(
        "vendors leave it out, and clients read null: told as info",
        (Operator.DROP, Operator.NULL, Operator.RENAME),
        "error/error/code error/error/param error/error/type",
    ),
    because(CODES, (Operator.DISAGREE,), "error/error/code error/error/param error/error/type"),
    because("codes of vendors are numbers, too", (Operator.RETYPE,), "error/error/code"),
)
#: What a completion says of itself once.
TOLD: Final = (
    once("body/created"),
    because(
        "servers stamp each chunk with a second of its own, and no client compares: told as info",
        (Operator.DISAGREE,),
        "chunk/created chunk(end)/created",
    ),
    opaque("body/id"),
    because(NAMED, (Operator.DISAGREE,), "body/model"),
)
#: What it says of the server and of parts of its counts.
SAID: Final = once(
    "/service_tier /system_fingerprint",
    *(f"/usage/completion_tokens_details/{name}" for name in _COMPLETION),
    *(f"/usage/prompt_tokens_details/{name}" for name in ("audio_tokens", "cached_tokens")),
)
#: Members of a completion that need not be there, and those that may be null (`BenignForm`).
UNSAID: Final = (
    "/choices/*/logprobs",
    "/choices/*/message/annotations",
    "/choices/*/message/refusal",
    "/choices/*/delta/refusal",
    "/service_tier",
    "/system_fingerprint",
    "/usage/completion_tokens_details",
    "/usage/prompt_tokens_details",
)
NULLS: Final = (
    "/choices/*/message/audio",
    "/service_tier",
    "/system_fingerprint",
    "/usage/completion_tokens_details",
    "/usage/prompt_tokens_details",
)
LAST_DELTA: Final = because(
    "the delta of the chunk that ends a choice is empty", EVERY, "chunk(end)/choices/*/delta"
)


def listed(rank: int) -> Models:
    """Return how models are listed, for a dialect of that rank."""
    return Models(path="/v1/models", rank=rank, form=_FORM, body=_body)


def _body(model: str) -> JsonObject:
    return {"object": "list", "data": [_entry(model)]}


def _entry(model: str) -> JsonObject:
    return {"id": model, "object": "model", "created": _CREATED, "owned_by": "toolwire"}


def _one(request: Request, _: JsonObject) -> JsonObject:
    return _entry(unquote(last_step(request)))


#: Kinds of errors and the statuses they come with; vendors have others of their own besides.
_KINDS: Final[Mapping[str, Collection[int]]] = {
    "invalid_request_error": range(400, 500),
    "authentication_error": (401, 403),
    "rate_limit_error": (429,),
    # 429 where a model is overloaded, as OpenAI's page of error codes has it beside 503.
    "server_error": (429, *range(500, 600)),
}
#: Names of exceptions in Python, its None among them, which vLLM answers with
#: (vllm-project/vllm#12886), and LiteLLM (BerriAI/litellm#39536). Every word of OpenAI's is small
#: letters and underscores. Read 2026-11-30.
_EXCEPTION: Final = re.compile("[A-Z][A-Za-z0-9]*(?:Error|Exception)|None")
#: The error body of all of OpenAI's formats.
ERROR: Final = ErrorShape(
    at="error",
    members={"message": str},
    usual=("type", "param", "code"),
    also={},
    typed=False,
    in_array=False,
    name=None,
    word="type",
    kinds=_KINDS,
    numbers=("code", "status"),
    coded=_EXCEPTION,
)
#: The counts of Chat Completions.
BILL: Final = Bill(
    path=("usage",),
    total="total_tokens",
    parts=("prompt_tokens", "completion_tokens"),
    beside=(),
)
#: Others' models behind OpenAI's formats. Recorded with a success: Grok and gpt-oss (at Cerebras) with
#: strict schemas that leave properties optional, Mistral's with one of no type. Kimi and DeepSeek want
#: a type of object, and no more (https://github.com/14790897/MiqroForge-Desktop/issues/1165); vLLM and
#: llama.cpp's server read a schema for the prompt, or for a grammar. DeepSeek documents OpenAI's limits
#: for strict tools (https://api-docs.deepseek.com/guides/tool_calls). All read 2026-11-28.
_OTHERS: Final = (
    *(
        "codestral",
        "devstral",
        "magistral",
        "ministral",
        "mistral",
        "mixtral",
        "open-mi",
        "pixtral",
    ),
    *("deepseek", "gemma", "glm", "gpt-oss", "granite", "grok", "kimi", "llama", "meta-llama"),
    *("minimax", "moonshot", "nemotron", "phi-", "qwen", "qwq", "voxtral"),
)
#: What OpenAI takes in no schema of a tool.
SCHEMAS: Final = SchemaLimits(
    top=("anyOf", "oneOf", "allOf", "enum", "not"),
    items=True,
    strict=frozenset(
        {"allOf", "dependentRequired", "dependentSchemas", "else", "if", "not", "oneOf", "then"}
    ),
    whole=True,
    others=_OTHERS,
    others_strict=("deepseek",),
)


#: What shows one model.
ONE_MODEL: Final = BesideRoute("GET", "/v1/models/[^/]+", _one)


def served(path: str, *beside: BesideRoute, endings: tuple[str, ...]) -> Serving:
    """Return where servers answer, for a path below the version."""
    root = "/v1"
    return Serving(
        paths=(f"{ROOTS}{path}",),
        beginnings=(f"{root}{path}",),
        endings=endings,
        root=root,
        beside=(ONE_MODEL, *beside),
        mask="",
    )


def compatible(rank: int, name: str, *, detected: bool) -> Compatibility:
    """Return how a stranger's server is asked: with a bearer token, below the version."""
    return Compatibility(
        rank=rank,
        compatible=name,
        auths=(BEARER,),
        prefix="/v1",
        family="openai",
        detected=detected,
        signed=False,
    )


def calls_in_text(
    calls: TextCalls,
    *,
    serving: Serving,
    rank: int,
    form: Compatibility,
    exempt: tuple[Exempt, ...],
    missed: tuple[Exempt, ...],
    benign: BenignForm,
) -> Wire:
    """Return the facts of a format in whose text calls are markup, and requests are prompts.

    Args:
        calls: how they stand there.
        serving: where servers answer.
        rank: of its list of models.
        form: how a stranger's server is recognised and asked.
        exempt: as in `Wire`.
        missed: as in `Wire`.
        benign: as in `Wire`.
    """
    return Wire(
        calls=None,
        text_calls=calls,
        stated=None,
        request=None,
        usage_on_demand=True,
        cached=(),
        counts_cached="",
        keeps="",
        cited=None,
        named_choice_ends=False,
        reasoning_named=True,
        reply_members=None,
        reply_filled=False,
        spelling=LOGPROBS,
        error=ERROR,
        stream=EVENTS,
        bills=(BILL,),
        stop_words=None,
        serving=serving,
        models=listed(rank),
        form=form,
        left_out=frozenset(),
        exempt=exempt,
        missed=missed,
        benign=benign,
        served=None,
        neutral=None,
    )
