"""Rules about the text beside the calls, and calls that were left in the text.

The borders: tool-call markup beside structured calls is TC501's; a whole call of an offered
tool while there is no structured call is TC502's, a broken one the rule's of its family (TX101
to TX109), a cut one TX112's; control tokens that belong to neither are TC506's (`markup`).
Reasoning is TC508's.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from toolwire.io.json_text import JsonError, object_of, parse
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Mode
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules import edit
from toolwire.rules.chat import parts
from toolwire.rules.edit import Frame
from toolwire.rules.excerpt import around
from toolwire.rules.faults import Change, planted, text
from toolwire.rules.leaks import Leak, control_in, heard_in, markup_in
from toolwire.rules.markup import Owner, leaked, names_in
from toolwire.rules.places import TEXTS, texts
from toolwire.rules.rule import Flaw, Rule, Source
from toolwire.rules.tool_schemas import type_name
from toolwire.rules.wires import ANTHROPIC, BEDROCK, CHAT, COHERE_V1, EVERYWHERE, OLLAMA, RESPONSES

__all__ = ["RULES"]

_READ = "2026-11-21"
_OBSERVED = Source("observed", "Public threads, see the cases", "", _READ)
_THINKING = ("<think>", "</think>")


def _owned(reading: Reading, owner: Owner) -> Leak | None:
    """Return the markup in the text of a reply, where it is this rule's to name."""
    found = leaked(reading)
    return found.leak if found is not None and found.owner is owner else None


def _shown(said: str, leak: Leak) -> str:
    return around(said, leak.at, min(len(leak.marker), 80))


def _no_duplicate(reading: Reading) -> Iterator[Flaw]:
    reply = reading.reply
    if not reply.text or not reply.tool_calls:
        return
    leak = _owned(reading, Owner.COPY)
    if leak is not None:
        message = "The text beside the calls contains markup of a call."
        shown = _shown(reply.text, leak)
        yield Flaw(reply.text_pointer, message, f"no {leak.family} markup", shown)
    elif _is_copy(reading):
        message = "The text beside the calls is a copy of a call's arguments."
        yield Flaw(reply.text_pointer, message, "no copy", around(reply.text, 0, 80))


def _is_copy(reading: Reading) -> bool:
    said = (reading.reply.text or "").strip()
    if not said.startswith("{"):
        return False
    try:
        value = parse(said)
    except (JsonError, UnicodeError):
        return False
    return bool(value) and any(value == call.arguments for call in reading.reply.tool_calls)


def _call_not_as_text(reading: Reading) -> Iterator[Flaw]:
    reply = reading.reply
    if not reply.text or reply.tool_calls:
        return
    leak = _owned(reading, Owner.CALL)
    if leak is not None:
        message = "A call of an offered tool stands in the text and there is no structured call."
        shown = _shown(reply.text, leak)
        yield Flaw(reply.text_pointer, message, f"no {leak.family} markup", shown)


def _no_special_tokens(reading: Reading) -> Iterator[Flaw]:
    reply = reading.reply
    if not reply.text:
        return
    found = leaked(reading)
    if found is not None and found.owner is not Owner.TOKEN:
        return
    leak = found.leak if found is not None else None
    if leak is None:
        leak = control_in(reply.text, heard_in(reading))
    if leak is not None:
        message = "The text contains a control token of the model."
        yield Flaw(reply.text_pointer, message, "no control token", _shown(reply.text, leak))


def _content_is_string(reading: Reading) -> Iterator[Flaw]:
    for part in parts(reading):
        content = part.message.get("content") if isinstance(part.message, dict) else None
        if content is not None and not isinstance(content, str):
            pointer = part.at(f"/{part.key}/content")
            message = "The content is not a string."
            yield Flaw(pointer, message, "string or null", type_name(content))
            return


def _reasoning_separate(reading: Reading) -> Iterator[Flaw]:
    reply = reading.reply
    if reply.tool_calls:
        mark = next((m for m in _THINKING if reply.text and m in reply.text), None)
        if reply.text and mark is not None and not heard_in(reading)(mark):
            message = "The text of a turn with calls contains reasoning."
            shown = around(reply.text, reply.text.index(mark), len(mark))
            mild = Severity.WARNING
            yield Flaw(reply.text_pointer, message, "no reasoning in content", shown, mild)
    elif reply.reasoning and reading.asked is not None and not reply.text:
        leak = markup_in(reply.reasoning, names_in(reading), heard_in(reading))
        if leak is not None and leak.tool is not None:
            message = "A call of an offered tool was left in the reasoning."
            shown = _shown(reply.reasoning, leak)
            yield Flaw(_reasoning_at(reading), message, "a structured call", shown)


