"""What is lost in another form of a request is told where it comes in the usual form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import Answer, PlannedCall, load_dialect
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.beside.second_forms import SECOND_FORMS
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import Json, JsonObject, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Mode, Request, Response
from toolwire.model.observation import Observation, Verdict
from toolwire.rules.views.second_form import unmet
from toolwire.suites import load_suites

pytestmark = pytest.mark.fast
EITHER_LOST = "What the alternatives of a parameter allow does not reach the model"


class Losing:
    """A server of a model that does as told, which changes a request first.

    Args:
        dialect: its format.
        change: what it makes of each body.
        refuses: whether it refuses what it would change.
    """

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(
        self, dialect: str, change: Callable[[JsonObject], Json], *, refuses: bool = False
    ) -> None:
        self._server, self._change, self._refuses = Server([dialect]), change, refuses
        self.asked = 0

    async def send(self, request: Request) -> Response:
        """Answer what it made of a request."""
        self.asked += 1
        body = parse(request.body)
        changed = self._change(object_of(parse(request.body)))
        if self._refuses and changed != body:
            return self._server.answer(replace(request, body=b'{"contents": 7}')).response
        return self._server.answer(replace(request, body=dump(changed))).response


def items(dialect: str, name: str) -> list[Item]:
    """Return a case of another form, in one mode."""
    made = (one for suite in SECOND_FORMS for one in suite.items([target(dialect)], load_suites()))
    return [one for one in made if one.case.id == f"second_{name}" and one.mode is Mode.BLOCKING]


def seen(dialect: str, name: str, server: Losing) -> Observation:
    """Return what is seen of a server by one case."""
    (only,) = run(items(dialect, name), lambda _item: server)
    return only


def without(*names: str) -> Callable[[JsonObject], Json]:
    """Make a change that loses what stands in members, wherever these are, behind the first of them."""
    first, *path = names

    def change(body: JsonObject) -> Json:
        return _changed(body, first, path)

    return change


def _changed(value: Json, first: str, path: list[str]) -> Json:
    if isinstance(value, list):
        return [_changed(one, first, path) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: _dropped(one, path) if key == first else _changed(one, first, path)
        for key, one in value.items()
        if key != first or path
    }


def _dropped(value: Json, path: list[str]) -> Json:
    name, *left = path
    if isinstance(value, list):
        return [_dropped(one, path) for one in value]
    inner = object_of(value)
    if left:
        return {key: _dropped(one, left) if key == name else one for key, one in inner.items()}
    return {key: one for key, one in inner.items() if key != name}


def without_custom(body: JsonObject) -> Json:
    """Lose the tools that say that they are custom ones."""
    tools = [one for one in items_of(body.get("tools")) if "type" not in object_of(one)]
    left: JsonObject = {key: one for key, one in body.items() if key != "tools"}
    return {**left, "tools": tools} if tools else left


#: Format, case, what a gateway loses, and how the finding begins.
LOST = [
    (
        "gemini-generate",
        "json_schema_definition",
        without("parametersJsonSchema", "properties", "latch", "enum"),
        "What the schema of a tool allows",
    ),
    (
        "gemini-generate",
        "json_schema_reference",
        without("parametersJsonSchema", "$defs"),
        "A definition of a schema",
    ),
    (
        "gemini-generate",
        "json_schema_reference",
        without("parametersJsonSchema", "properties", "net", "anyOf"),
        "What the alternatives of a parameter",
    ),
    (
        "gemini-generate",
        "json_schema_definition",
        without("parametersJsonSchema", "properties", "panel", "properties"),
        "What a list in an object may have",
    ),
    (
        "gemini-generate",
        "snake_case_definition",
        without("function_declarations", "parameters"),
        "What the schema of a tool allows",
    ),
    (
        "gemini-generate",
        "snake_case_result",
        without("function_response", "response"),
        "What a tool returned",
    ),
    (
        "gemini-generate",
        "snake_case_call",
        without("function_call", "args"),
        "What an earlier call was made with",
    ),
    (
        "gemini-generate",
        "snake_schema_definition",
        without("parameters_json_schema"),
        "What the schema of a tool allows",
    ),
    ("anthropic-messages", "custom_definition", without_custom, "A tool does not reach"),
    ("openai-chat", "functions_definition", without("functions", "description"), "The description"),
    ("openai-chat", "functions_choice", without("function_call"), "The choice of a tool"),
]


@pytest.mark.parametrize(("dialect", "name", "change", "said"), LOST)
def test_what_is_lost_in_a_form_is_told_once(
    dialect: str, name: str, change: Callable[[JsonObject], Json], said: str
) -> None:
    """With the form, and that the usual one has it."""
    (found,) = seen(dialect, name, Losing(dialect, change)).findings
    assert found.rule == "TC388"
    assert found.message.startswith(said)
    assert found.message.endswith("and does in the usual form.")


@pytest.mark.parametrize(("dialect", "name", "_change", "_said"), LOST)
def test_a_server_that_loses_nothing_is_asked_once(
    dialect: str, name: str, _change: object, _said: str
) -> None:
    """Beside the call whose result goes back."""
    server = Losing(dialect, lambda body: body)
    assert seen(dialect, name, server).verdict is Verdict.CONFORMANT
    assert server.asked == (2 if name.endswith("result") else 1)


def test_what_is_lost_in_every_form_is_none_of_the_form() -> None:
    """A server that drops it everywhere is told of elsewhere, and a model that fills in nothing nowhere."""

    def lost(body: JsonObject) -> Json:
        there = without("parametersJsonSchema", "properties", "latch", "enum")(body)
        return without("parameters", "properties", "latch", "enum")(object_of(there))

    server = Losing("gemini-generate", lost)
    found = seen("gemini-generate", "json_schema_definition", server)
    assert (found.verdict, found.findings) == (Verdict.INCONCLUSIVE, ())
    assert server.asked == 2


def test_a_form_that_shows_it_once_is_not_to_blame() -> None:
    """A model may do as told every other time."""
    calls = iter((True, False, True, False, False))
    drop = without("parametersJsonSchema", "properties", "latch", "enum")
    server = Losing("gemini-generate", lambda body: drop(body) if next(calls) else body)
    found = seen("gemini-generate", "json_schema_definition", server)
    assert found.findings == ()


def test_a_form_that_is_refused_is_told_of_elsewhere() -> None:
    """Each form is asked by itself there."""
    server = Losing("gemini-generate", without("parametersJsonSchema"), refuses=True)
    found = seen("gemini-generate", "json_schema_definition", server)
    assert (found.verdict, found.findings) == (Verdict.UNSUPPORTED, ())


def test_what_may_be_null_may_be_left_out() -> None:
    """A call that has null shows nothing of the alternatives."""
    (item,) = items("gemini-generate", "json_schema_reference")
    (step,) = item.case.steps
    dialect = load_dialect("gemini-generate")
    asked = request_of(item, step, (UserTurn(step.user or ""),))
    given: JsonObject = {
        "note": "Ready at dusk, json_schema.",
        "hook": "gull-50",
        "float": "cork-34",
    }
    for net, lost in ((None, ""), ("flax-81", ""), ("rope", EITHER_LOST)):
        call = PlannedCall("rig_boat", {**given, "net": net})
        response = dialect.respond(asked, Answer(calls=(call,)))
        reading = dialect.decode(Exchange(asked, response, Losing.evidence))
        assert unmet(reading) == lost
