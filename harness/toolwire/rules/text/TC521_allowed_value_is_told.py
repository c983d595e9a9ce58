"""TC521: allowed-value-is-told."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import in_dialect
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.text.answer_schema import due_text, values_in
from toolwire.rules.views.probe_answer import answered

#: What the question wants the text to be: nobody guesses the code.
SCHEMA: Final[JsonObject] = {
    "type": "object",
    "properties": {
        "greeting": {"type": "string"},
        "code": {"type": "string", "enum": ["plover-86"]},
    },
    "required": ["greeting", "code"],
    "additionalProperties": False,
}


class _Told(NamedTuple):
    """A text that the schema alone allows for a member, and what came."""

    allowed: str
    came: Json


def _told(reading: Reading) -> Iterator[_Told]:
    """Yield the members of a text of which its schema allows one text each."""
    form = load_dialect(reading.dialect).wire.request
    wanted = None if form is None else form.text_form
    schema = None if wanted is None else wanted.schema(object_of(reading.request))
    if wanted is None or schema is None:
        return
    known = object_of(schema.get("properties"))
    only = {name: items_of(object_of(one).get("enum")) for name, one in known.items()}
    only = {name: values for name, values in only.items() if len(values) == 1}
    # Texts are dear to parse, and most schemas allow more.
    values = values_in(due_text(reading, wanted), wanted) if only else ()
    for value in map(object_of, values):
        for name, (allowed, *_) in only.items():
            # A text without the member is TC520's.
            if name in value and isinstance(allowed, str):
                yield _Told(allowed, value[name])


def _comes(reading: Reading) -> Iterator[Violation]:
    form = load_dialect(reading.dialect).wire.request
    for one in _told(reading):
        if one.came != one.allowed and form is not None and form.text_form is not None:
            message = "The text has another value than its schema alone allows."
            binding = form.text_form.is_binding(object_of(reading.request))
            milder = None if binding else Severity.INFO
            pointer = reading.reply.text_pointer
            yield Violation(pointer, message, one.allowed, one.came, milder)
            return


@in_dialect
def _question(name: str, body: JsonObject) -> None:
    form = load_dialect(name).wire.request
    assert form is not None
    assert form.text_form is not None
    body.update(form.text_form.asking(SCHEMA))
    if form.text_form.apart:
        body.pop("tools", None)


RULE = Rule(
    id="TC521",
    name="allowed-value-is-told",
    severity=dict.fromkeys(
        (
            "cohere-v1",
            "cohere-v2",
            "gemini-generate",
            "ollama-chat",
            "openai-chat",
            "openai-responses",
        ),
        Severity.WARNING,
    ),
    statement=(
        "The schema that a request wants its text to fit comes whole to where it is made: a text "
        "that is JSON and has a member of which the schema allows one text alone (an `enum` of one) "
        "has that text there. `toolwire verify` asks for a code that no prompt tells. Where the "
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
    question=_question,
    variance=Variance(
        "texts that had to have what their schema alone allows",
        lambda reading: next(_told(reading), None) is not None,
    ),
    mutations=mutations_for(
        "plain_text", answered(Answer(text='{"greeting": "Hello.", "code": "default"}'))
    ),
)
