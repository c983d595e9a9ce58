"""TC118: fits-the-published-type.

It is the net under the others. The schemas beside the dialects are the published types; what
other rules judge by name is left to them, so that one fault is one finding. A
document that fits costs about 2 us (jsonschema-rs, 36,775 recorded documents, 2026-11-21).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Final, cast

from jsonschema_rs import Draft202012Validator, ValidationError, ValidationErrorKind

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.dialects.schemas import compiled, schema, validator
from toolwire.io.json_text import object_of
from toolwire.io.pointer import pointer_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.model.reply import Event
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.documents import documents, is_untold
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.hollow import hollow
from toolwire.rules.views.misfit_owner import is_anothers
from toolwire.rules.views.rewritten import is_rewritten
from toolwire.rules.views.shape_loose import loosened
from toolwire.rules.views.tool_schemas import larger

#: Most findings of one reading: a document of another kind breaks its schema everywhere.
_MOST: Final = 5

#: When OpenAI's own streams of Responses had no sequence numbers yet: from the API's first day to
#: the day of openai-python 1.80.0, in Unix seconds (2025-03-11 to 2025-05-21).
_UNNUMBERED: Final = range(1_741_651_200, 1_747_785_600)

#: Before a place that is another rule's in events only (`Rule.claims`).
_EVENT: Final = "event:"

#: Events of a stream in which it says whose it is and when it was made.
_TELLING: Final = 8

#: Misfits whose errors are looked at: a stream of another format breaks its schema in each event.
_LOOKED_AT: Final = 500

#: Members of a document of which only the first error is told: an error takes the library some
#: 50 us, and it finds all of them before it hands out one (jsonschema-rs 0.60.3, 2026-11-22).
_LARGE: Final = 10_000


@cache
def _claimed(name: str) -> frozenset[str]:
    """Return the places of a dialect that other rules judge, as they claim them."""
    # The table imports this file.
    from toolwire.rules import RULES  # noqa: PLC0415 - as above

    judging = (rule for rule in RULES.values() if name in rule.severity)
    return frozenset(place for rule in judging for place in rule.claims)


def _fits(reading: Reading) -> Iterator[Violation]:
    yield from _means_something(reading)
    yield from _has_the_type(reading)


def _means_something(reading: Reading) -> Iterator[Violation]:
    """Yield the first member of each kind whose value has the type and says nothing."""
    streamed, claimed = reading.mode is Mode.STREAMING, _claimed(reading.dialect)
    known: set[tuple[str, ...]] = set()
    for event in reading.events[:_TELLING] if streamed else _body(reading):
        document = event.json
        for one in hollow(document) if isinstance(document, dict) else ():
            place = "/".join(one.path)
            if one.path in known or not {place, _EVENT * streamed + place}.isdisjoint(claimed):
                continue
            known.add(one.path)
            pointer = f"event[{event.number}]" * streamed + pointer_of(one.path)
            # xAI says no time in streams; no whole reply says none, but where a recorder took it.
            untold = one.actual == 0 and not (streamed or is_rewritten(reading))
            severity = None if untold else one.severity
            yield Violation(pointer, one.message, one.expected, one.actual, severity)


def _has_the_type(reading: Reading) -> Iterator[Violation]:
    if reading.mode is Mode.STREAMING and _all_fit(reading):
        return
    known: set[str] = set()
    kind = "response" if reading.mode is Mode.BLOCKING else "chunk"
    published = validator(reading.dialect, kind)
    numbered = _enums_are_numbers(reading)
    misfits = _misfits(reading, _net(reading.dialect, kind).is_valid)
    for root, document in islice(misfits, _LOOKED_AT):
        for error in _errors(published, document):
            violation = _violation(reading.dialect, root, _kind(document), error, known)
            if violation is None or (numbered and _spelt_as_number(violation)):
                continue
            if _is_of_its_day(reading, violation) or _is_echoed(reading, error):
                continue
            if is_anothers(document, error):
                continue
            yield violation
            if len(known) >= _MOST:
                return


def _is_of_its_day(reading: Reading, violation: Violation) -> bool:
    """Return whether a number is missing in a stream that is older than OpenAI's numbers."""
    if not violation.pointer.endswith("]/sequence_number") or violation.actual is not None:
        return False
    documents = [event.json for event in reading.events if isinstance(event.json, dict)]
    told = [object_of(document["response"]) for document in documents if "response" in document]
    days = [response.get("created_at") for response in told]
    unnumbered = not any("sequence_number" in document for document in documents)
    of_then = all(type(day) is int and day in _UNNUMBERED for day in days)
    return unnumbered and bool(days) and of_then


def _is_echoed(reading: Reading, error: ValidationError) -> bool:
    """Return whether the client sent what is wrong, and the server tells it back, as Responses does."""
    path = [step for step in error.instance_path if step != "response"]
    there: object = reading.request
    for step in path:
        if isinstance(there, dict) and step in there:
            there = there[str(step)]
        elif isinstance(there, list | tuple) and isinstance(step, int) and step < len(there):
            there = there[step]
        else:
            return False
    return bool(path) and type(there) is type(error.instance) and there == error.instance


