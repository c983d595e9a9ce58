"""The configuration file: where it is looked for, what it may say, and that a stranger's is harmless."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.cli.config import FOLDERS, Config, find, in_folder
from toolwire.io.json_text import object_of, parse
from toolwire.io.shipped import PACKAGE
from toolwire.model.errors import ToolwireError

SCHEMA = object_of(parse((PACKAGE / "schemas" / "config.schema.json").read_bytes()))


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the top of a project of its own, which is the working directory."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def refused(folder: Path) -> str:
    """Return the one line by which the configuration of a folder is refused."""
    with pytest.raises(ToolwireError) as told:
        find(folder)
    assert told.value.exit_code == 3
    assert "\n" not in str(told.value)
    return str(told.value)


def test_the_nearest_file_counts(here: Path) -> None:
    """A folder's own file comes before those around it, whichever of the two it is."""
    deep = here / "a" / "b"
    deep.mkdir(parents=True)
    assert find(deep) is None
    (here / "toolwire.toml").write_text('suites = "top"\n')
    found = find(deep)
    assert found is not None
    assert (found.name, found.values) == ("toolwire.toml", {"suites": "top"})
    (here / "a" / "pyproject.toml").write_text('[project]\nname = "x"\n')
    assert find(deep) == found
    (here / "a" / "pyproject.toml").write_text('[tool.toolwire]\nsuites = "near"\n')
    near = find(deep)
    assert near is not None
    assert near.name == "a/pyproject.toml [tool.toolwire]"
    assert near.folder("suites") == Path("a/suites").with_name("near")


def test_the_search_ends_at_the_repository(here: Path) -> None:
    """What lies above the folder with `.git` is another project's; a worktree's `.git` is a file."""
    (here / "toolwire.toml").write_text('suites = "outer"\n')
    inner = here / "inner"
    inner.mkdir()
    (inner / ".git").write_text("gitdir: elsewhere\n")
    assert find(inner) is None
    (inner / ".git").unlink()
    assert find(inner) is not None


def test_folders_are_those_beside_the_file(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From a folder below, paths still lead to where the file means."""
    (here / "toolwire.toml").write_text('providers = "ours/providers"\n')
    (here / "deep").mkdir()
    monkeypatch.chdir(here / "deep")
    found = find(Path.cwd())
    assert found is not None
    assert found.folder("providers") == Path("../ours/providers")
    assert found.folder("suites") is None


@pytest.mark.parametrize("place", ["/etc", "..", "a/../../b", "out", "C:/keys"])
def test_a_folder_elsewhere_is_refused(here: Path, place: str) -> None:
    """Neither by its name nor through a link does a file lead out of its own folder."""
    (here / "out").symlink_to(here.parent)
    (here / "toolwire.toml").write_text(f'cassettes = "{place}"\n')
    found = find(here)
    assert found is not None
    with pytest.raises(ToolwireError) as told:
        found.folder("cassettes")
    assert str(told.value).startswith("toolwire.toml: 'cassettes' is not below the folder")
    assert "name it with --cassettes" in str(told.value)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('provider = "x"', "unknown key 'provider' (did you mean providers?)"),
        ('fail-on = "eror"', "'fail-on' cannot be 'eror' (did you mean error?)"),
        ("suites = 3", "'suites' has to be text, in quotes"),
        ("suites = 2026-11-23", "'suites' has to be text, in quotes"),
        ('suites = ""', "'suites' is empty"),
        ('sites = "x"\nfail-on = 1', "(did you mean suites?; and 1 more problem in it)"),
        ("suites = [", "not TOML: Invalid value"),
        ("x = " + "[" * 3000, "not TOML: nested too deep"),
        (f"{'a.' * 3000}a = 1", "not TOML: a line is longer than 4,000 bytes"),
        ("#" * 140_000, "cannot be read: larger than 128 KiB"),
    ],
)
def test_a_mistake_is_one_line(here: Path, text: str, told: str) -> None:
    """It names the file and, for a word that is not known, the nearest one."""
    (here / "toolwire.toml").write_text(text)
    line = refused(here)
    assert line.startswith("toolwire.toml: ")
    assert told.replace("128 KiB", "131,072 bytes") in line


def test_bytes_that_are_no_text_are_refused(here: Path) -> None:
    """TOML is UTF-8."""
    (here / "toolwire.toml").write_bytes(b'suites = "\xff"')
    assert refused(here) == "toolwire.toml: not TOML: not UTF-8"


def test_two_in_one_folder_are_refused(here: Path) -> None:
    """Nobody has to know which of them would count."""
    (here / "toolwire.toml").write_text('suites = "a"\n')
    (here / "pyproject.toml").write_text('[tool.toolwire]\nsuites = "b"\n')
    assert "there are two configurations" in refused(here)


@pytest.mark.parametrize(
    "text",
    ['[project]\nname = "toolwire-user"\n', "] toolwire\n", f"# {'x' * 200_000}\n[tool.toolwire]"],
)
def test_other_peoples_projects_are_passed_over(here: Path, text: str) -> None:
    """A project's file without our table is not even parsed; one beyond all measure neither."""
    (here / "pyproject.toml").write_text(text)
    assert find(here) is None


def test_a_table_of_another_kind_is_refused(here: Path) -> None:
    """`tool.toolwire` is a table of keys."""
    (here / "pyproject.toml").write_text("tool.toolwire = 3\n")
    assert refused(here) == "pyproject.toml [tool.toolwire]: has to be a table"
    (here / "pyproject.toml").write_text("tool.toolwires = 3\n[tool.other]\n")
    assert find(here) is None


def test_only_folders_and_what_fails_can_be_said() -> None:
    """No key says where a key goes, which variable is read or what is sent: none has such a name."""
    assert set(object_of(SCHEMA["properties"])) == {*FOLDERS, "fail-on"}
    assert SCHEMA["additionalProperties"] is False


@pytest.mark.parametrize(
    "line",
    [
        'at = "https://evil.example"',
        'key-env = ["OPENAI_API_KEY"]',
        'headers = {x = "y"}',
        "insecure-http = true",
        "live = true",
        "max-usd = 100",
        'url = "https://evil.example"',
    ],
)
def test_what_would_move_a_key_is_no_key_of_the_file(here: Path, line: str) -> None:
    """A cloned folder cannot send a key anywhere, allow a variable, or spend money."""
    (here / "toolwire.toml").write_text(line)
    assert f"unknown key '{line.split(maxsplit=1)[0]}'" in refused(here)


@given(st.binary(max_size=400))
def test_any_bytes_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, data: bytes
) -> None:
    """Whatever stands in the file, it is a configuration or one line."""
    folder = tmp_path_factory.getbasetemp() / "any"
    folder.mkdir(exist_ok=True)
    (folder / "toolwire.toml").write_bytes(data)
    line = ""
    try:
        found = in_folder(folder)
    except ToolwireError as error:
        found, line = Config(folder), str(error)
    assert found is not None
    assert set(found.values) <= {*FOLDERS, "fail-on"}
    assert len(line.splitlines()) <= 1
