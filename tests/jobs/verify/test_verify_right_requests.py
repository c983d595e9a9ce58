"""`verify` asks right requests that say more than the plainest, and names what of them is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import cycle
from typing import Final

import pytest

from tests.jobs.verify.bench import Trial, tried
from toolwire.dialects import DIALECTS, Answer, Refusal, load_dialect
from toolwire.io.finish import finish
from toolwire.io.json_text import dump, items_of, object_of, parse
from toolwire.jobs.audit.beside.right_requests import SUITE
from toolwire.jobs.serve import Served, Server
from toolwire.model.conversation import Conversation, JsonObject, ResultsTurn
from toolwire.model.exchange import Request
from toolwire.model.observation import Finding, Observation, Severity, Verdict
from toolwire.rules import RULES
from toolwire.rules.mutate.addition import OF_MANY, TITLES, said

RULE: Final = "TC762"
ASKED = [name for name in DIALECTS if name in RULES[RULE].severity]
#: More requests are not asked where all is taken.
MOST: Final = 32
#: The suite that they are asked beside; no other has to do with them.
ONLY = (SUITE,)
_EMOJI: Final = re.compile("[\N{BLACK SUN WITH RAYS}\N{WAVING HAND SIGN}]")


@cache
def trial(name: str, rule: str = "") -> Trial:
    """Verify a dialect once."""
    return finish(tried(name, rule, dialect=name, only=ONLY))


def tried_on(name: str, kind: type[Server]) -> Trial:
    """Verify a server of another kind."""
    return finish(tried(name, dialect=name, kind=kind, only=ONLY))


def right(done: Trial) -> dict[str, Observation]:
    """Return the observations of right requests, by their cases."""
    cases = {item.case.id for item in done.done.found.items if item.case.steps[0].additions}
    return {seen.case: seen for seen in done.done.observations if seen.case in cases}


def named(done: Trial, rule: str = RULE) -> list[Finding]:
    """Return what is found of right requests, each message once."""
    found = {one.message: one for seen in right(done).values() for one in seen.findings}
    return [one for one in found.values() if one.rule == rule]


def blamed(done: Trial) -> set[str]:
    """Return what the findings say is refused."""
    return {part for one in named(done) for part in one.message[:-1].split(": ", 1)[1].split(", ")}


@pytest.mark.parametrize("name", ASKED)
def test_the_reference_takes_every_right_request(name: str) -> None:
    """All are answered, nothing is found, and they are few."""
    seen = right(trial(name))
    assert 0 < len(seen) <= MOST
    assert {one.verdict for one in seen.values()} == {Verdict.CONFORMANT}
    assert not any(one.findings for one in seen.values())


@pytest.mark.parametrize("name", ASKED)
def test_a_refused_member_is_named(name: str) -> None:
    """`serve --fault TC762` refuses the dialect's first; that one is a warning, and no other is."""
    neutral = load_dialect(name).wire.neutral
    assert neutral is not None
    done = trial(name, RULE)
    (found,) = named(done)
    assert found.message == f"A right request is refused: {neutral.members[0].place}."
    assert (found.severity, found.actual) == (Severity.WARNING, 400)
    (deviation,) = (one for one in done.done.verdicts[0].deviations if one.rule == RULE)
    assert deviation.again, "the request of its line was refused each time"


#: What is sent, and what is read of it -> whether a server refuses it.
_Refuses = Callable[[JsonObject, Conversation], bool]


def refusing(
    refuses: _Refuses, status: int = 400, words: str = "This cannot be read."
) -> type[Server]:
    """Return a server that refuses what its vendor would take."""

    class Refusing(Server):
        """Refuses it."""

        def answer(self, request: Request) -> Served:
            """Answer, or refuse."""
            dialect = load_dialect(self.dialects[0])
            read = dialect.read_request(request) if request.body else None
            if read is None or not refuses(object_of(parse(request.body)), read):
                return super().answer(request)
            kind = "invalid_request" if status < 500 else "server_error"
            refusal = Refusal(status, kind, words)
            return Served(dialect.respond(request, Answer(refusal=refusal)), dialect.name)

    return Refusing


