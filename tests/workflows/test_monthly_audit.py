"""Two months of the monthly audit, run as the workflow files have it, against `toolwire serve`.

Two providers answer on this machine, the key of a third is missing, and in the second month one
of the two breaks a rule.
"""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from harness.suites import load_suites
from tests.workflows.github import ROOT, GitHub, Run, load

_FIRST, _SECOND = "2026-10-01", "2026-11-01"
_PROVIDER = """
provider: {id}
title: {title}
source: https://{id}.example/docs
read: 2026-11-21
mirrors: {mirrors}
base_url: {address}
key_env: {key}
hosts: [{id}.example]
models:
  - id: tiny
    tools: yes
    price: {{input: 0.10, output: 0.50}}
    source: https://{id}.example/models
    read: 2026-11-21
docs: {{url: "https://{id}.example/docs/tools", read: 2026-11-21}}
changelog: {{url: "https://{id}.example/changelog", read: 2026-11-21}}
documented:
"""
#: Two suites are enough here; of the others the files say that there is nothing to ask.
_KEPT = ("single_call", "tool_definition")
_LACKING = """  {suite}: {{value: no, source: "https://{id}.example/docs", read: 2026-11-21}}
"""
#: The caller of a repository that is not a fork, as docs/monthly-audit.md has it.
_INPUTS = {
    "providers": "acme globex initech",
    "max-usd": "0.75",
    "provider-files": "providers",
    "cassettes": "tool-calling/cassettes",
    "reports": "tool-calling/reports",
}
_KEY = "only-acme-may-see-this-1"


@dataclass
class Months:
    """The repository after both, and what each run and its `gh` calls came to."""

    github: GitHub
    runs: tuple[Run, Run]
    told: tuple[list[dict[str, object]], list[dict[str, object]]]

    def body(self, month: int, *words: str) -> str:
        """Return the text that `gh` was given with a deed of a month."""
        (found,) = [t for t in self.told[month] if t["words"][: len(words)] == list(words)]  # type: ignore[index]
        return str(found["body"])

    def title(self, month: int, *words: str) -> str:
        """Return the title of the same."""
        (found,) = [t for t in self.told[month] if t["words"][: len(words)] == list(words)]  # type: ignore[index]
        given = found["words"]
        assert isinstance(given, list)
        return str(given[given.index("--title") + 1])


