"""TC764: text-beside-an-image-reaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer
from toolwire.rules.history.probe_result import last_round, words_of
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import PNG, with_image
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.chance import has_text
from toolwire.rules.views.probe_answer import answered, turned_away

_SHOWN: Final = 200
#: So many letters of an image nobody says by chance.
_LETTERS: Final = PNG[:24]


def _beside_an_image(reading: Reading) -> Iterator[Violation]:
    status, reply = reading.exchange.response.status, reading.reply
    # Not every model has eyes: a refusal is an answer.
    if status >= 500:
        message = "The server fails over an image in a tool result."
        yield Violation("status", message, "an answer, or a status of 400", status)
    if not reading.ok or reply.tool_calls or not reply.text:
        return
    wanted = frozenset[str]().union(*(words_of(one.content) for one in last_round(reading)[1]))
    if _LETTERS in reply.text:
        message = "The image is repeated as text: its letters reached the model."
    elif wanted and not wanted & words_of(reply.text):
        message = "The answer has no word of the text beside the image: it may not reach the model."
    else:
        return
    said = reply.text[:_SHOWN]
    yield Violation(reply.text_pointer, message, "words of the result", said, variance=True)


RULE = Rule(
    id="TC764",
    name="text-beside-an-image-reaches",
    severity=dict.fromkeys(
        ("anthropic-messages", "bedrock-converse", "openai-responses"), Severity.WARNING
    ),
    statement=(
        "A tool result of a text and an image is refused as the client's mistake or answered, and "
        "where it is answered the text reaches the model, and the image not as text: asked to "
        "repeat the result, a reply has a word of it and none of the letters that write the image. "
        "A model may not obey; a run in which no reply does is the server's doing. A failure is, "
        "and so is Anthropic's form refused where the same image is taken among the user's words."
    ),
    why=(
        "Screenshots come so, with words beside them: a gateway that drops the list, or writes it "
        "out as JSON, loses the words or fills the context with letters."
    ),
    breaks="agents that see screens, and clients of MCP servers whose tools return images",
    workaround="Send the image as the user's own, behind the result.",
    source=Source(
        "docs",
        "Anthropic: the content of a tool_result may be text and image blocks; Converse: ToolResultContentBlock has image",
        "https://platform.claude.com/docs/en/agents-and-tools/tool-use/handle-tool-calls",
        "2026-11-28",
    ),
    check=_beside_an_image,
    subject=Subject.PROBE,
    always=True,
    question=with_image,
    variance=Variance("answers in words to such a result", has_text, partly=True),
    mutations=(
        *mutations_for("round_trip", turned_away(500, "Something went wrong."), fault="fails"),
        *mutations_for("round_trip", answered(Answer(text="I cannot tell.")), fault="text lost"),
        *mutations_for(
            "round_trip",
            answered(Answer(text=f"It is 18 C, and then {PNG}.")),
            fault="image as text",
        ),
    ),
    cases="""
LiteLLM | a tool_result whose content is a list has no branch on the way to Gemini: what is in it is lost | https://github.com/BerriAI/litellm/issues/23712 | issue open 2026-03
LiteLLM | the image of a tool's result is gone on the way to Bedrock | https://github.com/BerriAI/litellm/issues/16195 | issue open 2025-11
""",
)