def _enums_are_numbers(reading: Reading) -> bool:
    """Return whether the request asked for numbers where enums are (Google's APIs)."""
    request = reading.exchange.request
    return request is not None and "enum-encoding" in request.url and "int" in request.url


def _spelt_as_number(violation: Violation) -> bool:
    words = violation.expected if isinstance(violation.expected, list) else [violation.expected]
    return type(violation.actual) is int and "string" in words


def _errors(published: Draft202012Validator, document: JsonObject) -> tuple[ValidationError, ...]:
    try:
        if larger(document, _LARGE):
            published.validate(document)
        return tuple(_plain(published.iter_errors(document)))
    except ValidationError as error:
        return (error,)
    except ValueError:
        # The library refuses what is nested deeper than it can follow.
        return ()


def _all_fit(reading: Reading) -> bool:
    """Return whether nothing is wrong with any event: one look at all is quicker."""
    try:
        return _stream_net(reading.dialect).is_valid(documents(reading))
    except ValueError:
        return False  # nested deeper than the library can follow


@cache
def _stream_net(name: str) -> Draft202012Validator:
    """Return what a list of events is valid for in which each passes the net of one."""
    event = _judged(name, "chunk")
    around = {key: event.pop(key) for key in ("$schema", "$defs")}
    return compiled({**around, "items": event})


@cache
def _net(name: str, kind: str) -> Draft202012Validator:
    """Return what finds the documents that something is wrong with that this rule judges."""
    return compiled(_judged(name, kind))


def _judged(name: str, kind: str) -> JsonObject:
    """Return the schema of what this rule judges in a body or an event."""
    claimed = _claimed(name)
    places = {place for place in claimed if ":" not in place and "=" not in place}
    if kind == "chunk":
        places |= {place[len(_EVENT) :] for place in claimed if place.startswith(_EVENT)}
    return loosened(schema(name, kind), sorted(places))


def _misfits(
    reading: Reading, is_valid: Callable[[JsonObject], bool]
) -> Iterator[tuple[str, JsonObject]]:
    """Yield the body, or the events, that do not fit, each with the root of its pointers."""
    streamed, claimed = reading.mode is Mode.STREAMING, _claimed(reading.dialect)
    for event in reading.events if streamed else _body(reading):
        document = event.json
        try:
            if not isinstance(document, dict) or is_valid(document):
                continue
        except ValueError:
            continue  # nested deeper than the library can follow
        if not (streamed and is_untold(document, claimed)):
            yield f"event[{event.number}]" if streamed else "", document


def _body(reading: Reading) -> tuple[Event, ...]:
    """Return the body of a reply as if it were an event; () where it is no reply."""
    body, members = reading.body, load_dialect(reading.dialect).wire.reply_members
    known = isinstance(body, dict) and (members is None or any(key in body for key in members))
    return (Event(0, None, "", body),) if known else ()


def _kind(document: JsonObject) -> str:
    kind = document.get("type")
    return kind.removeprefix("response.") if isinstance(kind, str) else ""


def _plain(errors: Iterable[ValidationError]) -> Iterator[ValidationError]:
    """Yield errors; of a choice between null and a shape, what is wrong with the shape."""
    for error in errors:
        kind = error.kind
        branches = kind.context if isinstance(kind, ValidationErrorKind.AnyOf) else ()
        inner = [b for b in branches if b and not any(_is_type(e, error) for e in b)]
        if len(inner) == 1:
            yield from _plain(inner[0])
        else:
            yield error


def _is_type(error: ValidationError, outer: ValidationError) -> bool:
    return error.kind.name == "type" and error.instance_path == outer.instance_path


def _violation(
    name: str, root: str, kind: str, error: ValidationError, known: set[str]
) -> Violation | None:
    """Return an error as a violation; None where it is another rule's, or told of before."""
    path, kind_of = list(error.instance_path), error.kind
    missing = kind_of.property if isinstance(kind_of, ValidationErrorKind.Required) else None
    if missing is not None:
        path.append(missing)
    value = cast("Json", error.instance)
    place = "/".join("*" if isinstance(step, int) else step for step in path)
    spelled = {place, f"{kind}:{place}", f"{place}={kind_of.name}"}
    if isinstance(value, str):
        spelled.add(f"{place}=string")
    if root:
        spelled.add(_EVENT + place)
    if place in known or not spelled.isdisjoint(_claimed(name)):
        return None
    known.add(place)
    pointer = pointer_of(path)
    if missing is not None:
        message = "A member that the published type requires is missing."
        return Violation(root + pointer, message, "present")
    message = "The value is not of the published type."
    if _has_one_beside_nulls(error):
        # Parsers of unions, AWS's SDKs among them, take a null member for none.
        message = "A member is null beside the only one that the published type allows."
    return Violation(root + pointer, message, _expected(error.kind), excerpt(value))


def _has_one_beside_nulls(error: ValidationError) -> bool:
    """Return whether an object has more members than it may because some are null, and a single other one."""
    kind, value = error.kind, error.instance
    if not isinstance(kind, ValidationErrorKind.MaxProperties) or not isinstance(value, dict):
        return False
    return kind.limit == 1 and sum(one is not None for one in value.values()) == 1


