"""`verify` against servers that change what passes through them: each change is named by a rule."""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import replace

import pytest

from tests.jobs.verify.bench import Trial, suites, tried
from toolwire.dialects import DIALECTS, Answer, PlannedCall
from toolwire.dialects.reference import answer
from toolwire.dialects.spelt import spelt_out
from toolwire.io.finish import finish
from toolwire.io.json_text import dump, items_of, object_of
from toolwire.jobs.audit.beside.contents import SUITE
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.forgetful import ForgetfulModel
from toolwire.jobs.serve.server import Plan
from toolwire.model.conversation import AssistantTurn, Conversation, Json, ResultsTurn, UserTurn
from toolwire.model.exchange import Request
from toolwire.model.observation import Observation, Severity
from toolwire.rules.mutate.contents import CONTENTS, TOOL

#: The suite that contents are asked beside, with its first case only.
SHOWN = tuple(replace(one, cases=one.cases[:1]) for one in suites() if one.id == SUITE)
ARGUMENTS, RESULTS = "TC325", "TC757"
#: Rules of single values, which tell of some changes of all of them.
OF_VALUES = ("TC308", "TC314", "TC317")
HIGH = re.compile("[\U00010000-\U0010ffff]")

Change = Callable[[Json], Json]


def inside(change: Change) -> Change:
    """Make a change of everything in a value."""

    def apply(value: Json) -> Json:
        if isinstance(value, dict):
            return change({key: apply(one) for key, one in value.items()})
        if isinstance(value, list):
            return change([apply(one) for one in value])
        return change(value)

    return apply


def texts(change: Callable[[str], str]) -> Change:
    """Make a change of every text in a value."""
    return inside(lambda value: change(value) if isinstance(value, str) else value)


def without(*lost: Json) -> Change:
    """Leave out the members of the arguments that are one of these values."""
    kinds = {(type(one), str(one)) for one in lost}

    def apply(value: Json) -> Json:
        members = object_of(value).items()
        return {key: one for key, one in members if (type(one), str(one)) not in kinds}

    return apply


def flat(value: Json) -> Json:
    """Write the members of objects as paths."""
    found: dict[str, Json] = {}
    for key, one in object_of(value).items():
        inner = object_of(flat(one)) if isinstance(one, dict) and one else {}
        found |= {f"{key}.{name}": member for name, member in inner.items()} or {key: one}
    return found


def required_alone(value: Json) -> Json:
    """Leave out what the tool of these questions does not require."""
    names = items_of(object_of(TOOL.parameters)["required"])
    return {key: one for key, one in object_of(value).items() if key in names}


def floats(change: Callable[[float], Json]) -> Change:
    """Make a change of every number with decimals."""
    return inside(lambda value: change(value) if isinstance(value, float) else value)


def integers(change: Callable[[int], Json]) -> Change:
    """Make a change of every integer."""
    return inside(lambda value: change(value) if type(value) is int else value)


