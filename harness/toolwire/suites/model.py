"""Suites, cases and steps as frozen values; loaded from `suites/*.yaml`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from toolwire.dialects.second_form import SecondForm
from toolwire.model.conversation import Json, JsonObject, Tool, ToolChoice
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.topic import Topic

#: The suite that compares the two modes of every other suite's cases.
PAIRS: Final = "streaming_equals_blocking"
#: The probe rule that judges whatever answers a request that has to be refused.
REFUSED: Final = "TC747"
#: The probe rule that judges whether another documented form of a request is taken.
FORM: Final = "TC748"
#: The probe rule that a request in its usual form is taken, where another form of it is.
USUAL: Final = "TC749"
#: The rule that a server takes back what it said and called itself.
OWN_MESSAGE: Final = "TC701"
#: The probe rule of what another form of a request says.
OTHER_FORM: Final = "TC388"
#: The probe rule that a right request is taken that says more than the plainest.
RIGHT: Final = "TC762"
#: The rule of a prompt that is not counted whole: what the request has besides is named then.
COUNTED: Final = "TC146"
#: Likewise the rule that tells of a call where its choice forbids calls.
FORBIDDEN: Final = "TC603"
#: Likewise the rule of a tool that its choice demands.
DEMANDED: Final = "TC602"
#: The probe rule that each form of tool choice that a format has is taken.
CHOICE_FORMS: Final = "TC604"
#: The probe rule that each of several tools is called that a choice allows.
SEVERAL_ALLOWED: Final = "TC605"
#: The probe rule that a history with `content: null` is taken.
NULL_CONTENT: Final = "TC702"
#: The probe rule that a call is taken back whose arguments are no JSON.
BROKEN_CALL: Final = "TC799"
#: The probe rules that a text beside an image, and each of several texts, reaches the model.
BESIDE_IMAGE: Final = "TC764"
EVERY_PART: Final = "TC763"
#: The probe rule that several tools are taken together.
SEVERAL_TOOLS: Final = "TC658"
#: The probe rule that the widest form of a tool choice is taken.
WIDEST: Final = "TC604"
#: The probe rule that a server goes on from an answer that it was asked to keep.
CONTINUED: Final = "TC758"
#: The probe rule that results which go back alone reach the model.
ALONE: Final = "TC784"
#: The probe rule that instructions are of the request alone that has them.
INSTRUCTED: Final = "TC783"
#: The probe rule that nothing is known of what was said before an answer that was not to be kept.
UNKEPT: Final = "TC782"
#: The probe rule that an answer keeps the limit of its request, and says so.
LIMITED: Final = "TC421"
#: The probe rule that a call keeps the limit of its request, or is not told as whole.
LIMITED_CALL: Final = "TC422"
#: The rule that a text comes whole where its request sets no limit.
UNLIMITED: Final = "TC478"
#: The rule that what is cut for its length has about the tokens that its request allows.
ROOM: Final = "TC423"
#: The probe rule that a text fits the schema that its request wants.
IN_SCHEMA: Final = "TC520"
#: The rule that such a text has the only value that its schema allows.
ALLOWED_TOLD: Final = "TC521"
#: The probe rule that the last of many tools is called.
OF_MANY: Final = "TC897"
#: The rule of many calls that are asked for in one reply.
MANY_CALLS: Final = "TC655"
#: The probe rule that a text ends before a word of its request.
ENDING: Final = "TC415"
#: The probe rule that as many choices come as a request asks for.
SEVERAL: Final = "TC160"


@dataclass(frozen=True, slots=True)
class ArgumentTest:
    """What one argument (or the text) has to be.

    `kind` is `equals`, `contains`, `contains_any`, `type` or `present`; `value` its operand.
    """

    kind: str
    value: Json = None


@dataclass(frozen=True, slots=True)
class ExpectedCall:
    """A call a step expects: tool name and tests by argument name."""

    tool: str
    arguments: tuple[tuple[str, ArgumentTest], ...] = ()


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a case demands of a reply.

    Attributes:
        calls: expected calls; None when nothing is said, () when none may come.
        any_order: whether the calls may come in any order.
        stop: `tool_call`, `end`, `length` or None; neutral words, each dialect maps its own.
        text: tests of the reply's text; () when nothing is said.
        refused: the request must be refused with a client error, which a rule judges.
        may_refuse: a clean refusal of the feature (400 or 422) is an answer too; the case is
            then `unsupported`, and not failed.
        echo: the reply carries reasoning state, and the next request takes it back unchanged.
    """

    calls: tuple[ExpectedCall, ...] | None = None
    any_order: bool = False
    stop: str | None = None
    text: tuple[ArgumentTest, ...] = ()
    refused: bool = False
    may_refuse: bool = False
    echo: bool = False


@dataclass(frozen=True, slots=True)
class ResultRule:
    """How one tool is answered in a round trip.

    Attributes:
        tool: its name.
        by: argument whose value picks the answer; None when there is one answer.
        answers: argument value (or "" when `by` is None) -> content.
        error: the result is a failure.
    """

    tool: str
    by: str | None
    answers: tuple[tuple[str, str], ...]
    error: bool = False


