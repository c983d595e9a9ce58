"""What is honoured without tools, and passed over beside them, is a breach; what is never honoured is not."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from tests.support.targets import target
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.beside.schemas_asked import SCHEMAS_ASKED
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode, Request, Response
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.results.variance import settled
from toolwire.suites import load_suites
from toolwire.suites.model import IN_SCHEMA
from toolwire.transport import StaleCassetteError

pytestmark = pytest.mark.fast
#: Formats in which nobody has to know of them, and where their words stand.
ENDS = {"gemini-generate": ("generationConfig", "stopSequences"), "openai-chat": ("stop",)}
SCHEMAS = {
    # With the type of the text, by which it were JSON of another schema.
    "gemini-generate": ("generationConfig",),
    "openai-chat": ("response_format",),
}


class Dropping:
    """A server of a model that does as told, which drops a member: beside tools, or always.

    Args:
        dialect: its format.
        path: steps to the member.
        always: whether without tools, too.
        recorded: it answers nothing without tools, as a cassette of before that was asked.
    """

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(
        self, dialect: str, path: tuple[str, ...], *, always: bool = False, recorded: bool = False
    ) -> None:
        self._server, self._path = Server([dialect]), path
        self._always, self._recorded = always, recorded
        self.asked = 0

    async def send(self, request: Request) -> Response:
        """Answer without the member."""
        self.asked += 1
        body = object_of(parse(request.body))
        if self._recorded and not body.get("tools"):
            raise StaleCassetteError("nothing was recorded")
        if body.get("tools") or self._always:
            *path, last = self._path
            holder = body
            for step in path:
                holder = object_of(holder.get(step))
            holder.pop(last, None)
        return self._server.answer(replace(request, body=dump(body))).response


def ending(dialect: str) -> list[Item]:
    """Return the case of a text that ends before a word, in both modes."""
    (suite,) = [one for one in load_suites() if one.id == "no_tool_needed"]
    (case,) = [one for one in suite.cases if one.id == "ends_at_a_word"]
    return [Item(target(dialect), suite, case, mode) for mode in Mode]


def in_schema(dialect: str) -> list[Item]:
    """Return the cases of a text in a schema, beside a tool, that demand no call."""
    items = SCHEMAS_ASKED.items([target(dialect)], load_suites())
    first = [(item, item.case.steps[0]) for item in items if item.case.tools]
    return [item for item, step in first if step.choice is None and step.probe == IN_SCHEMA]


def told(seen: tuple[Observation, ...], rule: str) -> list[Finding]:
    """Return what is said of a rule."""
    return [one for each in seen for one in each.findings if one.rule == rule]


@pytest.mark.parametrize("dialect", ENDS)
def test_a_word_that_ends_texts_without_tools_only_is_lost_beside_them(dialect: str) -> None:
    """No model goes on behind a word where its server reads these."""
    seen = settled(run(ending(dialect), lambda _: Dropping(dialect, ENDS[dialect])))
    assert {one.severity for one in told(seen, "TC415")} == {Severity.WARNING}
    assert {one.verdict for one in seen if one.suite == "no_tool_needed"} == {Verdict.NON_STRICT}


@pytest.mark.parametrize("dialect", SCHEMAS)
def test_a_schema_that_binds_without_tools_only_is_lost_beside_them(dialect: str) -> None:
    """One such text is the model's; a run without any other is not."""
    items = in_schema(dialect)
    seen = tuple(run(items, lambda _: Dropping(dialect, SCHEMAS[dialect])))
    found = told(seen, "TC520")
    assert len(found) == 4
    assert {(one.severity, one.counted) for one in found} == {(Severity.WARNING, Severity.INFO)}
    assert {one.verdict for one in settled(seen) if one.case in _cases(items)} == {
        Verdict.NON_STRICT
    }
    # A server that makes JSON of the other half beside tools has a model that wrote none.
    half: list[Observation] = []
    for number, item in enumerate(items):
        server = Dropping(dialect, SCHEMAS[dialect] if number % 2 else ("none",))
        half += run([item], partial(_of, server))
    assert {one.verdict for one in settled(half)} == {Verdict.CONFORMANT}


def _of(server: Dropping, item: Item) -> Dropping:
    """Return who answers an item."""
    del item
    return server


def _cases(items: list[Item]) -> set[str]:
    return {item.case.id for item in items}


@pytest.mark.parametrize("dialect", ENDS)
@pytest.mark.parametrize("way", ["always", "recorded"])
def test_what_is_never_honoured_is_information(dialect: str, way: str) -> None:
    """So is what was recorded before anybody asked without tools; nobody documents Gemini's without its words."""
    for items, path, rule in (
        (ending(dialect), ENDS[dialect], "TC415"),
        (in_schema(dialect), SCHEMAS[dialect], "TC520"),
    ):
        seen = settled(run(items, partial(_of, Dropping(dialect, path, **{way: True}))))
        due = (dialect, rule) == ("gemini-generate", "TC415")
        severity = Severity.WARNING if due else Severity.INFO
        assert {one.severity for one in told(seen, rule)} == {severity}
        verdict = Verdict.NON_STRICT if due else Verdict.CONFORMANT
        assert {one.verdict for one in seen if one.suite == "no_tool_needed"} == {verdict}


@pytest.mark.parametrize("dialect", ENDS)
def test_who_honours_it_beside_tools_is_asked_no_more(dialect: str) -> None:
    """One request a case."""
    server = Dropping(dialect, ("none",))
    items = [*ending(dialect), *in_schema(dialect)]
    assert all(one.verdict is Verdict.CONFORMANT for one in run(items, lambda _: server))
    assert server.asked == len(items)
