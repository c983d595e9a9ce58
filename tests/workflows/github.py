"""A small GitHub: it runs the jobs of a workflow as the file has them, on this machine.

Shell lines are run by bash as a runner runs them. Actions of GitHub's own are acted out: a
checkout is a clone of the scratch repository, artifacts are folders. `gh`, `pip` and `date` are the
stand-ins of `programs.py`; git is git, and what is pushed arrives in a bare repository.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from itertools import product
from pathlib import Path
from typing import Any

import yaml

from tests.support.root import ROOT
from tests.workflows.expressions import evaluate, filled, text_of
from tests.workflows.programs import install

__all__ = ["GitHub", "Job", "Run", "load"]

_BASH = ("bash", "--noprofile", "--norc", "-eo", "pipefail")
_LONGEST = 120


def load(path: str) -> Any:
    """Return a YAML file of this repository; `on` is a key there, and no boolean."""
    found = yaml.safe_load((ROOT / path).read_text(encoding="utf-8"))
    return {("on" if key is True else key): value for key, value in found.items()}


@dataclass
class Job:
    """What came of a job: `success`, `failure` or `skipped`, its outputs, log and summary."""

    result: str
    outputs: dict[str, Any] = field(default_factory=dict)
    log: str = ""
    summary: str = ""


@dataclass
class Run:
    """What came of a workflow: name of a job, with a matrix its title, -> the job."""

    jobs: dict[str, Job]

    @property
    def result(self) -> str:
        """Return `failure` if any job failed."""
        return "failure" if any(j.result == "failure" for j in self.jobs.values()) else "success"


class GitHub:
    """A hosted repository: `origin.git`, artifacts of the last run, and what `gh` was told."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.origin = folder / "origin.git"
        self.date = ""
        #: Commit that a pull request is proposed to.
        self.base = ""
        self.artifacts = folder / "artifacts"
        self.pages = folder / "pages"
        #: Where Pages would be, as `configure-pages` says it: without a slash at the end.
        self.address = "https://somebody.github.io/reports"
        self._runs = 0
        self.programs = install(folder / "bin", ROOT)

    def create(self, files: Mapping[str, str]) -> None:
        """Make the repository with these files on `main`."""
        work = self.folder / "first"
        for name, text in files.items():
            (work / name).parent.mkdir(parents=True, exist_ok=True)
            (work / name).write_text(text, encoding="utf-8")
        self.git("init", "-q", "--bare", "-b", "main", str(self.origin))
        self.git("init", "-q", "-b", "main", str(work))
        self.commit(work)

    def commit(self, work: Path) -> None:
        """Commit everything of a folder and push it to `main`."""
        person = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.invalid")
        self.git("add", "-A", cwd=work)
        self.git(*person, "commit", "-q", "-m", "Files", cwd=work)
        self.git("push", "-q", str(self.origin), "HEAD:main", cwd=work)

    def merge(self, branch: str) -> None:
        """Do what a person does with a pull request that only adds: main becomes its branch."""
        self.git("update-ref", "refs/heads/main", f"refs/heads/{branch}", cwd=self.origin)

    def git(self, *words: str, cwd: Path | None = None) -> str:
        """Run git and return what it prints."""
        done = subprocess.run(
            ["git", *words], cwd=cwd, env=self._environment(), capture_output=True, text=True, check=True
        )  # fmt: skip
        return done.stdout

    def file(self, ref: str, path: str) -> str:
        """Return a file of a branch."""
        return self.git("show", f"{ref}:{path}", cwd=self.origin)

    def told(self) -> list[dict[str, Any]]:
        """Return the calls of `gh`, in order: `words`, and `body` where a file was given."""
        path = self.folder / "bin" / "gh.log"
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        return [json.loads(line) for line in lines]

    def _environment(self) -> dict[str, str]:
        return {
            "PATH": f"{self.programs}:/usr/local/bin:/usr/bin:/bin",
            "HOME": str(self.folder),
            "LANG": "C.UTF-8",
            "GIT_CONFIG_GLOBAL": "/dev/null",
            "GIT_CONFIG_SYSTEM": "/dev/null",
            "TODAY": self.date,
        }

    def run(
        self,
        workflow: str,
        inputs: Mapping[str, Any] | None = None,
        secrets: Mapping[str, Any] | None = None,
        event: str = "workflow_dispatch",
        *,
        again: bool = False,
    ) -> Run:
        """Run a workflow file to its end; `again` with the id and artifacts of the last run."""
        if not again:
            self._runs += 1
            shutil.rmtree(self.artifacts, ignore_errors=True)
        document = load(f".github/workflows/{workflow}")
        declared = (document["on"][event] or {}).get("inputs", {})
        unknown = set(inputs or {}) - set(declared)
        assert not unknown, f"no such inputs: {unknown}"
        given = {name: one.get("default", "") for name, one in declared.items()} | dict(
            inputs or {}
        )
        values = {"inputs": given, "secrets": secrets or {}}
        jobs: dict[str, Job] = {}
        for name, job in document["jobs"].items():
            jobs |= self._job(name, job, document, self._contexts(job, values, jobs))
        return Run(jobs)

    def _contexts(
        self, job: Mapping[str, Any], values: Mapping[str, Any], before: Mapping[str, Job]
    ) -> dict[str, Any]:
        needed = [job["needs"]] if isinstance(job.get("needs"), str) else job.get("needs", [])
        needs = {one: before[one] for one in needed}
        well = all(one.result == "success" for one in needs.values())
        return dict(values) | {
            "needs": {n: {"result": j.result, "outputs": j.outputs} for n, j in needs.items()},
            "github": {
                "server_url": "https://github.example", "repository": "somebody/reports",
                "run_id": str(self._runs), "ref_name": "main", "token": "the-token-of-the-run",
                "ref": "refs/heads/main", "event": {"pull_request": {"base": {"sha": self.base}}},
            },
            "()": {"success": lambda: well, "cancelled": lambda: False, "always": lambda: True},
        }  # fmt: skip

    def _job(
        self,
        name: str,
        job: Mapping[str, Any],
        document: Mapping[str, Any],
        contexts: Mapping[str, Any],
    ) -> dict[str, Job]:
        if not evaluate(text_of(job.get("if", "success()")), contexts):
            return {name: Job("skipped")}
        if "uses" in job:
            called = str(job["uses"]).rpartition("/")[2]
            given = filled(job["with"], contexts), filled(job["secrets"], contexts)
            inner = self.run(called, *given, "workflow_call", again=True)
            return {name: Job(inner.result), **{f"{name} / {n}": j for n, j in inner.jobs.items()}}
        matrix = filled(job.get("strategy", {}).get("matrix", {}), contexts)
        cells = [dict(zip(matrix, cell, strict=True)) for cell in product(*matrix.values())]
        made = [_Steps(self, job, document, {**contexts, "matrix": cell}) for cell in cells]
        with ThreadPoolExecutor(2) as pool:
            done = list(pool.map(_Steps.job, made))
        every = {steps.title(name): one for steps, one in zip(made, done, strict=True)}
        failed = any(one.result == "failure" for one in done)
        outputs = done[0].outputs if done else {}
        return every | {name: Job("failure" if failed else "success", outputs, *_texts(done))}


