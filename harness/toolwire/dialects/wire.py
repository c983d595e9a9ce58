"""What others need to know of a dialect's wire, stated by each dialect in its own folder.

No fact has a default: a dialect that leaves one out fails when it is imported, and the error
names the fact. `None` and `()` are statements: the format has no such thing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from toolwire.dialects.benign import BenignForm
from toolwire.dialects.beside import BesideRoute
from toolwire.dialects.error_shape import ErrorShape
from toolwire.dialects.exempt import Exempt
from toolwire.dialects.id_form import IdForm
from toolwire.dialects.neutral import NeutralMembers
from toolwire.dialects.request_form import (
    ANY_SCHEMA,
    BOUNDS,
    ChoiceCount,
    NameForm,
    RequestForm,
    RequestParts,
    Roles,
    SchemaLimits,
)
from toolwire.dialects.served import ServedTools
from toolwire.dialects.serving import (
    BEARER,
    Auth,
    Compatibility,
    Models,
    Serving,
    served_at,
    vendor_form,
)
from toolwire.dialects.stream_form import EVENTS, LineEnd, StreamForm
from toolwire.model.conversation import Json, JsonObject

__all__ = [
    "ANY_SCHEMA",
    "BEARER",
    "BOUNDS",
    "EVENTS",
    "Auth",
    "BesideRoute",
    "Bill",
    "CallPaths",
    "ChoiceCount",
    "Compatibility",
    "Find",
    "FindCalls",
    "Holder",
    "LineEnd",
    "Models",
    "NameForm",
    "NativeCall",
    "RequestForm",
    "RequestParts",
    "Roles",
    "SchemaLimits",
    "Serving",
    "Spelling",
    "StatedParts",
    "Stops",
    "StreamForm",
    "TextCalls",
    "Wire",
    "served_at",
    "stated_once",
    "vendor_form",
]

#: An object and the member of it that is meant.
Holder: TypeAlias = "tuple[JsonObject, str]"
#: A payload of a stream -> what holds its fragment, or None.
Find: TypeAlias = "Callable[[JsonObject], Holder | None]"


class NativeCall(NamedTuple):
    """A native call as it stands: `tool_use` block, value of `functionCall`, and so on."""

    pointer: str
    call: Json


#: The root of a pointer ("" for a body, else an event) and the body or payload -> the calls in it.
FindCalls: TypeAlias = "Callable[[str, JsonObject], Iterator[NativeCall]]"


@dataclass(frozen=True, slots=True, kw_only=True)
class CallPaths:
    """Where the parts of a call stand inside it.

    Attributes:
        id: pointer of the id; None where calls have none.
        name, arguments: pointers of these.
        textual: whether the arguments are the text of a JSON object, not a value.
        fragment: pointer of a fragment of arguments in an event that is no call; None where
            it stands where a whole call has its arguments.
        find: finds the calls, whole or as a stream opens them; None where rules read
            `chat.raw_calls`.
        optional: whether a call without arguments may leave them out, or have null there.
        opened_whole: whether what opens a call in a stream has a member for its arguments.
        null_fragment: whether a piece whose arguments are null is one without any.
        id_form: the ids that go back.
        own_ids: the beginnings of the names of models whose templates take ids of a form of
            their own only, whoever serves them.
    """

    id: str | None
    name: str
    arguments: str
    textual: bool
    fragment: str | None
    find: FindCalls | None
    optional: bool
    opened_whole: bool
    null_fragment: bool
    id_form: IdForm
    own_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TextCalls:
    """Calls that are markup in the text of a choice.

    Attributes:
        family: of the markup, as in `text_families`.
        body, chunk: where a choice has the text: the member, and the member inside of it.
        result: how the client's word of what a call returned begins in a prompt.
    """

    family: str
    body: tuple[str, str | None]
    chunk: tuple[str, str | None]
    result: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedParts:
    """Which objects of a reply state a call, a text or a stop, so that all of them can be changed.

    Attributes:
        is_call: whether an object is a call, whole or as a stream opens it.
        same_call: a call -> what the copies of one call have in common; None where each call
            is stated once.
        fragment: finds the arguments in a payload of a stream; None where they come whole.
        text: finds the text in a payload of a stream.
        again: whether an object states the arguments once more, beside their fragments; None
            where nothing does.
        whole_text: the member of an object that is the text in one piece; None for others.
        text_again: whether streams tell the text once more in one piece.
        stop: the member that has the stop reason.
        has_stop: whether an object that has this member states the reply's own; None for all.
        repeated: members of an answer that repeat what its request had, calls with their results:
            nothing below these is the answer's own; () where none does.
    """

    is_call: Callable[[JsonObject], bool]
    same_call: Callable[[JsonObject], object] | None
    fragment: Find | None
    text: Find
    again: Callable[[JsonObject], bool] | None
    whole_text: Callable[[JsonObject], str | None]
    text_again: bool
    stop: str
    has_stop: Callable[[JsonObject], bool] | None
    repeated: tuple[str, ...]


def stated_once(
    *,
    is_call: Callable[[JsonObject], bool],
    fragment: Find | None,
    text: Find,
    whole_text: Callable[[JsonObject], str | None],
    stop: str,
) -> StatedParts:
    """Return what states the parts of a format in which nothing is stated again."""
    return StatedParts(
        is_call=is_call,
        same_call=None,
        fragment=fragment,
        text=text,
        again=None,
        whole_text=whole_text,
        text_again=False,
        stop=stop,
        has_stop=None,
        repeated=(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelling:
    """A member of clean replies in another style.

    Attributes:
        beside: a member of clean replies.
        other: the wrong spelling: of that member, or of one that is put beside it.
        value: of what is put beside it; None where `beside` itself is renamed.
    """

    beside: str
    other: str
    value: Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Bill:
    """Where tokens are counted.

    Attributes:
        path: of the object that has the counts.
        total: its member with the sum of `parts`; the first two of these are always there.
        beside: counted by some services beside the input, by others inside; both are documented.
        within: other members, each with the part that holds what it counts.
        kinds: members that list a count by kinds of content, each with that count; `kind_count` is
            what each entry of them counts in.
        thoughts: the member of `parts` that counts thoughts, beside the answer; "" where none does.
    """

    path: tuple[str, ...]
    total: str
    parts: tuple[str, ...]
    beside: tuple[str, ...]
    within: tuple[tuple[str, str], ...] = ()
    kinds: tuple[tuple[str, str], ...] = ()
    kind_count: str = ""
    thoughts: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stops:
    """The stop reasons of a format without choices.

    Attributes:
        words: that there are.
        calls: the one that is there exactly when calls are; None where there is none, or a rule
            of the dialect's own holds it.
        blocked: words that say why a prompt was blocked, which are told where there is no stop.
        at_word: the one for a text that ended at a word of the request; "" where there is none.
    """

    words: frozenset[str]
    calls: str | None
    blocked: frozenset[str] = frozenset()
    at_word: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wire:
    """The facts of a dialect's wire.

    Attributes:
        calls: where the parts of a call stand; None where calls are text.
        text_calls: how calls stand in the text; None where they are members.
        stated: what states them; None where calls are text.
        request: how requests state tools, choice and history; None where they are text.
        usage_on_demand: whether a stream tells its usage only where the request asks for it.
        named_choice_ends: whether an answer to a named choice may end in the word of calls or
            in that of an ordinary end.
        reasoning_named: whether the format names the member of reasoning; else vendors do.
        reply_members: of which a body without any is no reply at all; None where any is one.
        reply_filled: whether one of these that is empty is as good as none, in streams too.
        spelling: a member of clean replies in another style.
        error: what an error body is.
        stream: how its streams are written.
        bills: where tokens are counted and summed up; () where no sum is told.
        stop_words: its stop reasons; None where rules have those of Chat Completions.
        serving: where servers answer.
        cached: counts of a `usage` that are of the prompt and not among its input; () where they are.
        models: how models are listed; None where another host does.
        form: how a stranger's server is recognised and asked.
        left_out: scenarios of `rules.mutate.scenarios` that the format cannot carry: `encode`
            refuses exactly these, which a test proves.
        exempt: places of a reply that do not count, and why.
        missed: what counts and no rule detects all the same, and why as far as we know: the
            same operator is detected in other exchanges, so the place as such is no excuse.
        benign: what may differ in its answers so that no client notices.
        served: tools that a server itself runs; None where answers have no parts for them.
        neutral: members of requests that change nothing; None where another format has them.
        counts_cached: since which day tokens of a prompt that a cache had are counted; "" always; None unknown.
        keeps: the member that asks a server to keep its answer, for the next to name; "" where none is kept.
        cited: how the vendor's models mark in a text what they cite, which is told beside it; None where none do.
    """

    calls: CallPaths | None
    text_calls: TextCalls | None
    stated: StatedParts | None
    request: RequestForm | None
    usage_on_demand: bool
    named_choice_ends: bool
    reasoning_named: bool
    reply_members: tuple[str, ...] | None
    reply_filled: bool
    spelling: Spelling
    error: ErrorShape
    stream: StreamForm
    bills: tuple[Bill, ...]
    stop_words: Stops | None
    serving: Serving
    models: Models | None
    form: Compatibility
    left_out: frozenset[str]
    exempt: tuple[Exempt, ...]
    missed: tuple[Exempt, ...]
    benign: BenignForm
    served: ServedTools | None
    neutral: NeutralMembers | None
    cached: tuple[str, ...]
    counts_cached: str | None
    keeps: str
    cited: re.Pattern[str] | None
