"""What a rule is: a page of facts, a check and the mutation that proves it.

The words that nearly every rule is written in are found here, also those of the model.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

import msgspec

from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.model.rule_facts import ReportedCase, Shim

__all__ = [
    "OBSERVED",
    "Check",
    "Mode",
    "Mutation",
    "Planting",
    "Reading",
    "ReportedCase",
    "Rule",
    "Severity",
    "Shim",
    "Source",
    "Subject",
    "Variance",
    "Violation",
]


class Subject(StrEnum):
    """What a rule is about, and so who is at fault when it is broken.

    `response`: one answer. `ab`: the same request, streamed and not. `probe`: the answer to
    a purpose-made request. `conversation`: an answer against what was said before it.
    `request`: what a client sends; the only one that is not the provider's doing.
    """

    RESPONSE = "response"
    AB = "ab"
    PROBE = "probe"
    CONVERSATION = "conversation"
    REQUEST = "request"


class Violation(msgspec.Struct, frozen=True, gc=False):
    """A breach as a check sees it; the table adds the rule's id and severity.

    `message` never contains a value from the wire; those go to `actual`. `severity` is
    set only where this breach is milder than the rule's own severity in the dialect.
    `variance` says of a rule with `Variance.partly` that this breach is one of those meant.
    """

    pointer: str
    message: str
    expected: Json = None
    actual: Json = None
    severity: Severity | None = None
    variance: bool = False


Check: TypeAlias = Callable[[Reading], Iterator[Violation]]


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule's statement comes from.

    `kind` is one of `spec`, `docs`, `api-error` or `observed`; `text` names what was read;
    `url` is its address or ""; `read` the ISO date it was read on.
    """

    kind: str
    text: str
    url: str
    read: str


#: Of rules that nobody has written down.
OBSERVED = Source("observed", "Public threads, see the cases", "", "2026-11-21")


@dataclass(frozen=True, slots=True)
class Mutation:
    """The one-place fault that must trip the rule and only it.

    Attributes:
        dialect, mode: which clean exchange is taken.
        scenario: name in `rules.scenarios.SCENARIOS`: what was asked and answered.
        apply: clean exchange -> the same exchange with one fault.
        fault: the fault in a few words; "" where the rule has one fault a scenario.
    """

    dialect: str
    mode: Mode
    scenario: str
    apply: Callable[[Exchange], Exchange]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Planting(Mutation):
    """One fault in each of several dialects and modes: `Rule` makes a mutation of each.

    Until then it is of no dialect, and `apply` changes nothing.

    Attributes:
        plant: dialect and mode -> what plants the fault there.
        dialects, modes: in which; () for those in which the rule is judged.
    """

    dialect: str = ""
    mode: Mode = Mode.BLOCKING
    scenario: str = ""
    apply: Callable[[Exchange], Exchange] = lambda exchange: exchange
    plant: Callable[[str, Mode], Callable[[Exchange], Exchange]] = field(kw_only=True)
    dialects: tuple[str, ...] = field(kw_only=True)
    modes: tuple[Mode, ...] = field(kw_only=True)

    def in_each(self, dialects: Iterable[str], modes: tuple[Mode, ...]) -> Iterator[Mutation]:
        """Yield the mutations, for a rule that is judged in these dialects and modes."""
        for dialect in self.dialects or dialects:
            for mode in self.modes or modes:
                yield Mutation(dialect, mode, self.scenario, self.plant(dialect, mode), self.fault)


@dataclass(frozen=True, slots=True)
class Variance:
    """What one answer of a model can explain, and how it is counted over a run instead.

    A breach that a server would pass on in good faith, because the model chose it freely (which
    tool, how many calls, which values, whether it said anything), says nothing by itself. Its
    rate over a run does (`toolwire.results.variance`).

    Attributes:
        of: the replies that are counted, in words that follow "of".
        could: whether a reply is one of them; one that breaks the rule always is.
        dialects: where a model can explain it; () for wherever the rule is judged.
        shown: whether a reply, asked about or not, proves that the server can do it right; None
            where a counted reply without the breach is the proof.
        partly: only those breaches are meant that say so themselves (`Violation.variance`).
        parts: which parts a reply has of a text of which it was asked for several (`Chance.parts`); None where
            one thing is asked for.
        reverse: whether a pair of answers differs the other way round, which a model does as often; None
            where it cannot.
        of_runs: it is a statement about runs: a single answer does not break it, though what was to
            be said be known.
    """

    of: str
    could: Callable[[Reading], bool]
    dialects: tuple[str, ...] = ()
    shown: Callable[[Reading], bool] | None = None
    partly: bool = False
    parts: Callable[[Reading], int] | None = None
    reverse: Callable[[Reading], bool] | None = None
    of_runs: bool = False

    def explains(self, dialect: str, violation: Violation) -> bool:
        """Return whether one answer of a model can explain a breach."""
        there = not self.dialects or dialect in self.dialects
        return there and (violation.variance or not self.partly)