def _reasoning_at(reading: Reading) -> str:
    for part in parts(reading):
        for key in ("reasoning_content", "reasoning"):
            if isinstance(part.message, dict) and isinstance(part.message.get(key), str):
                return part.at(f"/{part.key}/{key}")
    return _thinking_at(reading) if reading.dialect == OLLAMA else reading.reply.text_pointer


def _thinking_at(reading: Reading) -> str:
    for event in reading.events:
        message = object_of(event.json).get("message") if isinstance(event.json, dict) else None
        if object_of(message).get("thinking"):
            return f"event[{event.number}]/message/thinking"
    return "/message/thinking"


def _content_parts(_dialect: str, mode: Mode) -> Change:
    def parted(message: JsonObject) -> None:
        said = message.get("content")
        if isinstance(said, str):
            piece: JsonObject = {"type": "text", "text": said}
            message["content"] = [piece]

    def blocking(body: JsonObject) -> None:
        parted(object_of(edit.at(body, ("choices", 0, "message"))))

    def streamed(stream: list[Frame]) -> None:
        for _, payload in stream:
            if isinstance(payload, dict) and payload.get("choices"):
                parted(object_of(edit.at(payload, ("choices", 0, "delta"))))

    return edit.body(blocking) if mode is Mode.BLOCKING else edit.frames(streamed)


def _call_in_reasoning(dialect: str, mode: Mode) -> Change:
    kept, thought = _REASONING[dialect]

    def moved(holder: JsonObject, member: str) -> None:
        if holder.get(member):
            holder[member], holder[thought] = kept, _HERMES

    def blocking(body: JsonObject) -> None:
        for holder, member in texts(dialect, body):
            moved(holder, member)

    def streamed(stream: list[Frame]) -> list[Frame]:
        spoken = [f for f in stream if _spoken(dialect, f)]
        found = TEXTS[dialect](object_of(spoken[0][1]))
        assert found is not None
        moved(*found)
        return [frame for frame in stream if frame not in spoken[1:]]

    return edit.body(blocking) if mode is Mode.BLOCKING else edit.frames(streamed)


def _spoken(dialect: str, frame: Frame) -> bool:
    found = TEXTS[dialect](object_of(frame[1]))
    return found is not None and bool(found[0][found[1]])


#: Dialect -> what its text becomes when nothing is said, and its member for reasoning.
_REASONING: Mapping[str, tuple[Json, str]] = {
    CHAT: (None, "reasoning_content"),
    OLLAMA: ("", "thinking"),
}
_ARGUMENTS = '{"location":"Paris","days":2}'
_HERMES = f'<tool_call>\n{{"name":"get_weather","arguments":{_ARGUMENTS}}}\n</tool_call>'
#: Dialects in which text can stand beside calls; Cohere's v2 says it as its plan.
_BESIDE = (ANTHROPIC, BEDROCK, CHAT, COHERE_V1, OLLAMA, RESPONSES)
_THINKING_ALOUD = (BEDROCK, CHAT, OLLAMA, RESPONSES)
#: Dialects in which a server's parser was seen to leave a call in the reasoning.
_CALLING_IN_THOUGHT = (CHAT, OLLAMA)