def _texts(jobs: list[Job]) -> tuple[str, str]:
    return "".join(job.log for job in jobs), "".join(job.summary for job in jobs)


class _Steps:
    """The steps of one job, in a workspace of its own."""

    def __init__(
        self,
        hub: GitHub,
        job: Mapping[str, Any],
        document: Mapping[str, Any],
        contexts: Mapping[str, Any],
    ) -> None:
        self._hub, self._document, self._job = hub, document, job
        self._contexts = dict(contexts) | {"steps": {}}
        self._place = (
            hub.folder / "runner" / f"{len(list((hub.folder / 'runner').glob('*')))}-{id(self)}"
        )
        self.workspace = self._place / "workspace"
        (self._place / "temp").mkdir(parents=True)
        self.workspace.mkdir()
        self._log: list[str] = []

    def title(self, name: str) -> str:
        """Return the name as GitHub shows it."""
        return text_of(filled(self._job.get("name", name), self._contexts))

    def job(self) -> Job:
        """Run the steps until one fails."""
        result = "success"
        for step in self._job["steps"]:
            if not self._step(step, self._contexts, None):
                result = "failure"
                break
        outputs = filled(self._job.get("outputs", {}), self._contexts)
        summary = self._place / "summary.md"
        text = summary.read_text(encoding="utf-8") if summary.exists() else ""
        return Job(result, outputs, "".join(self._log), text)

    def _step(self, step: Mapping[str, Any], contexts: dict[str, Any], action: Path | None) -> bool:
        outputs: dict[str, str] = {}
        if "run" in step:
            well = self._shell(step, contexts, action, outputs)
        else:
            well = self._uses(step, contexts, outputs)
        if "id" in step:
            contexts["steps"][step["id"]] = {"outputs": outputs}
        return well

    def _shell(
        self,
        step: Mapping[str, Any],
        contexts: dict[str, Any],
        action: Path | None,
        outputs: dict[str, str],
    ) -> bool:
        assert "${{" not in step["run"], "expressions in shell lines are how injections begin"
        default = self._document.get("defaults", {}).get("run", {}).get("shell")
        assert step.get("shell", default) == "bash", "without it there is no pipefail"
        number = len(list(self._place.glob("step-*")))
        script, output = self._place / f"step-{number}.sh", self._place / f"output-{number}"
        script.write_text(step["run"], encoding="utf-8")
        env = {
            name: text_of(value) for name, value in filled(step.get("env", {}), contexts).items()
        }
        done = subprocess.run(
            [*_BASH, str(script)],
            cwd=self.workspace,
            env=self._hub._environment() | {
                "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(self._place / "summary.md"),
                "RUNNER_TEMP": str(self._place / "temp"), "GITHUB_ACTIONS": "true",
                **({"GITHUB_ACTION_PATH": str(action)} if action else {}),
            } | env,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        self._log.append(f"== {step.get('name', step['run'][:_LONGEST])}\n{done.stdout}")
        outputs.update(_lines(output))
        return done.returncode == 0

    def _uses(
        self, step: Mapping[str, Any], contexts: dict[str, Any], outputs: dict[str, str]
    ) -> bool:
        action = str(step["uses"]).partition("@")[0]
        given = {
            name: text_of(value) for name, value in filled(step.get("with", {}), contexts).items()
        }
        if action.startswith("$/"):
            return self._composite(ROOT / action[2:], given, outputs)
        if action == "actions/configure-pages":
            outputs["base_url"] = self._hub.address
        acted = {
            "actions/checkout": self._checkout,
            "actions/setup-python": lambda _given: True,
            "actions/upload-artifact": self._upload,
            "actions/download-artifact": self._download,
            "actions/configure-pages": lambda _given: True,
            "actions/upload-pages-artifact": self._upload_pages,
            "actions/deploy-pages": lambda _given: True,
        }
        return bool(acted[action](given))

    def _composite(self, folder: Path, given: Mapping[str, str], outputs: dict[str, str]) -> bool:
        action = load(str((folder / "action.yml").relative_to(ROOT)))
        declared = action["inputs"]
        assert set(given) <= set(declared), "GitHub would only warn of an input that is not there"
        missing = {name for name, one in declared.items() if one["required"]} - set(given)
        assert not missing, f"inputs missing: {missing}"
        inputs = {name: one.get("default", "") for name, one in declared.items()} | dict(given)
        contexts: dict[str, Any] = {"inputs": inputs, "steps": {}}
        well = all(self._step(step, contexts, folder) for step in action["runs"]["steps"])
        made = {name: one["value"] for name, one in action.get("outputs", {}).items()}
        outputs.update({name: text_of(value) for name, value in filled(made, contexts).items()})
        return well

    def _checkout(self, _given: Mapping[str, str]) -> bool:
        self._hub.git("clone", "-q", str(self._hub.origin), str(self.workspace))
        return True

    def _upload(self, given: Mapping[str, str]) -> bool:
        source, there = self.workspace / given["path"], self._hub.artifacts / given["name"]
        if not any(one.is_file() for one in source.rglob("*")):
            return given.get("if-no-files-found") != "error"
        shutil.rmtree(there, ignore_errors=True)
        shutil.copytree(source, there)
        return True

    def _download(self, given: Mapping[str, str]) -> bool:
        assert given["merge-multiple"] == "true"
        for one in sorted(self._hub.artifacts.glob("*")):
            if fnmatchcase(one.name, given["pattern"]):
                shutil.copytree(one, self.workspace / given["path"], dirs_exist_ok=True)
        return True

    def _upload_pages(self, given: Mapping[str, str]) -> bool:
        shutil.rmtree(self._hub.pages, ignore_errors=True)
        shutil.copytree(self.workspace / given["path"], self._hub.pages)
        return True


def _lines(output: Path) -> Iterator[tuple[str, str]]:
    if output.exists():
        for line in output.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition("=")
            yield name, value
