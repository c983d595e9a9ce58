"""TC124: usage-counts-something."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.count import count_of
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import changed, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Source, Variance, Violation
from toolwire.rules.views.places import Place
from toolwire.rules.views.token_counts import (
    ANSWER,
    COUNTED,
    COUNTS,
    HOLDERS,
    PROMPT,
    counts_at,
    counts_no_prompt,
    fraction,
    holder_of,
    zeros_at,
)

#: Larger than any context, and than what fits the 32 bits that several SDKs have for a count.
_TOO_LARGE: Final = 2**31
#: In how many events a stream that begins with a message has it: before it stand pings, if anything.
_FIRST: Final = 3
#: How dialects call the end of an answer that a filter wrote or cut.
_CUT: Final = "cut"
#: Cohere's counts are numbers of any kind, and stand in objects inside of these.
_FLAT: Final = tuple(name for name in EVERY_FORMAT if not name.startswith("cohere"))
#: How OpenAI and Anthropic name, in the `caller` of a call, the program that made it.
_PROGRAM: Final = frozenset({"caller_id", "tool_id"})
#: Where Bedrock says in an answer of InvokeModel what its guardrail did.
_ACTION: Final = "amazon-bedrock-guardrailAction"


def _counts_something(reading: Reading) -> Iterator[Violation]:
    reply, usage = reading.reply, reading.reply.usage
    count = fraction(reading)
    if count is not None:
        message = "A count of tokens is written with a fraction."
        yield Violation(counts_at(reading), message, "a whole number", count)
        return
    if usage is None or not (reply.text or reply.tool_calls):
        return
    told = [count for count in (usage.input, usage.output, usage.total) if count is not None]
    # A stream that is cut may have begun with none, and thoughts may be counted beside.
    beside = usage.total is not None and usage.total > (usage.input or 0)
    late = _counted_late(reading) if usage.input else None
    if late is not None:
        message = "The tokens of the request are counted last, and none of them first."
        yield Violation(late, message, "the tokens of the whole request", 0)
        return
    # That calls alone have none is TC153's.
    untold = usage.output == 0 and reply.complete and not beside and bool(reply.text)
    unasked = usage.input == 0 and counts_no_prompt(reading)
    whole = bool(told) and 0 < max(told) < _TOO_LARGE
    if not told or (whole and not untold and not unasked) or _without_a_model(reading):
        return
    pointer = counts_at(reading)
    if unasked and _counted_before(reading):
        message = "The tokens of the request are counted first, and none of them last."
        yield Violation(pointer, message, "the tokens of the whole request", 0)
    elif max(told) >= _TOO_LARGE:
        message = "A count of tokens is larger than any context."
        yield Violation(pointer, message, f"less than {_TOO_LARGE}", str(max(told))[:40])
    elif not any(told):
        yield Violation(pointer, "No token is counted of an answer.", "counts above 0", 0)
    else:
        side, names = ("answer itself", ANSWER) if untold else ("request", PROMPT)
        message = f"No token of the {side} is counted."
        where = zeros_at(reading, names)
        # A stream tells the request's first of all, and the answer's at its end.
        at = where[-1 if untold else 0] if where else pointer
        yield Violation(at, message, "above 0", 0, variance=True)


def _counted_before(reading: Reading) -> bool:
    """Return whether an earlier event of a stream counts tokens of the request."""
    names = [bill.parts[0] for bill in load_dialect(reading.dialect).wire.bills]
    documents = (one.json for one in reading.events if isinstance(one.json, dict))
    return any(count_of(holder_of(one).get(name)) for one in documents for name in names)


def _counted_late(reading: Reading) -> str | None:
    """Return where a stream begins with a message whose usage has no token of its request; None where it
    has some, or says nothing of them.
    """
    cached = load_dialect(reading.dialect).wire.cached
    for event in islice(reading.events, _FIRST):
        document = event.json if isinstance(event.json, dict) else {}
        usage = object_of(object_of(document.get("message")).get("usage"))
        asked = [count_of(usage[name]) for name in (*PROMPT, *cached) if name in usage]
        if asked:
            return None if any(asked) else f"event[{event.number}]/message/usage"
    return None


def _counting(reading: Reading) -> bool:
    """Return whether an answer that says or calls something counts tokens."""
    reply = reading.reply
    counts = reply.usage is not None and bool(reply.text or reply.tool_calls)
    return counts and reply.complete and not _without_a_model(reading)


def _without_a_model(reading: Reading) -> bool:
    """Return whether no model was asked: a filter answered, or a program that the vendor runs."""
    if load_dialect(reading.dialect).stops.get(reading.reply.stop or "") == _CUT:
        return True
    whole = [reading.body] if isinstance(reading.body, dict) else []
    documents = whole or [one.json for one in reading.events if isinstance(one.json, dict)]
    if any(_is_guarded(holder) for one in documents for holder in (one, one.get("message"))):
        return True
    return any(_made(item) for document in documents for item in _items(document))


def _is_guarded(holder: Json) -> bool:
    """Return whether Bedrock's InvokeModel says that a guardrail spoke in the model's place."""
    return object_of(holder).get(_ACTION) == "INTERVENED"


def _items(document: JsonObject) -> Iterator[Json]:
    """Yield the items and blocks of a body, or of an event, that may be calls."""
    yield document.get("item")
    yield document.get("content_block")
    for holder in (document, object_of(document.get("message"))):
        for member in ("output", "content"):
            yield from items_of(holder.get(member))


def _made(item: Json) -> bool:
    """Return whether a program that the vendor runs made a call."""
    return not _PROGRAM.isdisjoint(object_of(object_of(item).get("caller")))


def _put(value: Json, count: int, *, counted: bool = False) -> None:
    """Put a number in place of each count."""
    items = value.items() if isinstance(value, dict) else ()
    for key, member in list(items):
        assert isinstance(value, dict)
        if type(member) is int and (counted or key in COUNTS):
            value[key] = count
        else:
            _put(member, count, counted=counted or key in HOLDERS)


def _fraction(_name: str, where: Place) -> None:
    for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
        holder = holder_of(object_of(document))
        for key in [key for key in holder if key.endswith(COUNTED)]:
            holder[key] = 12.0


def _none(_name: str, where: Place) -> None:
    for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
        _put(document, 0)


def _none_told(_name: str, where: Place) -> None:
    for document in [where] if isinstance(where, dict) else [payload for _, payload in where]:
        usage = object_of(object_of(document).get("usage"))
        if "output_tokens" in usage:
            usage["output_tokens"] = 0


def _late(_name: str, where: Place) -> None:
    """Tell the tokens of the request at the end of a stream, and none at its beginning."""
    documents = [object_of(payload) for _, payload in where] if isinstance(where, list) else []
    begun = next((one for one in documents if "message" in one), {})
    first = object_of(object_of(begun.get("message")).get("usage"))
    if "input_tokens" not in first:
        return
    for document in documents:
        if "usage" in document:
            object_of(document["usage"])["input_tokens"] = first["input_tokens"]
    first["input_tokens"] = 0


RULE = Rule(
    id="TC124",
    name="usage-counts-something",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement=(
        "Where tokens of an answer are counted, the request and the answer have some, each alone as "
        "well (that no answer of a run counts any is the server's doing, one alone is information; "
        "calls alone are TC153's), a stream that begins with counts counts the request there, "
        "as each of 363 recorded streams of Anthropic, Azure, Vertex AI and MiniMax does, and no count is 2,147,483,648 or more, or written with a "
        "fraction. Calls that a program makes which OpenAI or Anthropic runs, and what a guardrail "
        "says in a model's place, cost nothing, and are not judged."
    ),
    why=(
        "Agents compact their history by what the last answer cost: where that is nothing, they "
        "never do, until the request no longer fits the context. Claude Code and OpenCode read how full it "
        "is where a stream begins."
    ),
    breaks="pi, whose compaction never begins behind such a server (earendil-works/pi#4496)",
    workaround="Count the characters where all counts are zero.",
    source=Source(
        "observed",
        "earendil-works/pi#4496; of 5,630 recorded exchanges two answers count nothing, both calls of "
        "OpenAI's programmatic tool calling (vercel/ai at ed857f50), and so do Anthropic's there",
        "https://github.com/earendil-works/pi/pull/4496",
        "2026-11-23",
    ),
    check=_counts_something,
    needs_ids=True,
    variance=Variance("answers that count tokens", _counting, partly=True),
    mutations=(
        *mutations_for("single_call", changed(_none), fault="nothing counted"),
        *mutations_for("single_call", changed(_fraction), _FLAT, fault="a fraction"),
        *mutations_for(
            "plain_text", changed(_none_told), ("anthropic-messages",), fault="no output counted"
        ),
        *mutations_for(
            "single_call",
            changed(_late),
            ("anthropic-messages",),
            modes=(Mode.STREAMING,),
            fault="counted late",
        ),
    ),
    cases="""
LM Studio, Ollama over Chat Completions | usage of zeros alone: compaction never begins | https://github.com/earendil-works/pi/issues/4496 | PR closed 2026-05
SGLang (Messages) | message_start counts 0 tokens of the request: Claude Code shows no context, and never compacts it; mended since | https://github.com/sgl-project/sglang/issues/20678 | issue closed 2026-06
Z.AI (Messages) | message_start counts 0 tokens of the request, message_delta the true number | https://github.com/zai-org/GLM-5/issues/139 | issue open 2026-09
CLIProxyAPI | likewise: Claude Code's context stays at 0 | https://github.com/router-for-me/CLIProxyAPI/issues/1700 | issue closed 2026
LiteLLM 1.101.0 (Messages before Responses) | likewise | https://github.com/BerriAI/litellm/issues/41406 | issue open 2026-09
""",
)
