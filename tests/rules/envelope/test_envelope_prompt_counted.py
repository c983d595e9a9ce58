"""TC145: a prompt is counted alike in both modes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Mode
from toolwire.rules import RULES, judge, judge_pair
from toolwire.rules.proof import exchanges


def told(name: str, old: bytes, new: bytes, *, asked: bytes = b"") -> list[str]:
    """Return which rules a stream breaks beside its whole reply, with bytes of it replaced.

    Args:
        name: the dialect.
        old: what is replaced in the stream.
        new: what takes its place.
        asked: what is asked of it instead of `Paris`.
    """
    dialect = load_dialect(name)
    whole = dialect.decode(exchanges.baseline("TC145", name, "single_call", Mode.BLOCKING))
    stream = exchanges.baseline("TC145", name, "single_call", Mode.STREAMING)
    assert stream.request is not None
    assert old in stream.response.body
    request = stream.request
    if asked:
        request = replace(request, body=request.body.replace(b"Paris", asked))
    body = stream.response.body.replace(old, new)
    changed = replace(stream, request=request, response=replace(stream.response, body=body))
    found = judge_pair(replace(dialect.decode(changed), twin=whole))
    return [one.rule for one in found if one.rule == "TC145"]


@pytest.mark.parametrize("name", [name for name in RULES["TC145"].severity if "bed" not in name])
def test_one_count_in_both_modes_is_right(name: str) -> None:
    """The reference responder counts a prompt alike."""
    assert told(name, b"}", b"}") == []


def test_a_prompt_that_a_cache_has_is_counted_with_it() -> None:
    """llama.cpp tells 1 token and 390 of the cache where the whole reply tells 391."""
    cached = b'"input_tokens":1,"cache_creation_input_tokens":0,"cache_read_input_tokens":%d'
    count = _counted("anthropic-messages", b'"input_tokens":')
    old = b'"input_tokens":%d,"cache_creation_input_tokens":0,"cache_read_input_tokens":0' % count
    assert told("anthropic-messages", old, cached % (count - 1)) == []
    assert told("anthropic-messages", old, cached % 0) == ["TC145"]


def test_a_few_tokens_more_are_alike() -> None:
    """An id in a history is of another length from one answer to the next."""
    count = _counted("openai-chat", b'"prompt_tokens":')
    old = b'"prompt_tokens":%d' % count
    assert told("openai-chat", old, b'"prompt_tokens":%d' % (count + 5)) == []
    assert told("openai-chat", old, b'"prompt_tokens":0') == ["TC145"]


def test_that_nothing_is_counted_is_no_difference() -> None:
    """TC124 says it of the answer alone, at the place where the stream counts its prompt."""
    name = "anthropic-messages"
    old = b'"input_tokens":%d' % _counted(name, b'"input_tokens":')
    assert told(name, old, b'"input_tokens":0') == []
    dialect = load_dialect(name)
    stream = exchanges.baseline("TC145", name, "single_call", Mode.STREAMING)
    body = stream.response.body.replace(old, b'"input_tokens":0')
    changed = replace(stream, response=replace(stream.response, body=body))
    (found,) = judge(dialect.decode(changed))
    assert (found.rule, found.pointer) == ("TC124", "event[0]/message/usage/input_tokens")


def test_another_request_has_another_prompt() -> None:
    """Where something else was asked, nothing is known."""
    count = _counted("openai-chat", b'"prompt_tokens":')
    old = b'"prompt_tokens":%d' % count
    assert told("openai-chat", old, b'"prompt_tokens":0', asked=b"Tokyo, and all of Japan") == []


def _counted(name: str, member: bytes) -> int:
    body = exchanges.baseline("TC145", name, "single_call", Mode.STREAMING).response.body
    digits = body.partition(member)[2].partition(b",")[0]
    return int(digits)


def test_the_finding_leads_to_the_counts_of_the_stream() -> None:
    """Its place is where the stream has them, and not where it ends."""
    dialect = load_dialect("openai-chat")
    whole = dialect.decode(exchanges.baseline("TC145", "openai-chat", "single_call", Mode.BLOCKING))
    mutation = next(one for one in RULES["TC145"].mutations if one.dialect == "openai-chat")
    stream = exchanges.baseline("TC145", "openai-chat", "single_call", Mode.STREAMING)
    read = replace(dialect.decode(mutation.apply(stream)), twin=whole)
    (found,) = (one for one in judge_pair(read) if one.rule == "TC145")
    assert found.pointer.endswith("/usage")
