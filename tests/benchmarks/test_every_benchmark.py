"""Every benchmark runs at a tiny size, so that none is found broken when its figures are wanted."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.root import PYTHONPATH, ROOT

BENCHMARKS = ROOT / "benchmarks"


def _corpus(folder: Path) -> list[str]:
    """Return a small folder of traffic, made of what was recorded of one real server."""
    (folder / "corpus" / "vllm").mkdir(parents=True)
    source = ROOT / "cassettes" / "vllm.anthropic-messages"
    for path in sorted(source.rglob("*.yaml"))[:20]:
        (folder / "corpus" / "vllm" / path.name).symlink_to(path)
    return [str(folder / "corpus")]


#: Script -> its arguments for a tiny run, and words that its figures hold.
TINY: dict[str, tuple[Callable[[Path], list[str]], tuple[str, ...]]] = {
    "audit.py": (
        lambda _: ["--runs", "1", "--provider", "transformers", "--only-provider"],
        ("one provider (transformers): ", " s CPU"),
    ),
    "framing.py": (_corpus, ("exchanges read: ", "ratio ")),
    "lint_corpus.py": (_corpus, ("exchanges: ", "a second", "peak memory ")),
    "live.py": (
        lambda folder: ["4", "1", "1", str(folder)],
        ("of CPU a request: ours, recording",),
    ),
    "long_exchanges.py": (
        lambda _: [
            *("--events", "200", "--largest", "200", "--deltas", "200", "--shapes", "text"),
            *("--dialects", "openai-chat", "bedrock-converse"),
        ],
        ("openai-chat text: ", "ratio ", "two of the dearest values: ", "200 deltas: "),
    ),
    "markup.py": (lambda _: ["2000"], ("searches, ", "ratio")),
    "replay_vs_pytest.py": (
        lambda _: ["--cases", "20", "--at-least", "0"],
        ("20 cases: ours ", "ratio "),
    ),
    "site_page.py": (
        lambda _: ["--targets", "6", "--cases", "6", "--rounds", "1"],
        ("6 targets x 6 cases", "results to page: ", "first load: ", "first paint"),
    ),
    "unpacking.py": (lambda _: ["2000"], ("MB unpacked: ours ", "2000 empty members", "ratio ")),
    "verify.py": (lambda _: ["openai-chat"], ("openai-chat: ", " s CPU", "longest of 1: ")),
    "scrubbing.py": (
        lambda _: [
            *("--megabytes", "0.01", "--only", "nested arrays"),
            *("--folder", "vllm.anthropic-messages"),
        ],
        ("shipped exchanges", "hits ", " MB  nested arrays, alone"),
    ),
}


def test_every_benchmark_has_a_tiny_size() -> None:
    """A benchmark that is added says how it is run here."""
    assert {path.name for path in BENCHMARKS.glob("*.py")} == TINY.keys()


@pytest.mark.parametrize("name", TINY)
def test_a_benchmark_runs_and_prints_its_figures(name: str, tmp_path: Path) -> None:
    """It ends well and prints what docs/benchmarks.md quotes."""
    arguments, figures = TINY[name]
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / name), *arguments(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PYTHONPATH},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    for figure in figures:
        assert figure in done.stdout