def _schemas(asked: Conversation) -> str:
    return dump([tool.parameters for tool in asked.tools]).decode()


def _results(asked: Conversation) -> list[str]:
    turns = (turn for turn in asked.turns if isinstance(turn, ResultsTurn))
    return [result.content for turn in turns for result in turn.results]


def _has_name(pattern: str) -> _Refuses:
    return lambda _body, asked: any(re.search(pattern, tool.name) for tool in asked.tools)


def _in_schemas(text: str) -> _Refuses:
    return lambda _body, asked: text in _schemas(asked)


#: What has what others have one by one: names, and many tools.
ALSO = {said(one) for names in (*TITLES, OF_MANY) for one in names}
#: What of a Chat Completions request a server refuses -> how that is told.
FAULTS: dict[str, tuple[_Refuses, str]] = {
    "dashed": (_has_name("-"), "a tool's name with a dash"),
    "capitals": (_has_name("[A-Z]"), "a tool's name in capitals"),
    "digit": (_has_name("^[0-9]"), "a tool's name that begins with a digit"),
    "underscore": (_has_name("^_"), "a tool's name that begins with an underscore"),
    "long": (_has_name(".{33}"), "a tool's name of 64 characters"),
    "types": (_in_schemas('"days":{"type":"array"'), "a parameter that is a list of objects"),
    "null": (_in_schemas('"F",null'), "an enum with null"),
    "closed": (_in_schemas("additionalProperties"), "additionalProperties: false"),
    "defs": (_in_schemas("$defs"), "$defs and a $ref to one"),
    "empty": (_in_schemas('"required":[]'), "a tool whose `required` is empty"),
    "bare": (
        lambda _body, asked: '"properties":{}' in _schemas(asked) and not asked.calls(),
        "a tool without parameters",
    ),
    "many": (lambda _body, asked: len(asked.tools) > 8, "16 tools"),
    "emoji": (
        lambda _body, asked: any(_EMOJI.search(tool.description or "") for tool in asked.tools),
        "an emoji and line breaks in a tool's description",
    ),
    "words": (
        lambda body, _asked: "\N{WAVING HAND SIGN}" in dump(body["messages"]).decode(),
        "an emoji and line breaks in the user's words",
    ),
    "long result": (
        lambda _body, asked: any(len(one) > 8000 for one in _results(asked)),
        "a result of 16 kB",
    ),
    "two results": (
        lambda _body, asked: len({call.id for call in asked.calls()} & {"required2"}) > 0,
        "two calls and their results",
    ),
    "emoji result": (
        lambda _body, asked: any(_EMOJI.search(one) for one in _results(asked)),
        "an emoji and line breaks in a result",
    ),
    "top_p": (lambda body, _asked: "top_p" in body, "/top_p"),
    "strict": (lambda body, _asked: '"strict"' in dump(body).decode(), "/tools/*/function/strict"),
    "parallel": (
        lambda body, _asked: body.get("parallel_tool_calls") is True,
        "/parallel_tool_calls",
    ),
    "any_of": (lambda body, _asked: b'"anyOf"' in dump(body), "a parameter with anyOf"),
    "no_tools": (
        lambda _body, asked: bool(asked.calls()) and not asked.tools,
        "no tools behind a call and its result in the history",
    ),
    "later_system": (
        lambda body, _asked: b'"role":"system"' in dump(items_of(body["messages"])[1:]),
        "one more of /messages (system)",
    ),
    "usage": (
        lambda body, _asked: object_of(body.get("stream_options")).get("include_usage") is False,
        "/stream_options",
    ),
}


