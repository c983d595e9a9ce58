"""`verify` asks for the other documented forms of a request, and names those that are refused."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from tests.jobs.verify.bench import Trial, tried
from toolwire.dialects import DIALECTS, Answer, Refusal, load_dialect
from toolwire.io.finish import finish
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.beside.alternatives import SUITE
from toolwire.jobs.audit.step_request import request_of
from toolwire.jobs.serve import Served, Server
from toolwire.model.conversation import ChoiceMode, JsonObject, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.rules import RULES

ASKED = [name for name in DIALECTS if name in RULES["TC748"].severity]
DOCUMENTED = Evidence(EvidenceLevel.DOCUMENTED, "toolwire serve")
#: Dialect -> the form that `serve --fault TC748` refuses there.
REFUSED = {
    "anthropic-messages": "/messages/*[user]/content as a list of one text part",
    "bedrock-converse": "/toolConfig/tools/*/toolSpec/description left out",
    "chatml": "/stop without the list around it",
    "cohere-v2": "/messages/*[user]/content as a list of one text part",
    "gemini-generate": "/tools/*/functionDeclarations/*/description as null",
    "ollama-chat": "/messages/*[user]/images as null",
    "openai-chat": "/messages/*[user]/content as a list of one text part",
    "openai-responses": "/input/*[user]/content as a list of one text part",
}


#: The suite that forms are asked beside; no other has to do with them.
ONLY = (SUITE,)


@cache
def trial(name: str, rule: str = "") -> Trial:
    """Verify a dialect once."""
    return finish(tried(name, rule, dialect=name, only=ONLY))


def tried_on(name: str, kind: type[Server]) -> Trial:
    """Verify a server of another kind."""
    return finish(tried(name, dialect=name, kind=kind, only=ONLY))


def forms(done: Trial) -> list[Observation]:
    """Return the observations of forms."""
    cases = {item.case.id for item in done.done.found.items if item.case.steps[0].alternative}
    return [seen for seen in done.done.observations if seen.case in cases]


def named(done: Trial, rule: str = "TC748") -> list[Finding]:
    """Return what is found of forms that are refused."""
    return [one for seen in done.done.observations for one in seen.findings if one.rule == rule]


@pytest.mark.parametrize("name", ASKED)
def test_the_reference_takes_every_form(name: str) -> None:
    """All are answered, and nothing is found."""
    done = trial(name)
    assert forms(done)
    assert {seen.verdict for seen in forms(done)} == {Verdict.CONFORMANT}
    assert not any(seen.findings for seen in forms(done))


@pytest.mark.parametrize("name", ASKED)
def test_a_refused_form_is_named(name: str) -> None:
    """`serve --fault TC748` refuses one; that one is a warning, and all others are taken."""
    done = trial(name, "TC748")
    found, *others = named(done)
    # Who refuses a list of one part refuses a list of several.
    assert len(others) == ("one text part" in REFUSED[name])
    assert all(
        REFUSED[name].replace("one text part", "several text parts") in o.message for o in others
    )
    assert found.message == f"A documented form of a request is refused: {REFUSED[name]}."
    assert (found.severity, found.actual) == (Severity.WARNING, 400)
    verdicts = [seen.verdict for seen in forms(done)]
    assert verdicts.count(Verdict.NON_STRICT) == 1 + len(others)
    assert set(verdicts) <= {Verdict.NON_STRICT, Verdict.CONFORMANT}
    (deviation,) = (one for one in done.done.verdicts[0].deviations if one.rule == "TC748")
    assert deviation.again, "the request of its line was refused each time"


class _Refusing(Server):
    """Refuses what a class says; its vendor would take it."""

    status = 400

    def refuses(self, body: JsonObject) -> bool:
        """Return whether a request is refused."""
        raise NotImplementedError

    def answer(self, request: Request) -> Served:
        """Answer, or refuse."""
        body = object_of(parse(request.body)) if request.body else {}
        if not self.refuses(body):
            return super().answer(request)
        dialect = load_dialect(self.dialects[0])
        refusal = Refusal(self.status, "invalid_request", "This cannot be read.")
        return Served(dialect.respond(request, Answer(refusal=refusal)), dialect.name)


class NoNull(_Refusing):
    """Takes null nowhere at the top of a request, as servers with strict types do."""

    def refuses(self, body: JsonObject) -> bool:
        """Return whether a member is null."""
        return None in body.values()


class NoForms(NoNull):
    """Fails over nulls."""

    status = 500


class Busy(NoNull):
    """Has no time for nulls."""

    status = 429


class NoTools(_Refusing):
    """Takes no description of a tool, be it there or not."""

    def refuses(self, body: JsonObject) -> bool:
        """Return whether there is a tool."""
        return bool(body.get("tools"))


def test_each_refused_form_is_named() -> None:
    """Those that have a null at the top, one finding each."""
    done = tried_on("openai-responses", NoNull)
    nulls = {"include", "instructions", "previous_response_id", "stream", "stream_options"}
    nulls |= {"parallel_tool_calls"}
    assert {one.message.split(": ")[1] for one in named(done)} == {
        f"/{name} as null." for name in nulls
    }


@pytest.mark.parametrize(
    ("kind", "verdict", "count"),
    [
        (NoForms, Verdict.NON_STRICT, 2),
        (Busy, Verdict.NOT_RUN, 0),
        (NoTools, Verdict.UNSUPPORTED, 0),
    ],
)
def test_what_is_no_refusal_of_a_form_accuses_nobody(
    kind: type[Server], verdict: Verdict, count: int
) -> None:
    """A failure over a form is one; a rate limit, and tools that nobody takes, are not."""
    done = tried_on("openai-chat", kind)
    assert len(named(done)) == count
    assert verdict in {seen.verdict for seen in forms(done)}


class WholeUnlessTold(Server):
    """Takes a request that says nothing of a stream for one of a whole reply, which Ollama does not."""

    def answer(self, request: Request) -> Served:
        """Answer without a stream where none is named."""
        body = object_of(parse(request.body)) if request.body else {}
        if body.get("messages") and "stream" not in body:
            request = replace(request, body=dump({**body, "stream": False}))
        return super().answer(request)


def test_a_stream_that_is_meant_and_does_not_come_is_told() -> None:
    """Ollama streams unless it is told not to."""
    found = named(tried_on("ollama-chat", WholeUnlessTold))
    assert [one.message.split(": ")[1] for one in found] == ["/stream left out."]


class Typed(_Refusing):
    """Takes an assistant's message only with its type, as llama.cpp's Responses route does."""

    def refuses(self, body: JsonObject) -> bool:
        """Return whether a message of the assistant has none."""
        items = map(object_of, items_of(body.get("input")))
        return any(one.get("role") == "assistant" and "type" not in one for one in items)


class Wordless(_Refusing):
    """Takes no message of the assistant, in whatever form."""

    def refuses(self, body: JsonObject) -> bool:
        """Return whether there is one."""
        return any(object_of(one).get("role") == "assistant" for one in items_of(body.get("input")))


def test_a_usual_form_that_is_refused_is_named_with_the_one_that_is_taken() -> None:
    """The other form of it is no deviation, and other usual forms are taken."""
    done = tried_on("openai-responses", Typed)
    (found,) = named(done, "TC749")
    assert found.message == (
        "The usual form of a request is refused: it is taken with /input/*[assistant]/type said, "
        "though it need not be."
    )
    assert (found.severity, found.actual) == (Severity.WARNING, 400)
    assert named(done) == []
    (deviation,) = (one for one in done.done.verdicts[0].deviations if one.rule == "TC749")
    assert deviation.again, "the request of its line was refused each time"


class Numbering(_Refusing):
    """Wants an id of its own of each item that is a call, as none but its own items have."""

    def refuses(self, body: JsonObject) -> bool:
        """Return whether a call has none."""
        items = map(object_of, items_of(body.get("input")))
        return any(one.get("type") == "function_call" and "id" not in one for one in items)


def test_what_of_a_call_is_wanted_though_it_may_be_left_out_is_named() -> None:
    """The history with it is asked for as well, where every other form is refused."""
    found = named(tried_on("openai-responses", Numbering), "TC749")
    taken = "it is taken with /input/*[function_call]/id said, though it need not be"
    assert {one.message for one in found} == {f"The usual form of a request is refused: {taken}."}


def test_what_is_refused_in_every_form_is_told_once() -> None:
    """A server without such a history is told so, and by no form of it."""
    done = tried_on("openai-responses", Wordless)
    (found,) = named(done, "TC749")
    assert "so is each other form that was asked" in found.message
    assert named(done) == []
    assert Verdict.INCONCLUSIVE in {seen.verdict for seen in forms(done)}


class Unprompted(_Refusing):
    """Takes no system prompt."""

    def refuses(self, body: JsonObject) -> bool:
        """Return whether there is one."""
        return "system" in body


def test_a_system_prompt_is_asked_for_where_it_has_one_form() -> None:
    """Converse has no other form of it: who refuses that one takes none."""
    (found,) = named(tried_on("bedrock-converse", Unprompted), "TC749")
    assert "a plain request is not" in found.message


#: Converse has one form of each place, so that no other is taken in its stead.
TWO_FORMS = [
    name for name in DIALECTS if name in RULES["TC749"].severity.keys() - {"bedrock-converse"}
]


@pytest.mark.parametrize("name", TWO_FORMS)
def test_a_broken_usual_form_is_noticed(name: str) -> None:
    """`serve --fault TC749` refuses a history as usual and takes it in its other form."""
    done = trial(name, "TC749")
    found = named(done, "TC749")
    # Of Gemini's format a call without arguments is asked by itself, and refused in both spellings.
    taken = "The usual form of a request is refused: it is taken with /"
    assert sum(one.message.startswith(taken) for one in found) == 1
    assert {one.severity for one in found} == {Severity.WARNING}


@pytest.mark.parametrize("name", ASKED)
def test_a_form_says_the_same(name: str) -> None:
    """The reference makes the same calls, however the request is written."""
    dialect, server = load_dialect(name), Server((name,))
    items = [item for item in trial(name).done.found.items if item.case.steps[0].alternative]
    for item in items:
        (step,) = item.case.steps
        turns, answers = (UserTurn(step.user or ""),), []
        for probing in (False, True):
            request = request_of(item, step, turns, probing=probing)
            exchange = Exchange(request, server.answer(request).response, DOCUMENTED)
            answers.append(dialect.decode(exchange).reply)
        usual, other = ([(call.name, call.arguments) for call in one.tool_calls] for one in answers)
        # What forbids calls is asked beside a prompt that asks for one.
        forbidden = step.choice is not None and step.choice.mode is ChoiceMode.NONE
        assert bool(usual) is not forbidden, item.id
        assert other == usual, item.id