@dataclass(frozen=True, slots=True)
class Requirement:
    """Something that a dialect's request type requires, and how a request does not keep it.

    Attributes:
        change: `drop`, `retype` or `duplicate`, the keyword of the schema that is not kept, or "" where none
            of these is wrong.
        path: steps from the body to the place.
        refusal: id of what the vendor is known to refuse besides; "" where that is not what is wrong.
        severity: of a server's answering it.
        takers: servers that are known to answer it, too.
        status: with which the format's own vendor refuses it.
        topic: what of the request is wrong.
    """

    change: str = ""
    path: tuple[str | int, ...] = ()
    refusal: str = ""
    severity: Severity = Severity.INFO
    takers: tuple[str, ...] = ()
    status: int = 400
    topic: Topic = Topic.OTHER

    @property
    def not_there(self) -> bool:
        """Return whether the vendor's status says that there is nothing such, as it does of a model."""
        return self.status == 404


@dataclass(frozen=True, slots=True)
class Alternative:
    """One place of a request in another documented form that says the same, or the usual form.

    Attributes:
        form: a key of `rules.mutate.other_form.FORMS`; "" for the usual form.
        path: steps from the body to the place.
        word: what stands there, where the form does not make it of what stands there else.
        place: the same as a pointer, elements of lists with their role and type.
        history: what is before the user's words: `calls`, a call and its result; `empty`, one
            that says nothing; `words`, an answer in words; "" for nothing.
        instead: of the usual form, the other forms to ask for where it is refused.
        beside: other places that are in another form in the same request.
    """

    form: str
    path: tuple[str | int, ...]
    word: Json
    place: str
    history: str
    instead: tuple[Alternative, ...] = ()
    beside: tuple[Alternative, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """One request and what is expected of its response; `user` or `results`, not both.

    `fault` names what is wrong with the request on purpose, a key of `faults.FAULTS`; None
    for a request that is right. `probe` is the id of the probe rule whose question the request
    asks, and who judges the answer; None for none.
    `requirement` is what the request does not keep on purpose; no suite says it, since it is of
    one dialect. So is `alternative`, another form of a request that is right, and so are
    `additions`, forms and members that such a request has besides. `continues` leaves the history
    to the server, which is told its last answer's id. `system` is what is told before the
    conversation in this request, where its case does not say it of all. `second` is another way to
    write the request's tools and history.
    """

    expect: Expectation
    user: str | None = None
    results: tuple[ResultRule, ...] = ()
    choice: ToolChoice | None = None
    parallel: bool | None = None
    fault: str | None = None
    probe: str | None = None
    requirement: Requirement | None = None
    alternative: Alternative | None = None
    additions: tuple[str, ...] = ()
    continues: bool = False
    system: str | None = None
    second: SecondForm | None = None

    @property
    def question(self) -> str:
        """Return the id of the probe rule that judges the answer; "" for none."""
        return REFUSED if self.expect.refused else self.probe or ""


@dataclass(frozen=True, slots=True)
class Case:
    """One conversation. `attempts` counts live tries before `inconclusive`; with several runs
    of each case, `threshold` is the rate of doing as asked that their
    interval has to clear once one of them did otherwise.

    `dialect` is spoken instead of the provider's own, over the same endpoint; None for the
    provider's own. `extra`, which a suite says for all its cases, maps a
    dialect to members added to its request bodies, for what the neutral terms lack a word.
    """

    suite: str
    id: str
    title: str
    tools: tuple[Tool, ...]
    steps: tuple[Step, ...]
    system: str | None = None
    legacy: bool = False
    attempts: int = 1
    threshold: float = 0.8
    modes: tuple[Mode, ...] = (Mode.BLOCKING, Mode.STREAMING)
    dialect: str | None = None
    extra: Mapping[str, JsonObject] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Return `suite.case`, as file names and test ids spell it."""
        return f"{self.suite}.{self.id}"


@dataclass(frozen=True, slots=True)
class Suite:
    """Cases of one concern.

    `shown_by` names features of recorded traffic (`lint`) that are evidence for it, () where
    traffic shows nothing of it; `traffic` says in words what traffic can show and what not.
    `shown_rules` are the rules whose findings in such traffic concern it, () for all.
    `dialects` limits it to dialects that have the concept, () for all. `pairs` marks the one
    without cases of its own, which compares the two modes of every other suite's cases.
    `asked_though_absent` is one that is asked even where documentation says that the provider lacks
    it, because what a server does then is the question.
    """

    id: str
    title: str
    why: str
    cases: tuple[Case, ...]
    shown_by: tuple[str, ...] = ()
    traffic: str = ""
    shown_rules: tuple[str, ...] = ()
    dialects: tuple[str, ...] = ()
    pairs: bool = False
    asked_though_absent: bool = False