@dataclass(frozen=True, slots=True)
class Rule:
    """A numbered statement about the wire.

    Attributes:
        id: stable id, for example `TC304`; name: kebab-case, without "no" acrobatics.
        severity: dialect name -> severity there; a dialect that is not a key is not judged.
        modes: response modes in which it is judged.
        statement: what a conforming response does, one sentence or two.
        why: what breaks, and for whom.
        breaks: clients known to break, named; "" when none is known.
        workaround: what a client can do about it; "" when nothing.
        source: where the statement comes from; left out where its cases are all there is.
        check: reading -> violations; raises nothing; reads no other rule, no provider's name and
            no file.
        mutations: at least one for every dialect that is judged; a `Planting` stands for one in
            each of them.
        needs_wire: judged only where framing and absent keys are as they were on the wire
            (fidelity `wire`, and `normalised`, in which values were replaced).
        needs_ids: not judged where ids and times were redacted (fidelity `normalised`).
        compares_ids: likewise, but only where the redaction left different calls one id: ids
            that were replaced one by one still tell which are the same (in one recording:
            `views.rewritten.is_counted`).
        needs_request: holds the answer to its request, so judged only where that is known and
            not wrong on purpose.
        needs_calls: says nothing of a reply without calls and pieces of calls, which it is
            therefore not asked about.
        needs_markup: likewise of a reply whose text has no sign that markup begins with; where the
            protocol is text, all may be markup.
        needs_choice: likewise of an answer to a request without a tool choice.
        needs_history: likewise of a request whose history has neither calls nor results.
        needs_asked: likewise of a reply to a prompt that neither writes out a call nor quotes what to
            say (`views.asked_for`).
        needs_again: likewise of a reply to a prompt that asks for no line or text of before by how it
            begins.
        on_error: judged on replies that carry an error (an error status, or an error body
            or event under a success status) instead of those that do not.
        always: judged on both.
        subject: what it is about. An `ab` rule is judged on the streamed reading, whose
            `twin` is the blocking one; a `probe` rule only where a case asks its question;
            a `request` rule writes its pointers as `request/...`, needs the request and is
            always judged.
        probing: of a `probe` rule: dialect -> in-place change of a clean request's body
            that asks the question; `{}` where the scenario's own request asks it.
        question: dialect -> such a change, where it is made alike in every dialect.
        variance: set where one answer of a model can explain a breach, which is then counted
            over a run and colours nothing by itself; None where it is the server's doing.
        honoured: whether an answer shows that its server knows what the question asks. A server that does not
            know it passes it over, which is told as information; where the same is honoured without tools, and
            not beside them, that is a breach of the rule's own severity (`verify` asks both).
        claims: places that this rule judges in each of its dialects, and that are therefore left
            to it by the rule about published types (TC118), so that one fault is one finding.
            Members from the document's root on, `*` for any number, as in `content/*/id`.
            Where the place alone does not say enough: `kind:place` in events of that type
            (without its `response.`), `event:place` in events only, `place=keyword` for what
            that keyword of the schema finds, `place=string` for values that are strings.
        shim: what an adapter can do; None where it could only guess, and of rules about requests.
        cases: real cases from public threads, one a line, in our own words:
            `who | symptom | address | status`.
    """

    id: str
    name: str
    severity: Mapping[str, Severity]
    statement: str
    why: str
    check: Check
    mutations: tuple[Mutation, ...]
    source: Source = OBSERVED
    modes: tuple[Mode, ...] = (Mode.BLOCKING, Mode.STREAMING)
    breaks: str = ""
    workaround: str = ""
    subject: Subject = Subject.RESPONSE
    needs_wire: bool = False
    needs_request: bool = False
    needs_calls: bool = False
    needs_markup: bool = False
    needs_choice: bool = False
    needs_history: bool = False
    needs_asked: bool = False
    needs_again: bool = False
    needs_ids: bool = False
    compares_ids: bool = False
    on_error: bool = False
    always: bool = False
    probing: Mapping[str, Callable[[JsonObject], None]] = field(default_factory=dict)
    question: Callable[[str], Callable[[JsonObject], None]] | None = None
    variance: Variance | None = None
    honoured: Callable[[Reading], bool] | None = None
    claims: tuple[str, ...] = ()
    shim: Shim | None = None
    cases: str = ""

    def __post_init__(self) -> None:
        """Make what is alike in each dialect; judge a request whenever it is known."""
        made: list[Mutation] = []
        for one in self.mutations:
            made += one.in_each(self.severity, self.modes) if isinstance(one, Planting) else (one,)
        object.__setattr__(self, "mutations", tuple(made))
        if self.question is not None:
            probing = {dialect: self.question(dialect) for dialect in self.severity}
            object.__setattr__(self, "probing", probing)
        if self.subject is Subject.REQUEST:
            object.__setattr__(self, "needs_request", True)
            object.__setattr__(self, "always", True)

    def real_cases(self) -> tuple[ReportedCase, ...]:
        """Return the real cases, in the order written."""
        return tuple(ReportedCase(*row.split(" | ")) for row in self.cases.splitlines() if row)
