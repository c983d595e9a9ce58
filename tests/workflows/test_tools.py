"""The small programs of the monthly audit: who is asked, with which keys, and at whom was looked."""

from __future__ import annotations

import json
import os
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from tests.support.root import PYTHONPATH
from tests.workflows.expressions import filled
from tests.workflows.github import ROOT, load
from tests.workflows.programs import install
from tests.workflows.scratch import provider_file
from toolwire.providers import load_providers

_TOOLS = ROOT / ".github" / "monthly"
_ASK = "import json, os; print(json.dumps(dict(os.environ)))"


def ran(program: str, *words: str, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run one of the programs with this environment."""
    return subprocess.run(
        [sys.executable, str(_TOOLS / program), *words],
        env={"PYTHONPATH": PYTHONPATH, **env}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def seen_by(words: str, **env: str) -> tuple[dict[str, str], str]:
    """Return the environment a command gets, and what is printed before it."""
    done = ran("with_keys.py", words, sys.executable, "-c", _ASK, env=env)
    assert done.returncode == 0, done.stdout + done.stderr
    *before, last = done.stdout.splitlines()
    return json.loads(last), "\n".join(before)


def test_a_provider_sees_its_own_keys_only() -> None:
    """Keys and account of its file are handed on; other keys and the object of all are not."""
    keys = {"AWS_BEARER_TOKEN_BEDROCK": "b", "AWS_REGION": "eu-west-1", "OPENAI_API_KEY": "o"}
    env, before = seen_by("aws-bedrock", KEYS=json.dumps(keys), OPENAI_API_KEY="inherited")
    assert (env["AWS_BEARER_TOKEN_BEDROCK"], env["AWS_REGION"]) == ("b", "eu-west-1")
    assert not {"OPENAI_API_KEY", "KEYS"} & set(env)
    assert set(before.splitlines()) == {f"::add-mask::{v}" for v in ("b", "eu-west-1", "o")}


def test_a_secret_that_is_not_there_is_no_key() -> None:
    """GitHub writes null or nothing for it; the variable is not set at all then."""
    env, _ = seen_by("openai mistral", KEYS='{"OPENAI_API_KEY": null, "MISTRAL_API_KEY": ""}')
    assert not {"OPENAI_API_KEY", "MISTRAL_API_KEY"} & set(env)


def test_keys_may_come_from_the_environment_instead() -> None:
    """Without KEYS the step's own `env` is what the audit gets."""
    env, before = seen_by("openai", KEYS="", OPENAI_API_KEY="mine")
    assert (env["OPENAI_API_KEY"], before) == ("mine", "")


def test_the_keys_of_own_provider_files_are_found(tmp_path: Path) -> None:
    """A provider that toolwire does not ship is as good as one that it does."""
    (tmp_path / "acme.yaml").write_text(provider_file("acme", "openai", "https://acme.example/v1"))
    env, _ = seen_by("acme/*", KEYS='{"ACME_API_KEY": "a"}', PROVIDER_FILES=str(tmp_path))
    assert env["ACME_API_KEY"] == "a"


@pytest.mark.parametrize("text", ["sk-secret", '["sk-secret"]', '{"A": 1}', '{"A": "sk-secret"'])
def test_keys_that_cannot_be_read_are_not_repeated(text: str) -> None:
    """The message says what is wrong, in one line and without the text, which may be a key."""
    done = ran("with_keys.py", "openai", "true", env={"KEYS": text})
    assert done.returncode == 3
    assert done.stdout == "::error title=Keys::keys: not a JSON object of strings\n"
    assert "sk-secret" not in done.stdout + done.stderr


def test_the_monthly_audit_hands_over_every_key() -> None:
    """monthly-audit.yml names the key and account of every provider on the internet, no others."""
    jobs = load(".github/workflows/monthly-audit.yml")["jobs"]
    declared = load(".github/workflows/reusable-audit.yml")["on"]["workflow_call"]
    assert set(jobs["monthly"]["with"]) <= set(declared["inputs"])
    assert set(jobs["monthly"]["secrets"]) == set(declared["secrets"])
    routes = [
        r for p in load_providers() for r in p.routes if r.endpoint.base_url[:8] == "https://"
    ]
    wanted = {name for r in routes for name in (r.key_env, *r.variables) if name}
    text = jobs["monthly"]["secrets"]["keys"]
    handed = {
        part.split('"')[1]: part.split("secrets.")[1].split(")")[0] for part in text.split(",")
    }
    assert set(handed) == wanted
    # GitHub refuses secrets whose name begins with its own.
    assert not any(name.startswith("GITHUB_") for name in handed.values())
    renamed = {name for name, secret in handed.items() if name != secret}
    assert all(name.startswith("GITHUB_") for name in renamed)


def test_the_caller_in_the_documentation_fits() -> None:
    """What a stranger copies names inputs and secrets that exist, grants what is needed, and works."""
    page = (ROOT / "docs" / "monthly-audit.md").read_text(encoding="utf-8")
    block = page.split("<!-- caller -->")[1].split("<!-- /caller -->")[0].strip().strip("`")
    job = yaml.safe_load(block.removeprefix("yaml"))["jobs"]["monthly"]
    called = load(".github/workflows/reusable-audit.yml")
    declared = called["on"]["workflow_call"]
    assert set(job["with"]) <= set(declared["inputs"])
    assert set(job["secrets"]) == set(declared["secrets"])
    wanted = {right for one in called["jobs"].values() for right in one["permissions"].items()}
    assert {name for name, word in wanted if word == "write"} == set(job["permissions"])
    assert re.fullmatch(r"OWNER/toolwire/\.github/workflows/\S+@[0-9a-f]{40}", job["uses"])
    keys = filled(
        job["secrets"]["keys"], {"secrets": {"OPENAI_API_KEY": 'a"b', "ACME_API_KEY": "c"}}
    )
    env, _ = seen_by("openai", KEYS=keys)
    assert env["OPENAI_API_KEY"] == 'a"b'


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a PATH on which `toolwire` is the one of these sources."""
    return f"{install(tmp_path_factory.mktemp('bin') / 'bin', ROOT)}:{os.environ['PATH']}"


def test_every_provider_on_the_internet_is_asked_or_named(path: str) -> None:
    """With a limit of requests all are asked, in all their routes; those at home are left out."""
    done = ran("jobs.py", env={"PATH": path, "PROVIDERS": "", "MAX_REQUESTS": "9"})
    jobs = {job["provider"]: job["targets"].split() for job in json.loads(done.stdout)}
    at_home = {
        p.id for p in load_providers()
        if not any(r.endpoint.base_url.startswith("https://") and r.models for r in p.routes)
    }  # fmt: skip
    assert set(jobs) == {p.id for p in load_providers()} - at_home
    assert jobs["openai"] == ["openai", "openai.openai-responses"]
    assert jobs["qwen"] == ["qwen"]
    assert {line.split()[2] for line in done.stderr.splitlines()} == at_home


def test_who_cannot_be_limited_in_usd_is_left_out_by_name(path: str) -> None:
    """Without a price there is no limit: nobody is asked who was not named."""
    done = ran("jobs.py", env={"PATH": path, "PROVIDERS": "", "MAX_REQUESTS": ""})
    asked = {job["provider"] for job in json.loads(done.stdout)}
    unpriced = {
        p.id for p in load_providers()
        for r in p.routes
        if r.endpoint.base_url.startswith("https://") and r.models and r.models[0].price is None
    }  # fmt: skip
    assert asked.isdisjoint(unpriced)
    assert "openai" in asked
    told = {line.split()[2] for line in done.stderr.splitlines() if "price not known" in line}
    assert told == unpriced


def test_words_for_one_provider_are_one_job(path: str) -> None:
    """Words are kept as they are; several for one provider share its job and key."""
    words = "openai/gpt-6-luna acme openai.openai-responses/*"
    done = ran("jobs.py", env={"PATH": path, "PROVIDERS": words})
    assert json.loads(done.stdout) == [
        {"provider": "openai", "targets": "openai/gpt-6-luna openai.openai-responses/*"},
        {"provider": "acme", "targets": "acme"},
    ]


@pytest.mark.parametrize("word", ["$(reboot)", "../x", "-p", "::error::"])
def test_what_is_no_provider_stops_the_plan(path: str, word: str) -> None:
    """Names of jobs and artifacts are made of it."""
    done = ran("jobs.py", env={"PATH": path, "PROVIDERS": word})
    assert (done.returncode, done.stdout) == (3, "")


def looked(folder: Path, *providers: str) -> tuple[str, str, dict[str, str]]:
    """Return table, annotations and outputs of looked.py."""
    output = folder / "output"
    done = ran("looked.py", str(folder), *providers, env={"GITHUB_OUTPUT": str(output)})
    assert done.returncode == 0, done.stderr
    lines = output.read_text(encoding="utf-8").splitlines()
    return done.stdout, done.stderr, dict(line.split("=", 1) for line in lines)


def results(
    folder: Path, provider: str, *verdicts: str, reason: str = "no key (set A_KEY)"
) -> None:
    """Write results with these verdicts."""
    (folder / provider).mkdir()
    seen = [{"kind": "observation", "verdict": one, "reason": reason} for one in verdicts]
    lines = [json.dumps(one) for one in ({"kind": "header"}, *seen)]
    (folder / provider / "results.jsonl").write_text("\n".join(lines), encoding="utf-8")


def test_nobody_who_was_not_looked_at_is_passed_over(tmp_path: Path) -> None:
    """No results, nothing but not-run and no case at all are one and the same: not looked at."""
    results(tmp_path, "well", "conformant", "failed")
    results(tmp_path, "partly", "conformant", "not-run")
    # What documentation says is absent was not looked at either.
    results(tmp_path, "keyless", "not-run", "not-run", "unsupported")
    results(tmp_path, "empty")
    table, told, outputs = looked(tmp_path, "well", "partly", "keyless", "empty", "stopped")
    assert outputs == {"unseen": "keyless empty stopped", "partly": "partly"}
    assert "**Not looked at: keyless, empty, stopped.**" in table
    assert "| well | looked at | 2 of 2 |  |" in table
    assert "| partly | looked at | 1 of 2 | `no key (set A_KEY)` |" in table
    levels = {
        line.split("title=")[1].split("::")[0]: line.split(" ")[0] for line in told.splitlines()
    }
    error, warning = "::error", "::warning"
    assert levels == {"partly": warning, "keyless": error, "empty": error, "stopped": error}


_LOOKED = runpy.run_path(str(_TOOLS / "looked.py"))


@given(st.text())
def test_a_reason_is_one_line_and_no_markdown(text: str) -> None:
    """A provider's words end neither the table nor the code they stand in, and mention nobody."""
    found = _LOOKED["Look"]("acme", 2, 1, _LOOKED["plain"](text))
    line = _LOOKED["row"](found)
    assert len(line.splitlines()) == 1
    assert line.replace("\\|", "").count("|") == 5
    assert line.count("`") in {0, 2}
    assert len(found.told.splitlines()) == 1
