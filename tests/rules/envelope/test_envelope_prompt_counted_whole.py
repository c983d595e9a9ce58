"""TC146: a prompt is counted with all that it says."""

from __future__ import annotations

from base64 import standard_b64encode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import pytest

from toolwire.dialects import Answer, load_dialect
from toolwire.io.json_text import dump, object_of, parse
from toolwire.model.conversation import ChoiceMode, Conversation, Json, ToolChoice, UserTurn
from toolwire.model.exchange import Endpoint, Evidence, EvidenceLevel, Exchange, Mode
from toolwire.model.observation import Severity
from toolwire.rules import RULES, judge
from toolwire.rules.groups import COUNTING
from toolwire.rules.mutate.addition import LONG, added
from toolwire.rules.mutate.prompt_counts import ANSWER, recounted
from toolwire.rules.mutate.scenarios import SCENARIOS

_PLACE = Endpoint("https://api.example.invalid", "reference-model")
_ASKED = replace(SCENARIOS["plain_text"][0], turns=(UserTurn("Say hello."),))


def told(
    name: str, asked: Conversation, count: int | None, day: str = "2026-11-21", **members: Json
) -> list[str]:
    """Return which messages of the rule an answer brings that counts so many tokens.

    Args:
        name: the dialect.
        asked: what is asked.
        count: the tokens of the prompt that the answer tells; None for all.
        day: when it was made, where it tells that.
        members: what the request has besides.
    """
    dialect = load_dialect(name)
    request = dialect.encode(asked, _PLACE)
    request = replace(request, body=dump({**object_of(parse(request.body)), **members}))
    response = dialect.respond(request, Answer(text="Hello."))
    response = replace(response, body=response.body.replace(b"2026-11-21", day.encode()))
    exchange = Exchange(request, response, Evidence(EvidenceLevel.DOCUMENTED, "test"))
    if count is not None:
        mode = Mode.STREAMING if asked.stream else Mode.BLOCKING
        exchange = recounted(mode, lambda _: count)(exchange)
    return [one.message for one in judge(dialect.decode(exchange)) if one.rule == "TC146"]


@pytest.mark.parametrize("name", list(RULES["TC146"].severity))
@pytest.mark.parametrize("place", LONG)
@pytest.mark.parametrize("stream", [False, True])
def test_a_long_text_that_is_not_counted_is_told(name: str, place: str, *, stream: bool) -> None:
    """In each place of a conversation, or behind its last answer; a count with the text is right."""
    asked = replace(added(_ASKED, (place,)), stream=stream)
    assert told(name, asked, None) == []
    whole = name in {*COUNTING, "chatml", "ollama-chat"} or place == "long_behind"
    assert len(told(name, asked, 200)) == whole


@pytest.mark.parametrize("name", [*COUNTING, "ollama-chat"])
@pytest.mark.parametrize(("stream", "severity"), [(False, Severity.WARNING), (True, Severity.INFO)])
def test_counts_the_wrong_way_round_are_called_so(
    name: str, severity: Severity, *, stream: bool
) -> None:
    """An answer of six letters takes 3 tokens and no 900; in streams TC147 compares both modes."""
    dialect = load_dialect(name)
    request = dialect.encode(replace(added(_ASKED, ("long_behind",)), stream=stream), _PLACE)
    exchange = Exchange(
        request, dialect.respond(request, Answer(text="Hello.")), Evidence(EvidenceLevel.LIVE, "")
    )
    mode = Mode.STREAMING if stream else Mode.BLOCKING
    exchange = recounted(mode, lambda _: 3)(exchange)
    for made, exchanged in ((900, True), (5, False)):
        counted = recounted(mode, lambda _, made=made: made, ANSWER)(exchange)
        (found,) = [one for one in judge(dialect.decode(counted)) if one.rule == "TC146"]
        assert found.message.startswith("The tokens of the answer") == exchanged
        assert found.severity == (severity if exchanged else Severity.WARNING)


def test_a_template_may_write_as_much_as_it_likes() -> None:
    """More tokens than words say nothing: a server has words of its own, and its language more tokens."""
    assert told("anthropic-messages", added(_ASKED, ("long_system",)), 5_000) == []


def test_a_short_prompt_is_not_judged() -> None:
    """How a tokenizer cuts a few words is its own affair."""
    assert told("openai-chat", replace(_ASKED, system="One two three. " * 100), 9) == []


def test_other_letters_and_long_words_are_not_counted() -> None:
    """A text of Han, of numbers or in base64 has few words, and tokens as its tokenizer likes."""
    for text in ("天気は晴れ。" * 500, "12 34 56 " * 500, "A" * 9_000):
        assert told("openai-chat", replace(_ASKED, turns=(UserTurn(text),)), 300) == []