def _expected(kind: ValidationErrorKind) -> Json:
    if isinstance(kind, ValidationErrorKind.Type):
        types: list[Json] = [*kind.types]
        return types[0] if len(types) == 1 else types
    if isinstance(kind, ValidationErrorKind.Constant):
        return cast("Json", kind.expected_value)
    return f"what `{kind.name}` of the published type allows"


def _lost(*path: str | int) -> Callable[[Json], None]:
    return lambda document: edit.remove(document, path)


def _wrong(value: Json, *path: str | int) -> Callable[[Json], None]:
    return lambda document: edit.put(document, path, value)


def _in_first(change: Callable[[Json], None], kind: str | None) -> Callable[[Exchange], Exchange]:
    """Change the first event of a kind: its name, or its type; None for the first of all."""

    def apply(stream: list[Frame]) -> None:
        for name, payload in stream:
            event = object_of(payload)
            if kind is None or kind in (name, event.get("event_type")):
                change(payload)
                return

    return edit.frames(apply)


#: Dialect -> what the fault is, and the changes of a body and of a stream that plant it; of a
#: stream also which event is changed.
_FAULTS: Final = (
    ("anthropic-messages", "no role", _lost("role"), _lost("message", "role"), "message_start"),
    ("anthropic-messages", "no usage", _lost("usage"), _lost("message", "usage"), "message_start"),
    (
        "anthropic-messages",
        "a model without a name",
        _wrong("", "model"),
        _wrong("", "message", "model"),
        "message_start",
    ),
    (
        "bedrock-converse",
        "no count",
        _lost("usage", "totalTokens"),
        _lost("usage", "totalTokens"),
        "metadata",
    ),
    ("openai-chat", "no index", _lost("choices", 0, "index"), _lost("choices", 0, "index"), None),
    ("chatml", "no index", _lost("choices", 0, "index"), _lost("choices", 0, "index"), None),
    (
        "cohere-v1",
        "an id is a number",
        _wrong(7, "response_id"),
        _wrong(7, "response", "response_id"),
        "stream-end",
    ),
    ("cohere-v2", "no id", _lost("id"), _lost("id"), "message-start"),
    (
        "gemini-generate",
        "another role",
        *(_wrong("assistant", "candidates", 0, "content", "role"),) * 2,
        None,
    ),
    ("ollama-chat", "no time", _lost("created_at"), _lost("created_at"), None),
    ("prompted", "no index", _lost("choices", 0, "index"), _lost("choices", 0, "index"), None),
    (
        "openai-responses",
        "another kind of object",
        _wrong("chat.completion", "object"),
        _wrong("chat.completion", "response", "object"),
        "response.created",
    ),
)


def _mutations() -> Iterator[Mutation]:
    for name, fault, blocking, streamed, kind in _FAULTS:
        in_body = edit.body(blocking)
        yield Mutation(name, Mode.BLOCKING, "single_call", in_body, fault)
        in_stream = _in_first(streamed, kind)
        yield Mutation(name, Mode.STREAMING, "single_call", in_stream, fault)
    unnamed = edit.body(_wrong("", "model"))
    yield Mutation("openai-chat", Mode.BLOCKING, "single_call", unnamed, "a model without a name")
    late = edit.body(_wrong(1_795_420_800_000, "created_at"))
    yield Mutation("openai-responses", Mode.BLOCKING, "single_call", late, "milliseconds")


RULE = Rule(
    id="TC118",
    name="fits-the-published-type",
    severity=dict.fromkeys(DIALECTS, Severity.WARNING),
    statement=(
        "Every body and every event has the members that its dialect's published type "
        "requires, and each known member has the published type, and what it stands for: the model "
        "has a name, a time is in seconds. Unknown members are allowed. "
        "Members of calls, stop words and other places with rules of their own are judged "
        "there."
    ),
    why=(
        "Clients with typed models refuse the whole answer for one member, calls and all; "
        "others read undefined and stop in the middle of a turn."
    ),
    breaks=(
        "openai-kotlin, async-openai and koog (no id, object or created), pydantic-ai (no object); "
        "Claude Code and pi (no usage in Anthropic's events); Effect and Grok CLI (no "
        "sequence_number); google-genai (a thoughtSignature that is not base64); botocore (a second "
        "member in a content block of Bedrock); LangChain and the Vercel AI SDK (no tokens in "
        "Cohere's v2: tried 2026-11-24)"
    ),
    workaround="Read leniently: take what calls need, and default what only describes them.",
    source=Source(
        "spec",
        "the published types of openai 3.52.0, anthropic 2.11.0, google-genai 3.4.0, botocore "
        "1.44.5 and cohere 7.3.1, and ollama docs/openapi.yaml, as the dialects' schema files; "
        "aallam/openai-kotlin#412, 64bit/async-openai#403, earendil-works/pi#6567, "
        "Effect-TS/effect#8037",
        "https://github.com/openai/openai-python",
        "2026-11-21",
    ),
    check=_fits,
    needs_wire=True,
    needs_ids=True,
    mutations=tuple(_mutations()),
)
