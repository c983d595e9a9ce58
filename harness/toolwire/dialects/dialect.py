"""What a dialect is: six functions, a name, and the facts of its wire."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import msgspec

from toolwire.dialects.voice import USUAL, Voice
from toolwire.dialects.wire import Wire
from toolwire.model.conversation import Conversation, JsonObject
from toolwire.model.exchange import Endpoint, Exchange, Request, Response
from toolwire.model.reply import Reading


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A call the reference responder is going to make."""

    name: str
    arguments: JsonObject


@dataclass(frozen=True, slots=True)
class Refusal:
    """A request the reference responder refuses: HTTP status, neutral kind, message.

    Kinds: `invalid_request`, `authentication`, `not_found`, `rate_limit`, `server_error`, and
    `unknown_response` of formats whose servers keep answers.
    """

    status: int
    kind: str
    message: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What the reference responder is going to say, in neutral terms.

    `text` comes before the calls; `cut` ends the reply as the token limit would. `ended_at` is
    the word of the request at which the text ended, "" for none. `turn` is
    the number of calls in the history, so that generated ids stay unique in a conversation.
    `kept` is how many bytes the conversation has that the server keeps and the request only names.
    `reasoning` is thought before all of it, kept apart from `text`, with the opaque token
    that the dialect knows for it; a dialect without reasoning leaves it out. `voice` is whose
    answer it is, where vendors of one format differ.
    """

    text: str | None = None
    calls: tuple[PlannedCall, ...] = ()
    refusal: Refusal | None = None
    cut: bool = False
    ended_at: str = ""
    turn: int = 0
    kept: int = 0
    reasoning: str | None = None
    voice: Voice = USUAL


class Recognition(msgspec.Struct, frozen=True, gc=False):
    """How sure a dialect is that an exchange speaks it: 0.0 to 1.0, and why."""

    confidence: float
    reason: str


@dataclass(frozen=True, slots=True)
class Dialect:
    """A wire format.

    Attributes:
        name: as in provider files, for example `openai-chat`.
        title: as people call it.
        encode: conversation to request, for one endpoint; `conversation.stream` decides the
            mode. Assistant turns with an `echo` go back byte for byte.
        read_request: a request, ours or a stranger's, to the neutral conversation; never
            raises on a stranger's data: what it cannot read is left out.
        decode: an exchange to everything that can be read in it; never raises on a
            provider's data.
        respond: the reference responder: an answer to the response a correct server sends,
            blocking or streamed as the request asks.
        recognise: how much an exchange looks like this dialect, from host, path and bodies.
        facets: the observed facts of the format, keys of `observation.FACETS`.
        wire: what others need to know of where its parts stand and how it is served.
        legacy: whether it has OpenAI's older `functions` / `function_call` API.
        stops: its stop words -> `tool_call`, `end`, `length`, or `cut` where something else
            than the model's own end or a limit broke the reply off (a filter, a failure);
            words not named have no neutral meaning.
        in_words: whether tools, calls and results are text in the prompt instead of members
            of the request.
        end_marker: payload of the event that ends its streams; "" where the format ends
            them in another way.
        paths: endings of the paths at which its servers answer, none of them another
            dialect's; () where the path says little.
    """

    name: str
    title: str
    encode: Callable[[Conversation, Endpoint], Request]
    read_request: Callable[[Request], Conversation | None]
    decode: Callable[[Exchange], Reading]
    respond: Callable[[Request, Answer], Response]
    recognise: Callable[[Exchange], Recognition]
    facets: Callable[[Reading], Mapping[str, str]]
    wire: Wire
    legacy: bool = False
    stops: Mapping[str, str] = field(default_factory=dict)
    in_words: bool = False
    end_marker: str = ""
    paths: tuple[str, ...] = ()
