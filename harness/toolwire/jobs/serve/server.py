"""What the server answers: a request in, a response out; no socket."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlsplit

from toolwire.dialects import Answer, Dialect, PlannedCall, Refusal, load_dialect
from toolwire.dialects.body import sent_of
from toolwire.dialects.ending import ended, limited, shaped
from toolwire.dialects.reference import answer, bounded
from toolwire.dialects.refusal import refusal_of_body
from toolwire.dialects.sample import sample_arguments
from toolwire.dialects.sharing import sharing
from toolwire.io.json_text import JsonError, dump, object_of
from toolwire.jobs.serve.fault import faulty
from toolwire.jobs.serve.kept import KeptConversation, KeptConversations
from toolwire.jobs.serve.models import JSON_BODY, listed
from toolwire.jobs.serve.routes import find
from toolwire.jobs.serve.wrong_request import wrong_form
from toolwire.model.conversation import ChoiceMode, Conversation, Json, UserTurn
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.rules import Rule, Subject

#: What a correct server answers to a conversation.
Plan = Callable[[Conversation], Answer]

MODEL = "reference-model"
#: Bytes of a request in whose answer a rule is broken: the whole judge looks at it, several times.
LARGEST_BROKEN = 256 * 1024
#: Opening brackets in a request body; each may be a value of its own, which costs far more time
#: and memory than the same bytes of text.
MOST_BRACKETS = 200_000
#: Characters of a model's name; it is repeated in every event.
_LONGEST_MODEL = 256
_LEVELS = (EvidenceLevel.LIVE, EvidenceLevel.DOCUMENTED)
_UNREADABLE = Refusal(400, "invalid_request", "The request body could not be read.")
_FAILED = Refusal(500, "server_error", "The server failed at this request.")
_LONG_MODEL = Refusal(400, "invalid_request", "The name of the model is too long.")
_TOO_MANY = Refusal(
    413, "invalid_request", f"The request body has more than {MOST_BRACKETS} opening brackets."
)
_TOO_DEEP = Refusal(400, "invalid_request", "The request body is nested too deeply.")
_NOT_FOUND = Refusal(404, "not_found", "There is nothing at this path.")
_WRONG_METHOD = "This path takes {method} only."


def eager(conversation: Conversation) -> Answer:
    """Answer like the reference responder, but call the first tool where no call was asked for.

    For clients whose prompts do not write calls out: a prompt that came last, with tools and a
    free choice, is answered with a call of made-up arguments.
    """
    planned = answer(conversation)
    turns = conversation.turns
    free = planned.refusal is None and not planned.calls and conversation.choice is None
    tool = conversation.first_tool()
    if not free or tool is None or not turns or not isinstance(turns[-1], UserTurn):
        return planned
    call = PlannedCall(tool.name, sample_arguments(tool))
    return bounded(replace(planned, text=None, calls=(call,)))


@dataclass(frozen=True, slots=True)
class Served:
    """An answer, and how it came about.

    Attributes:
        response: what goes to the client.
        dialect: who answered.
        fault: id of the rule that is broken in it; "" when it is clean.
        trouble: what went wrong in this program, so that it could only be refused; "" else.
    """

    response: Response
    dialect: str
    fault: str = ""
    trouble: str = ""


class Server:
    """A correct server of some dialects, or one that breaks one rule.

    Args:
        dialects: names; where one of two that share a path is served, both are answered.
        fault: the rule to break wherever an answer lets it be seen; None for a clean server.
        plan: decides what is answered.
        model: name that the list of models gives; requests may name any.
    """

    def __init__(
        self,
        dialects: Sequence[str],
        fault: Rule | None = None,
        plan: Plan = answer,
        model: str = MODEL,
    ) -> None:
        self.dialects = tuple(dialects)
        self._fault = fault
        self._plan = plan
        self._model = model
        self._kept = KeptConversations()

    def answer(self, request: Request) -> Served:
        """Answer a request; a path or method that is not served gets the dialect's own error."""
        match = find(_path(request.url), self.dialects, request.method)
        if match.method != request.method:
            return self.refuse(request, _refusal(match.method))
        if request.body.count(b"{") + request.body.count(b"[") > MOST_BRACKETS:
            return self.refuse(replace(request, body=b""), _TOO_MANY)
        if match.lists:
            return Served(listed(match.dialect, self._model), match.dialect)
        if match.beside is not None:
            sent = sent_of(request)
            if request.body and not isinstance(sent, dict):
                return self.refuse(request, _UNREADABLE)
            whole = dump(match.beside.answer(request, object_of(sent)))
            return Served(Response(200, JSON_BODY, whole), match.dialect)
        return self._answered(load_dialect(_dialect_of(match.dialect, request)), request)

    def answer_or_fail(self, request: Request) -> Served:
        """Answer a request; one that this program cannot bear gets status 500."""
        try:
            return self.answer(request)
        except Exception as error:  # noqa: BLE001 - a server answers whatever it is asked
            served = self.refuse(replace(request, body=b""), _FAILED)
            return replace(served, trouble=type(error).__name__)

    def takes_body(self, request: Request) -> bool:
        """Return whether there is something at the path that a body is posted to."""
        method = find(_path(request.url), self.dialects, request.method).method
        return method == request.method == "POST"

    def refuse(self, request: Request, refusal: Refusal) -> Served:
        """Refuse a request in the words of the dialect whose path it came to."""
        match = find(_path(request.url), self.dialects)
        response = load_dialect(match.dialect).respond(request, Answer(refusal=refusal))
        if refusal.status == 405:
            headers = (*response.headers, ("allow", match.method))
            response = replace(response, headers=headers)
        return Served(response, match.dialect)

    def _answered(self, dialect: Dialect, request: Request) -> Served:
        sent = sent_of(request)
        before = self._kept.before(dialect, sent)
        conversation = _behind(before, dialect.read_request(request))
        asked = None if conversation is None else _allowed(dialect, conversation, sent)
        planned = Answer(refusal=_UNREADABLE) if asked is None else self._plan(asked)
        refused = _LONG_MODEL if _long_model(sent) else refusal_of_body(dialect.name, sent)
        if conversation is not None and refused is None and planned.refusal is None:
            refused = wrong_form(dialect, request, sent) or self._kept.refusal(dialect, sent)
        if refused is not None:
            planned = Answer(refusal=refused)
        for form in (shaped, ended, limited):
            planned = form(planned, dialect, sent)
        planned = replace(planned, kept=before.size)
        source = f"toolwire serve: {dialect.name}"
        try:
            clean = dialect.respond(request, planned)
        except JsonError:
            # What was read is nested as deep as a parser goes, and stands deeper in the answer.
            clean = dialect.respond(request, Answer(refusal=_TOO_DEEP))
        clean = self._kept.kept(dialect, conversation, before, request, clean)
        rule = self._fault
        if len(request.body) > LARGEST_BROKEN:
            rule = None
        if rule is not None and dialect.name in self.dialects and dialect.name in rule.severity:
            # First what clients can notice, who compare only the shapes of two answers.
            for level in _LEVELS if rule.subject is Subject.AB else _LEVELS[-1:]:
                exchange = Exchange(request, clean, Evidence(level, source))
                broken = faulty(rule, dialect.name, exchange, self._plan)
                if broken is not None:
                    return Served(broken.response, dialect.name, rule.id)
        return Served(clean, dialect.name)


