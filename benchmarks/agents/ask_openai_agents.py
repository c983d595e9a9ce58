"""Ask the OpenAI Agents SDK to call a tool: both APIs, streamed and not."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator

from agents import (
    Agent,
    OpenAIChatCompletionsModel,
    OpenAIResponsesModel,
    Runner,
    function_tool,
    set_tracing_disabled,
)
from openai import AsyncOpenAI

PROMPT = 'get_weather({"location":"Paris","days":2})'


@function_tool
def get_weather(location: str, days: int) -> str:
    """Return the weather of some days."""
    return f"{location}: 18 C for {days}"


async def told(url: str) -> AsyncIterator[str]:
    """Yield what each run says at its end."""
    client = AsyncOpenAI(base_url=f"{url}/v1", api_key="none")
    for kind in (OpenAIChatCompletionsModel, OpenAIResponsesModel):
        agent = Agent(name="a", tools=[get_weather], model=kind("gpt-5", client))
        yield str((await Runner.run(agent, PROMPT)).final_output)
        run = Runner.run_streamed(agent, PROMPT)
        async for _ in run.stream_events():
            pass
        yield str(run.final_output)


async def main(url: str) -> None:
    """Print how many runs told what the tool said."""
    answers = [answer async for answer in told(url)]
    print(sum("18 C" in answer for answer in answers), "of", len(answers), "told 18 C")


set_tracing_disabled(True)
asyncio.run(main(sys.argv[1]))