@contextmanager
def served(dialect: str, port: int, *more: str) -> Iterator[None]:
    """Answer like a provider on a port of this machine."""
    words = ["serve", "-d", dialect, "--port", str(port), "--model", "tiny", "-q", *more]
    with subprocess.Popen(
        [sys.executable, "-m", "harness", *words], stdout=subprocess.PIPE, text=True, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith("http://127.0.0.1:")
        try:
            yield
        finally:
            process.send_signal(signal.SIGTERM)


def free_port() -> int:
    """Return a port nobody listens on; the address of a provider stays the same in both months."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


@pytest.fixture(scope="module")
def months(tmp_path_factory: pytest.TempPathFactory) -> Months:
    """Run both months; a person merges the pull request of the first."""
    github = GitHub(tmp_path_factory.mktemp("github"))
    acme, globex = free_port(), free_port()
    rows = (
        ("acme", "Acme", "openai", f"http://127.0.0.1:{acme}/v1", "ACME_API_KEY"),
        ("globex", "Globex", "anthropic", f"http://127.0.0.1:{globex}", "GLOBEX_API_KEY"),
        ("initech", "Initech", "openai", "https://api.initech.example/v1", "INITECH_API_KEY"),
    )
    names = ("id", "title", "mirrors", "address", "key")
    lacking = [suite.id for suite in load_suites() if suite.id not in _KEPT and not suite.pairs]
    files = {
        f"providers/{row[0]}.yaml": _PROVIDER.format(**dict(zip(names, row, strict=True)))
        + "".join(_LACKING.format(id=row[0], suite=suite) for suite in lacking)
        for row in rows
    }
    github.create(files | {"README.md": "reports of ours\n"})
    keys = {"ACME_API_KEY": _KEY, "GLOBEX_API_KEY": "g-2", "INITECH_API_KEY": None}
    runs: list[Run] = []
    told: list[list[dict[str, object]]] = []
    for date, fault in ((_FIRST, ()), (_SECOND, ("--fault", "TC304"))):
        github.date = date
        before = len(github.told())
        with served("openai-chat", acme, *fault), served("anthropic-messages", globex):
            secrets = {"keys": json.dumps(keys)}
            runs.append(github.run("reusable-audit.yml", _INPUTS, secrets, "workflow_call"))
        told.append(github.told()[before:])
        github.merge(f"toolwire/{date}")
    return Months(github, (runs[0], runs[1]), (told[0], told[1]))


def test_findings_and_a_missing_key_stop_no_job(months: Months) -> None:
    """Exit codes 1 and 2 are results: every audit and the report end well, in both months."""
    for run in months.runs:
        results = {name: job.result for name, job in run.jobs.items() if name != "verdict"}
        names = {"plan", "audit", "report", "audit acme", "audit globex", "audit initech"}
        assert results == dict.fromkeys(names, "success"), run.jobs["report"].log


def test_a_missing_key_is_loud(months: Months) -> None:
    """It is red, in the verdict, the pull request's title and text, and the job's own summary."""
    for month, run in enumerate(months.runs):
        assert run.jobs["verdict"].result == "failure"
        assert "::error title=Not looked at::initech" in run.jobs["verdict"].log
        assert "::error title=initech::all" in run.jobs["audit initech"].log
        assert "**Not looked at: initech.**" in run.jobs["audit initech"].summary
        assert months.title(month, "pr", "create").endswith(", not looked at: initech")
        text = months.body(month, "pr", "create")
        assert "**Not looked at: initech.**" in text
        assert "`no key (set INITECH_API_KEY)`" in text
        assert "| acme | looked at |" in text


def test_the_pull_request_says_what_broke(months: Months) -> None:
    """The first month has nothing to compare with; the second names provider and rule."""
    assert months.title(0, "pr", "create").startswith(f"Report of {_FIRST}: nothing broke")
    assert "there is none to compare it with" in months.body(0, "pr", "create")
    assert "Something broke" not in months.runs[0].jobs["verdict"].log
    assert months.title(1, "pr", "create").startswith(f"Report of {_SECOND}: something broke")
    broken = [line for line in months.body(1, "pr", "create").splitlines() if "TC304" in line]
    assert any("acme" in line for line in broken), months.body(1, "pr", "create")
    assert not any("globex" in line for line in broken)
    log = months.runs[1].jobs["verdict"].log
    assert "::error title=Something broke::it is listed in https://github.example/" in log


def test_the_issue_is_the_checklist(months: Months) -> None:
    """Its body is the report's own, with boxes; every month has an issue of its own."""
    titles = [months.title(month, "issue", "create") for month in (0, 1)]
    assert titles == [f"Tool-calling formats: checklist of {day}" for day in (_FIRST, _SECOND)]
    for month, day in enumerate((_FIRST, _SECOND)):
        made = months.github.file(f"toolwire/{day}", f"tool-calling/reports/{day}/issue.md")
        body = months.body(month, "issue", "create")
        assert body.rstrip() == f"{body.partition(chr(10))[0]}\n\n{made}".rstrip()
        assert "- [ ]" in body
        assert "acme" in body.lower()


def test_reports_and_cassettes_are_committed(months: Months) -> None:
    """The branch has two dates, bytes of who answered, and nothing else that is new."""
    tree = months.github.git("ls-tree", "-r", "--name-only", "main", cwd=months.github.origin)
    files = tree.splitlines()
    dates = {name.split("/")[2] for name in files if name.startswith("tool-calling/reports/")}
    assert dates == {_FIRST, _SECOND}
    assert "tool-calling/cassettes/acme/tiny/single_call.required.blocking.yaml" in files
    routes = {name.split("/")[2] for name in files if name.startswith("tool-calling/cassettes/")}
    assert routes == {"acme", "globex"}
    others = {name.split("/")[0] for name in files} - {"tool-calling"}
    assert others == {"README.md", "providers"}
    logs = months.github.git("log", "--format=%s", "main", cwd=months.github.origin)
    assert logs.splitlines() == [f"Add the report of {d}" for d in (_SECOND, _FIRST)] + ["Files"]


def test_no_key_is_in_a_command_line_or_what_is_kept(months: Months) -> None:
    """The key is hidden in the log and stands in no pushed byte."""
    jobs = [job for run in months.runs for job in run.jobs.values()]
    shown = [
        line
        for job in jobs
        for line in job.log.splitlines()
        if _KEY in line and not line.startswith("::add-mask::")
    ]
    assert shown == []
    assert _KEY not in json.dumps(months.told)
    found = subprocess.run(
        ["git", "grep", "-q", _KEY, "main"], cwd=months.github.origin, check=False
    )
    assert found.returncode == 1


def test_running_a_job_again_updates_what_is_there(months: Months) -> None:
    """On the same day the pull request is edited, and the issue, which people edit, is commented."""
    github = months.github
    before = len(github.told())
    run = github.run("reusable-audit.yml", _INPUTS | {"providers": "initech"}, {}, "workflow_call")
    deeds = [" ".join(one["words"][:2]) for one in github.told()[before:]]
    assert deeds == ["auth setup-git", "pr list", "pr edit", "issue list", "issue comment"]
    assert run.jobs["report"].result == "success"


def test_the_shipped_caller_hands_over_every_key(months: Months) -> None:
    """monthly-audit.yml passes inputs that exist and a key for every provider on the internet."""
    jobs = load(".github/workflows/monthly-audit.yml")["jobs"]
    declared = load(".github/workflows/reusable-audit.yml")["on"]["workflow_call"]
    assert set(jobs["monthly"]["with"]) <= set(declared["inputs"])
    assert set(jobs["monthly"]["secrets"]) == set(declared["secrets"])
