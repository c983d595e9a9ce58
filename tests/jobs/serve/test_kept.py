"""Going on from an answer that the server keeps."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.jobs.serve.kept import KeptConversation, KeptConversations
from toolwire.jobs.serve.server import Server
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Evidence, EvidenceLevel, Exchange, Request
from toolwire.model.reply import Reading
from toolwire.rules.views.token_counts import prompt_tokens

URL: Final = "http://127.0.0.1/v1/responses"
KEEP: Final = 'Please keep this line.\nPeg: row 6\nSay "Noted." and nothing else.'
ASK: Final = (
    'Door: blue\nRepeat the line that begins with "Peg:" and the line that begins with "Door:".'
)


def answered(server: Server, said: Json, **members: Json) -> tuple[str, str]:
    """Return the id and the text of an answer."""
    reply = read(server, said, **members).reply
    return reply.id or "", reply.text or ""


def read(server: Server, said: Json, **members: Json) -> Reading:
    """Return an answer."""
    body: JsonObject = {"model": "m", "input": said, **members}
    request = Request("POST", URL, (("content-type", "application/json"),), dump(body))
    response = server.answer(request).response
    evidence = Evidence(EvidenceLevel.DOCUMENTED, "test")
    return load_dialect("openai-responses").decode(Exchange(request, response, evidence))


def test_what_is_kept_is_known() -> None:
    """Both whole and streamed, and through several answers."""
    server = Server(["openai-responses"])
    for members in ({}, {"stream": True}):
        first, text = answered(server, KEEP, store=True, **members)
        assert text == "Noted."
        second, text = answered(server, ASK, store=True, previous_response_id=first, **members)
        assert text == "Peg: row 6\nDoor: blue"
        _, text = answered(server, ASK, store=True, previous_response_id=second, **members)
        assert "Peg: row 6" in text


def test_what_says_nothing_of_it_is_kept() -> None:
    """As OpenAI does: `store` is true by itself."""
    server = Server(["openai-responses"])
    for members in ({}, {"stream": True}):
        first, _ = answered(server, KEEP, **members)
        _, text = answered(server, ASK, previous_response_id=first, **members)
        assert text == "Peg: row 6\nDoor: blue"


def test_what_is_not_to_be_kept_is_not() -> None:
    """It is refused as OpenAI does; what another server was told is not known."""
    server = Server(["openai-responses"])
    for members in ({}, {"stream": True}):
        first, _ = answered(server, KEEP, store=False, **members)
        refused = read(server, ASK, previous_response_id=first, **members)
        assert refused.exchange.response.status == 400
        error = object_of(object_of(parse(refused.exchange.response.body))["error"])
        assert error["code"] == "previous_response_not_found"
        assert error["param"] == "previous_response_id"
        assert error["message"] == f"Previous response with id '{first}' not found."
    kept, _ = answered(Server(["openai-responses"]), KEEP, store=True)
    assert answered(server, ASK, previous_response_id=kept)[1] == "Door: blue"


def test_two_conversations_of_one_length_are_two() -> None:
    """Their answers have ids of their own, as long as others."""
    server = Server(["openai-responses"])
    other = KEEP.replace("Peg: row 6", "Peg: row 7")
    (first, _), (second, _) = (answered(server, one, store=True) for one in (KEEP, other))
    assert first != second
    assert len(first) == len(second) == len(answered(server, KEEP, store=False)[0])
    for named, row in ((first, "6"), (second, "7")):
        assert f"row {row}" in answered(server, ASK, previous_response_id=named)[1]


def test_only_the_newest_are_kept() -> None:
    """Memory is bounded."""
    server = Server(["openai-responses"])
    first, _ = answered(server, KEEP, store=True)
    for number in range(64):
        answered(server, f'Say "{number}" and nothing else.', store=True)
    assert answered(server, ASK, previous_response_id=first)[1] == "Door: blue"


def test_what_is_asked_again_is_new_again() -> None:
    """Else a second run of `verify` would find its first answers gone."""
    server = Server(["openai-responses"])
    for turn in range(2):
        first, _ = answered(server, KEEP, store=True)
        for number in range(40):
            answered(server, f'Say "{turn}.{number}" and nothing else.', store=True)
    assert answered(server, ASK, previous_response_id=first)[1] == "Peg: row 6\nDoor: blue"


def test_a_response_of_a_refusal_is_not_kept() -> None:
    """It has no id."""
    server = Server(["openai-responses"])
    request = Request("POST", URL, (("content-type", "application/json"),), b'{"store": true}')
    assert object_of(parse(server.answer(request).response.body))["error"]


def test_what_is_kept_is_counted() -> None:
    """OpenAI bills all that was said before with what is new, whole and streamed; instructions are said anew."""
    server = Server(["openai-responses"])
    for members in ({}, {"stream": True}):
        told = read(server, f"{'many words ' * 300}{KEEP}", store=True, **members)
        second = read(server, ASK, store=True, previous_response_id=told.reply.id, **members)
        third = read(server, ASK, store=True, previous_response_id=second.reply.id, **members)
        alone = read(server, ASK, store=True, **members)
        counts = [prompt_tokens(one) or 0 for one in (alone, told, second, third)]
        assert counts == sorted(counts)
        assert len({*counts}) == 4
        instructed = read(server, KEEP, store=True, instructions="Be brief. " * 300, **members)
        after = read(server, ASK, previous_response_id=instructed.reply.id, **members)
        assert (prompt_tokens(after) or 0) < 300


def test_only_so_many_ids_of_what_is_not_kept_are_known() -> None:
    """Memory is bounded; what is not known is gone on from as from nothing."""
    kept, dialect = KeptConversations(), load_dialect("openai-responses")
    asked = Request("POST", URL, (), dump({"model": "m", "input": KEEP, "store": False}))
    for number in range(5000):
        response = dialect.respond(asked, Answer(text="Noted."))
        own = response.body.replace(b"resp_", f"resp_{number}_".encode())
        kept.kept(
            dialect,
            dialect.read_request(asked),
            KeptConversation(),
            asked,
            replace(response, body=own),
        )
    name = object_of(parse(own))["id"]
    assert kept.refusal(dialect, {"previous_response_id": name}) is not None
    first = str(name).replace("4999", "0")
    assert kept.refusal(dialect, {"previous_response_id": first}) is None
