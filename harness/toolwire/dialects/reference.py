"""The reference responder's mind: a conversation in, what a correct server answers out.

It is deterministic and knows no dialect; each dialect turns its `Answer` into bytes. It
understands the explicit prompts our suites use, because explicit prompts are also what
makes real models predictable:

* a call is written as `tool_name({...})` with a JSON object, as often as calls are wanted;
* a custom tool is written so too, with its text as the member `input`;
* an argument written as `"<city>"` waits for a tool result that is a JSON object with a
  member `city`, and takes its value: the calls of one prompt then come one after another;
* words to say first are written as `Say "..."`, those to say behind results as `then say "..."`;
* a line is asked for as `the line that begins with "..."`, and told as it stands in the system
prompt, in words
  of the user, in a result, or in what was said or called before;
* a text of several lines is asked for as `the text from "..." to "..."`, and told with all its
blanks;
* what is to be filled in (`fill in the only code that its schema allows`) it takes from the tool's
schema;
* a tool that is to be called `with only the parameters that it must have` it calls with what its
schema requires;
* where the prompt or the request asks it to think, it reasons before it answers;
* where each result is to be told of in `one word each, "failed" or "worked"`, it says which call
  failed: that whose result is marked, or begins with `Error:`;
* after tool results it makes the calls that are still to be made, else it answers with a
  sentence that repeats each result's content, or of the last call alone where the prompt says
  `only what the last call returned`.

It answers in time linear in what it was asked, and refuses with 413 what would make an answer
out of bounds: more than `MOST_CALLS` calls or `MOST_LOOKS` beginnings of calls, or more than
`LARGEST` bytes of text and arguments.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Final

from toolwire.dialects.dialect import Answer, PlannedCall, Refusal
from toolwire.dialects.free_text import free_text
from toolwire.dialects.needed import needed_calls
from toolwire.dialects.quoted import BLOCK, LINE, SAY, SAYS_IT_FAILED, WHICH_FAILED, block_in
from toolwire.dialects.refusal import refusal
from toolwire.dialects.sample import completed, sample_arguments
from toolwire.dialects.spelt import MOST_LOOKS, crowded, spelt_out
from toolwire.dialects.told_values import told_values
from toolwire.io.json_text import JsonError, dump, object_of, parse
from toolwire.model.conversation import (
    AssistantTurn,
    ChoiceMode,
    Conversation,
    Json,
    JsonObject,
    ResultsTurn,
    Tool,
    ToolResult,
    Turn,
    UserTurn,
    texts_given,
)

#: Calls that a prompt may write out.
MOST_CALLS: Final = 128
#: Bytes of the text and the arguments of an answer; streams are some fifty times as large.
LARGEST: Final = 65_536
#: Characters of results that are told again; what is longer is cut there.
LONGEST_TOLD: Final = 16_000

_SAY_THEN = re.compile(r'\bthen say "([^"\n]{1,500})"')
_THINK = re.compile(r"\b[Tt]hink\b")
_LAST = re.compile(r"\bonly what the last call returned\b")
_BLANK = re.compile(r"<([a-z][a-z_]{0,63})>")
_TOO_LARGE = f"The answer would have more than {LARGEST} bytes of text and arguments."
_PLAIN = "Hello. I can answer that without a tool."
_THOUGHT = "The request is explicit, so I do what it says, step by step."


class _TooLargeError(Exception):
    """An answer that would be out of bounds; the message says why, in one sentence."""


def answer(conversation: Conversation) -> Answer:
    """Decide what a correct server answers to this conversation."""
    turn = len(conversation.calls())
    refused = refusal(conversation)
    if refused is not None:
        return Answer(refusal=refused, turn=turn)
    try:
        return bounded(_answered(conversation, turn))
    except _TooLargeError as error:
        return Answer(refusal=Refusal(413, "invalid_request", str(error)), turn=turn)


def bounded(planned: Answer) -> Answer:
    """Return an answer, or in its place a refusal because it is too large to be written."""
    size = len((planned.text or "").encode("utf-8", "replace"))
    for call in planned.calls:
        size += _size(call.arguments)
        if size > LARGEST:
            break
    if size <= LARGEST:
        return planned
    refused = Refusal(413, "invalid_request", _TOO_LARGE)
    return Answer(refusal=refused, turn=planned.turn)


def _size(value: Json) -> int:
    try:
        return len(dump(value))
    except (JsonError, UnicodeError):
        return LARGEST + 1


def _answered(conversation: Conversation, turn: int) -> Answer:
    prompt, since = _last_prompt(conversation)
    quoted = None if since or _SAY_THEN.search(prompt) else SAY.search(prompt)
    text = quoted.group(1) if quoted else None
    thinks = not since and (conversation.thinks or _THINK.search(prompt))
    thought = _THOUGHT if thinks else None
    calls = _limited(conversation, _planned(conversation, prompt, since))
    if calls:
        return Answer(text=text, calls=calls, turn=turn, reasoning=thought)
    closing = text or _closing(conversation, prompt, since) or _PLAIN
    return Answer(text=closing, turn=turn, reasoning=thought)


def _last_prompt(conversation: Conversation) -> tuple[str, tuple[Turn, ...]]:
    """Return the last words of the user and what came since."""
    turns = conversation.turns
    for place in range(len(turns) - 1, -1, -1):
        turn = turns[place]
        if isinstance(turn, UserTurn):
            return turn.text, turns[place + 1 :]
    return "", turns


def _planned(
    conversation: Conversation, prompt: str, since: tuple[Turn, ...]
) -> tuple[PlannedCall, ...]:
    choice = conversation.choice
    if choice is not None and choice.mode is ChoiceMode.NONE:
        return ()
    known = _learned(conversation)
    if crowded(prompt):
        raise _TooLargeError(f"The prompt has more than {MOST_LOOKS} beginnings of calls.")
    offered = {tool.name for tool in conversation.tools if not tool.builtin}
    written = (call for call in spelt_out(prompt) if call.name in offered)
    needed = needed_calls(prompt, conversation.tools)
    due = tuple(islice(chain(written, needed), MOST_CALLS + 1))
    if len(due) > MOST_CALLS:
        raise _TooLargeError(f"The prompt writes out more than {MOST_CALLS} calls.")
    ready = (_kept(conversation.tool(call.name), call, prompt) for call in _ready(due, known))
    calls = tuple(_left(tuple(ready), since))
    if choice is None or choice.mode is ChoiceMode.AUTO:
        return calls
    wanted = choice.name if choice.mode is ChoiceMode.NAMED else None
    calls = tuple(c for c in calls if wanted in (None, c.name))
    if calls:
        return calls
    tool = conversation.tool(wanted) if wanted else conversation.first_tool()
    if tool is None or tool.builtin:
        return ()
    return (PlannedCall(tool.name, sample_arguments(tool)),)


def _learned(conversation: Conversation) -> JsonObject:
    """Return the members of every result that is a JSON object, the newest last."""
    known: JsonObject = {}
    for turn in conversation.turns:
        for result in turn.results if isinstance(turn, ResultsTurn) else ():
            try:
                known.update(object_of(parse(result.content)))
            except JsonError:
                continue
    return known


def _ready(calls: Iterable[PlannedCall], known: JsonObject) -> Iterator[PlannedCall]:
    """Yield the calls whose blanks can be filled, filled.

    A large value may be asked for in each of many blanks, so what is filled in is added up.
    """
    sizes: dict[str, int] = {}
    filled_in = 0
    for call in calls:
        names = {key: _blank(value) for key, value in call.arguments.items()}
        if all(name is None or name in known for name in names.values()):
            for blank in filter(None, names.values()):
                if blank not in sizes:
                    sizes[blank] = _size(known[blank])
                filled_in += sizes[blank]
            if filled_in > LARGEST:
                raise _TooLargeError(_TOO_LARGE)
            filled = {
                key: value if (name := names[key]) is None else known[name]
                for key, value in call.arguments.items()
            }
            yield PlannedCall(call.name, filled)


def _kept(tool: Tool | None, call: PlannedCall, prompt: str) -> PlannedCall:
    """Return a call with what the prompt leaves to its tool's definition; whole, where the tool is strict."""
    if tool is None:
        return call
    left = tuple(told_values(prompt, tool))
    if not left and tool.strict is not True:
        return call
    told: JsonObject = {one.parameter: one.given for one in left if one.given is not None}
    return PlannedCall(call.name, completed(tool, {**told, **call.arguments}))


