"""Replay + rules + results against plain pytest + pytest-recording, on the same cassettes.

Generates cases and their cassettes in a temporary folder, then runs both ways as child
processes and compares their user + system CPU time:

* ours: replay, decode, every rule, expectations, results.jsonl (`toolwire.jobs.audit`);
* plain: one pytest test per cassette, with pytest-recording and an httpx client per test
  that sends the recorded request and checks status and body; no rule, no result.

    python benchmarks/replay_vs_pytest.py [--cases 2000] [--at-least 20]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parents[1]

OURS = """
import sys
from pathlib import Path
from toolwire.jobs.audit import replay_from, run
from toolwire.jobs.audit.selection import select
from toolwire.model.observation import Verdict
from toolwire.results import header, write

folder = Path(sys.argv[1])
items = select(["bench"], ["bench"], suites_dir=folder / "suites",
               providers_dir=folder / "providers").items
cases = []
def seen():
    for observation in run(items, replay_from(folder / "cassettes")):
        assert observation.verdict is Verdict.CONFORMANT, observation
        # Beside each case stands the comparison of its two modes.
        cases.append(observation.suite == "bench")
        yield observation
assert write(folder / "results.jsonl", header({}), seen()) == len(cases)
assert sum(cases) == len(items)
"""

PLAIN = """
import json
from pathlib import Path
import httpx, pytest

HERE = Path(__file__).parent
ASKED = json.loads((HERE / "asked.json").read_text())

@pytest.fixture
def vcr_cassette_dir():
    return str(HERE / "cassettes" / "bench" / "bench-model")

@pytest.mark.parametrize("url, body", [
    pytest.param(url, body, id=name, marks=[pytest.mark.vcr, pytest.mark.default_cassette(name)])
    for name, url, body in ASKED
])
def test_case(url, body):
    with httpx.Client() as client:
        answer = client.post(url, content=body.encode(),
                             headers={"content-type": "application/json"})
    assert answer.status_code == 200
    assert answer.text
"""


def generate(folder: Path, cases: int) -> None:
    """Write a provider, a suite of `cases` / 2 cases in two modes, cassettes and the test."""
    for name in ("suites", "providers"):
        (folder / name).mkdir()
    provider = {
        "provider": "bench",
        "title": "Bench",
        "mirrors": "openai",
        "base_url": "https://bench.example.invalid/v1",
        "key_env": "BENCH_KEY",
        "hosts": ["bench.example.invalid"],
        "wire": {"as_mirrored": {"source": "https://bench.example.invalid/", "read": "2026-11-21"}},
        "models": [
            {"id": "bench-model", "source": "https://bench.example.invalid/", "read": "2026-11-21"}
        ],
    }
    (folder / "providers" / "bench.yaml").write_text(yaml.safe_dump(provider, sort_keys=False))
    suite = {
        "suite": "bench",
        "title": "Generated cases",
        "why": "To be measured.",
        "cases": [case(number) for number in range(cases // 2)],
    }
    (folder / "suites" / "bench.yaml").write_text(yaml.safe_dump(suite, sort_keys=False))
    from toolwire.jobs.audit import compose
    from toolwire.jobs.audit.selection import select

    items = select(
        ["bench"], ["bench"], suites_dir=folder / "suites", providers_dir=folder / "providers"
    ).items
    asked = []
    for composed in compose(items, folder / "cassettes"):
        path = folder / "cassettes" / composed.item.cassette
        request = yaml.load(path.read_bytes(), yaml.CSafeLoader)["interactions"][0]["request"]
        asked.append((path.stem, request["uri"], request["body"]))
    (folder / "asked.json").write_text(json.dumps(asked))
    (folder / "test_plain.py").write_text(PLAIN)


def case(number: int) -> dict[str, object]:
    """Return one generated case."""
    place = f"Town {number}"
    return {
        "id": f"case_{number}",
        "title": f"Case {number}",
        "tools": ["get_weather"],
        "steps": [
            {
                "user": f'Call get_weather({{"location": "{place}"}}) and nothing else.',
                "expect": {
                    "calls": [{"tool": "get_weather", "arguments": {"location": place}}],
                    "stop": "tool_call",
                },
            }
        ],
    }


def cpu(command: list[str], folder: Path) -> float:
    """Run a command and return the user + system CPU seconds of it and its children."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "harness")}
    subprocess.run(command, cwd=folder, env=environment, check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Measure and print; exit code 1 when the ratio is below `--at-least`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--at-least", type=float, default=20.0)
    options = parser.parse_args()
    sys.path.insert(0, str(ROOT))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        generate(folder, options.cases)
        ours = cpu([sys.executable, "-c", OURS, str(folder)], folder)
        plain = cpu(
            [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_plain.py"],
            folder,
        )
    ratio = plain / ours
    each = f"{1000 * ours / options.cases:.2f} ms a case, {1000 * plain / options.cases:.2f} ms"
    print(f"{options.cases} cases: ours {ours:.2f} s CPU, plain {plain:.2f} s CPU ({each})")
    print(f"ratio {ratio:.1f} (at least {options.at_least:g})")
    return int(ratio < options.at_least)


if __name__ == "__main__":
    sys.exit(main())
