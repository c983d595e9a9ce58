"""The workflows that a person starts: recording one provider, and verifying a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.workflows.github import GitHub
from tests.workflows.scratch import free_port, provider_file, served

_KEY = "a-key-nobody-may-read-1"


def test_recording_proposes_what_was_answered(tmp_path: Path) -> None:
    """The pull request has the cassettes of the provider, and says how much was looked at."""
    github, port = GitHub(tmp_path), free_port()
    file = provider_file("acme", "openai", "https://acme.example/v1")
    github.create({"providers/acme.yaml": file})
    inputs = {
        "provider": "acme",
        "provider-files": "providers",
        "secret": "ACME_API_KEY",
        "at": f"http://127.0.0.1:{port}",
    }
    with served("openai-chat", port):
        run = github.run("record.yml", inputs, {"ACME_API_KEY": _KEY})
    assert run.result == "success", [job.log for job in run.jobs.values()]
    (made,) = [one for one in github.told() if one["words"][:2] == ["pr", "create"]]
    assert "| acme | looked at |" in made["body"]
    branch = made["words"][made["words"].index("--head") + 1]
    files = github.git("ls-tree", "-r", "--name-only", branch, cwd=github.origin).splitlines()
    assert "cassettes/acme/tiny/single_call.auto.streaming.yaml" in files
    assert not any(name.startswith("audit") for name in files)
    assert _KEY not in github.git("log", "-p", branch, cwd=github.origin)


def test_recording_stops_where_the_named_secret_is_not(tmp_path: Path) -> None:
    """A misspelt name of a secret asks nobody and proposes nothing."""
    github = GitHub(tmp_path)
    github.create({"README.md": "ours\n"})
    run = github.run("record.yml", {"provider": "mistral", "secret": "MISTRAL_KEY"}, {})
    assert {name: job.result for name, job in run.jobs.items()} == {
        "record mistral": "failure", "record": "failure", "propose": "skipped"
    }  # fmt: skip
    assert "::error title=No key" in run.jobs["record"].log
    assert github.told() == []


@pytest.mark.parametrize(("limit", "result"), [("400", "success"), ("", "failure")])
def test_who_has_no_price_is_limited_in_requests(tmp_path: Path, limit: str, result: str) -> None:
    """With max-requests the limit in USD gives way; without it the audit refuses to begin."""
    github, port = GitHub(tmp_path), free_port()
    file = provider_file("acme", "openai", f"http://127.0.0.1:{port}/v1")
    lines = [line for line in file.splitlines() if "price:" not in line]
    github.create({"providers/acme.yaml": "\n".join(lines)})
    inputs = {"provider": "acme", "provider-files": "providers", "max-requests": limit}
    with served("openai-chat", port):
        run = github.run("record.yml", inputs)
    assert run.jobs["record"].result == result, run.jobs["record"].log
    told = "max-requests is the limit" if limit else "price of acme/tiny is not known"
    assert told in run.jobs["record"].log


def test_verifying_tells_the_verdict_and_is_red_for_a_fault(tmp_path: Path) -> None:
    """What was found is uploaded and in the summary before the job ends with the verdict's code."""
    github, port = GitHub(tmp_path), free_port()
    inputs = {"url": f"http://127.0.0.1:{port}/v1", "model": "tiny", "secret": "THEIR_KEY"}
    with served("openai-chat", port, "--fault", "TC304"):
        run = github.run("verify-provider.yml", inputs, {"THEIR_KEY": _KEY})
    assert run.jobs["verify"].result == "failure"
    assert "TC304" in run.jobs["verify"].summary, run.jobs["verify"].log
    kept = [one for one in (github.artifacts / "verified").rglob("*") if one.is_file()]
    assert "results.jsonl" in {one.name for one in kept}
    assert not any(_KEY.encode() in one.read_bytes() for one in kept)


def test_verifying_without_the_named_secret_asks_nobody(tmp_path: Path) -> None:
    """There is no fall back to asking without a key."""
    github = GitHub(tmp_path)
    inputs = {"url": "https://acme.example/v1", "model": "tiny", "secret": "NO_SUCH"}
    run = github.run("verify-provider.yml", inputs, {"OTHER": _KEY})
    assert run.jobs["verify"].result == "failure"
    assert "::error title=No key" in run.jobs["verify"].log
    assert not (github.artifacts / "verified").exists()