# Refused or failed over is one path: every other fault takes the one, the rest the other.
@pytest.mark.parametrize(("fault", "status"), [*zip(FAULTS, cycle((400, 500)), strict=False)])
def test_what_a_server_refuses_is_named(fault: str, status: int) -> None:
    """That alone, whether it refuses it or fails over it."""
    refuses, told = FAULTS[fault]
    done = tried_on("openai-chat", refusing(refuses, status))
    assert blamed(done) - ALSO == {told}
    assert {one.severity for one in named(done)} == {Severity.WARNING}


class Small(Server):
    """Takes no body of more than 100 kB."""

    def answer(self, request: Request) -> Served:
        """Answer, or refuse."""
        if len(request.body or b"") <= 102_400:
            return super().answer(request)
        dialect = load_dialect(self.dialects[0])
        refusal = Refusal(413, "invalid_request", "The body is too large.")
        return Served(dialect.respond(request, Answer(refusal=refusal)), dialect.name)


@pytest.mark.parametrize("name", ["ollama-chat", "openai-responses"])
def test_a_server_of_small_bodies_is_told(name: str) -> None:
    """By a request of few tokens, so that no model's context is to blame."""
    done = tried_on(name, Small)
    assert blamed(done) == {"a body of 128 kB", "nearly all of it blanks"}
    assert {one.severity for one in named(done)} == {Severity.WARNING}


def test_each_of_several_is_named() -> None:
    """However many of one request a server refuses."""
    wrong = {"top_p", "seed", "user", "n"}
    done = tried_on("openai-chat", refusing(lambda body, _asked: bool(wrong & body.keys())))
    assert blamed(done) == {f"/{name}" for name in wrong}


def test_two_that_are_refused_together_name_one() -> None:
    """Which of them is no matter: the request is taken without that one."""
    both = {"top_p", "seed"}
    done = tried_on("openai-chat", refusing(lambda body, _asked: both <= body.keys()))
    assert len(blamed(done) & {"/top_p", "/seed"}) == len(blamed(done)) == 1


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("anthropic-messages", "/metadata"),
        ("anthropic-messages", "/tools/*/strict"),
        ("bedrock-converse", "/additionalModelRequestFields"),
        ("chatml", "/echo"),
        ("cohere-v1", "/p"),
        ("cohere-v2", "/k"),
        ("gemini-generate", "/safetySettings"),
        ("ollama-chat", "/think"),
        ("openai-responses", "/truncation"),
    ],
)
def test_a_member_of_each_format_is_named(name: str, path: str) -> None:
    """Whichever it is, and wherever it stands."""
    member = f'"{path.rpartition("/")[2]}":'

    def refuses(body: JsonObject, _asked: Conversation) -> bool:
        place = (
            body.get("tools") if "*" in path else {k: v for k, v in body.items() if k != "tools"}
        )
        return member in dump(place).decode()

    assert blamed(tried_on(name, refusing(refuses))) == {path}


def _marked(kind: str) -> _Refuses:
    """Make a test whether a block of a kind is to be kept."""

    def refuses(body: JsonObject, _asked: Conversation) -> bool:
        held = (object_of(one).get("content") for one in items_of(body.get("messages")))
        blocks = (object_of(block) for content in held for block in items_of(content))
        return any("cache_control" in one and one.get("type") == kind for one in blocks)

    return refuses


