"""TC506: no-special-tokens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.markup_faults import written
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Violation
from toolwire.rules.text.content import shown_text
from toolwire.rules.views.citation_marks import citation_in
from toolwire.rules.views.kept import keeps_tokens
from toolwire.rules.views.leaks import control_in, heard_in
from toolwire.rules.views.markup import Owner, leaked

#: Where calls are text, what a text begins with is TC139's.
_BEGINNING: Final = "<s>"


def _in_words(reading: Reading) -> bool:
    return load_dialect(reading.dialect).wire.text_calls is not None


def _stops(reading: Reading) -> tuple[Json, ...]:
    """Return the words at which a prompt of text is to end: a template's clients say its token
    (Completions' `stop`).
    """
    stop = object_of(reading.request).get("stop") if _in_words(reading) else None
    return tuple(items_of(stop)) or (stop,)


def _no_special_tokens(reading: Reading) -> Iterator[Violation]:
    reply = reading.reply
    if not reply.text:
        return
    found = leaked(reading)
    if found is not None and found.owner is not Owner.TOKEN:
        return
    leak = found.leak if found is not None else None
    if leak is None:
        leak = control_in(reply.text, heard_in(reading))
    if leak is not None and keeps_tokens(reading):
        return
    if leak is not None and not (leak.marker == _BEGINNING and _in_words(reading)):
        message = "The text contains a control token of the model."
        if leak.marker in _stops(reading):
            message = "The text contains the control token at which its request wants it to end."
        yield Violation(
            reply.text_pointer, message, "no control token", shown_text(reply.text, leak)
        )
    elif leak is None and (cited := citation_in(reading, heard_in(reading))) is not None:
        message = "The text contains the marks that the model writes around what it cites."
        yield Violation(reply.text_pointer, message, "no marks", shown_text(reply.text, cited))


RULE = Rule(
    id="TC506",
    name="no-special-tokens",
    severity=dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
    statement="The text contains no control tokens of the model: `<|...|>`, tokens in "
    "fullwidth bars, `[INST]`, `[TOOL_RESULTS]`, `<EOS_TOKEN>`, turn markers, a closing `</s>` or an opening `<s>` without the other, "
    "and no citations (`<co: 0>`) in Cohere's formats. Not judged: code spans, a token in quotation "
    "marks, brackets or emphasis of its own, one amid the words of a sentence, what the request contains, but for where it asks the server to stop, and any where it asks for them (vLLM's `skip_special_tokens: false`). Tokens of a call of an offered tool are TC501's or TC502's; "
    "arguments are TC312's.",
    why="Garbage on the screen, and a way to smuggle turns into the next prompt.",
    breaks="Every client that shows or stores the text; none that was tried does more than that.",
    workaround="Strip the tokens before the text is shown or sent back.",
    check=_no_special_tokens,
    needs_markup=True,
    needs_request=True,
    mutations=(
        *mutations_for("plain_text", written("Hello.<|im_end|>"), fault="end of turn"),
        *mutations_for(
            "plain_text", written("Hello.<\uff5cend▁of▁sentence\uff5c>"), fault="end of sentence"
        ),
        *mutations_for(
            "plain_text",
            written("Hello.<EOS_TOKEN>"),
            dialects=("cohere-v1", "cohere-v2"),
            fault="end of sequence",
        ),
        *mutations_for(
            "plain_text",
            written("It is <co: 0>18 C</co: 0>."),
            dialects=("cohere-v1", "cohere-v2"),
            fault="a citation",
        ),
        *mutations_for(
            "plain_text",
            written("It is <co>18 C</co: 0:[0,1]>."),
            dialects=("cohere-v1", "cohere-v2"),
            fault="a newer citation",
        ),
    ),
    shim=Shim("strip_control_tokens"),
    cases="""
vllm-ascend (DeepSeek V4) | begin_of_sentence token in streamed content | https://github.com/vllm-project/vllm-ascend/issues/9767 | issue open 2026-05
LangChain (Cohere on Bedrock) | a last piece of the stream is the token <EOS_TOKEN> | https://github.com/langchain-ai/langchain/issues/11230 | PR 2023
SMG (Cohere Command) | citations stay in the text | https://github.com/smg-project/smg/issues/308 | issue open 2026-02
vLLM (Llama 4) | < | https://github.com/vllm-project/vllm/issues/16214 | issue closed (stale) 2025-04
""",
)
