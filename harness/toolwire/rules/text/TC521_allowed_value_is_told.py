"""TC521: allowed-value-is-told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import wanting
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.text.answer_schema import OF_SCHEMAS, due_text, values_in
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.tool_schemas import tool_schema, type_name

#: What the question wants the text to be: nobody guesses the code, and the number is asked for in words.
SCHEMA: Final[JsonObject] = {
    "type": "object",
    "properties": {
        "greeting": {"type": "string"},
        "code": {"type": "string", "enum": ["plover-86"]},
        "legs": {"type": "integer"},
    },
    "required": ["greeting", "code", "legs"],
    "additionalProperties": False,
}


class _Told(NamedTuple):
    """A text that the schema alone allows for a member, and what came."""

    allowed: str
    came: Json


def _texts(reading: Reading) -> tuple[JsonObject, list[JsonObject]]:
    """Return the schema that the text of a reply has to fit, and the objects that stand in it."""
    form = load_dialect(reading.dialect).wire.request
    wanted = None if form is None else form.text_form
    schema = None if wanted is None else wanted.schema(object_of(reading.request))
    if wanted is None or schema is None:
        return {}, []
    values = values_in(due_text(reading, wanted), wanted)
    return schema, [value for value in values if isinstance(value, dict)]


def _told(schema: JsonObject, values: list[JsonObject]) -> Iterator[_Told]:
    """Yield the members of a text of which its schema allows one text each."""
    for name, known in object_of(schema.get("properties")).items():
        only = items_of(object_of(known).get("enum"))
        # A text without the member is TC520's.
        if len(only) == 1 and isinstance(only[0], str):
            yield from (_Told(only[0], value[name]) for value in values if name in value)


def _could(reading: Reading) -> bool:
    return next(_told(*_texts(reading)), None) is not None


def _comes(reading: Reading) -> Iterator[Violation]:
    schema, values = _texts(reading)
    if not values:
        return
    form = load_dialect(reading.dialect).wire.request
    assert form is not None
    assert form.text_form is not None
    milder = None if form.text_form.is_binding(object_of(reading.request)) else Severity.INFO
    pointer = reading.reply.text_pointer
    for told in _told(schema, values):
        if told.came != told.allowed:
            message = "The text has another value than its schema alone allows."
            yield Violation(pointer, message, told.allowed, told.came, milder)
            return
    for breach in (one for value in values for one in tool_schema(schema).breaches(value)):
        if breach.keyword == "type":
            message = "A value of the text has another type than its schema declares."
            yield Violation(pointer, message, breach.expected, type_name(breach.value), milder)
            return


RULE = Rule(
    id="TC521",
    name="allowed-value-is-told",
    severity=dict.fromkeys(OF_SCHEMAS, Severity.WARNING),
    statement=(
        "The schema that a request wants its text to fit comes whole to where it is made: a text "
        "that is JSON and has a member of which the schema allows one text alone (an `enum` of one) "
        "has that text there, and values have the types that it declares. `toolwire verify` asks for a "
        "code that no prompt tells, and for a number in words, which the schema wants as one. Where the "
        "schema stands in the prompt a model may write another; a run in which every such text has "
        "another is the server's doing. A text that is no JSON, or lacks the member, is TC520's; of "
        "a request that does not say `strict`, where it can, it is information."
    ),
    why=(
        "A gateway that keeps `required` and loses `properties`, or an `enum`, on the way makes JSON "
        "whose members have any value: the client's own type refuses it, or takes it as it is."
    ),
    breaks="clients that read the text with the schema's own type: pydantic's and zod's enums refuse it",
    workaround="Say in the prompt which values there are.",
    source=Source(
        "docs",
        "OpenAI, Structured Outputs: no need to worry about the model omitting a required key, or hallucinating an "
        "invalid enum value; Google, Cohere and Ollama likewise have enum among what a schema may say",
        "https://developers.openai.com/api/docs/guides/structured-outputs",
        "2026-12-01",
    ),
    check=_comes,
    subject=Subject.CONVERSATION,
    needs_request=True,
    question=wanting(SCHEMA),
    variance=Variance(
        "texts that had to have what their schema alone allows",
        _could,
    ),
    mutations=(
        *mutations_for(
            "plain_text",
            answered(Answer(text='{"greeting": "Hello.", "code": "default", "legs": 8}')),
        ),
        *mutations_for(
            "plain_text",
            answered(Answer(text='{"greeting": "Hello.", "code": "plover-86", "legs": "eight"}')),
            fault="a number as a word",
        ),
    ),
)
