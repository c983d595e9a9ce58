"""What the shipped audit costs: all targets, and one provider; user and system CPU of the command.

    python benchmarks/audit.py [--runs 3] [--provider vllm] [--only-provider]

Each run is a process of its own, so that imports and reading every file count, as they do for a
user; bytecode is compiled before, as pip does when it installs. The figures to stay below are in
docs/benchmarks.md; this prints, and judges nothing.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def cpu(arguments: list[str], output: Path, compiled: Path) -> float:
    """Run `toolwire audit` and return its user and system CPU seconds."""
    command = [sys.executable, "-m", "toolwire", "audit", "--quiet", "-o", str(output), *arguments]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "harness"),
        "PYTHONPYCACHEPREFIX": str(compiled),
    }
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(command, cwd=ROOT, env=environment, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f"the audit ended with {done.returncode}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--provider", default="vllm")
    parser.add_argument("--only-provider", action="store_true")
    options = parser.parse_args()
    kinds = {f"one provider ({options.provider})": ["-p", options.provider]}
    if not options.only_provider:
        kinds["all shipped targets"] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, (name, arguments) in enumerate(kinds.items()):
            output, compiled = Path(folder) / str(number), Path(folder) / "compiled"
            cpu(arguments, output, compiled)
            spent = [cpu(arguments, output, compiled) for _ in range(options.runs)]
            each = ", ".join(f"{one:.2f}" for one in spent)
            size = sum(path.stat().st_size for path in output.rglob("*") if path.is_file())
            print(
                f"{name}: {statistics.median(spent):.2f} s CPU (runs: {each}),"
                f" {size / 1e6:.1f} MB written"
            )


if __name__ == "__main__":
    main()