RULES: tuple[Rule, ...] = (
    Rule(
        id="TC501",
        name="no-duplicate-leak",
        severity=dict.fromkeys(_BESIDE, Severity.WARNING),
        statement="When there are structured calls, the text holds no copy of them: no markup "
        "of a tool-call text format, no JSON of the call, no bare arguments.",
        why="The markup is shown to users and goes back into the context, where the model "
        "learns to repeat it.",
        breaks="Chat interfaces over MTPLX, Rapid-MLX, DeepSeek on Bedrock, LocalAI. Every client "
        "that was tried runs the call once and only shows the copy.",
        workaround="Do not show the text of such a turn; keep it in the history as it came.",
        source=_OBSERVED,
        check=_no_duplicate,
        needs_calls=True,
        mutations=(
            *planted("mixed_content", text(_HERMES), _BESIDE, fault="markup"),
            *planted("mixed_content", text(_ARGUMENTS), _BESIDE, fault="arguments"),
        ),
    ),
    Rule(
        id="TC502",
        name="call-not-as-text",
        severity=dict.fromkeys(EVERYWHERE, Severity.ERROR),
        statement="A call the model makes comes as a structured call, not as text. Judged where "
        "the text has a whole call in the markup of a tool-call format, or is JSON with a name and "
        "arguments, and the tool it names was offered; not where the request contains such markup "
        "itself. (Broken and cut markup is TX101's to TX112's.)",
        why="Nothing is run, and the user sees the markup.",
        breaks=(
            "Every client that was tried hands the call on as text and runs nothing: "
            "openai-python, openai-node, anthropic-python, google-genai, cohere-python, "
            "ollama-python, boto3, LangChain, pydantic-ai, the Vercel AI SDK; threads tell it of "
            "Claude Code, hermes-agent, LiteLLM, google/adk-python."
        ),
        workaround="Set the server's tool-call parser to the model's own format.",
        source=_OBSERVED,
        check=_call_not_as_text,
        needs_text=True,
        needs_request=True,
        mutations=(
            *planted("plain_text", text(_HERMES), EVERYWHERE, fault="Hermes markup"),
            *planted(
                "plain_text",
                text(f'{{"name":"get_weather","parameters":{_ARGUMENTS}}}'),
                EVERYWHERE,
                fault="bare JSON",
            ),
            *planted(
                "plain_text",
                text(f"[TOOL_CALLS]get_weather[ARGS]{_ARGUMENTS}"),
                EVERYWHERE,
                fault="Mistral markup",
            ),
        ),
    ),
    Rule(
        id="TC504",
        name="content-string",
        severity={CHAT: Severity.ERROR},
        statement="`message.content` and `delta.content` are a string or null, never an array "
        "of parts.",
        why="Clients that type it as a string fail validation or print a list.",
        breaks=(
            "openai-python's and openai-node's stream helpers (RuntimeError, the text `[object "
            "Object]`), openai-agents and llama_index (ValidationError), the Vercel AI SDK's "
            "OpenAI provider (refuses the reply)."
        ),
        workaround="Join the text parts; keep thinking parts apart.",
        source=Source(
            "spec",
            "openai 3.52.0 types: ChatCompletionMessage.content and ChoiceDelta.content",
            "https://developers.openai.com/api/docs/guides/function-calling",
            _READ,
        ),
        check=_content_is_string,
        mutations=planted("plain_text", _content_parts),
    ),
    Rule(
        id="TC506",
        name="no-special-tokens",
        severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
        statement="The text contains no control tokens of the model: `<|...|>`, tokens in "
        "fullwidth bars, `[INST]`, turn markers, a closing `</s>`. Not judged: code spans, and what "
        "the request contains. Tokens of a call of an offered tool are TC501's or TC502's; "
        "arguments are TC312's.",
        why="Garbage on the screen, and a way to smuggle turns into the next prompt.",
        breaks="Every client that shows or stores the text; none that was tried does more than "
        "that.",
        workaround="Strip the tokens before the text is shown or sent back.",
        source=_OBSERVED,
        check=_no_special_tokens,
        needs_text=True,
        needs_request=True,
        mutations=(
            *planted("plain_text", text("Hello.<|im_end|>"), EVERYWHERE, fault="end of turn"),
            *planted(
                "plain_text",
                text("Hello.<\uff5cend▁of▁sentence\uff5c>"),
                EVERYWHERE,
                fault="end of sentence",
            ),
        ),
    ),
    Rule(
        id="TC508",
        name="reasoning-separate",
        severity={
            **dict.fromkeys(_THINKING_ALOUD, Severity.WARNING),
            **dict.fromkeys(_CALLING_IN_THOUGHT, Severity.ERROR),
        },
        statement="Reasoning stands in its own field: no `<think>` in the content of a turn with "
        "calls (a warning), and no call of an offered tool left in the reasoning of a turn that "
        "has neither calls nor content (which is grave).",
        why="A call in the reasoning is invisible to the client and is not run; reasoning in the "
        "content is only shown, and goes back.",
        breaks="A call in the reasoning is run by none that was tried: openai-python, openai-node, "
        "openai-agents, ollama-python, LangChain, llama_index, LiteLLM and the Vercel AI SDK end "
        "the turn, pydantic-ai and instructor raise. Reasoning in the content they only show, and "
        "pydantic-ai and LiteLLM take it out. Agents over LM Studio and LightLLM.",
        workaround="Cut the text at `</think>` before it is shown.",
        source=_OBSERVED,
        check=_reasoning_separate,
        mutations=(
            *planted(
                "mixed_content", text("<think>Paris.</think>I will look that up."), _THINKING_ALOUD
            ),
            *planted(
                "plain_text",
                _call_in_reasoning,
                _CALLING_IN_THOUGHT,
                fault="a call in the reasoning",
            ),
        ),
    ),
)
