"""What every closed set of words of ours is compared with: one table, a file for each format.

A word that an SDK or a specification has and we do not, fails, unless `unread` says why it needs
none; a word that we have and neither does, fails, unless `older` says who says it. Both fail too
once they are no longer true. Vendors whose SDK has no types of their own (DeepSeek, xAI, Z.ai and
others ask to be used with OpenAI's) are not here, nor is what no package carries (`UNTOLD`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tests.sdks.vocabularies.anthropic_messages import ANTHROPIC
from tests.sdks.vocabularies.bedrock_converse import BEDROCK
from tests.sdks.vocabularies.cohere import COHERE
from tests.sdks.vocabularies.gemini_generate import GEMINI
from tests.sdks.vocabularies.openai_chat import CHAT
from tests.sdks.vocabularies.openai_responses import RESPONSES
from tests.sdks.vocabularies.others import OTHERS

__all__ = ["UNTOLD", "VOCABULARIES"]

_GEMINI_ROLES: Final = "a description in google-genai 3.4.0, `Content.role`: user or model"
_OLLAMA: Final = "docs/openapi.yaml of ollama, which no package carries; its SDK has bare strings"
_PROTOBUF: Final = (
    "protobuf's JSON form of numbers that JSON has none for: NaN, Infinity, -Infinity"
)

#: Dialect -> places with words that no SDK lists, and who says them.
UNTOLD: Final[Mapping[str, Mapping[str, str]]] = {
    "gemini-generate": {
        "schema:/$defs/chunk_content/properties/role": _GEMINI_ROLES,
        "schema:/$defs/request_content/properties/role": _GEMINI_ROLES,
        "schema:/$defs/response_content/properties/role": _GEMINI_ROLES,
        "schema:/$defs/chunk_candidate/properties/avgLogprobs/anyOf/1": _PROTOBUF,
        "schema:/$defs/response_candidate/properties/avgLogprobs/anyOf/1": _PROTOBUF,
        "wire:request.roles.known": _GEMINI_ROLES,
    },
    "ollama-chat": {
        "dialect:stops": _OLLAMA,
        "schema:/$defs/request/properties/think/anyOf/2": _OLLAMA,
        "schema:/$defs/request_message/properties/role": _OLLAMA,
        "schema:/$defs/response_message/properties/role": _OLLAMA,
        "schema:/$defs/tool/properties/type": _OLLAMA,
        "wire:stop_words.words": _OLLAMA,
    },
}

VOCABULARIES: Final = (*ANTHROPIC, *BEDROCK, *COHERE, *GEMINI, *CHAT, *RESPONSES, *OTHERS)
