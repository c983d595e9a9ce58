"""What each dialect looks like from outside: its name, its key's header, its paths.

Headers after the official SDKs: openai 3.52.0, anthropic 2.11.0, google-genai 3.4.0, cohere
6.1.0, ollama 0.6.3, boto3 1.44.5; read 2026-11-21.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Auth:
    """The header a key goes into, and the word before it ("" for none)."""

    header: str
    scheme: str = ""


BEARER: Final = Auth("Authorization", "Bearer")


@dataclass(frozen=True, slots=True)
class Form:
    """One dialect as a stranger's server may speak it.

    Attributes:
        compatible: the word of a verdict.
        auths: how a key is sent, the SDK's own way first.
        prefix: what its SDK's base URL ends with; "" where the paths hold the version.
        family: dialects of one family have the same error body.
    """

    compatible: str
    auths: tuple[Auth, ...] = (BEARER,)
    prefix: str = ""
    family: str = ""


_OPENAI: Final = Form("OpenAI-compatible", prefix="/v1", family="openai")

#: Dialect -> form. Where two are equally sure, the first is named: what nobody imitates comes
#: before what everybody does, and that before what gateways offer beside it.
FORMS: Final[Mapping[str, Form]] = {
    "ollama-chat": Form("Ollama-compatible", family="ollama"),
    "openai-chat": _OPENAI,
    "gemini-generate": Form("Gemini-compatible", (Auth("x-goog-api-key"), BEARER), family="google"),
    "bedrock-converse": Form("Bedrock-compatible", family="aws"),
    "cohere-v2": Form("Cohere-compatible", family="cohere"),
    "anthropic-messages": Form(
        "Anthropic-compatible", (Auth("x-api-key"), BEARER), family="anthropic"
    ),
    "openai-responses": Form("OpenAI-compatible (Responses)", prefix="/v1", family="openai"),
    "cohere-v1": Form("Cohere-compatible (v1)", family="cohere"),
    "prompted": Form("OpenAI-compatible, tools in words", prefix="/v1", family="openai"),
    "chatml": Form("OpenAI-compatible (completions in ChatML)", prefix="/v1", family="openai"),
}

#: The dialects that are looked for. The others are ways to use openai-chat's paths, which no
#: answer tells apart.
DETECTED: Final = tuple(name for name in FORMS if name not in {"prompted", "chatml"})