#: What a server does to arguments, and how it writes them then.
OF_ARGUMENTS: Mapping[str, Change] = {
    "emoji dropped": texts(lambda t: HIGH.sub("", t)),
    "emoji as a question mark": texts(lambda t: HIGH.sub("?", t)),
    "line breaks as blanks": texts(lambda t: t.replace("\n", " ")),
    "line breaks escaped twice": texts(lambda t: t.replace("\n", "\\n")),
    "line breaks and tabs escaped twice": texts(
        lambda t: t.replace("\n", "\\n").replace("\t", "\\t")
    ),
    "tabs as a blank": texts(lambda t: t.replace("\t", " ")),
    "runs of blanks": texts(lambda t: re.sub(r" {2,}", " ", t)),
    "fences of Markdown": texts(lambda t: t.replace("```", "")),
    "backticks": texts(lambda t: t.replace("`", "")),
    "last character of a long text": texts(lambda t: t[:-1] if len(t) > 500 else t),
    "cut at 255": texts(lambda t: t[:255]),
    "cut at 1024": texts(lambda t: t[:1024]),
    "cut with dots": texts(lambda t: t if len(t) <= 256 else f"{t[:253]}..."),
    "escaped twice": texts(lambda t: dump(t).decode()[1:-1]),
    "backslashes doubled": texts(lambda t: t.replace("\\", "\\\\")),
    "quotes escaped": texts(lambda t: t.replace('"', '\\"')),
    "quotes dropped": texts(lambda t: t.replace('"', "")),
    "escaped as in HTML": texts(html.escape),
    "`<` alone escaped": texts(lambda t: t.replace("<", "&lt;").replace(">", "&gt;")),
    "`<` as programs of Go write it": texts(
        lambda t: t.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
    ),
    "six decimals": floats(lambda n: round(n, 6)),
    "integers as floats": integers(float),
    "short integers as floats": integers(lambda n: float(n) if abs(n) < 2**53 else n),
    "optional parameters": required_alone,
    "integers as texts": integers(str),
    "large integers rounded": integers(lambda n: int(float(n))),
    "one item for a list": inside(lambda v: v[0] if isinstance(v, list) and len(v) == 1 else v),
    "nested objects as paths": flat,
    "false left out": without(False),  # noqa: FBT003 - a value of the wire
    "zero left out": without(0),
    "empty texts left out": without(""),
    "null left out": without(None),
    "empty lists left out": without([]),
    "names in small letters": inside(
        lambda v: {key.lower(): one for key, one in v.items()} if isinstance(v, dict) else v
    ),
    "names cut at 32": inside(
        lambda v: {key[:32]: one for key, one in v.items()} if isinstance(v, dict) else v
    ),
}
#: What it does to results before the model reads them.
OF_RESULTS: Mapping[str, Callable[[str], str]] = {
    "cut at 255": lambda t: t[:255],
    "cut at 1024": lambda t: t[:1024],
    "without its end": lambda t: t[:-1],
    "its end alone": lambda t: t[-200:],
    "without its middle": lambda t: t if len(t) < 500 else f"{t[:200]} ... {t[-200:]}",
    "numbers rounded": lambda t: re.sub(r"\d+\.\d+", lambda n: f"{float(n[0]):.2f}", t),
    "numbers hidden": lambda t: re.sub(r"\d{6,}", "***", t),
    "ASCII alone": lambda t: t.encode("ascii", "ignore").decode(),
    "emoji dropped": lambda t: HIGH.sub("", t),
    "line breaks escaped": lambda t: t.replace("\n", "\\n"),
    "escaped as in HTML": html.escape,
    "quotes dropped": lambda t: t.replace('"', ""),
}


def changing_arguments(change: Change) -> Plan:
    """Return what answers with other arguments than the model wrote."""

    def plan(conversation: Conversation) -> Answer:
        planned = answer(as_written(conversation, change))
        calls = (PlannedCall(one.name, object_of(change(one.arguments))) for one in planned.calls)
        return replace(planned, calls=tuple(calls))

    return plan


def as_written(conversation: Conversation, change: Change) -> Conversation:
    """Return a history in which the model finds the calls that it was asked for."""
    turns = conversation.turns
    asked = [one for turn in turns if isinstance(turn, UserTurn) for one in spelt_out(turn.text)]
    meant = {dump(change(one.arguments)): one.arguments for one in asked}

    def told(turn: AssistantTurn) -> AssistantTurn:
        calls = (
            replace(one, arguments=meant.get(dump(one.arguments), one.arguments))
            for one in turn.calls
        )
        return replace(turn, calls=tuple(calls))

    found = (told(turn) if isinstance(turn, AssistantTurn) else turn for turn in turns)
    return replace(conversation, turns=tuple(found))


def changing_results(change: Callable[[str], str]) -> Plan:
    """Return what answers as a model does that reads other results than were sent."""

    def plan(conversation: Conversation) -> Answer:
        def read(turn: ResultsTurn) -> ResultsTurn:
            results = (replace(one, content=change(one.content)) for one in turn.results)
            return replace(turn, results=tuple(results))

        turns = conversation.turns
        found = (read(turn) if isinstance(turn, ResultsTurn) else turn for turn in turns)
        return answer(replace(conversation, turns=tuple(found)))

    return plan


def trial(name: str, mind: Plan = answer, kind: type[Server] = Server) -> Trial:
    """Verify a server by what it is asked of contents."""
    return finish(tried(name, dialect=name, mind=mind, kind=kind, shown=SHOWN))


def asked(done: Trial) -> list[Observation]:
    """Return the observations of contents, both modes of each."""
    cases = {f"contents_{number}" for number, _ in enumerate(CONTENTS, start=1)}
    return [seen for seen in done.done.observations if seen.case in cases]


def numbered(names: Mapping[str, object]) -> list[tuple[str, str]]:
    """Return each name with a dialect, so that all dialects have their turn."""
    return [(DIALECTS_IN_TURN[n % len(DIALECTS_IN_TURN)], one) for n, one in enumerate(names)]


