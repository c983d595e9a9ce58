"""What others need to know of how a dialect's requests are written; part of its `wire`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from toolwire.dialects.count import count_of
from toolwire.dialects.id_form import ModelIds
from toolwire.dialects.kept import NOTHING_LEFT_IN, LeftIn, is_asked
from toolwire.dialects.known_refusal import KnownRefusal
from toolwire.dialects.second_form import SecondForm
from toolwire.dialects.sent import Chosen, Definition, HistoryStep
from toolwire.dialects.text_form import TextForm
from toolwire.dialects.tool_shape import ToolShape
from toolwire.io.pointer import at
from toolwire.model.conversation import Json, JsonObject


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestParts:
    """Where a probe's question goes in a request that `encode` made.

    Attributes:
        history: the member of a body that is its history.
        words: a text -> the user's message of it.
        block: a text -> the part of it that follows results in the user's message; None where
            the user's words are a message of their own.
        result: an item of a history, or a part of it -> the result it is; {} for others.
        parts: the member of a message that holds results as parts; None where a result is an
            item of the history.
        content: where a result has what the tool said as it said it, or the parts of it; None
            where it is not changed.
        part: a text -> a part of what the tool said; None where a result is one text.
        image: a PNG in base64 -> such a part; None where a result has no images.
        declared: a body -> the objects that declare the tools, each with its name.
        schema: where such an object has its JSON Schema.
        instead_of: the member that the schema takes the place of; None where it is its own.
        seen: a PNG in base64 -> a part of the user's message; None where it is `image`, or there is
            none.
        seen_beside: the member of the user's message that has images in base64 beside its text; ""
            where they are parts.
        returned_beside: the member of a result that has images beside what the tool said, each as among
            the user's words; "" where they stand in that, or nowhere.
        returned_not: what the names of models have that take none there; None for nothing.
        images_alike: every model of the vendor that sees the user's images sees those of results.
    """

    history: str
    words: Callable[[str], JsonObject]
    block: Callable[[str], JsonObject] | None
    result: Callable[[JsonObject], JsonObject]
    parts: str | None
    content: tuple[str, ...] | None
    part: Callable[[str], JsonObject] | None
    image: Callable[[str], JsonObject] | None
    declared: Callable[[JsonObject], list[JsonObject]]
    schema: tuple[str, ...]
    instead_of: str | None
    images_alike: bool = False
    seen: Callable[[str], JsonObject] | None = None
    seen_beside: str = ""
    returned_beside: str = ""
    returned_not: re.Pattern[str] | None = None

    def returns_images(self, model: str) -> bool:
        """Return whether a result may have an image, for all that is known of a model."""
        if self.returned_not is not None and self.returned_not.search(model):
            return False
        return self.image is not None or bool(self.returned_beside)


#: Keywords of a schema that bound numbers, lengths and sizes.
BOUNDS: Final = frozenset(
    [
        "exclusiveMaximum",
        "exclusiveMinimum",
        "maxItems",
        "maxLength",
        "maximum",
        "minLength",
        "minimum",
        "multipleOf",
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Roles:
    """The roles of a history.

    Attributes:
        known: that there are.
        everywhere: whether each of its items has one.
        sides: whether calls and results stand in messages of another's role.
        order: `alternate` where the user and the assistant take turns, `user_first` where no
            call of the model comes first; "" for any.
    """

    known: frozenset[str]
    everywhere: bool
    sides: bool
    order: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NameForm:
    """What a tool's name is made of.

    Attributes:
        pattern: that it matches in full.
        limit: its most characters; None where nobody says.
        older: what older servers take; the limit where that is the same.
    """

    pattern: re.Pattern[str]
    limit: int | None
    older: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaLimits:
    """What is not taken in the schema of a tool.

    Attributes:
        top: keywords at its top level.
        items: whether every array needs `items`.
        strict: keywords in a strict schema; None where there are no strict ones.
        whole: whether a strict schema requires every property.
        others: beginnings of the names of others' models, whose servers have the format and are
            not known to have these limits.
        others_strict: those of them whose vendor documents the limits of strict schemas.
    """

    top: tuple[str, ...]
    items: bool
    strict: frozenset[str] | None
    whole: bool
    others: tuple[str, ...] = ()
    others_strict: tuple[str, ...] = ()


#: Of a format in which nothing is known to be refused.
ANY_SCHEMA: Final = SchemaLimits(top=(), items=False, strict=None, whole=False)


class ByPlace(NamedTuple):
    """The models whose servers match results with calls by their number.

    Attributes:
        models: found in their names, in small letters, without a vendor's before them.
        unnamed: whether they do so only with a result that has no id.
    """

    models: re.Pattern[str]
    unnamed: bool


class CallMark(NamedTuple):
    """What stands beside a call of a history that the asked model did not make itself.

    Attributes:
        member: where models that want it look for it.
        value: for a call of another model.
        named: how a refusal names what is missing, small letters only.
        of_message: whether it stands in the message, once for all of its calls; else beside a call.
        documented: whether the vendor documents the value, so that a refusal of it is a deviation.
        models: what the names of models have that are known to want it; None where that is not known.
    """

    member: str
    value: str
    named: str
    of_message: bool
    documented: bool
    models: re.Pattern[str] | None = None


class ChoiceCount(NamedTuple):
    """How a request says how many choices its answer is to have.

    Attributes:
        path: steps from the body to the number.
        holder: the member of a body, or of a chunk, that has the choices.
        streamed: whether a stream may have several as well.
    """

    path: tuple[str, ...]
    holder: str
    streamed: bool

    def wanted(self, body: JsonObject) -> int:
        """Return how many choices a request wants, 1 where it does not say."""
        return max(count_of(at(body, self.path)) or 1, 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class RequestForm:
    """How a request states tools, tool choice and history.

    Attributes:
        history: a request -> its messages, oldest first.
        definitions: a request -> the tools it offers.
        shape: of an entry of the tools; None where nothing is known to be refused.
        chosen: a request -> the tool names its choice mentions; None where none can.
        run_ends: roles at which the answers to a turn's calls end, () for any message without
            results; None where the order of messages says nothing.
        joined: whether turns with calls that follow each other are one turn.
        parts: where a probe's question goes; None where no probe asks one.
        choice_word: a request -> the word of its tool choice; None where nothing refuses one.
        choice_words: the words there are.
        choice_elsewhere: a tool choice -> whether servers of the format are recorded to take it
            although its own vendor's type does not; None where no such choice is known.
        one_form: names of members that are documented in one form only, though the request
            schema takes others: no server is asked to take these.
        refused_if_empty: a request -> its list of tools, where an empty one is refused; None
            where it is taken.
        ids: of calls in a history, by model: the first that fits counts, and where none does any is
            taken.
        by_place: the models whose servers were seen to match results with calls by their number,
            not by their id; None where none was.
        without_result: the models that answer although a call has no result, by the beginning of
            their names.
        ids_across: whether the ids of calls differ over a whole history; else in each turn.
        results_named: whether a result names its tool.
        roles: of a history; None where nothing is known of them.
        names: the form of a tool's name; None where nothing is known of it.
        schemas: what the schema of a tool may not have.
        ends_at: where a request has the words at which the text ends, steps from the body; () where
            it can name none.
        one_end_alone: a single such word may stand there by itself, in no list.
        turn_ends: words there that end the model's turn in every prompt of the format: none of the
            text.
        most_at: where it has the most tokens that the answer may have; () where servers know it by
            several names.
        call_mark: of a call that another model made; None where none has to be marked.
        most_before: where requests had it before; () where it always was where it is.
        text_form: the schema that a text has to fit; None where a request can want none.
        kept: what it can have left in the text.
        named_or_numbered: whether a result that names its tool need not have the id of its call.
        one_document: whether the format's own vendor is all who documents it, so that who passes
            over a member leaves out a part of the format; others' formats have vendors that
            document less.
        ends_alike: whether all others who document it say the same of words at which a text ends.
        gone_alike: the same of models that are not there.
        unthinking: members, each with the value by which a request wants no thoughts; () where it
            can only leave out to ask for them.
        typed_alone: in the names of models whose vendor's template tells them of an object or of
            alternatives the types alone; None where none does.
        told_the_model: whether that reaches the model in its prompt alone, so that one may think
            all the same.
        passes_thoughts: whether thoughts of the running turn that go back reach every model, as the
            vendor says; False where each model's template decides, None where nobody is asked.
        names_once: whether the vendor refuses two tools of one name, and nobody else serves the
            format who is known to take them.
        answers_once: the same of two results of one call.
        several: how a request says how many choices it wants; None where an answer has one.
        tokens_wanted: members by which a request wants the probabilities of the text's tokens; ()
            where none is asked for.
        schemas_described: whether the schema of a parameter goes into its description, as it has no
            place of its own.
        one_step: makes of a request with results one that has the user's words beside them, and is the last; None
            where no request says that it is.
        described: characters that a tool's description may have; OpenAI once allowed 1,024.
        tool_members: members of the request that tell its tools, and how one is chosen.
        known_refusals: what the vendor refuses besides what the request type and rules forbid.
        second_forms: other ways to write its tools and history.
    """

    history: Callable[[JsonObject], Iterator[HistoryStep]]
    definitions: Callable[[JsonObject], Iterator[Definition]]
    shape: ToolShape | None
    chosen: Callable[[JsonObject], Iterator[Chosen]] | None
    run_ends: tuple[str, ...] | None
    joined: bool
    parts: RequestParts | None
    choice_word: Callable[[JsonObject], Json] | None
    choice_words: frozenset[str]
    refused_if_empty: Callable[[JsonObject], Json] | None
    ids: tuple[ModelIds, ...]
    by_place: ByPlace | None
    without_result: tuple[str, ...]
    ids_across: bool
    results_named: bool
    roles: Roles | None
    names: NameForm | None
    schemas: SchemaLimits
    choice_elsewhere: Callable[[JsonObject], bool] | None = None
    one_form: frozenset[str] = frozenset()
    ends_at: tuple[str, ...] = ()
    one_end_alone: bool = False
    turn_ends: frozenset[str] = frozenset()
    most_at: tuple[str, ...] = ()
    call_mark: CallMark | None = None
    most_before: tuple[str, ...] = ()
    text_form: TextForm | None = None
    kept: LeftIn = NOTHING_LEFT_IN
    named_or_numbered: bool = False
    one_document: bool = False
    ends_alike: bool = False
    gone_alike: bool = False
    unthinking: tuple[tuple[str, Json], ...] = ()
    typed_alone: re.Pattern[str] | None = None
    told_the_model: bool = False
    passes_thoughts: bool | None = None
    names_once: bool = False
    answers_once: bool = False
    several: ChoiceCount | None = None
    tokens_wanted: tuple[tuple[str, Json], ...] = ()
    schemas_described: bool = False
    one_step: Callable[[JsonObject], JsonObject] | None = None
    described: int = 1_000
    tool_members: frozenset[str] = frozenset()
    known_refusals: tuple[KnownRefusal, ...] = ()
    second_forms: tuple[SecondForm, ...] = ()

    def most_tokens(self, body: JsonObject) -> int | None:
        """Return how many tokens a request allows its answer; None where it does not say."""
        told = (count_of(at(body, path)) for path in (self.most_at, self.most_before) if path)
        return next((most for most in told if most is not None and most > 0), None)

    def wanted_schema(self, body: JsonObject) -> JsonObject | None:
        """Return the schema that a request wants its text to fit; None where it wants none."""
        return None if self.text_form is None else self.text_form.schema(body)

    def wants_tokens(self, body: JsonObject) -> bool:
        """Return whether a request wants the probabilities of the text's tokens."""
        return is_asked(body, self.tokens_wanted)

    def is_silenced(self, body: JsonObject) -> bool:
        """Return whether a request wants no thoughts, in so many words."""
        return is_asked(body, self.unthinking)

    def ending_words(self, body: JsonObject) -> tuple[str, ...]:
        """Return the words at which a request wants the text to end; () where it wants them kept."""
        if is_asked(body, self.kept.ends):
            return ()
        value = at(body, self.ends_at)
        words = value if isinstance(value, list) else [value]
        own = self.turn_ends
        return tuple(word for word in words if isinstance(word, str) and word and word not in own)


#: Of a format whose requests offer no tools, and in which nothing is known to be refused.
NOTHING_REFUSED: Final = RequestForm(
    history=lambda _: iter(()),
    definitions=lambda _: iter(()),
    shape=None,
    chosen=None,
    run_ends=None,
    joined=False,
    parts=None,
    choice_word=None,
    choice_words=frozenset(),
    refused_if_empty=None,
    ids=(),
    by_place=None,
    without_result=(),
    ids_across=False,
    results_named=False,
    roles=None,
    names=None,
    schemas=ANY_SCHEMA,
)
