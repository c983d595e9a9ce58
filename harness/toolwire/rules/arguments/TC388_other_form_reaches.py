"""TC388: other-form-reaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.mutate.probe_edit import in_dialect
from toolwire.rules.mutate.second_form import in_first_form
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.asked_for import asked, place_of
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.second_form import unmet

_FORMATS: Final = ("anthropic-messages", "gemini-generate", "openai-chat")


def _none_filled_in(name: str, _mode: Mode) -> Change:
    """Plant calls without what a definition tells, as answers to the other form alone."""

    def other(exchange: Exchange) -> Answer:
        dialect = load_dialect(name)
        reading, form = dialect.decode(exchange), dialect.wire.request
        what, body = asked(reading), object_of(reading.request)
        forms = () if form is None else form.second_forms
        if what is None or not what.calls or what.since or forms[0].written(body) != body:
            raise LookupError("no call is written out in another form")
        return Answer(calls=what.calls[:1])

    return answered(other)(name, _mode)


def _reaches(reading: Reading) -> Iterator[Violation]:
    lost = unmet(reading)
    if lost:
        yield Violation(place_of(reading), f"{lost}.")


RULE = Rule(
    id="TC388",
    name="other-form-reaches",
    severity=dict.fromkeys(_FORMATS, Severity.WARNING),
    statement=(
        "What a request says of tools, calls and results reaches the model in each form that the "
        "format documents and the server takes: `parametersJsonSchema` and snake_case in Gemini's, "
        "`type: custom` in Anthropic's, `functions` in Chat Completions. `toolwire verify` asks for "
        "what a definition alone tells, for a result, and for a named function, in the other form and "
        "in the usual one by turns, four times each: what every answer to the usual form shows, and "
        "none to the other, is lost there. A server may refuse the other form (TC748)."
    ),
    why=(
        "A gateway that takes a form and reads the members of another leaves the model without "
        "schema, result or tool, and says nothing: its calls have what no tool knows."
    ),
    breaks="clients that write the other form: google-genai with tools of MCP servers",
    workaround="Write the usual form.",
    source=Source(
        "docs",
        "google-genai 3.4.0, types.FunctionDeclaration: parameters_json_schema describes the parameters in JSON Schema; "
        "anthropic 2.11.0, types.ToolParam: type is custom or left out; OpenAI, functions: deprecated in favor of tools",
        "",
        "2026-12-01",
    ),
    check=_reaches,
    subject=Subject.PROBE,
    needs_request=True,
    question=in_dialect(in_first_form),
    mutations=mutations_for("spelt_unneeded", _none_filled_in),
)
