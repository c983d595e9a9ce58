"""What is asked, in neutral terms, and whether a dialect has words for it.

A dialect says that it cannot carry something by raising in `encode`, or by losing it: what
it reads back from its own request is then another conversation. What a step waits for in a reply
has no place in a dialect whose own responder cannot say it so that it is read again.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from toolwire.dialects import DIALECTS, Answer, Dialect, PlannedCall, load_dialect
from toolwire.dialects.refusal import refusal
from toolwire.io.json_text import canonical
from toolwire.model.conversation import ChoiceMode, Conversation, ToolChoice, Turn, UserTurn
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode, Request
from toolwire.rules import RULES
from toolwire.suites.faults import ALTERED, broken
from toolwire.suites.model import Case, Step
from toolwire.suites.state import state_of


def conversation_of(case: Case, step: Step, turns: tuple[Turn, ...]) -> Conversation:
    """Return what a step asks, its fault put in, after the turns up to its own."""
    conversation = Conversation(
        turns=turns,
        tools=case.tools,
        choice=step.choice,
        parallel=step.parallel,
        system=case.system if step.system is None else step.system,
        legacy=case.legacy,
        continued=step.continues,
    )
    return conversation if step.fault is None else broken(conversation, step.fault)


def endpoint_for(case: Case, endpoint: Endpoint, dialect: str) -> Endpoint:
    """Return the endpoint with the members that a case adds for a dialect."""
    more = case.extra.get(dialect)
    return endpoint if more is None else replace(endpoint, extra={**endpoint.extra, **more})


def lacking(case: Case, endpoint: Endpoint, own: str) -> str | None:
    """Return why a case cannot be asked at an endpoint; None when it can.

    Args:
        case: what is to be asked.
        endpoint: where.
        own: the dialect of the provider, which the case may replace by its own.
    """
    dialect = case.dialect or own
    if dialect not in DIALECTS:
        return f"this version does not speak {dialect}"
    form = (endpoint.path, endpoint.stream_path, canonical(endpoint.extra))
    return _lacking(_CaseQuestion(case, endpoint, dialect, form))


def why_not_probed(case: Case, dialect: str, mode: Mode) -> str | None:
    """Return why a case's probes cannot be asked; None when they can, or it has none."""
    for step in case.steps:
        rule = RULES[step.probe] if step.probe is not None else None
        if rule is not None and dialect not in rule.severity:
            return f"the dialect {dialect} has no such question"
        if rule is not None and mode not in rule.modes:
            return f"{rule.id} asks nothing of a {mode} response"
    return None


@dataclass(frozen=True, slots=True, eq=False)
class _CaseQuestion:
    """Whether a case can be asked; alike for all endpoints whose requests have one form."""

    case: Case
    endpoint: Endpoint
    dialect: str
    form: tuple[str | None, str | None, bytes]

    def __hash__(self) -> int:
        return hash((id(self.case), self.dialect, self.form))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _CaseQuestion):
            return NotImplemented
        mine, theirs = (self.dialect, self.form), (other.dialect, other.form)
        return self.case is other.case and mine == theirs


# Both modes of a case, and all providers of one format, ask the same question.
@lru_cache(maxsize=8192)
def _lacking(question: _CaseQuestion) -> str | None:
    return inexpressible(load_dialect(question.dialect), question.case, question.endpoint)


def inexpressible(dialect: Dialect, case: Case, endpoint: Endpoint) -> str | None:
    """Return what of a case a dialect has no words for; None when it can say all of it."""
    return next(_inexpressible(dialect, case, endpoint_for(case, endpoint, dialect.name)), None)


def _inexpressible(dialect: Dialect, case: Case, endpoint: Endpoint) -> Iterator[str]:
    for step in case.steps:
        wanted = conversation_of(case, step, (UserTurn(step.user or "Go on."),))
        try:
            request = dialect.encode(wanted, endpoint)
            parsed = dialect.read_request(request)
        except ToolwireError as error:
            yield f"the dialect {dialect.name} cannot say this: {error}"
            return
        if parsed is None:
            yield f"the dialect {dialect.name} cannot read its own request"
            return
        if step.parallel is not None and parsed.parallel is not step.parallel:
            yield f"the dialect {dialect.name} cannot switch parallel calls on or off"
        if not _same_choice(wanted.choice, parsed.choice):
            mode = wanted.choice.mode if wanted.choice else ChoiceMode.AUTO
            yield f"the dialect {dialect.name} has no tool choice `{mode}`"
        # What is wrong in an answer of the model's shows only behind one.
        if step.fault not in (None, ALTERED) and refusal(parsed) is None:
            yield f"the dialect {dialect.name} has no words for the fault `{step.fault}`"
        yield from _without_place(dialect, step, request)


def _without_place(dialect: Dialect, step: Step, request: Request) -> Iterator[str]:
    """Yield what a step waits for that no reply of the dialect has a place for."""
    expect = step.expect
    calls = tuple(PlannedCall(call.tool, {}) for call in expect.calls or ())
    beside = bool(calls and expect.text)
    if not expect.echo and not beside:
        return
    response = dialect.respond(request, Answer(text="Words.", calls=calls, reasoning="A thought."))
    own = Evidence(EvidenceLevel.DOCUMENTED, f"dialect {dialect.name}")
    read = dialect.decode(Exchange(request, response, own))
    if expect.echo and not (read.reply.reasoning or state_of(read)):
        yield f"the dialect {dialect.name} has no place for reasoning"
    if beside and not read.reply.text:
        yield f"the dialect {dialect.name} has no place for words beside a call"


def _same_choice(wanted: ToolChoice | None, parsed: ToolChoice | None) -> bool:
    # Left to the model is also what a request says that says nothing.
    free = (None, ToolChoice(ChoiceMode.AUTO))
    return wanted == parsed or (wanted in free and parsed in free)
