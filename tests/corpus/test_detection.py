"""Dialect detection over all recorded traffic, without looking at folder names."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

from toolwire.dialects import DIALECTS
from toolwire.jobs.lint.detect import detect
from toolwire.traffic import Unreadable, read


def test_detection_is_right_for_nearly_every_line(shared: Path) -> None:
    """At least 99.8 % of lines get their own dialect, and foreign ones none of ours."""
    wrong: Counter[tuple[str, str | None]] = Counter()
    total = 0
    for path in sorted((shared / "corpus").glob("*/*.jsonl")):
        with path.open(encoding="utf-8") as lines:
            apis = [json.loads(line)["api"] for line in lines]
        for api, exchange in zip(apis, read([path]), strict=True):
            assert not isinstance(exchange, Unreadable), exchange
            total += 1
            found = detect(exchange).dialect
            expected = api if api in DIALECTS else None
            # gpt-oss behind Bedrock's invoke speaks Chat Completions bodies: both are right.
            if found != expected and (api, found) != ("bedrock-invoke", "openai-chat"):
                wrong[api, found] += 1
    assert total > 3000
    assert sum(wrong.values()) <= total * 0.002, wrong
