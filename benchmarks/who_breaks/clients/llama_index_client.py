"""llama_index: its function agent over an OpenAI-like server."""

from __future__ import annotations

import asyncio

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.llms.openai_like import OpenAILike

from clients.job import Job, NotTriedError, Readers, Seen
from clients.toolbox import PROMPT, get_time, get_weather, ran

__all__ = ["DISTRIBUTIONS", "READERS"]

DISTRIBUTIONS = ("llama-index-core", "llama-index-llms-openai-like")


async def _run(job: Job) -> str:
    model = OpenAILike(
        model="m", api_base=f"{job.url}/v1", api_key="k", is_chat_model=True,
        is_function_calling_model=True, max_retries=0, timeout=8,
    )  # fmt: skip
    agent = FunctionAgent(
        tools=[get_weather, get_time], llm=model, streaming=job.streams, timeout=10
    )
    return str(await agent.run(PROMPT))


def _loop(job: Job) -> Seen:
    if job.choice:
        raise NotTriedError
    text = asyncio.run(_run(job))
    return Seen(ran(), text)


READERS: Readers = {("loop", "openai-chat"): _loop}