DIALECTS_IN_TURN = [*DIALECTS]


@pytest.mark.parametrize("name", DIALECTS)
def test_a_server_that_changes_nothing_is_left_alone(name: str) -> None:
    """Every call and every result comes as it was written, in both modes."""
    done = trial(name)
    assert done.grave(name) == []
    assert len(asked(done)) == 4
    for seen in asked(done):
        assert {seen.chances[rule].cleared for rule in (ARGUMENTS, RESULTS)} == {1}
        assert not seen.findings


@pytest.mark.parametrize("name", DIALECTS)
def test_a_forgetful_model_is_no_fault(name: str) -> None:
    """Who says other words or makes another call changes nothing in a known way."""
    done = trial(name, ForgetfulModel())
    assert not {ARGUMENTS, RESULTS} & {one.rule for seen in asked(done) for one in seen.findings}


@pytest.mark.parametrize(("name", "fault"), numbered(OF_ARGUMENTS))
def test_changed_arguments_are_named(name: str, fault: str) -> None:
    """No model writes all values that show it alike, each time."""
    (verdict,) = trial(name, changing_arguments(OF_ARGUMENTS[fault])).done.verdicts
    (found,) = [one for one in verdict.deviations if one.rule in {ARGUMENTS, *OF_VALUES}]
    # A change that shows in single values is told there, with what is said of all of them beside.
    assert found.rule == ARGUMENTS or found.others
    assert found.severity in {Severity.WARNING, Severity.ERROR}


@pytest.mark.parametrize(("name", "fault"), numbered(OF_RESULTS))
def test_changed_results_are_named(name: str, fault: str) -> None:
    """What the model repeats is what it read."""
    (verdict,) = trial(name, changing_results(OF_RESULTS[fault])).done.verdicts
    assert {one.rule: one.severity for one in verdict.deviations}[RESULTS] is Severity.WARNING


def once(change: Change) -> Plan:
    """Return what changes arguments in one of the two conversations, and not when streamed."""
    changing = changing_arguments(change)

    def plan(conversation: Conversation) -> Answer:
        first = "lighthouse" in str(conversation.turns[0])
        return (changing if first and not conversation.stream else answer)(conversation)

    return plan


@pytest.mark.parametrize("fault", ["emoji dropped", "cut at 255", "six decimals", "null left out"])
def test_what_happens_once_is_the_models(fault: str) -> None:
    """It is remarked, and counts for nothing: other calls came as they were written."""
    (verdict,) = trial("openai-chat", once(OF_ARGUMENTS[fault])).done.verdicts
    assert ARGUMENTS not in {one.rule for one in verdict.deviations}
    assert (ARGUMENTS, 1) in [(one.rule, one.count) for one in verdict.remarks]


def test_sorted_parameters_are_an_info() -> None:
    """Their order says nothing, and no client is known to break on it."""
    mind = changing_arguments(lambda value: dict(sorted(object_of(value).items())))
    (verdict,) = trial("ollama-chat", mind).done.verdicts
    assert verdict.deviations == ()
    assert ARGUMENTS in [one.rule for one in verdict.remarks]


@pytest.mark.parametrize("name", ["openai-chat", "gemini-generate", "cohere-v2"])
def test_a_name_that_is_cut_is_named(name: str) -> None:
    """The tool is called by its first 32 characters, which nobody offered."""

    def plan(conversation: Conversation) -> Answer:
        planned = answer(conversation)
        cut = (PlannedCall(one.name[:32], one.arguments) for one in planned.calls)
        return replace(planned, calls=tuple(cut))

    (verdict,) = trial(name, plan).done.verdicts
    # Where each is demanded by its name, TC602 says that a piece of it came.
    assert {"TC115", "TC116", "TC602", "TC651"} & {one.rule for one in verdict.deviations}


class HalfLetters(Server):
    """Writes the first half of a letter beyond the basic plane, as who cuts UTF-16 does."""

    def answer(self, request: Request) -> Served:
        """Answer, with half of the letter."""
        served = super().answer(request)
        body = served.response.body.replace("\U0001f680".encode(), rb"\ud83d")
        return replace(served, response=replace(served.response, body=body))


@pytest.mark.parametrize("name", ["openai-chat", "anthropic-messages", "ollama-chat"])
def test_half_a_letter_is_no_json(name: str) -> None:
    """Strict readers refuse the whole body."""
    (verdict,) = trial(name, kind=HalfLetters).done.verdicts
    assert "TC117" in {one.rule for one in verdict.deviations}
