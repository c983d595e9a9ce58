"""The pytest plugin: items with ids, honest outcomes, and no foreign YAML."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.support.pytest_project import INSTALLED, SUITE, Project
from tests.support.root import PYTHONPATH
from toolwire import results
from toolwire.model.exchange import EvidenceLevel
from toolwire.model.observation import Verdict

pytest_plugins = ["pytester"]

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


def test_a_broken_suite_is_one_line(project: Project) -> None:
    """A mistake in a suite file names file and line; no traceback."""
    project.write("suites/greeting.yaml", SUITE.replace("tools: [get_weather]", "tool: []", 1))
    done = project.run("suites")
    assert done.returncode == 2
    assert "greeting.yaml:" in done.stdout
    assert "Traceback" not in done.stdout
    assert "pytest_plugin.py" not in done.stdout


def test_foreign_yaml_is_left_alone(project: Project) -> None:
    """Without a folder of suites nothing is collected, not even what looks like a suite of ours."""
    project.write("other/values.yaml", "a: 1\n")
    project.write("other/deploy_test.yaml", "suite: deploy\ntemplates: [a]\ntests:\n  - it: x\n")
    project.write("other/bad.yaml", "\x00[[[")
    for words in (("other",), ("suites",), ()):
        done = project.bare(*words)
        assert "no tests ran" in done.stdout
        assert done.returncode == 5
    assert "no tests ran" in project.run("other").stdout


def test_every_file_of_the_named_folder_is_a_suite(project: Project) -> None:
    """But for the shared tools; folders below it are left alone."""
    project.write("suites/tools.yaml", "tools: {mine: {description: Mine.}}\n")
    project.write("suites/below/other.yaml", "a: 1\n")
    assert "4 passed" in project.run().stdout
    project.write("suites/other.yaml", "a: 1\n")
    done = project.run()
    assert done.returncode == 2
    assert "other.yaml" in done.stdout
    assert "Traceback" not in done.stdout


IMPORTS = """
import sys
def test_nothing_heavy():
    assert "toolwire.pytest_plugin" in sys.modules
    for name in ("yaml", "jsonschema", "msgspec", "click", "rich", "aiohttp"):
        assert name not in sys.modules, name
    ours = {name for name in sys.modules if name.partition(".")[0] == "toolwire"}
    assert ours == {"toolwire", "toolwire.pytest_plugin"}
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
