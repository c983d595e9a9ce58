"""Rules about the form of call ids: what other providers, or the model itself, accept."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator

from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject, ToolCall
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.edit import Frame, body, frames
from toolwire.rules.faults import identified, planted
from toolwire.rules.rule import Flaw, Mutation, Rule, Source
from toolwire.rules.wires import (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V2,
    OLLAMA,
    RESPONSES,
    WITH_IDS,
    id_at,
)

__all__ = ["RULES"]

_READ = "2026-11-21"
_LETTERS = frozenset(string.ascii_letters + string.digits)
_PORTABLE = _LETTERS | {"_", "-"}
_AWS = _PORTABLE | {".", ":"}
_BASE64 = _LETTERS | {"+", "/", "="}
_CHAT_LIMIT = 40
_WIDER_LIMIT = 64
_SIGNATURE = 24
_MISTRAL_LENGTH = 9
_MISTRAL_FAMILY = (
    "codestral",
    "devstral",
    "magistral",
    "ministral",
    "mistral",
    "mixtral",
    "open-mistral",
    "open-mixtral",
    "pixtral",
    "voxtral",
)


def _model(reading: Reading) -> str:
    """Return the model name of the response without a vendor's prefix, in small letters."""
    return (reading.reply.model or "").rpartition("/")[2].lower()


def _is_mistral(reading: Reading) -> bool:
    return reading.dialect == CHAT and _model(reading).startswith(_MISTRAL_FAMILY)


def _is_kimi(reading: Reading) -> bool:
    return _model(reading).startswith("kimi-k2")


def _identified(reading: Reading) -> Iterator[tuple[ToolCall, str]]:
    return ((call, call.id) for call in reading.reply.tool_calls if call.id)


def _free(reading: Reading) -> Iterator[tuple[ToolCall, str]]:
    """Yield the calls whose ids no narrower rule judges: TC206, TC208 and TC212 do."""
    if not reading.reply.tool_calls or _is_mistral(reading) or _is_kimi(reading):
        return iter(())
    return ((call, known) for call, known in _identified(reading) if not _carries(known))


def _id_length(reading: Reading) -> Iterator[Flaw]:
    limit = _WIDER_LIMIT if reading.dialect == RESPONSES else _CHAT_LIMIT
    for call, known in _free(reading):
        if len(known) > limit:
            yield Flaw(
                id_at(reading, call),
                "The id is longer than OpenAI accepts in a history.",
                f"at most {limit} characters",
                known[:200],
                None if len(known) > _WIDER_LIMIT else Severity.WARNING,
            )


def _id_charset(reading: Reading) -> Iterator[Flaw]:
    of_aws = reading.dialect == BEDROCK
    letters = _AWS if of_aws else _PORTABLE
    for call, known in _free(reading):
        if not letters.issuperset(known):
            message = "The id has a character that Anthropic refuses in a history."
            pattern = "^[a-zA-Z0-9_-]+$"
            if of_aws:
                message = "The id has a character that Converse refuses in a history."
                pattern = "^[a-zA-Z0-9_.:-]+$"
            yield Flaw(id_at(reading, call), message, pattern, known[:200])


def _id_mistral(reading: Reading) -> Iterator[Flaw]:
    if not reading.reply.tool_calls or not _is_mistral(reading):
        return
    for call, known in _identified(reading):
        if len(known) != _MISTRAL_LENGTH or not _LETTERS.issuperset(known):
            message = "The id is not one a Mistral model's template accepts."
            yield Flaw(id_at(reading, call), message, "^[a-zA-Z0-9]{9}$", known[:200])


def _id_kimi(reading: Reading) -> Iterator[Flaw]:
    if not reading.reply.tool_calls or not _is_kimi(reading):
        return
    asked = reading.asked
    before = None if asked is None else len(asked.calls())
    for place, (call, known) in enumerate(_identified(reading)):
        if not _is_kimi_id(known, None if before is None else before + place):
            message = "The id is not the one Kimi K2 was trained on."
            number = "<number of earlier calls>" if before is None else str(before + place)
            expected = f"functions.<name>:{number}"
            yield Flaw(id_at(reading, call), message, expected, known[:200])


def _is_kimi_id(known: str, number: int | None) -> bool:
    name, colon, count = known.removeprefix("functions.").rpartition(":")
    return (
        known.startswith("functions.")
        and bool(colon and name)
        and _PORTABLE.issuperset(name)
        and count.isascii()
        and count.isdigit()
        and (number is None or int(count[:18]) == number)
    )


def _id_without_payload(reading: Reading) -> Iterator[Flaw]:
    for call, known in _identified(reading):
        if _carries(known):
            message = "The id carries a signature or JSON."
            yield Flaw(id_at(reading, call), message, "a plain name", known[:200])


def _carries(known: str) -> bool:
    """Return whether an id holds JSON, or ends in `__` and base64 as long as a signature."""
    if "{" in known:
        return True
    _, mark, tail = known.rpartition("__")
    return (
        bool(mark)
        and len(tail) >= _SIGNATURE
        and _BASE64.issuperset(tail)
        and not tail.islower()
        and not tail.isupper()
    )


