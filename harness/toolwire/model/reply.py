"""What a dialect decoded from a response: observed, never repaired."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, TypeAlias

from toolwire.model.conversation import Conversation, Json, ToolCall
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.value import Value


class _AbsentType:
    """The type of `ABSENT`: a key that is not there, as opposed to JSON null."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "ABSENT"

    def __bool__(self) -> bool:
        return False


ABSENT: Final = _AbsentType()
Absent: TypeAlias = _AbsentType


class Usage(Value, frozen=True):
    """Token counts as reported; None where the wire says nothing."""

    input: int | None
    output: int | None
    total: int | None = None


class WireError(Value, frozen=True):
    """An error the provider reported.

    Attributes:
        message: its text; "" when none could be found.
        code: its machine word or number as text; None when it has none.
        pointer: where it stands.
    """

    message: str
    code: str | None
    pointer: str


class UnreadKind(Enum):
    """Why a part is left out, where somebody goes by it; its reason says it in words.

    Attributes:
        OTHER: it is not what the format says, as most are.
        BROKEN: the framing could not finish or check it.
        TOLD_AGAIN: a whole call that was sent before.
        IN_PARTS: a call that goes on in another under its id.
        UNNAMED: an event that does not say its kind.
        WRAPPED: an event whose members stand in an object of its name, where no SDK looks for them.
    """

    OTHER = auto()
    BROKEN = auto()
    TOLD_AGAIN = auto()
    IN_PARTS = auto()
    UNNAMED = auto()
    WRAPPED = auto()


class Unread(Value, frozen=True):
    """A part that could not be parsed and was kept: where it stands and why."""

    pointer: str
    reason: str
    kind: UnreadKind = UnreadKind.OTHER


class Event(Value, frozen=True):
    """One event of a streamed body.

    Attributes:
        number: position in the stream, from 0; pointers write it as `event[N]`.
        name: the frame's own event name; None when it has none.
        data: the payload text.
        json: the parsed payload; `ABSENT` when it is not JSON (for example `[DONE]`).
    """

    number: int
    name: str | None
    data: str
    json: Json | Absent = ABSENT


class CallDelta(Value, frozen=True):
    """One streamed piece of a tool call, members as they stand on the wire.

    Attributes:
        event: number of its event.
        pointer: `event[N]/...` of the object that carries it.
        choice: choice or candidate it belongs to.
        index: the wire's own number of the call (openai-chat `index`, Anthropic block index;
            for Gemini its running number, since the wire has none).
        id, name, kind: raw members; `ABSENT` when the key is not there.
        arguments: raw arguments fragment (text) or object; `ABSENT` when not there.
        legacy: it is a piece of OpenAI's `function_call`.
    """

    event: int
    pointer: str
    choice: int
    index: Json | Absent
    id: Json | Absent = ABSENT
    name: Json | Absent = ABSENT
    kind: Json | Absent = ABSENT
    arguments: Json | Absent = ABSENT
    legacy: bool = False


class Reply(Value, frozen=True):
    """A decoded response; of several choices or candidates the first.

    Attributes:
        text: its text parts joined; None when there is no text part, "" for an empty one.
        tool_calls: calls the client has to run, in wire order (server-side tools excluded).
        stop: the stop reason, the wire's own word; None when absent or null.
        usage: token counts; None when not reported.
        reasoning: reasoning or thinking text kept apart from `text`; None when absent.
        id: response id; model: model name as reported.
        error: the provider's error, from an error status, body or event.
        echo: the assistant message to send back: for blocking replies its exact bytes, for
            streams the message assembled in the blocking shape; None when there is none.
        complete: False when a stream or body ended before the dialect's own end.
        unread: parts that could not be parsed.
        text_pointer, stop_pointer: where text begins and where the stop reason stands.
    """

    text: str | None = None
    tool_calls: tuple[ToolCall, ...] = ()
    stop: str | None = None
    usage: Usage | None = None
    reasoning: str | None = None
    id: str | None = None
    model: str | None = None
    error: WireError | None = None
    echo: bytes | None = None
    complete: bool = True
    unread: tuple[Unread, ...] = ()
    text_pointer: str = ""
    stop_pointer: str = ""


class Reading(Value, frozen=True):
    """Everything a dialect read in one exchange; parsed once, shared by all rules.

    Attributes:
        exchange: the bytes.
        dialect: name of the dialect that read them.
        mode: how the response came (framing decides, not the request).
        conversation: the request in neutral terms; None when it was not kept or is not readable.
        request: the request body as JSON; None when there is none.
        body: the JSON body of a blocking or error response; `ABSENT` when it is not JSON or
            the response is a stream.
        body_error: why a blocking body is not JSON; None when it is, or for streams.
        events: events of a streamed response; empty for blocking ones.
        deltas: streamed pieces of tool calls in wire order; empty for blocking responses.
        reply: the decoded response.
        twin: what the same request was answered in the other mode; None when it was not
            asked.
    """

    exchange: Exchange
    dialect: str
    mode: Mode
    conversation: Conversation | None
    request: Json
    body: Json | Absent
    body_error: str | None
    events: tuple[Event, ...]
    deltas: tuple[CallDelta, ...]
    reply: Reply
    twin: Reading | None = None

    @property
    def ok(self) -> bool:
        """Return whether the response is a successful one that carries no error."""
        return self.exchange.response.status < 400 and self.reply.error is None
