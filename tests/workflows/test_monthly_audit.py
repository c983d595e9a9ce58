"""Two months of the monthly audit, run as the workflow files have it, against `toolwire serve`.

Two providers answer on this machine, the key of a third is missing, and in the second month one
of the two breaks a rule.
"""

from __future__ import annotations

import csv
import io
import json
import subprocess
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.support.submission import STATEMENT, handed_in
from tests.workflows.github import GitHub, Run
from tests.workflows.scratch import free_port, provider_file, served

#: Not today: what is recorded while the clock passes midnight has to be older than its report.
_FIRST, _SECOND = ((datetime.now(tz=UTC) + timedelta(days=d)).date().isoformat() for d in (1, 32))
#: The caller of a repository that is not a fork, as docs/monthly-audit.md has it.
_INPUTS = {
    "providers": "acme globex initech",
    "max-usd": "0.75",
    "provider-files": "providers",
    "key-env": "ACME_API_KEY GLOBEX_API_KEY",
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


@pytest.fixture(scope="module")
def months(tmp_path_factory: pytest.TempPathFactory) -> Months:
    """Run both months; a person merges the pull request of the first."""
    github = GitHub(tmp_path_factory.mktemp("github"))
    acme, globex = free_port(), free_port()
    there = f"http://127.0.0.1:{acme}/v1", f"http://127.0.0.1:{globex}"
    files = {
        "providers/acme.yaml": provider_file("acme", "openai", there[0]),
        "providers/globex.yaml": provider_file("globex", "anthropic", there[1]),
        "providers/initech.yaml": provider_file("initech", "openai", "https://initech.example/v1"),
    }
    lab = handed_in(tmp_path_factory.mktemp("lab"))
    files |= {
        path.relative_to(lab.parents[1]).as_posix(): path.read_text(encoding="utf-8")
        for path in lab.rglob("*.yaml")
    }
    refused = STATEMENT.replace("lab", "other").replace("vllm/scripted", "nobody/nothing")
    files["submissions/other/statement.yaml"] = refused
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
        report = runs[-1].jobs["report"]
        assert report.result == "success", "".join(job.log for job in runs[-1].jobs.values())
        github.merge(f"toolwire/report-{len(runs)}")
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
    assert titles == [f"Tool-calling formats: checklist of {d[:7]}" for d in (_FIRST, _SECOND)]
    for month, day in enumerate((_FIRST, _SECOND)):
        made = months.github.file("main", f"tool-calling/reports/{day}/issue.md")
        body = months.body(month, "issue", "create")
        assert body.rstrip() == f"{body.partition(chr(10))[0]}\n\n{made}".rstrip()
        assert body.count("- [ ]") + body.count("- [x]") > 3


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
    assert others == {"README.md", "providers", "submissions"}
    logs = months.github.git("log", "--format=%s", "main", cwd=months.github.origin)
    assert logs.splitlines() == [f"Add the report of {d}" for d in (_SECOND, _FIRST)] + ["Files"]


def test_what_was_handed_in_is_judged_for_every_report(months: Months) -> None:
    """Its cells are labelled; what cannot be taken any more is told, and stops nobody."""
    for day, run in zip((_FIRST, _SECOND), months.runs, strict=True):
        path = f"tool-calling/reports/{day}/matrix.csv"
        rows = list(csv.DictReader(io.StringIO(months.github.file("main", path))))
        mine = [row for row in rows if (row["provider"], row["name"]) == ("vllm", "single_call")]
        assert {row["level"] for row in mine} == {"submitted"}
        assert "::warning title=Submission not taken::other" in run.jobs["plan"].log


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
    """The pull request is edited; the month's issue, which people edit, gets a comment."""
    github = months.github
    before = len(github.told())
    given = _INPUTS | {"providers": "initech"}
    run = github.run("reusable-audit.yml", given, {}, "workflow_call", again=True)
    deeds = [" ".join(one["words"][:2]) for one in github.told()[before:]]
    assert deeds == ["auth setup-git", "pr list", "pr edit", "issue list", "issue comment"]
    assert run.jobs["report"].result == "success"


def test_a_range_of_versions_is_refused_before_anybody_is_asked(tmp_path: Path) -> None:
    """The judge is pinned; the verdict says that there was no plan."""
    github = GitHub(tmp_path)
    github.create({"README.md": "ours\n"})
    run = github.run("reusable-audit.yml", {"version": ">=0.1"}, {}, "workflow_call")
    results = {name: job.result for name, job in run.jobs.items()}
    assert results == {
        "plan": "failure", "audit": "skipped", "report": "skipped", "verdict": "failure"
    }  # fmt: skip
    assert "'>=0.1' is not one version" in run.jobs["plan"].log
    assert "::error title=No plan::" in run.jobs["verdict"].log


def test_a_usage_error_stops_its_job_and_is_told(tmp_path: Path) -> None:
    """Exit code 3 is no result: nothing is uploaded or proposed, and the verdict is red."""
    github = GitHub(tmp_path)
    github.create({"README.md": "ours\n"})
    github.date = _FIRST
    inputs = {"providers": "no-such-provider"}
    run = github.run("reusable-audit.yml", inputs, {}, "workflow_call")
    assert run.jobs["audit no-such-provider"].result == "failure"
    assert "no provider 'no-such-provider'" in run.jobs["audit"].log
    assert not (github.artifacts / "audit-no-such-provider").exists()
    assert "::error title=A job stopped::" in run.jobs["verdict"].log
    assert "::error title=No report::" in run.jobs["verdict"].log
    assert github.told() == []