def _blank(value: Json) -> str | None:
    found = _BLANK.fullmatch(value) if isinstance(value, str) else None
    return found.group(1) if found else None


def _left(calls: tuple[PlannedCall, ...], since: tuple[Turn, ...]) -> Iterator[PlannedCall]:
    """Yield the calls that were not made since the prompt."""
    named = {call.name for call in calls}
    made = [
        (call.name, call.raw if call.kind == "custom" else call.arguments)
        for turn in since
        if isinstance(turn, AssistantTurn)
        for call in turn.calls
        if call.name in named
    ]
    for call in calls:
        done = next((m for m in made if m in _ways(call)), None)
        if done is None:
            yield call
        else:
            made.remove(done)


def _ways(call: PlannedCall) -> tuple[tuple[str, Json], ...]:
    """Return what a call looks like in a history: with its arguments, or with their text."""
    return (call.name, call.arguments), (call.name, free_text(call))


def _limited(conversation: Conversation, calls: tuple[PlannedCall, ...]) -> tuple[PlannedCall, ...]:
    return calls[:1] if conversation.parallel is False else calls


def _closing(conversation: Conversation, prompt: str, since: tuple[Turn, ...]) -> str | None:
    last = since[-1] if since else None
    lines = _lines(conversation, prompt) or _blocks(conversation, prompt)
    if lines or not isinstance(last, ResultsTurn):
        return lines
    then = _SAY_THEN.search(prompt)
    if then:
        return then.group(1)
    results = last.results
    if WHICH_FAILED in prompt:
        return ", ".join("failed" if _has_failed(result) else "worked" for result in results)
    if _LAST.search(prompt):
        results = _of_last_call(since[-2] if len(since) > 1 else None, results)
    reported = "The tools answered: " + "; ".join(_told(result) for result in results)
    return reported + "." if len(reported) < LONGEST_TOLD else reported[:LONGEST_TOLD] + " (cut)."


