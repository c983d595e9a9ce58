"""llama_index: its function agent over an OpenAI-like server, and over Cohere's v1."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from llama_index.core.agent.workflow import FunctionAgent
from llama_index.llms.cohere import Cohere
from llama_index.llms.openai_like import OpenAILike

from clients.job import Job, NotTriedError, Readers, Seen
from clients.toolbox import PROMPT, get_time, get_weather, ran

DISTRIBUTIONS = ("llama-index-core", "llama-index-llms-openai-like", "llama-index-llms-cohere")


def _openai(job: Job) -> OpenAILike:
    return OpenAILike(
        model="m", api_base=f"{job.url}/v1", api_key="k", is_chat_model=True,
        is_function_calling_model=True, max_retries=0, timeout=8,
    )  # fmt: skip


def _cohere(job: Job) -> Cohere:
    return Cohere(model="command-r", base_url=job.url, api_key="k", max_retries=1, timeout=8)


_MODELS: dict[str, Callable[[Job], Any]] = {"openai-chat": _openai, "cohere-v1": _cohere}


async def _run(job: Job) -> str:
    model = _MODELS[job.dialect](job)
    agent = FunctionAgent(
        tools=[get_weather, get_time], llm=model, streaming=job.streams, timeout=10
    )
    return str(await agent.run(PROMPT))


def _loop(job: Job) -> Seen:
    if job.choice or (job.streams and job.dialect == "cohere-v1"):
        # Its Cohere model drops the calls of a stream, however right they are.
        raise NotTriedError
    text = asyncio.run(_run(job))
    return Seen(ran(), text)


READERS: Readers = {("loop", dialect): _loop for dialect in _MODELS}
