"""The dialects by name, and where each of them puts the parts of a call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolwire.dialects import dialect
from toolwire.model.conversation import ToolCall
from toolwire.model.reply import CallDelta, Reading

ANTHROPIC: Final = "anthropic-messages"
BEDROCK: Final = "bedrock-converse"
CHAT: Final = "openai-chat"
CHATML: Final = "chatml"
COHERE_V1: Final = "cohere-v1"
COHERE_V2: Final = "cohere-v2"
GEMINI: Final = "gemini-generate"
OLLAMA: Final = "ollama-chat"
PROMPTED: Final = "prompted"
RESPONSES: Final = "openai-responses"

EVERYWHERE: Final = (
    ANTHROPIC,
    BEDROCK,
    CHAT,
    COHERE_V1,
    COHERE_V2,
    GEMINI,
    OLLAMA,
    RESPONSES,
)
#: Dialects with OpenAI's choices around what is said, structured calls or text.
CHAT_ENVELOPES: Final = (CHAT, CHATML, PROMPTED)
#: Dialects in which every call has to have an id.
WITH_IDS: Final = (ANTHROPIC, BEDROCK, CHAT, COHERE_V2, RESPONSES)

#: Dialect -> pointer of the id inside a call. Calls of Cohere's v1 have none.
ID_AT: Final[Mapping[str, str]] = {
    ANTHROPIC: "/id",
    BEDROCK: "/toolUseId",
    CHAT: "/id",
    COHERE_V2: "/id",
    GEMINI: "/id",
    OLLAMA: "/id",
    RESPONSES: "/call_id",
}
#: Dialect -> pointer of the name inside a call.
NAME_AT: Final[Mapping[str, str]] = {
    ANTHROPIC: "/name",
    BEDROCK: "/name",
    CHAT: "/function/name",
    COHERE_V1: "/name",
    COHERE_V2: "/function/name",
    GEMINI: "/name",
    OLLAMA: "/function/name",
    RESPONSES: "/name",
}
#: Dialect -> pointer of the arguments inside a call.
ARGUMENTS_AT: Final[Mapping[str, str]] = {
    ANTHROPIC: "/input",
    BEDROCK: "/input",
    CHAT: "/function/arguments",
    COHERE_V1: "/parameters",
    COHERE_V2: "/function/arguments",
    GEMINI: "/args",
    OLLAMA: "/function/arguments",
    RESPONSES: "/arguments",
}
# Pieces that are told apart from the call they belong to have a member of their own.
_FRAGMENT_AT: Final[Mapping[str, str]] = {ANTHROPIC: "/partial_json", RESPONSES: "/delta"}

_UNFINISHED: Final = frozenset({"length", "cut"})


def cut_short(reading: Reading) -> bool:
    """Return whether a reply says that it was cut, or ends before its dialect's own end.

    A call may then be unfinished without fault.
    """
    stop = dialect(reading.dialect).stops.get(reading.reply.stop or "")
    return stop in _UNFINISHED or not reading.reply.complete


def read_whole(reading: Reading) -> bool:
    """Return whether nothing but arguments was left unread.

    Where more was (two messages in one stream, say), what the parts of the reply are to
    each other is not known, and the breach itself is another rule's.
    """
    unread = {part.pointer for part in reading.reply.unread}
    return not unread or unread <= {call.pointer for call in reading.reply.tool_calls}


def id_at(reading: Reading, call: ToolCall) -> str:
    """Return the pointer of a call's id."""
    return call.pointer + ID_AT.get(reading.dialect, "/id")


def name_at(reading: Reading, call: ToolCall) -> str:
    """Return the pointer of a call's name."""
    if reading.dialect == CHAT and call.kind != "function":
        return call.pointer + ("/name" if call.kind == "legacy" else f"/{call.kind}/name")
    return call.pointer + NAME_AT[reading.dialect]


def arguments_at(reading: Reading, call: ToolCall) -> str:
    """Return the pointer of a call's arguments."""
    member = "/arguments" if call.kind == "legacy" else ARGUMENTS_AT[reading.dialect]
    return call.pointer + member


def fragment_at(reading: Reading, piece: CallDelta) -> str:
    """Return the pointer of the fragment of arguments that a streamed piece carries."""
    if piece.legacy:
        return f"{piece.pointer}/arguments"
    # The object that opens a call has them where a whole call has them.
    opens = piece.pointer.endswith(("/item", "/content_block"))
    found = None if opens else _FRAGMENT_AT.get(reading.dialect)
    return piece.pointer + (found or ARGUMENTS_AT[reading.dialect])