def _lines(conversation: Conversation, prompt: str) -> str | None:
    """Return the lines of what was said that a prompt asks for; None for none."""
    wanted = tuple(LINE.findall(prompt))
    # What was told and then repeated is one line.
    texts = _said(conversation) if wanted else ()
    lines = dict.fromkeys(line.strip() for text in texts for line in text.splitlines())
    found = [line for line in lines if line.startswith(wanted)]
    # Of what was put into one line a reader tells what begins so, to its end.
    for begins in (one for one in wanted if not any(line.startswith(one) for line in found)):
        held = (line.partition(f" {begins}") for line in lines)
        found[:0] = next(([f"{begins}{rest}"] for _, there, rest in held if there), [])
    return "\n".join(found) or None


def _blocks(conversation: Conversation, prompt: str) -> str | None:
    """Return the texts of several lines that a prompt asks for, with all their blanks; None for none."""
    wanted = BLOCK.findall(prompt)
    texts = tuple(_said(conversation)) if wanted else ()
    found = (
        next(filter(None, (block_in(text, *ends) for text in texts)), "")
        for ends in wanted[:MOST_CALLS]
    )
    return "\n\n".join(filter(None, found)) or None


def _said(conversation: Conversation) -> Iterator[str]:
    """Yield every text that was told, in its order."""
    yield conversation.system or ""
    for turn in conversation.turns:
        if isinstance(turn, UserTurn):
            yield turn.text
        elif isinstance(turn, ResultsTurn):
            yield from (result.content for result in turn.results)
        elif isinstance(turn, AssistantTurn):
            yield turn.text or ""
            yield from (text for call in turn.calls for text in texts_given(call.arguments))


def _of_last_call(before: Turn | None, results: tuple[ToolResult, ...]) -> tuple[ToolResult, ...]:
    """Return the result of the last call: by its id, else by its place."""
    calls = before.calls if isinstance(before, AssistantTurn) else ()
    wanted = calls[-1].id if calls else None
    found = tuple(r for r in results if wanted is not None and r.call_id == wanted)
    return found or results[-1:]


def _has_failed(result: ToolResult) -> bool:
    return result.error or result.content.startswith(SAYS_IT_FAILED)


def _told(result: ToolResult) -> str:
    return f"the tool failed with {result.content}" if result.error else result.content