def _behind(before: KeptConversation, new: Conversation | None) -> Conversation | None:
    """Return what is new behind the conversation that it goes on from."""
    return None if new is None else replace(new, turns=(*before.turns, *new.turns))


def _long_model(sent: Json) -> bool:
    model = object_of(sent).get("model")
    return isinstance(model, str) and len(model) > _LONGEST_MODEL


def _path(url: str) -> str:
    try:
        return urlsplit(url).path
    except ValueError:
        # A host that is none (`Host: [`) is the caller's; the path is still what is asked for.
        return f"/{url.partition('://')[2].partition('/')[2]}".partition("?")[0]


def _dialect_of(name: str, request: Request) -> str:
    """Return the dialect of a request where two share a path: tools as members, or in words."""
    both = sharing(name)
    if both is None:
        return name
    if _speaks(both.words, request):
        return both.words.name
    return both.members.name if object_of(sent_of(request)).get("tools") else name


def _speaks(dialect: Dialect, request: Request) -> bool:
    nothing = Exchange(request, Response(200, (), b""), Evidence(EvidenceLevel.DOCUMENTED, ""))
    return dialect.recognise(nothing).confidence > 0


def _allowed(dialect: Dialect, conversation: Conversation, sent: Json) -> Conversation:
    """Return a conversation with the tools that its choice allows, where that names several or one of them."""
    form, choice = dialect.wire.request, conversation.choice
    if form is None or form.chosen is None or choice is None or choice.mode is ChoiceMode.NAMED:
        return conversation
    names = {name for _, name in form.chosen(object_of(sent)) if isinstance(name, str)}
    allowed = tuple(tool for tool in conversation.tools if tool.name in names)
    return replace(conversation, tools=allowed) if allowed else conversation


def _refusal(method: str) -> Refusal:
    if not method:
        return _NOT_FOUND
    return Refusal(405, "invalid_request", _WRONG_METHOD.format(method=method))
