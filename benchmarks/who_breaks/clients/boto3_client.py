"""boto3: Converse, as AWS' own examples read it."""

from __future__ import annotations

from typing import Any

import boto3
from botocore.config import Config

from clients.job import Job, Readers, Seen, decoded
from clients.toolbox import PROMPT

DISTRIBUTIONS = ("boto3",)


def client(job: Job) -> Any:
    """Return a client of the server of a job."""
    return boto3.client(
        "bedrock-runtime",
        region_name="us-east-1",
        endpoint_url=job.url,
        aws_access_key_id="a",
        aws_secret_access_key="b",
        config=Config(retries={"max_attempts": 0}, read_timeout=8),
    )


def _reply(job: Job) -> Seen:
    asked = {"modelId": "m", "messages": [{"role": "user", "content": [{"text": PROMPT}]}]}
    if job.streams:
        return _events(client(job).converse_stream(**asked)["stream"])
    answer = client(job).converse(**asked)
    blocks = answer["output"]["message"]["content"]
    uses = [block["toolUse"] for block in blocks if "toolUse" in block]
    return Seen(
        tuple((use["name"], decoded(use["input"]), bool(use["toolUseId"])) for use in uses),
        "".join(block.get("text", "") for block in blocks),
        str(answer["stopReason"]),
    )


def _events(stream: Any) -> Seen:
    calls: dict[int, list[Any]] = {}
    text, stop = "", ""
    for event in stream:
        if "contentBlockStart" in event:
            block = event["contentBlockStart"]
            use = block["start"]["toolUse"]
            calls[block["contentBlockIndex"]] = [use["name"], "", bool(use["toolUseId"])]
        elif "contentBlockDelta" in event:
            block = event["contentBlockDelta"]
            if "toolUse" in block["delta"]:
                calls[block["contentBlockIndex"]][1] += block["delta"]["toolUse"]["input"]
            text += block["delta"].get("text", "")
        elif "messageStop" in event:
            stop = event["messageStop"]["stopReason"]
    return Seen(
        tuple((name, decoded(joined or "{}"), known) for name, joined, known in calls.values()),
        text,
        stop,
    )


READERS: Readers = {("reply", "bedrock-converse"): _reply}
