"""What ChatML has beyond what holds for every dialect: the prompt, held to a model's template."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from jinja2.sandbox import ImmutableSandboxedEnvironment

from tests.support.drawn import TAME, conversations, objects
from tests.support.examples import examples
from tests.support.lanes import LANES
from toolwire.dialects import Answer
from toolwire.dialects.definition import nested
from toolwire.dialects.result import content_of
from toolwire.io.json_text import dump, parse
from toolwire.model.conversation import AssistantTurn, Conversation, ResultsTurn, UserTurn
from toolwire.model.exchange import Mode

LANE = LANES["chatml"]


@given(answer=LANE.answers().filter(lambda answer: bool(answer.calls)), mode=st.sampled_from(Mode))
def test_an_echo_is_a_turn_of_the_next_prompt(answer: Answer, mode: Mode) -> None:
    """The text a model wrote stands unchanged between the tokens of its turn."""
    reply = LANE.answered(answer, mode).reply
    assert reply.echo is not None
    turn = AssistantTurn(reply.text, reply.tool_calls, reply.echo)
    request = LANE.wire.request(Conversation((UserTurn("?"), turn, UserTurn("!"))))
    prompt = json.loads(request.body)["prompt"]
    said = f"<|im_start|>assistant\n{parse(reply.echo)}<|im_end|>\n"
    assert f"{said}<|im_start|>user\n!" in prompt
    found = LANE.wire.dialect.read_request(request)
    assert found is not None
    calls = tuple(replace(call, pointer="request/prompt") for call in reply.tool_calls)
    assert found.turns[1] == AssistantTurn(reply.text, calls)


def qwen(conversation: Conversation, template: str) -> str:
    """Render a conversation as Hugging Face's tokenizers do with a model's own template."""
    environment = ImmutableSandboxedEnvironment(trim_blocks=True, lstrip_blocks=True)
    environment.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)
    messages: list[dict[str, Any]] = []
    if conversation.system is not None:
        messages.append({"role": "system", "content": conversation.system})
    for turn in conversation.turns:
        if isinstance(turn, ResultsTurn):
            messages += [{"role": "tool", "content": content_of(r)} for r in turn.results]
        elif isinstance(turn, UserTurn):
            messages.append({"role": "user", "content": turn.text})
        else:
            made = [{"function": {"name": c.name, "arguments": c.arguments}} for c in turn.calls]
            messages.append(
                {"role": "assistant", "content": turn.text or "", "tool_calls": made or None}
            )
    tools = [parse(dump(nested(tool))) for tool in conversation.tools]
    return environment.from_string(template).render(
        messages=messages, tools=tools or None, add_generation_prompt=True
    )


def test_our_template_makes_qwens_text(shared: Path) -> None:
    """Every conversation without a wish in words renders as with Qwen 2.5's own template."""
    # Exponents are spelled another way there: 1e+16.
    values = objects(TAME, st.integers())
    speech = replace(LANE.speech, arguments=values, parameters=st.none() | values)
    template = (shared / "servers" / "qwen25.jinja").read_text(encoding="utf-8")

    @given(conversations(speech))
    @settings(max_examples=examples(150))
    def same(drawn: Conversation) -> None:
        conversation = replace(drawn, choice=None, parallel=None)
        prompt = json.loads(LANE.wire.request(conversation).body)["prompt"]
        assert prompt == qwen(conversation, template)

    same()