@pytest.mark.parametrize(
    ("name", "place", "refuses"),
    [
        (
            "ollama-chat",
            "/keep_alive as a number",
            lambda body, _: isinstance(body.get("keep_alive"), int),
        ),
        (
            "ollama-chat",
            "/options/num_predict of -1",
            lambda body, _: object_of(body.get("options")).get("num_predict") == -1,
        ),
        ("ollama-chat", "/format as an empty text", lambda body, _: body.get("format") == ""),
        ("ollama-chat", "/tools as an empty list", lambda body, _: body.get("tools") == []),
        (
            "anthropic-messages",
            "/tools/*/cache_control of an hour",
            lambda body, _: b'"ttl"' in dump(body),
        ),
        (
            "anthropic-messages",
            "/messages/*/content of a block with cache_control",
            _marked("text"),
        ),
        *(
            (
                "anthropic-messages",
                f"/messages/*/content of a {kind} with cache_control",
                _marked(kind),
            )
            for kind in ("tool_result", "tool_use")
        ),
        (
            "anthropic-messages",
            "/thinking as adaptive",
            lambda body, _: object_of(body.get("thinking")).get("type") == "adaptive",
        ),
        (
            "bedrock-converse",
            "/system with a cachePoint behind it",
            lambda body, _: b"cachePoint" in dump(body.get("system")),
        ),
        ("openai-chat", "/temperature of 0", lambda body, _: body.get("temperature") == 0),
        ("openai-responses", "/temperature of 0", lambda body, _: body.get("temperature") == 0),
        ("openai-chat", "/stop as a text", lambda body, _: isinstance(body.get("stop"), str)),
        ("openai-chat", "/max_tokens", lambda body, _: "max_tokens" in body),
    ],
)
def test_a_form_that_is_written_less_often_is_named(
    name: str, place: str, refuses: _Refuses
) -> None:
    """And the usual one of the same member is not."""
    assert blamed(tried_on(name, refusing(refuses))) == {place}


_UNCACHED: Final = {
    403: "You invoked an unsupported model or your request did not allow prompt caching.",
    400: "Malformed input request: #/system/1: extraneous key [cachePoint] is not permitted.",
}


@pytest.mark.parametrize(
    ("status", "words", "verdict"),
    [
        *((status, words, Verdict.UNSUPPORTED) for status, words in _UNCACHED.items()),
        (400, "This cannot be read.", Verdict.NON_STRICT),
        (403, "Access denied.", Verdict.NON_STRICT),
        (500, _UNCACHED[403], Verdict.NON_STRICT),
        (500, _UNCACHED[400], Verdict.NON_STRICT),
    ],
)
def test_a_model_need_not_cache_where_it_says_so(status: int, words: str, verdict: Verdict) -> None:
    """AWS says it with a status that else blames the key; who fails over the mark does not say it."""
    kind = refusing(lambda body, _: b"cachePoint" in dump(body), status, words)
    done = tried_on("bedrock-converse", kind)
    asked = [one for case, one in right(done).items() if case.startswith("right_latest_")]
    assert [one.verdict for one in asked] == [verdict] * 3
    assert bool(blamed(done)) is (verdict is Verdict.NON_STRICT)


@pytest.mark.parametrize(
    ("known", "verdict", "named_too"),
    [((True,), Verdict.NON_STRICT, True), ((), Verdict.UNSUPPORTED, False)],
)
def test_a_level_is_refused_only_where_what_it_is_a_level_of_is_not(
    known: tuple[bool, ...], verdict: Verdict, *, named_too: bool
) -> None:
    """A model that cannot think refuses to, in whatever words, and that is no matter of levels."""
    done = tried_on(
        "ollama-chat", refusing(lambda body, _: body.get("think") not in (*known, None, False))
    )
    assert right(done)["right_degree_think"].verdict is verdict
    assert ("/think of low" in blamed(done)) is named_too


@pytest.mark.parametrize(
    ("refuses", "status", "verdict"),
    [
        (lambda body, _asked: "top_p" in body, 429, Verdict.NOT_RUN),
        (lambda _body, asked: bool(asked.tools), 400, Verdict.UNSUPPORTED),
    ],
)
def test_what_is_no_refusal_of_it_accuses_nobody(
    refuses: _Refuses, status: int, verdict: Verdict
) -> None:
    """A rate limit is none, and who takes no tools refuses nothing else; in words it is asked again."""
    done = tried_on("openai-chat", refusing(refuses, status))
    assert named(done) == []
    seen = [one for one in done.done.observations if one.case == "right_members"]
    (native,) = (one for one in seen if one.dialect == "openai-chat")
    assert native.verdict is verdict
