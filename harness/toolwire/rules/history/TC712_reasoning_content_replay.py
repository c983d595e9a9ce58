"""TC712: reasoning_content-replay.

A server that wants it back cannot be told from the request alone: the family of the model
that is asked for says it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.io.json_text import object_of
from toolwire.model.conversation import Json
from toolwire.rules.mutate.request_edit import asks, with_model
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Violation
from toolwire.rules.views.request_model import asked_model, bare_model
from toolwire.rules.views.request_steps import steps

#: Families of models that think unless told not to, and whose servers want it back.
_THINKING: Final = (
    "deepseek-flash",
    "deepseek-reasoner",
    "deepseek-v4",
    "kimi-k2-thinking",
    "kimi-k2.5",
    "kimi-k2.6",
)

#: Members under which servers give reasoning out; gateways take any of them back.
_MEMBERS: Final = ("reasoning_content", "reasoning", "reasoning_details", "reasoning_opaque")


def _reasoning_content(reading: Reading) -> Iterator[Violation]:
    if not bare_model(reading).startswith(_THINKING) or _switched_off(reading.request):
        return
    milder = _milder(reading)
    for step in steps(reading):
        if step.calls and not any(member in step.value for member in _MEMBERS):
            message = "A message with calls goes back without its reasoning."
            pointer = f"{step.pointer}/reasoning_content"
            yield Violation(pointer, message, "reasoning_content", "absent", milder)


def _milder(reading: Reading) -> Severity | None:
    """Return that a gateway (`vendor/model`) may keep the history another way; its answer says."""
    if "/" not in asked_model(reading):
        return None
    return Severity.INFO if reading.ok else Severity.WARNING


def _switched_off(request: Json) -> bool:
    body = object_of(request)
    kind = object_of(body.get("thinking")).get("type")
    effort = body.get("reasoning_effort", object_of(body.get("reasoning")).get("effort"))
    enabled = object_of(body.get("reasoning")).get("enabled", body.get("enable_thinking"))
    return kind == "disabled" or effort == "none" or enabled is False


RULE = Rule(
    id="TC712",
    name="reasoning_content-replay",
    severity={"openai-chat": Severity.ERROR},
    statement=(
        "Asked of a model that thinks by default (DeepSeek since V4, Kimi K2 Thinking and "
        "K2.5), every assistant message with calls goes back with the reasoning_content it "
        "came with, in all later requests, unless thinking is switched off."
    ),
    why="The second request of every tool loop is refused.",
    breaks=(
        "The API answers 400: the reasoning_content in the thinking mode must be passed "
        "back; thinking is enabled but reasoning_content is missing; opencode, crewAI, "
        "oai-compatible-copilot met it"
    ),
    workaround="Keep the message as it came; some clients send an empty text.",
    source=Source(
        "docs",
        "DeepSeek, Thinking Mode: after a tool call it must be passed back in all subsequent "
        "requests. What was seen: all 5 replayed calls of such models that DeepSeek and "
        "Moonshot answered with 200 have it, but for one of kimi-k2.6 (2026-07), and none of 80 of "
        "the older deepseek-chat needed it",
        "https://api-docs.deepseek.com/guides/thinking_mode",
        "2026-11-21",
    ),
    check=_reasoning_content,
    needs_history=True,
    mutations=asks("round_trip", {"openai-chat": with_model("deepseek-v4-flash")}),
    subject=Subject.REQUEST,
    cases="""
DeepSeek reasoner | assistant message with tool_calls lacks reasoning_content | https://github.com/abhigyanpatwari/GitNexus/issues/43 | issue open 2026-02
DeepSeek V4 | thinking mode requires reasoning_content back | https://github.com/crewAIInc/crewAI/issues/5878 | issue closed 2026-05
DeepSeek V4 | same 400; error answer served as application/octet-stream | https://github.com/SaladDay/cc-switch-cli/issues/170 | issue closed 2026-05
DeepSeek V4 | same | https://github.com/JohnnyZ93/oai-compatible-copilot/issues/215 | issue closed 2026-04
Moonshot Kimi via OpenRouter | "thinking is enabled but reasoning_content is missing in assistant tool call message" | https://github.com/iOfficeAI/AionUi/issues/2746 | issue open 2026-05
""",
)
