"""What is counted of an image, and what a run says of a server whose count shows that it drops them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

import pytest

from tests.support.targets import target
from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.audit.beside.right_requests import RIGHT_REQUESTS
from toolwire.jobs.audit.controls.counted_images import PICTURE, image_faults
from toolwire.jobs.audit.controls.meaning import Control
from toolwire.jobs.audit.plan import Item
from toolwire.jobs.audit.run import run
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request, Response
from toolwire.model.observation import Finding, Severity, Verdict
from toolwire.model.reply import Reading
from toolwire.rules.groups import COUNTING
from toolwire.suites import load_suites

#: Whose users show images, and whose answers count them.
SHOWING = (*COUNTING, "cohere-v2", "ollama-chat")
#: Whose results have images.
RETURNING = ("anthropic-messages", "bedrock-converse", "gemini-generate", "openai-responses")
SAID = "No token is counted of an image among the user's words: it was not counted, or not read."
RETURNED = (
    "Far fewer tokens are counted of an image in a tool result than of the same among the user's words: "
    "it was not counted, or not read."
)
SECOND = (
    "Far fewer tokens are counted of a second image among the user's words than of the first: "
    "it was not counted, or not read."
)
Answer = Callable[[Request, Server], Response]


def items(name: str) -> list[Item]:
    """Return the long prompts of a dialect."""
    every = RIGHT_REQUESTS.items([target(name)], load_suites())
    return [one for one in every if "long_system" in one.case.steps[0].additions]


class Seeing:
    """The reference, whose answers to what has an image become something else."""

    evidence = Evidence(EvidenceLevel.LIVE, "test")

    def __init__(self, name: str, change: Answer) -> None:
        self._server, self._change = Server([name]), change
        self.seen: list[Request] = []

    async def send(self, request: Request) -> Response:
        """Answer."""
        if PICTURE.encode() in request.body:
            self.seen.append(request)
            return self._change(request, self._server)
        return self._server.answer(request).response


def as_it_is(request: Request, server: Server) -> Response:
    """Count."""
    return server.answer(request).response


def found(name: str, change: Answer) -> list[Finding]:
    """Return what is said of a server."""
    seen = list(run(items(name), lambda _: Seeing(name, change)))
    assert seen
    assert all(one.verdict in {Verdict.CONFORMANT, Verdict.NON_STRICT} for one in seen)
    return [one for each in seen for one in each.findings if one.severity > Severity.INFO]


def blind(value: Json, *, within: bool) -> Json:
    """Return a value without its images, or without those that stand within parts."""
    if isinstance(value, list):
        kept = (one for one in value if within or not _is_image(one))
        return [blind(one, within=within) for one in kept]
    if not isinstance(value, dict):
        return value
    results = ("tool_result", "function_call_output")
    held = "toolResult" in value or "functionResponse" in value or value.get("type") in results
    inner = within and not held
    kept_members = ((key, one) for key, one in value.items() if within or key != "images")
    return {key: blind(one, within=inner) for key, one in kept_members}


def _is_image(one: Json) -> bool:
    return isinstance(one, dict) and "text" not in one and PICTURE in str([*_strings(one, 3)])


def _strings(value: Json, depth: int) -> Iterable[str]:
    """Yield the texts of a part, few members deep: no deeper than an image's."""
    if isinstance(value, str):
        yield value
    for one in value.values() if isinstance(value, dict) and depth else ():
        yield from _strings(one, depth - 1)


def dropping(*, everywhere: bool) -> Answer:
    """Return a server that drops images before the model, or those of results."""

    def change(request: Request, server: Server) -> Response:
        body = object_of(blind(parse(request.body), within=not everywhere))
        return server.answer(replace(request, body=dump(body))).response

    return change


@pytest.mark.parametrize("name", DIALECTS)
def test_who_counts_images_is_clean(name: str) -> None:
    """Once with it among the user's words, twice and, where a format has it there, once in a result; in one mode."""
    server = Seeing(name, as_it_is)
    assert all(not one.findings for one in run(items(name), lambda _: server))
    assert len(server.seen) == 2 * (name in SHOWING) + (name in RETURNING)
    for one in server.seen:
        asked = load_dialect(name).read_request(one)
        assert asked is not None
        assert asked.calls()
        assert not asked.stream


@pytest.mark.parametrize("name", SHOWING)
def test_who_drops_the_users_image_is_told(name: str) -> None:
    """Answered with 200, and counted as if there were none (musistudio/claude-code-router#1678)."""
    (told,) = found(name, dropping(everywhere=True))
    assert (told.rule, told.severity, told.message) == ("TC146", Severity.WARNING, SAID)
    assert told.expected == f"more than {told.actual}"
    assert told.pointer


def first_alone(request: Request, server: Server) -> Response:
    """Answer with the first image of each list of parts."""
    body = object_of(_first_of_each(parse(request.body)))
    return server.answer(replace(request, body=dump(body))).response