def _of_model(name: str) -> tuple[Mutation, ...]:
    """Make mutations that say another model answered, whose ids have a form of their own."""

    def in_body(value: JsonObject) -> None:
        value["model"] = name

    def in_stream(stream: list[Frame]) -> None:
        for _, payload in stream:
            if isinstance(payload, dict):
                object_of(payload)["model"] = name

    changes: tuple[tuple[Mode, Callable[[Exchange], Exchange]], ...] = (
        (Mode.BLOCKING, body(in_body)),
        (Mode.STREAMING, frames(in_stream)),
    )
    return tuple(Mutation(CHAT, mode, "single_call", change) for mode, change in changes)


#: Dialects whose own servers accept other ids in a history; a history may move on.
_ELSEWHERE = (CHAT, COHERE_V2, OLLAMA, RESPONSES)

RULES: tuple[Rule, ...] = (
    Rule(
        id="TC204",
        name="id-length",
        severity={CHAT: Severity.ERROR, RESPONSES: Severity.WARNING},
        statement=(
            "Issued ids are at most 40 characters, which OpenAI accepts in a history of Chat "
            "Completions; 41 to 64, which some of its routes accept, is a warning. Responses "
            "accepts a call_id of 64."
        ),
        why=(
            "A conversation that moves to another provider is refused with "
            "string_above_max_length, and clients that cut ids lose the results."
        ),
        breaks=(
            "The Vercel AI SDK (vercel/ai#5171, #8132), autogen, agno, camel, openclaw and "
            "cursor-byok, whose next request is refused after a change of provider. A call_id too "
            "long for Responses stopped hermes-agent (#73538) and 9router (#393) alone: a warning."
        ),
        workaround="Shorten the id in call and result alike before the history moves.",
        source=Source("api-error", "OpenAI API: string_above_max_length, see the cases", "", _READ),
        check=_id_length,
        needs_calls=True,
        needs_ids=True,
        mutations=planted(
            "single_call", identified("call_" + "a1B2c3D4e5F6" * 6), (CHAT, RESPONSES)
        ),
    ),
    Rule(
        id="TC205",
        name="id-charset",
        severity={
            ANTHROPIC: Severity.ERROR,
            **dict.fromkeys((BEDROCK, *_ELSEWHERE), Severity.WARNING),
        },
        statement=(
            "Ids are made of letters, digits, underscore and hyphen; Bedrock's may have dots and "
            "colons too. Kimi K2 and Mistral models have forms of their own (TC208, TC206)."
        ),
        why="Anthropic refuses a history with any other id, so fallback chains break.",
        breaks=(
            "LangChain (langchain#37756), openai-agents (openai-agents-python#1147) and LiteLLM "
            "(litellm#21964, #31094), whose next request Anthropic refused; ClawRouter, screenpipe, "
            "bifrost, qwen-code, nanobot, picoclaw. Of Bedrock only botocore's model tells the "
            "form, so it is a warning there."
        ),
        workaround="Replace other characters in call and result alike before the history moves.",
        source=Source(
            "api-error",
            "Anthropic API: tool_use.id must match ^[a-zA-Z0-9_-]+$; botocore 1.44.5 ToolUseId",
            "",
            _READ,
        ),
        check=_id_charset,
        needs_calls=True,
        needs_ids=True,
        mutations=(
            *planted("single_call", identified("call.get_weather:0"), (ANTHROPIC, *_ELSEWHERE)),
            *planted("single_call", identified("call/get_weather"), (BEDROCK,)),
        ),
    ),
    Rule(
        id="TC206",
        name="id-mistral",
        severity={CHAT: Severity.ERROR},
        statement=(
            "Ids of a Mistral model are nine letters or digits, whoever serves it; the model is "
            "taken from the response."
        ),
        why="The model's own template refuses any other id: 400 or 500 on the next turn.",
        breaks=(
            "LangChain (langchain#24668, #29021), opencode, avante.nvim, gptel and magentic, "
            "whose next request is refused; oMLX and vLLM with their own ids."
        ),
        workaround="Map ids to nine characters in call and result alike.",
        source=Source(
            "api-error",
            "Mistral API, code 3280: must be a-z, A-Z, 0-9, with a length of 9",
            "",
            _READ,
        ),
        check=_id_mistral,
        needs_calls=True,
        needs_ids=True,
        mutations=_of_model("mistral-small-2603"),
    ),
    Rule(
        id="TC208",
        name="id-kimi",
        severity={CHAT: Severity.WARNING},
        statement=(
            "Ids of Kimi K2 are functions.<name>:<number>, the number counting the calls of the "
            "conversation from 0; the model is taken from the response."
        ),
        why="With other ids in its history the model falls out of its call format in a few turns.",
        breaks="llxprt-code; SGLang and vLLM served other ids for a while",
        workaround="Send the ids back unchanged and do not normalise them.",
        source=Source("docs", "Moonshot's guide as cited in vybestack/llxprt-code#713", "", _READ),
        check=_id_kimi,
        needs_calls=True,
        needs_ids=True,
        mutations=_of_model("kimi-k2-instruct"),
    ),
    Rule(
        id="TC212",
        name="id-carries-no-payload",
        severity=dict.fromkeys(WITH_IDS, Severity.WARNING),
        statement="Ids do not embed signatures or JSON.",
        why="Such ids exceed every limit of length and alphabet that another provider sets.",
        breaks="clients of LiteLLM that move the history on",
        workaround="Keep the payload beside the id and send a short id.",
        source=Source("observed", "Public threads, see the cases", "", _READ),
        check=_id_without_payload,
        needs_calls=True,
        needs_ids=True,
        mutations=planted(
            "single_call", identified("call_1__thought__" + "QmFzZTY0" * 4), WITH_IDS
        ),
    ),
)
