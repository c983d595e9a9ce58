"""TC520: text-fits-its-schema."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.dialects.text_form import JsonMode, TextForm
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import wanting
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.text.answer_schema import OF_SCHEMAS, due_text, value_of, values_in
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.told_responses import told_responses
from toolwire.rules.views.tools_used import uses_other_tools

#: What the question wants the text to be.
SCHEMA: Final[JsonObject] = {
    "type": "object",
    "properties": {"greeting": {"type": "string"}},
    "required": ["greeting"],
    "additionalProperties": False,
}
_SHOWN: Final = 200
#: What a text has that was meant for JSON, and mere words have not.
_MARKS: Final = frozenset("{}[]`")


def _fits(reading: Reading) -> Iterator[Violation]:
    form, reply = load_dialect(reading.dialect).wire.request, reading.reply
    wanted = None if form is None else form.text_form
    schema = None if wanted is None else wanted.schema(object_of(reading.request))
    loose = None if wanted is None else wanted.json_mode(object_of(reading.request))
    if (
        wanted is None
        or (schema is None and loose is None)
        or not (text := due_text(reading, wanted))
    ):
        return
    values = values_in(text, wanted)
    if loose is not None and not all(_is_json(value, loose) for value in values):
        yield _no_json(reading, loose, text, meant=_taken(reading, wanted))
        return
    if schema is None:
        return
    if not all(isinstance(value, dict) for value in values):
        message = f"The text {_form_of(text)}, though the request wants it to fit a schema."
        # Mere words show that nothing was made of the schema, as servers do with members they do not know.
        # Beside the use of a tool it may be said on the way to the answer.
        meant = bool(_MARKS.intersection(text)) or _taken(reading, wanted)
        # Where nobody documents the format without schemas, that is no excuse; a server that writes them into
        # the prompt has a model that may pass them over, though not in all of a run.
        varies = not meant and form is not None and form.one_document
        at_fault = (meant or varies) and not uses_other_tools(reading)
        yield Violation(
            reply.text_pointer,
            message,
            "a JSON object",
            text[:_SHOWN],
            None if at_fault else Severity.INFO,
            variance=at_fault and varies,
        )
        return
    required = [name for name in items_of(schema.get("required")) if isinstance(name, str)]
    missing = [name for value in map(object_of, values) for name in required if name not in value]
    if missing:
        message = "The text lacks a member that the schema of its request requires."
        milder = None if wanted.is_binding(object_of(reading.request)) else Severity.INFO
        yield Violation(reply.text_pointer, message, missing[0], text[:_SHOWN], milder)


def _form_of(text: str) -> str:
    fenced = text.startswith("```") and isinstance(value_of(_inside(text)), dict)
    return "is JSON in a fence" if fenced else "is not one JSON object"


def _is_json(value: Json, mode: JsonMode) -> bool:
    return value is not None if mode.any_value else isinstance(value, dict)


def _no_json(reading: Reading, mode: JsonMode, text: str, *, meant: bool) -> Violation:
    """Return that a text is not the JSON that its request wants, of whatever schema."""
    form = _form_of(text)
    told = "is not JSON" if mode.any_value and "fence" not in form else form
    message = f"The text {told}, though the request wants JSON."
    meant = meant or mode.everywhere or bool(_MARKS.intersection(text))
    milder = None if meant and not uses_other_tools(reading) else Severity.INFO
    wanted = "JSON" if mode.any_value else "a JSON object"
    return Violation(reading.reply.text_pointer, message, wanted, text[:_SHOWN], milder)


def _could(reading: Reading) -> bool:
    """Return whether a text had to fit a schema: any where all servers have to know them, else one that does."""
    form = load_dialect(reading.dialect).wire.request
    if form is None or not (form.one_document or _honoured(reading)):
        return False
    return _is_wanted(reading)


def _is_wanted(reading: Reading) -> bool:
    form = load_dialect(reading.dialect).wire.request
    if form is None or form.text_form is None:
        return False
    wants = form.wanted_schema(object_of(reading.request)) is not None
    return wants and bool(due_text(reading, form.text_form))


def _honoured(reading: Reading) -> bool:
    """Return whether a text fits the schema that its request wants."""
    return _is_wanted(reading) and not any(_fits(reading))


def _taken(reading: Reading, wanted: TextForm) -> bool:
    """Return whether the response says that its text has the schema, or is JSON."""
    if not wanted.told:
        return False
    return any(wanted.is_taken(told) for _, told in told_responses(reading))


def _inside(text: str) -> str:
    """Return what stands in a fence, without the word behind its beginning."""
    return text.strip("`").removeprefix("json").strip()


RULE = Rule(
    id="TC520",
    name="text-fits-its-schema",
    severity=dict.fromkeys(OF_SCHEMAS, Severity.WARNING),
    statement=(
        "Where the request wants a schema (`response_format` or `text.format` of the type "
        "json_schema, Gemini's `responseJsonSchema`, Ollama's `format`), a text that is not cut is "
        "one JSON object and nothing around it, and has what the schema requires; where an answer "
        "may hold several messages, each, but for those that are marked as said on the way to it. "
        "Where it wants JSON of whatever schema (`json_object`, Ollama's `format` of json, Gemini's "
        "`responseMimeType`), the text is that. `toolwire verify` asks for the schema beside a "
        "tool, with words that do not tell of JSON, and without tools for JSON, in so many words. "
        "Mere words are told as information, as the server passes over what it does not know, but "
        "where the response itself tells the schema, or its kind, as taken (Responses API), where all who "
        "document a format have the mode of JSON alike (Cohere's, Google's, Ollama's), and where a "
        "format is documented by its own vendor alone (Ollama's) and no text of a run is JSON, or "
        "where a server makes JSON of the same words without tools, and in no text of a run beside "
        "them. So is what stands beside the use of a tool of the server's, and that a member is "
        "missing where the request does not say `strict`. An answer of calls, one that says it ends "
        "in calls, and a refusal are none of this rule's."
    ),
    why=(
        "What the client parses is no JSON, and it does so on each turn behind the tools: the "
        "format is the only thing that it asked to be sure of."
    ),
    breaks="openai-python's parse() and clients of Ollama that read the text with the schema's own type",
    workaround="Look for the JSON in the text, and ask again where there is none.",
    source=Source(
        "docs",
        "OpenAI, Structured Outputs: the model will always generate responses that adhere to the supplied "
        "schema; Ollama, structured outputs: format enforces a JSON schema",
        "https://docs.ollama.com/capabilities/structured-outputs",
        "2026-11-28",
    ),
    check=_fits,
    subject=Subject.CONVERSATION,
    needs_request=True,
    question=wanting(SCHEMA),
    variance=Variance("texts that had to fit a schema", _could, partly=True),
    honoured=_honoured,
    mutations=(
        *mutations_for("plain_text", answered(Answer(text="Hello to you.")), fault="words"),
        *mutations_for(
            "plain_text", answered(Answer(text='Hello. {"greeting": "Hello."}')), fault="prose"
        ),
        *mutations_for(
            "plain_text",
            answered(Answer(text='```json\n{"greeting": "Hello."}\n```')),
            fault="fenced",
        ),
        *mutations_for(
            "plain_text", answered(Answer(text='{"answer": "Hello."}')), fault="another schema"
        ),
    ),
    cases="""
Ollama Cloud | a schema is taken and not enforced | https://github.com/ollama/ollama/issues/12362 | issue open 2025-09
Ollama 0.14 | response_format and tools: the schema takes precedence, no tool is called | https://github.com/ollama/ollama/issues/13750 | issue open 2026-01
apfel | json_object was answered with JSON in a fence | https://github.com/Arthur-Ficial/apfel/issues/101 | issue closed 2026-04
FastFlowLM | json_object is passed over: JSON in a fence, with words around it | https://github.com/ROCm/FastFlowLM/issues/554 | issue open 2026-05
imp | response_format was dropped where tools are sent, too | https://github.com/kekzl/imp/issues/119 | PR merged 2026-05
modelship | response_format is dropped where tools are sent, and taken without | https://github.com/modelship-ai/modelship/issues/70 | PR merged 2026-05
""",
)
