"""The workflows ask the tool for things it has."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import yaml
from click.testing import CliRunner

from harness.cli import toolwire

WORKFLOWS = Path(__file__).resolve().parents[1] / ".github" / "workflows"
PYTHON = re.compile(r"python -c '([^']+)'")


def script(workflow: str, job: str) -> str:
    """Return the Python line in a job's steps."""
    steps = yaml.safe_load((WORKFLOWS / workflow).read_text(encoding="utf-8"))["jobs"][job]["steps"]
    (found,) = [match[1] for step in steps if (match := PYTHON.search(step.get("run", "")))]
    return found


def test_the_monthly_audit_has_a_job_for_every_provider() -> None:
    """Its list of jobs, made from `toolwire list providers --json`, names each provider once."""
    listed = CliRunner().invoke(toolwire, ["list", "providers", "--json"], standalone_mode=False)
    made = subprocess.run(
        [sys.executable, "-c", script("monthly-audit.yml", "providers")],
        input=listed.output, capture_output=True, text=True, check=True,
    )  # fmt: skip
    names = json.loads(made.stdout)
    assert {"openai", "anthropic", "gemini", "aws-bedrock", "cohere", "ollama"} <= set(names)
    assert len(names) == len(set(names))


#: Sessions that are run by hand.
LEFT_OUT = ("report", "imported", "bench", "who_breaks", "servers", "verify_rules")


def test_ci_fans_out_over_the_sessions_of_nox() -> None:
    """Its list of jobs leaves out what is run by hand, and nothing else."""
    sessions = json.dumps([{"name": name} for name in ("tests", "lint", *LEFT_OUT)])
    made = subprocess.run(
        [sys.executable, "-c", script("ci.yml", "sessions")],
        input=sessions, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(made.stdout) == ["lint", "tests"]
