"""openai-agents: its runner over Chat Completions and Responses."""

from __future__ import annotations

import asyncio
from typing import Any

from agents import (
    Agent,
    ModelSettings,
    OpenAIChatCompletionsModel,
    OpenAIResponsesModel,
    Runner,
    function_tool,
    set_tracing_disabled,
)

from clients.job import Job, Readers, Seen
from clients.openai_python import asynchronous
from clients.toolbox import PROMPT, get_time, get_weather, ran

DISTRIBUTIONS = ("openai-agents",)
_MODELS: dict[str, Any] = {
    "openai-chat": OpenAIChatCompletionsModel,
    "openai-responses": OpenAIResponsesModel,
}
set_tracing_disabled(disabled=True)


async def _run(job: Job) -> str:
    model = _MODELS[job.dialect](model="m", openai_client=asynchronous(job))
    tools = [function_tool(get_weather, strict_mode=False), function_tool(get_time)]
    settings = ModelSettings(tool_choice=job.choice or None)
    agent = Agent(name="a", model=model, tools=list(tools), model_settings=settings)
    if not job.streams:
        return str((await Runner.run(agent, PROMPT, max_turns=4)).final_output)
    run = Runner.run_streamed(agent, PROMPT, max_turns=4)
    async for _ in run.stream_events():
        pass
    return str(run.final_output)


def _loop(job: Job) -> Seen:
    text = asyncio.run(_run(job))
    return Seen(ran(), text)


READERS: Readers = {("loop", dialect): _loop for dialect in _MODELS}
