"""instructor: a typed answer through a tool."""

from __future__ import annotations

import instructor
from openai import OpenAI

from clients.job import Job, Readers, Seen
from clients.toolbox import PROMPT, Weather

DISTRIBUTIONS = ("instructor",)
#: A type's name is the tool's name.
_TYPE = type("get_weather", (Weather,), {"__doc__": Weather.__doc__})


def _typed(job: Job) -> Seen:
    client = OpenAI(base_url=f"{job.url}/v1", api_key="k", max_retries=0, timeout=8)
    answer = instructor.from_openai(client, mode=instructor.Mode.TOOLS).chat.completions.create(
        model="m",
        messages=[{"role": "user", "content": PROMPT}],
        response_model=_TYPE,
        max_retries=0,
    )
    return Seen((("get_weather", answer.model_dump(), True),))


READERS: Readers = {("typed", "openai-chat"): _typed}
