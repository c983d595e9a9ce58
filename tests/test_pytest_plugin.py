"""The pytest plugin: items with ids, honest outcomes, and no foreign YAML."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from importlib.metadata import entry_points
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree as ET

import pytest

from tests.support.root import PYTHONPATH
from tests.support.tapes import tape
from toolwire import results
from toolwire.jobs.audit.selection import select
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Verdict
from toolwire.transport.cassette.file import load, save

pytest_plugins = ["pytester"]

INSTALLED = any(e.value == "toolwire.pytest_plugin" for e in entry_points(group="pytest11"))

PROVIDER = """
provider: acme
title: Acme
mirrors: openai
base_url: https://api.example.invalid/v1
key_env: ACME_KEY
hosts: [api.example.invalid]
models: [{id: m-1, source: "https://docs.example.invalid/", read: 2026-11-21}]
documented:
  absent: {value: no, note: not there, source: "https://docs.example.invalid/", read: 2026-11-21}
"""
SUITE = """
suite: greeting
title: Greeting
why: A suite of the tests.
cases:
  - id: one
    title: One call
    tools: [get_weather]
    steps:
      - user: 'Call get_weather({"location": "Paris"}) and nothing else.'
        expect: {calls: [{tool: get_weather, arguments: {location: Paris}}], stop: tool_call}
  - id: two
    title: Two words
    tools: [get_weather]
    steps:
      - user: Say "Good day" and call nothing.
        expect: {calls: none, text: {contains: Good day}}
"""


class Outcome(NamedTuple):
    """What a run of pytest came to."""

    returncode: int
    stdout: str
    stderr: str


class Project:
    """A user's project: suites, a provider and cassettes, and pytest run in it."""

    def __init__(self, pytester: pytest.Pytester) -> None:
        self.pytester = pytester
        self.path = path = pytester.path
        self.write("providers/acme.yaml", PROVIDER)
        self.write("suites/greeting.yaml", SUITE)
        self.items = select(
            ["acme"],
            ["greeting"],
            suites_dir=path / "suites",
            providers_dir=path / "providers",
        ).items
        tape(self.items, path / "cassettes")

    def write(self, name: str, text: str) -> None:
        """Write a file of the project."""
        (self.path / name).parent.mkdir(parents=True, exist_ok=True)
        (self.path / name).write_text(text)

    def change(self, name: str, old: bytes, new: bytes) -> None:
        """Change the response in a cassette, keeping its requests."""
        item = next(item for item in self.items if item.id.endswith(name))
        cassette = load(self.path / "cassettes", item.cassette)
        ((request, response),) = cassette.exchanges
        assert old in response.body
        body = response.body.replace(old, new)
        pair = (request, type(response)(response.status, response.headers, body))
        save(self.path / "cassettes" / item.cassette, [pair], cassette.provenance)

    def run(self, *arguments: str) -> Outcome:
        """Run pytest in the project: here, or in processes of its own when it has workers."""
        plugin = () if INSTALLED else ("-p", "toolwire.pytest_plugin")
        folders = ("--toolwire-providers=providers", "--toolwire-cassettes=cassettes")
        # Only true here, where the tests themselves have imported the package before.
        early = "-Wignore:Module already imported:pytest.PytestAssertRewriteWarning"
        command = (*plugin, early, "--toolwire-provider=acme", *folders, *arguments)
        apart = "-n" in arguments
        done = (self.pytester.runpytest_subprocess if apart else self.pytester.runpytest_inprocess)(
            *command
        )
        return Outcome(int(done.ret), done.stdout.str() + "\n", done.stderr.str())


