"""TC422: calls-keep-the-limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, PlannedCall
from toolwire.io.json_text import dump, object_of
from toolwire.model.conversation import ChoiceMode, Json, ToolCall
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import within
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.asked_for import asked, whole
from toolwire.rules.views.latin_words import SHORTEST, WORDS_OF_A_TOKEN, latin_words
from toolwire.rules.views.limit import LIMIT, has_no_room, left_out, most_tokens, says_cut_otherwise
from toolwire.rules.views.probe_answer import answered


def _kept(reading: Reading) -> Iterator[Violation]:
    limit = most_tokens(reading)
    if limit is None or not reading.ok or says_cut_otherwise(reading):
        return
    most = limit * WORDS_OF_A_TOKEN
    if _left_out(reading, limit):
        message = "The call is left out where its request allows no more, and the reason says that all is whole."
        yield Violation(
            reading.reply.stop_pointer, message, "the word for a cut", reading.reply.stop
        )
        return
    for call in reading.reply.tool_calls:
        # Text that is no JSON may be a stream's that told it again (TC907).
        text = "" if call.parse_error is not None else _text(call)
        if len(text) > most * SHORTEST and (words := latin_words(text)) > most:
            message = "The call has more words than its request allows tokens."
            yield Violation(call.pointer, message, f"at most {limit} tokens", words)
            return
        if _lost(reading, call, limit):
            message = "The call is not whole where its request allows no more, and the reason says that it is."
            place = reading.reply.stop_pointer or call.pointer
            yield Violation(place, message, "the word for a cut", reading.reply.stop)
            return


def _text(call: ToolCall) -> str:
    return call.raw if call.raw is not None else dump(call.arguments).decode("utf-8", "replace")


def _left_out(reading: Reading, limit: int) -> bool:
    """Return whether nothing of a call came that was demanded, and that no such limit has room for."""
    what, conversation = asked(reading), reading.conversation
    choice = None if conversation is None else conversation.choice
    demanded = choice is not None and choice.mode in {ChoiceMode.NAMED, ChoiceMode.REQUIRED}
    if what is None or what.since or not demanded or reading.reply.tool_calls or not whole(reading):
        return False
    return any(has_no_room(limit, one) for one in what.calls) and left_out(reading)


def _lost(reading: Reading, call: ToolCall, limit: int) -> bool:
    """Return whether a call of the prompt, which no such limit has room for, came with a beginning of a text.

    Arguments that are no JSON are other rules'; a model shortens no text in the middle of a word.
    """
    what = asked(reading)
    if what is None or what.since or call.parse_error is not None or not whole(reading):
        return False
    given = object_of(call.arguments)
    for one in what.calls:
        if one.name == call.name and has_no_room(limit, one):
            full = _is_full(reading)
            return any(
                _broken(value, given.get(name)) or (full and _begun(value, given.get(name)))
                for name, value in one.arguments.items()
            )
    return False


def _is_full(reading: Reading) -> bool:
    """Return whether as many tokens are counted as the request allows, and no more: a cut came at the last."""
    usage = reading.reply.usage
    return usage is not None and usage.output is not None and usage.output == most_tokens(reading)


def _broken(wanted: Json, came: Json) -> bool:
    if not isinstance(wanted, str) or not isinstance(came, str) or came == wanted:
        return False
    left = wanted.removeprefix(came)
    return bool(came) and left != wanted and came[-1].isalpha() and left[:1].isalpha()


def _begun(wanted: Json, came: Json) -> bool:
    """Return whether of a value nothing came, or the beginning of a text."""
    if not wanted or not came:
        return bool(wanted)
    if not isinstance(wanted, str) or not isinstance(came, str):
        return False
    begun = came.rstrip()
    return begun != wanted.rstrip() and wanted.startswith(begun)


_LONG: Final = PlannedCall("get_weather", {"location": "the old town beyond the river " * 12})

RULE = Rule(
    id="TC422",
    name="calls-keep-the-limit",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement=(
        "The arguments of a call have no more than twice as many words as its request allows "
        "tokens, and a call of which a text breaks off within a word, or anywhere or is left out "
        "where all tokens are counted that the request allows, does not come with the reason of a "
        "whole one; nor does a reply that has nothing of the call that was demanded."
    ),
    why=(
        "A call that was cut and put right again is run with half a text: half a file is written, "
        "half a message sent, and nothing says so."
    ),
    breaks="agents that write files; those that count on the limit",
    workaround="Allow more tokens than a call can have.",
    source=Source(
        "docs",
        "OpenAI, finish_reason: length if the maximum number of tokens specified in the request was reached",
        "https://platform.openai.com/docs/api-reference/chat/object",
        "2026-11-28",
    ),
    check=_kept,
    subject=Subject.CONVERSATION,
    needs_request=True,
    question=within(LIMIT),
    mutations=mutations_for("single_call", answered(Answer(calls=(_LONG,))), fault="passed over"),
    cases="""
vLLM 0.27 | a streamed call that was cut by max_tokens ends in tool_calls | https://github.com/vllm-project/vllm/issues/53269 | issue closed 2026-08
""",
)
