"""The tests mirror the package: what holds a module is found by the module's own path."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.root import ROOT

PACKAGE = ROOT / "harness" / "toolwire"
TESTS = ROOT / "tests"
#: Folders of tests that are of no folder of the package, and why. One that is gone has to go here.
BESIDE = {
    "benchmarks": "of `benchmarks`, which does not ship",
    "browser": "the built site in a real browser, which only `nox -s browser` and CI have",
    "corpus": "all dialects and rules together, against recorded traffic of others",
    "fuzz": "of `fuzz`, which does not ship",
    "guides": "run what README and docs say, and look for what they name",
    "house_rules": "read the sources of package and tests, and run neither",
    "packaging": "of the wheel and what it depends on",
    "sdks": "need the vendors' SDKs, which only `sdks` and `vocabularies` install",
    "servers": "of `servers`, which does not ship",
    "support": "what several folders share; no tests",
    "workflows": "run the workflows of .github as GitHub would",
}


def folders(top: Path) -> dict[str, list[Path]]:
    """Return the Python files of a tree by their folder, as a path below its top."""
    found: dict[str, list[Path]] = {}
    for path in sorted(top.rglob("*.py")):
        found.setdefault(path.parent.relative_to(top).as_posix(), []).append(path)
    return found


MODULES, FILES = folders(PACKAGE), folders(TESTS)


def names(folder: str) -> set[str]:
    """Return what tests of a folder may be named after: it, a module in it, or a folder in it."""
    here = Path(folder)
    below = {Path(other).name for other in MODULES if Path(other).parent == here != Path(other)}
    return {(PACKAGE / folder).name, *below, *(path.stem for path in MODULES[folder])}


def is_named_after(file: str, known: set[str]) -> bool:
    """Say whether a test file has one of the names, and after it nothing or an aspect."""
    words = Path(file).stem.removeprefix("test_").split("_")
    return any("_".join(words[:count]) in known for count in range(1, len(words) + 1))


def test_a_folder_of_tests_is_one_of_the_package() -> None:
    """A folder that the package does not have says why it is there."""
    others = {Path(folder).parts[0] for folder in FILES.keys() - MODULES.keys()}
    assert others == set(BESIDE)
    assert BESIDE.keys().isdisjoint(MODULES)


@pytest.mark.parametrize("folder", sorted(FILES.keys() & MODULES.keys()))
def test_a_test_is_named_after_what_it_tests(folder: str) -> None:
    """`test_<module>.py` or `test_<module>_<aspect>.py`; of a whole folder, with its name."""
    tests = [path.name for path in FILES[folder] if path.name.startswith("test_")]
    assert [name for name in tests if not is_named_after(name, names(folder))] == []


@pytest.mark.parametrize(
    ("file", "fits"),
    [
        ("test_file.py", True),
        ("test_file_on_a_full_disk.py", True),
        ("test_file_form.py", True),
        ("test_files.py", False),
        ("test_a_file.py", False),
        ("test_.py", False),
    ],
)
def test_a_name_ends_at_a_word(file: str, *, fits: bool) -> None:
    """A module's name stands first and whole."""
    assert is_named_after(file, {"file", "file_form", "form"}) == fits