@pytest.fixture
def project(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Project:
    """Return a fresh project whose four items pass."""
    monkeypatch.setenv("PYTHONPATH", PYTHONPATH)
    monkeypatch.setenv("COLUMNS", "160")
    return Project(pytester)


NON_STRICT = "::toolwire.pytest_plugin.NonStrictWarning"
WRONG_STOP = (b'"finish_reason":"tool_calls"', b'"finish_reason":"stop"')


def test_items_have_readable_ids_and_pass(project: Project) -> None:
    """`pytest suites/` collects cases x targets x modes; -k selects among them."""
    listed = project.run("suites", "--collect-only", "-q").stdout.splitlines()
    assert listed[:4] == [
        "suites/greeting.yaml::acme/m-1::greeting.one[blocking]",
        "suites/greeting.yaml::acme/m-1::greeting.one[streaming]",
        "suites/greeting.yaml::acme/m-1::greeting.two[blocking]",
        "suites/greeting.yaml::acme/m-1::greeting.two[streaming]",
    ]
    done = project.run("suites", "-k", "two and streaming", "--block-network", "--record-mode=none")
    assert done.returncode == 0
    assert "1 passed, 3 deselected" in done.stdout
    by_id = project.run("suites/greeting.yaml::acme/m-1::greeting.one[blocking]")
    assert "1 passed" in by_id.stdout


def test_models_are_named_on_the_command_line(project: Project) -> None:
    """`--toolwire-model` takes models that the provider file does not list, each an own target."""
    words = ("suites", "--toolwire-model=m-1", "--toolwire-model=m-2", "-q")
    listed = project.run(*words, "--collect-only").stdout
    assert (listed.count("::acme/m-1::"), listed.count("::acme/m-2::")) == (4, 4)
    done = project.run(*words)
    assert done.returncode == 1
    assert "4 passed" in done.stdout
    assert "no cassette at acme/m-2/greeting.one.blocking.yaml" in done.stdout


@pytest.mark.parametrize("text", ["notes", '{"kind":"header","schema":1}\n'])
def test_a_file_that_is_not_pytests_stays(project: Project, text: str) -> None:
    """Whatever else is at the place of the results is refused before anything runs."""
    project.write("mine.jsonl", text)
    done = project.run("suites", "--toolwire-results=mine.jsonl")
    assert done.returncode == 4
    assert "mine.jsonl is there and not pytest's own" in done.stderr
    assert (project.path / "mine.jsonl").read_text() == text


PAIRS = "suite: streaming_equals_blocking\ntitle: Both modes\nwhy: To see.\npairs: true\n"


def test_both_modes_of_the_suites_beside_it_are_compared(project: Project) -> None:
    """The suite of pairs collects one item a case; its observations go into the results."""
    project.write("suites/pairs.yaml", PAIRS)
    listed = project.run("suites/pairs.yaml", "--collect-only", "-q").stdout.splitlines()
    head = "suites/pairs.yaml::acme/m-1::streaming_equals_blocking.greeting"
    assert listed[:2] == [f"{head}.one[streaming]", f"{head}.two[streaming]"]
    project.change("greeting.two[streaming]", b"Good da", b"Good na")
    done = project.run("suites/pairs.yaml", "--toolwire-results=r.jsonl")
    assert done.returncode == 1
    assert "1 failed, 1 passed" in done.stdout
    assert f"{head.rpartition('::')[2]}.two[streaming]" in done.stdout
    assert "TC908" in done.stdout
    seen = list(results.read(project.path / "r.jsonl"))
    assert {o.suite for o in seen} == {"streaming_equals_blocking"}
    assert [(o.case, o.verdict) for o in seen] == [
        ("greeting.one", Verdict.CONFORMANT),
        ("greeting.two", Verdict.FAILED),
    ]


def test_half_a_pair_is_an_error_and_an_absent_one_no_item(project: Project) -> None:
    """Without one of the cassettes nothing was compared; what is documented absent is left out."""
    project.write("suites/pairs.yaml", PAIRS)
    project.write("suites/absent.yaml", SUITE.replace("suite: greeting", "suite: absent"))
    for path in (project.path / "cassettes").rglob("*one.blocking.yaml"):
        path.unlink()
    done = project.run("suites/pairs.yaml")
    assert done.returncode == 1
    assert "1 passed" in done.stdout
    assert "1 error" in done.stdout
    assert "could not look: not-run: blocking: no cassette" in done.stdout
    listed = project.run("suites/pairs.yaml", "--collect-only", "-q").stdout
    assert "greeting.one" in listed
    assert "absent" not in listed


def test_a_failure_shows_facts_and_no_traceback(project: Project) -> None:
    """Rule, pointer, expected, actual and the way to read on; -x and --lf work."""
    project.change("greeting.one[blocking]", *WRONG_STOP)
    done = project.run("suites", "-x")
    assert done.returncode == 1
    assert "acme/m-1::greeting.one[blocking]" in done.stdout
    assert "at /choices/0/finish_reason" in done.stdout
    assert 'actual "stop"' in done.stdout
    assert "toolwire explain TC" in done.stdout
    assert "Traceback" not in done.stdout
    assert "pytest_plugin.py" not in done.stdout
    assert "1 failed in" in done.stdout
    again = project.run("suites", "--lf")
    assert "1 failed" in again.stdout
    assert "passed" not in again.stdout


def test_a_known_deviation_of_the_users_own_provider_passes(project: Project) -> None:
    """What the provider's file lists is told and does not fail; nothing else is excused."""
    project.change("greeting.one[blocking]", b'"type":"function",', b"")
    assert "1 failed, 3 passed" in project.run("suites").stdout
    listing = """
deviations:
  - rule: TC103
    reason: calls do not say their type
    seen: 2026-08
    source: https://docs.example.invalid/issues/1
    read: 2026-11-21
"""
    project.write("providers/acme.yaml", PROVIDER + listing)
    done = project.run("suites", "-rP")
    assert done.returncode == 0, done.stdout
    assert "4 passed" in done.stdout
    assert "error TC103 at /choices/0/message/tool_calls/0" in done.stdout
    assert "known deviations of the provider, not counted: TC103" in done.stdout


def test_what_could_not_be_looked_at_is_an_error(project: Project) -> None:
    """No cassette is an error unless allowed; then it is a skip with the reason."""
    for path in (project.path / "cassettes").rglob("*two.streaming.yaml"):
        path.unlink()
    done = project.run("suites")
    assert done.returncode == 1
    assert "3 passed, 1 error" in done.stdout
    assert "could not look: not-run: no cassette at acme/m-1/greeting.two.str" in done.stdout
    assert "Traceback" not in done.stdout
    allowed = project.run("suites", "--toolwire-allow-not-run", "-rs")
    assert allowed.returncode == 0
    assert "3 passed, 1 skipped" in allowed.stdout
    assert "could not look" in allowed.stdout


def test_a_warning_passes_and_is_shown(project: Project) -> None:
    """A non-strict case passes with a warning that can be turned into an error."""
    project.change("greeting.one[blocking]", b'"id":"call_', b'"id":"call.')
    done = project.run("suites", "-rP", f"-Wdefault{NON_STRICT}")
    assert done.returncode == 0, done.stdout
    assert "NonStrictWarning" in done.stdout
    assert "warning TC" in done.stdout
    assert "4 passed, 1 warning" in done.stdout
    strict = project.run("suites", f"-Werror{NON_STRICT}")
    assert "1 failed, 3 passed" in strict.stdout
    assert "Traceback" not in strict.stdout
    assert "def runtest" not in strict.stdout


def test_a_documented_absence_is_skipped_with_its_source(project: Project) -> None:
    """The one thing that may be skipped is what the vendor says it does not have."""
    project.write("suites/absent.yaml", SUITE.replace("suite: greeting", "suite: absent"))
    done = project.run("suites/absent.yaml", "-rs")
    assert done.returncode == 0
    assert "4 skipped" in done.stdout
    assert "unsupported: documented as absent: not there (https://docs.example" in done.stdout


def test_junit_and_results_are_written(project: Project) -> None:
    """The XML has each case by name; results.jsonl is the audit's own file."""
    project.change("greeting.one[blocking]", *WRONG_STOP)
    done = project.run("suites", "--junitxml=x.xml", "--toolwire-results=out/results.jsonl")
    assert done.returncode == 1
    cases = ET.parse(project.path / "x.xml").getroot().iter("testcase")
    by_name = {case.get("name"): case for case in cases}
    assert len(by_name) == 4
    (failed,) = [name for name, case in by_name.items() if case.find("failure") is not None]
    assert failed is not None
    assert failed.endswith("greeting.one[blocking]")
    found = list(results.read(project.path / "out" / "results.jsonl"))
    assert [o.verdict for o in found] == [Verdict.FAILED, *[Verdict.CONFORMANT] * 3]
    assert found[0].evidence.level is EvidenceLevel.DOCUMENTED


def test_xdist_writes_the_same_results(project: Project) -> None:
    """Two workers run the items and the controller writes the file, in the same order."""
    project.change("greeting.one[blocking]", *WRONG_STOP)
    project.run("suites", "--toolwire-results=one.jsonl")
    done = project.run("suites", "-n", "2", "--toolwire-results=two.jsonl")
    assert done.returncode == 1
    assert "1 failed, 3 passed" in done.stdout
    one, two = (results.read(project.path / f"{n}.jsonl") for n in ("one", "two"))
    assert one.header.run != two.header.run
    assert [replace(o, run="") for o in one] == [replace(o, run="") for o in two]


@pytest.mark.parametrize("workers", [[], ["-n", "2"]])
def test_recording_is_refused_in_words(project: Project, workers: list[str]) -> None:
    """pytest-recording's record modes other than `none` stop the run, and say why."""
    done = project.run("suites", "--record-mode=once", *workers)
    assert done.returncode != 0
    assert "live recording is not available in this version" in done.stdout + done.stderr
    assert "passed" not in done.stdout


def test_a_broken_suite_is_one_line(project: Project) -> None:
    """A mistake in a suite file names file and line; no traceback."""
    project.write("suites/greeting.yaml", SUITE.replace("tools: [get_weather]", "tool: []", 1))
    done = project.run("suites")
    assert done.returncode == 2
    assert "greeting.yaml:" in done.stdout
    assert "Traceback" not in done.stdout
    assert "pytest_plugin.py" not in done.stdout


def test_foreign_yaml_is_left_alone(project: Project) -> None:
    """Other projects' YAML is not collected, helm-unittest's `suite` files neither."""
    project.write("other/values.yaml", "a: 1\n")
    project.write("other/deploy_test.yaml", "suite: deploy\ntemplates: [a]\ntests:\n  - it: x\n")
    project.write("other/tools.yaml", "tools: {}\n")
    project.write("other/bad.yaml", "\x00[[[")
    project.write("other/empty.yml", "")
    done = project.run("other")
    assert "no tests ran" in done.stdout
    named = project.run("other", "--toolwire-suites=other")
    assert "values.yaml" in named.stdout


IMPORTS = """
import sys
from dataclasses import replace
def test_nothing_heavy():
    assert "toolwire.pytest_plugin" in sys.modules
    for name in ("yaml", "jsonschema", "msgspec", "toolwire.jobs.audit", "toolwire.dialects", "rich"):
        assert name not in sys.modules, name
"""


def test_other_projects_pay_nothing(tmp_path: Path) -> None:
    """Without suite files the plugin imports nothing of toolwire or its dependencies."""
    (tmp_path / "test_x.py").write_text(IMPORTS)
    (tmp_path / "some.yaml").write_text("a: 1\n")
    plugin = [] if INSTALLED else ["-p", "toolwire.pytest_plugin"]
    # pytest-recording and hypothesis import a lot by themselves.
    others = ["-p", "no:recording", "-p", "no:hypothesispytest", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugin, *others, "."],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PYTHONPATH},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
