"""TC178: bedrock-thoughts-signed."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from toolwire.dialects import Answer
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate.edit import Frame, body, frames
from toolwire.rules.mutate.request_edit import moved
from toolwire.rules.rule import (
    Mode,
    Mutation,
    Reading,
    Rule,
    Severity,
    Source,
    Subject,
    Violation,
)
from toolwire.rules.views.bedrock_thoughts import THOUGHT, thoughts_at, whole_thoughts
from toolwire.rules.views.probe_answer import answered
from toolwire.rules.views.request_model import asked_model, is_claude


def _signed(reading: Reading) -> Iterator[Violation]:
    if not (reading.reply.reasoning and is_claude(asked_model(reading))):
        return
    for place, signed in whole_thoughts(reading).items():
        if not signed:
            at = thoughts_at(reading, place)
            yield Violation(at, "The thought has no signature.", "a signature", None)
            return


def _unsigned(value: JsonObject) -> None:
    for block in items_of(object_of(object_of(value["output"])["message"])["content"]):
        object_of(object_of(object_of(block).get(THOUGHT)).get("reasoningText")).pop(
            "signature", None
        )


def _never_signed(stream: list[Frame]) -> list[Frame]:
    return [
        frame
        for frame in stream
        if "signature" not in object_of(object_of(object_of(frame[1]).get("delta")).get(THOUGHT))
    ]


def _of_claude(
    mode: Mode, change: Callable[[Exchange], Exchange]
) -> Callable[[Exchange], Exchange]:
    thought = answered(Answer(text="Hello.", reasoning="The user greets me."))
    return moved(
        lambda url: url.replace("/reference-model/", "/anthropic.claude-opus-4/"),
        lambda exchange: change(thought("bedrock-converse", mode)(exchange)),
    )


RULE = Rule(
    id="TC178",
    name="bedrock-thoughts-signed",
    severity={"bedrock-converse": Severity.WARNING},
    statement=(
        "A thought of a model of Claude has its signature, in a whole answer and in a stream, but "
        "for one that ends the message: it may have been cut. Judged where the name of the model "
        "says Claude; others sign nothing, or sign in both modes (TC942)."
    ),
    why=(
        "The thought goes back with the result of the call, and AWS refuses it there without its "
        "signature: thinking.signature: Field required. Who leaves it out instead has a model that "
        "forgets why it called."
    ),
    breaks="whoever sends on to AWS the history that came: every second turn with thinking is refused",
    workaround="Leave unsigned thoughts out of the history, and switch thinking off for turns with tools.",
    source=Source(
        "docs",
        "Amazon Bedrock, ReasoningTextBlock: whoever passes a reasoning block back includes the text and its "
        "signature unmodified",
        "https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ReasoningTextBlock.html",
        "2026-11-28",
    ),
    check=_signed,
    subject=Subject.CONVERSATION,
    needs_request=True,
    mutations=(
        Mutation(
            "bedrock-converse",
            Mode.BLOCKING,
            "plain_text",
            _of_claude(Mode.BLOCKING, body(_unsigned)),
        ),
        Mutation(
            "bedrock-converse",
            Mode.STREAMING,
            "plain_text",
            _of_claude(Mode.STREAMING, frames(_never_signed)),
        ),
    ),
    cases="""
Hermes Agent | Converse's signatures are lost on the way, and the thought that goes back is refused with 400 | https://github.com/NousResearch/hermes-agent/issues/36260 | issue open 2026-08
pi | a thought whose stream ended before its signature goes back unsigned: every later turn is refused | https://github.com/earendil-works/pi/issues/2063 | issue closed
Bifrost | the signature stands in another delta: the thought goes back with an empty one | https://github.com/maximhq/bifrost/issues/5638 | issue closed
""",
)