def _first_of_each(value: Json) -> Json:
    if isinstance(value, dict):
        return {key: _first_of_each(one) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    images = [place for place, one in enumerate(value) if one == PICTURE or _is_image(one)]
    return [_first_of_each(one) for place, one in enumerate(value) if place not in images[1:]]


@pytest.mark.parametrize("name", SHOWING)
def test_who_drops_the_second_image_is_told(name: str) -> None:
    """Of parts of one kind the first alone is read."""
    (told,) = found(name, first_alone)
    assert (told.rule, told.severity, told.message) == ("TC146", Severity.WARNING, SECOND)


@pytest.mark.parametrize("name", RETURNING)
def test_who_drops_images_of_results_alone_is_told(name: str) -> None:
    """The same image is counted among the user's words (caozhiyuan/copilot-api#372)."""
    (told,) = found(name, dropping(everywhere=False))
    assert (told.rule, told.severity, told.message) == ("TC146", Severity.WARNING, RETURNED)


@pytest.mark.parametrize("status", [400, 404, 422, 429, 500, 503])
@pytest.mark.parametrize("name", SHOWING)
def test_who_refuses_images_is_not_at_fault(name: str, status: int) -> None:
    """Not every model has eyes, and no more is asked of one that has none."""
    refusal = Response(status, (("content-type", "application/json"),), dump({"error": "No."}))
    server = Seeing(name, lambda _, __: refusal)
    assert all(not one.findings for one in run(items(name), lambda _: server))
    assert len(server.seen) == 1


@pytest.mark.parametrize(("model", "asked"), [("gemini-2.5-flash", 2), ("gemini-3-pro", 3)])
def test_models_that_are_known_to_take_no_image_in_a_result_are_not_asked(
    model: str, asked: int
) -> None:
    """Gemini 2.5 refuses it (google-gemini/gemini-cli#19436)."""
    named = [
        replace(one, target=replace(one.target, model=replace(one.target.model, id=model)))
        for one in items("gemini-generate")
    ]
    server = Seeing("gemini-generate", as_it_is)
    assert list(run(named, lambda _: server))
    assert len(server.seen) == asked


def test_who_breaks_off_there_keeps_its_cases() -> None:
    """The long prompt was answered, and is judged."""

    def broken(_: Request, __: Server) -> Response:
        raise ToolwireError("the server closed the connection")

    assert found("openai-chat", broken) == []


def counted(tokens: int | None, status: int = 200) -> Reading:
    """Return an answer that counts so many tokens of its prompt."""
    usage: JsonObject = {} if tokens is None else {"input_tokens": tokens, "output_tokens": 1}
    body = dump({"type": "message", "role": "assistant", "content": [], "usage": usage})
    response = Response(status, (("content-type", "application/json"),), body)
    evidence = Evidence(EvidenceLevel.LIVE, "test")
    request = Request("POST", "https://api.example.invalid/v1/messages", (), b"{}")
    return load_dialect("anthropic-messages").decode(Exchange(request, response, evidence))


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ((90, 90, 90), SAID),
        ((90, 90, None), SAID),
        # As a single token (ollama/ollama#7592), or as words in its place.
        ((90, 91, 90), None),
        ((90, 99, 90), None),
        # What a cache had is not counted.
        ((90, 40, 30), None),
        ((1, 1, 1), None),
        ((90, 290, 60), None),
        # None is counted.
        ((None, 90, 90), None),
        ((90, None, 90), None),
        ((90, 290, None), None),
        ((90, 290, 90), RETURNED),
        ((90, 290, 97), RETURNED),
        # Another number of the same image, where a server shrinks it.
        ((90, 290, 150), None),
        ((90, 290, 290), None),
    ],
)
def test_only_what_no_tokenizer_explains_is_told(
    counts: tuple[int | None, int | None, int | None], message: str | None
) -> None:
    """Of one answer more than of another."""
    asked = (Control.NO_IMAGE, Control.IMAGE_SAID, Control.IMAGE_RETURNED)
    controls: dict[str, Reading] = dict(zip(asked, map(counted, counts), strict=True))
    told = [one.message for one in image_faults(controls)]
    assert told == ([] if message is None else [message])


@pytest.mark.parametrize(
    ("two", "told"),
    [(290, True), (300, True), (490, False), (350, False), (180, False), (None, False)],
)
def test_a_second_image_takes_what_the_first_does(two: int | None, *, told: bool) -> None:
    """Where a cache had what came before, fewer are counted, and nothing is said."""
    counts = {Control.NO_IMAGE: 90, Control.IMAGE_SAID: 290, Control.IMAGES_SAID: two}
    controls: dict[str, Reading] = {name: counted(count) for name, count in counts.items()}
    found = [one.message for one in image_faults(controls)]
    assert found == ([SECOND] if told else [])


def test_nothing_is_said_of_what_was_not_asked() -> None:
    """Nor where an image is refused."""
    without: dict[str, Reading] = {Control.NO_IMAGE: counted(90)}
    assert list(image_faults({})) == []
    assert list(image_faults(without)) == []
    refused: dict[str, Reading] = {**without, Control.IMAGE_SAID: counted(90, 400)}
    assert list(image_faults(refused)) == []
