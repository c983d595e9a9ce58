"""What ini file, configuration and command line say, and which of them counts."""

from __future__ import annotations

import pytest

from tests.support.pytest_project import Project

pytest_plugins = ["pytester"]

INI = """
[pytest]
toolwire_suites = suites
toolwire_providers = providers
toolwire_cassettes = cassettes
toolwire_provider = acme
"""


def test_an_ini_file_says_it_all(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its folders are relative to rootdir, wherever pytest is started."""
    project.write("pytest.ini", INI)
    assert "4 passed" in project.bare().stdout
    (project.path / "deep").mkdir()
    monkeypatch.chdir(project.path / "deep")
    assert "4 passed" in project.bare("..").stdout
    assert "no tests ran" in project.bare().stdout


def test_workers_know_it_too(project: Project) -> None:
    """A process of xdist collects by the same file."""
    project.write("pytest.ini", INI)
    # One is a process of its own as two are, and each takes a second to start.
    assert "4 passed" in project.bare("-n", "1").stdout
    (project.path / "pytest.ini").unlink()
    assert "4 passed" in project.run("-n", "1").stdout


def test_the_command_line_wins(project: Project) -> None:
    """An option takes the place of the ini file's word; its paths begin where pytest was started."""
    project.write("pytest.ini", INI.replace("= cassettes", "= nothing-here"))
    done = project.bare()
    assert done.returncode == 4
    assert "toolwire: no such folder of cassettes" in done.stderr
    assert "4 passed" in project.bare("--toolwire-cassettes=cassettes").stdout


def test_the_configuration_names_providers_and_cassettes(project: Project) -> None:
    """What the ini file does not say is taken from the configuration of rootdir."""
    project.write("toolwire.toml", 'providers = "providers"\ncassettes = "cassettes"\n')
    project.write("pytest.ini", "[pytest]\ntoolwire_suites = suites\n")
    done = project.bare("--toolwire-provider=acme")
    assert "4 passed" in done.stdout, done.stdout
    project.write("toolwire.toml", 'provider = "x"\n')
    mistaken = project.bare()
    assert mistaken.returncode == 4
    assert "did you mean providers?" in mistaken.stderr


def test_the_configuration_alone_collects_nothing(project: Project) -> None:
    """A file for the command line changes no run of pytest."""
    project.write("toolwire.toml", 'suites = "suites"\nproviders = "providers"\n')
    assert "no tests ran" in project.bare().stdout


def test_pyproject_holds_both(project: Project) -> None:
    """One file can say what pytest collects and what the command line takes."""
    project.write(
        "pyproject.toml",
        '[tool.pytest.ini_options]\ntoolwire_suites = "suites"\ntoolwire_provider = ["acme"]\n'
        '[tool.toolwire]\nproviders = "providers"\ncassettes = "cassettes"\n',
    )
    assert "4 passed" in project.bare("--strict-config").stdout


def test_a_missing_folder_is_one_line(project: Project) -> None:
    """It is told before anything is collected, with what to mend."""
    done = project.bare("--toolwire-suites=sweets")
    assert done.returncode == 4
    assert "toolwire: no such folder of suites: " in done.stderr
    assert "mend --toolwire-suites or toolwire_suites" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("word", ["--toolwire-results=r.jsonl", "--toolwire-record-mode=once"])
def test_what_needs_suites_says_so(project: Project, word: str) -> None:
    """An option that would do nothing is refused."""
    done = project.bare(word)
    assert done.returncode == 4
    assert "name it with --toolwire-suites or toolwire_suites" in done.stderr


def test_skipping_what_was_not_run_can_be_the_rule(project: Project) -> None:
    """`toolwire_allow_not_run` of the ini file is the option for every run."""
    for path in (project.path / "cassettes").rglob("*two.streaming.yaml"):
        path.unlink()
    project.write("pytest.ini", INI)
    assert "3 passed, 1 error" in project.bare().stdout
    project.write("pytest.ini", f"{INI}toolwire_allow_not_run = true\n")
    assert "3 passed, 1 skipped" in project.bare().stdout


def test_models_of_the_ini_file(project: Project) -> None:
    """Each is a target of its own."""
    project.write("pytest.ini", f"{INI}toolwire_model = m-1 m-2\n")
    listed = project.bare("--collect-only", "-q").stdout
    assert (listed.count("::acme/m-1::"), listed.count("::acme/m-2::")) == (4, 4)