@pytest.mark.parametrize("line", [None, 64, 76])
@pytest.mark.parametrize("encode", [standard_b64encode, urlsafe_b64encode])
def test_a_file_in_a_text_has_no_words(encode: Callable[[bytes], bytes], line: int | None) -> None:
    """A server may read a picture of a text as one, in a line or in many; the words around it still count."""
    data = encode(b"".join(sha256(b"%d" % number).digest() for number in range(400))).decode()
    lines = [data[at : at + (line or len(data))] for at in range(0, len(data), line or len(data))]
    picture = f'<img src="data:image/png;base64,{chr(10).join(lines)}"/>'
    assert told("openai-chat", replace(_ASKED, turns=(UserTurn(picture),)), 5) == []
    asked = replace(_ASKED, turns=(UserTurn("The weather is fine. " * 150 + picture),))
    assert told("openai-chat", asked, 200)
    assert told("openai-chat", asked, 310) == []


def test_a_history_that_may_be_cut_is_not_held_to_its_words() -> None:
    """The client asked for it."""
    asked = added(_ASKED, ("long_history",))
    assert told("openai-responses", asked, 200, truncation="disabled")
    assert told("openai-responses", asked, 200, truncation="auto") == []
    plugin = {"id": "context-compression"}
    assert told("openai-chat", asked, 200, plugins=[plugin]) == []
    assert told("openai-chat", asked, 200, plugins=[plugin | {"enabled": False}])
    assert told("openai-chat", asked, 200, plugins=[{"id": "web"}, "context-compression"])


def test_none_counted_is_told_by_another_rule() -> None:
    """TC124 has counts of zero."""
    assert told("anthropic-messages", added(_ASKED, ("long_behind",)), 0) == []


def test_what_a_cache_had_is_counted() -> None:
    """Anthropic counts it beside the input."""
    dialect = load_dialect("anthropic-messages")
    request = dialect.encode(added(_ASKED, ("long_system",)), _PLACE)
    response = dialect.respond(request, Answer(text="Hello."))
    body = response.body
    count = int(body.partition(b'"input_tokens":')[2].partition(b",")[0])
    written = (
        b'"input_tokens":%d,"cache_creation_input_tokens":0,"cache_read_input_tokens":0' % count
    )
    assert written in body
    for read, found in ((count, 0), (0, 1)):
        counts = b'"input_tokens":3,"cache_creation_input_tokens":0,"cache_read_input_tokens":%d'
        cached = replace(response, body=body.replace(written, counts % read))
        exchange = Exchange(request, cached, Evidence(EvidenceLevel.DOCUMENTED, "test"))
        seen = [one for one in judge(dialect.decode(exchange)) if one.rule == "TC146"]
        assert len(seen) == found


def test_a_prompt_that_a_cache_has_whole_is_read_to_its_last_token() -> None:
    """Ollama counted that one token where a request was repeated; formats that count a cache have no such excuse."""
    asked = added(_ASKED, ("long_behind",))
    for day in ("2026-06-30", "no day"):
        assert told("ollama-chat", asked, 1, day) == []
        assert told("ollama-chat", asked, 2, day)
    assert told("cohere-v2", asked, 1) == []
    assert told("openai-chat", asked, 1)


@pytest.mark.parametrize("stream", [False, True])
def test_a_single_token_is_told_of_who_counts_what_a_cache_had(*, stream: bool) -> None:
    """Since that day Ollama has no excuse: who counts what is new alone is called so, whatever else is lost."""
    asked = replace(added(_ASKED, ("long_behind",)), stream=stream)
    (one,) = told("ollama-chat", asked, 1)
    assert one.startswith("A single token is counted of a prompt of many words")
    (other,) = told("ollama-chat", asked, 2)
    assert other.startswith("Fewer tokens are counted of the prompt than its words take")


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("place", [one for one in LONG if one != "long_behind"])
def test_ollama_counts_what_its_cache_had_since_a_day(place: str, *, stream: bool) -> None:
    """Of an answer of before it is not known what was counted, and one without a time is taken for such."""
    asked = replace(added(_ASKED, (place,)), stream=stream)
    assert len(told("ollama-chat", asked, 200, "2026-07-01")) == 1
    for day in ("2026-06-30", "no day"):
        assert told("ollama-chat", asked, 200, day) == []


def test_what_tools_say_is_left_out_where_they_may_stay_out_of_the_prompt() -> None:
    """Tools that are kept back, and those of a request that allows no call."""
    asked = added(_ASKED, ("long_tools",))
    assert told("openai-chat", asked, 200)
    forbidden = replace(asked, choice=ToolChoice(ChoiceMode.NONE))
    assert told("openai-chat", forbidden, 200) == []
    assert told("anthropic-messages", asked, 200)
    assert told("anthropic-messages", asked, 200, x={"defer_loading": True}) == []
