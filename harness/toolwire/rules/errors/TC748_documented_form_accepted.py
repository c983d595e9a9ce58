"""TC748: documented-form-accepted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Request
from toolwire.rules.choice.probe_choice import READ
from toolwire.rules.mutate.alternatives import alternatives, everywhere
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.other_form import FORMS
from toolwire.rules.mutate.probe_edit import in_dialect
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.other_framing import is_foreign_stream
from toolwire.rules.views.probe_answer import taken, turned_away

#: Not Cohere's v1, in which only what describes a parameter has another form: to be left out. And not
#: what is asked in words over Chat Completions: its forms are that format's.
_WRITTEN: Final = tuple(name for name in DIALECTS if name not in {"cohere-v1", "prompted"})


@in_dialect
def _otherwise(name: str, body: JsonObject) -> None:
    """Write all places of one sort in their other form, the first of the table of forms."""
    dialect, order = load_dialect(name), list(FORMS)
    found = alternatives(dialect, Request("POST", "", (), dump(body)))
    one = min(found, key=lambda other: order.index(other.form), default=None)
    changed = {} if one is None else object_of(everywhere(dialect, parse(dump(body)), one))
    if changed:
        body.clear()
        body.update(changed)


_taken = taken("A documented form of a request is refused.")


def _answered_as_meant(reading: Reading) -> Iterator[Violation]:
    yield from _taken(reading)
    conversation = reading.conversation
    asked = conversation is not None and conversation.stream
    # That a stream which is asked for in words does not come is told elsewhere, and one of another
    # format by TC117.
    whole = reading.mode is Mode.BLOCKING and not is_foreign_stream(reading)
    if asked and whole and reading.ok and _untold(reading.request):
        message = "A documented form of a request is taken for another, without a stream."
        yield Violation("", message, "a stream", "one JSON body")


def _untold(request: Json) -> bool:
    """Return whether the body of a request could say that a stream is wanted, and does not."""
    return isinstance(request, dict) and request.get("stream") is None


RULE = Rule(
    id="TC748",
    name="documented-form-accepted",
    severity=dict.fromkeys(_WRITTEN, Severity.WARNING),
    statement=(
        "A request is taken in each form that the format documents for it. `toolwire verify` asks "
        "for every place at which the published request type has another form that says the same: a "
        "text as a list of one text part and such a list as a text, null for what may be null, a "
        "member left out that may be, a default said, a system prompt as a message of the input, "
        "Gemini's names in snake_case, its tools in objects of their own and a schema under "
        "`parametersJsonSchema`. What is judged is that the request is answered, where the same "
        "request in its usual form is, and with a stream where leaving out `stream` asks for one."
    ),
    why="Each client writes its own form; refused, none of its requests is answered.",
    breaks="clients whose SDK or framework writes the other form",
    workaround="Write the form that the server takes.",
    source=Source(
        "spec",
        "the request types of openai 3.52.0, anthropic 2.11.0, google-genai 3.4.0, botocore 1.44.5, "
        "cohere 7.3.1 and Ollama's docs/openapi.yaml, as in the dialects' schemas; ollama-python "
        "(`_copy_messages`) leaves an empty content beside calls out",
        "",
        READ,
    ),
    check=_answered_as_meant,
    subject=Subject.PROBE,
    always=True,
    question=_otherwise,
    mutations=mutations_for("single_call", turned_away()),
)
