"""What the build adds: addresses where it knows them, and the same bytes for the same files."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest

from tests.support.root import ROOT
from toolwire.io.shipped import shipped

ADDRESS = "https://github.com/owner/name"


def _loaded() -> ModuleType:
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


hatch_build = _loaded()


@pytest.fixture(autouse=True)
def _outside_of_ci(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_WORKSPACE"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Make a repository with a README and no origin."""
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    text = "# It\n\n![Seen](docs/it.png) [how](docs/how.md#so), [here](#it), [there](https://x.invalid/)\n"
    (tmp_path / "README.md").write_text(text, encoding="utf-8")
    return tmp_path


def origin(folder: Path, address: str) -> None:
    """Say where a repository was cloned from."""
    subprocess.run(["git", "-C", str(folder), "remote", "add", "origin", address], check=True)


def metadata(folder: Path) -> dict[str, object]:
    """Return what the hook adds to the metadata of a folder."""
    table: dict[str, object] = {"version": "1.2.3"}
    hatch_build.Addresses(str(folder), {}).update(table)
    return table


def test_where_nothing_tells_no_address_is_made_up(clone: Path) -> None:
    """A folder without an origin has no project URLs, and README's links stay as they are."""
    table = metadata(clone)
    assert table["urls"] == {}
    text = (clone / "README.md").read_text(encoding="utf-8")
    assert table["readme"] == {"content-type": "text/markdown", "text": text}


def test_a_clone_leads_to_its_origin(clone: Path) -> None:
    """Links of README lead to the tag of the version, and pages that show it alone show all."""
    origin(clone, f"{ADDRESS}.git")
    table = metadata(clone)
    assert isinstance(table["readme"], dict)
    assert table["readme"]["text"] == (
        f"# It\n\n![Seen]({ADDRESS}/raw/v1.2.3/docs/it.png) [how]({ADDRESS}/blob/v1.2.3/docs/how.md#so),"
        " [here](#it), [there](https://x.invalid/)\n"
    )
    assert table["urls"] == {
        "Repository": ADDRESS,
        "Documentation": f"{ADDRESS}/tree/v1.2.3/docs",
        "Changelog": f"{ADDRESS}/blob/main/CHANGELOG.md",
        "Issues": f"{ADDRESS}/issues",
    }


@pytest.mark.parametrize(
    ("told", "expected"),
    [
        ("https://github.com/owner/name/", ADDRESS),
        ("https://x-access-token:secret@github.com/owner/name.git", ADDRESS),
        ("git@github.com:owner/name.git", ADDRESS),
        ("ssh://git@github.com/owner/name", ADDRESS),
        ("https://git.example/a/b", "https://git.example/a/b"),
        ("/srv/name.git", None),
        ("http://github.com/owner/name", None),
        ("https://github.com/owner", None),
    ],
)
def test_an_origin_is_read_as_a_page(told: str, expected: str | None, clone: Path) -> None:
    """Each way to write a repository is one address; a token in it goes nowhere."""
    origin(clone, told)
    assert hatch_build.repository(clone) == expected


def test_ci_says_which_repository_it_works_in(clone: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It counts for its own workspace only: who uses our action works in a repository of theirs."""
    monkeypatch.setenv("GITHUB_SERVER_URL", "https://github.com")
    monkeypatch.setenv("GITHUB_REPOSITORY", "owner/name")
    monkeypatch.setenv("GITHUB_WORKSPACE", str(clone))
    assert hatch_build.repository(clone) == ADDRESS
    monkeypatch.setenv("GITHUB_WORKSPACE", str(clone.parent))
    assert hatch_build.repository(clone) is None


def test_the_repository_around_a_folder_is_not_ours(clone: Path) -> None:
    """Sources that lie unpacked in somebody's checkout do not take that one's address."""
    origin(clone, ADDRESS)
    inside = clone / "vendored"
    inside.mkdir()
    assert hatch_build.repository(inside) is None


def test_a_source_distribution_passes_on_what_its_build_knew(clone: Path) -> None:
    """The wheel that is built of it says the same."""
    origin(clone, "https://github.com/some/packager")
    written = clone / "PKG-INFO"
    written.write_text(f"Name: it\nProject-URL: Repository, {ADDRESS}\n\nText\n", encoding="utf-8")
    assert hatch_build.repository(clone) == ADDRESS
    written.write_text("Name: it\n\nText\n", encoding="utf-8")
    assert hatch_build.repository(clone) is None


def test_our_readme_has_no_link_that_leads_nowhere() -> None:
    """Where the project has an address no relative link is left, and each file is there."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    whole = hatch_build.with_addresses(text, ADDRESS, "v1")
    paths = [found[3] for found in hatch_build._LINK.finditer(text)]
    assert len(paths) > 10
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert hatch_build._LINK.findall(whole) == []
    assert 'src="' not in text.replace('src="https://', "")


def test_packing_gives_the_same_bytes(tmp_path: Path) -> None:
    """Whoever builds, and whenever, the archive of the same files is the same."""
    for place in ("a", "b"):
        (tmp_path / place / "deep").mkdir(parents=True)
        (tmp_path / place / "deep" / "one.yaml").write_bytes(b"1\n")
    (tmp_path / "b" / "deep" / "one.yaml").touch()
    one, other = (hatch_build.contents(tmp_path / place, "**/*.*") for place in ("a", "b"))
    assert one == {"deep/one.yaml": b"1\n"}
    assert hatch_build.packed(one) == hatch_build.packed(other)


def test_every_file_of_a_packed_folder_is_packed() -> None:
    """What its pattern leaves out is code, which a wheel has as it is."""
    for place, files in hatch_build._PACKED.values():
        every = {path for path in (ROOT / place).rglob("*") if path.is_file()}
        left = every - set((ROOT / place).glob(files))
        assert {path.suffix for path in left} <= {".py", ".pyc"}
        assert len(every) > len(left)


def test_what_is_packed_is_found_under_its_name() -> None:
    """Who reads it in a checkout reads the folder that was packed."""
    for name, (place, _) in hatch_build._PACKED.items():
        assert shipped(name) == ROOT / place


@pytest.fixture
def wheel(tmp_path: Path) -> Path:
    """Write a zip file as hatchling does, with an empty file and one that nothing packs."""
    path = tmp_path / "it.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in {"it/a.py": b"x = 1\n" * 900, "it/py.typed": b"", "it/b": b"q"}.items():
            info = zipfile.ZipInfo(name, (2020, 2, 2, 1, 30, 58))
            info.external_attr = 0o644 << 16
            archive.writestr(info, data, zipfile.ZIP_DEFLATED)
    return path


def test_a_closely_packed_wheel_holds_the_same(wheel: Path) -> None:
    """Names, contents, times and modes are what they were; only what they take is less."""
    told, size = [], []
    for _ in range(2):
        with zipfile.ZipFile(wheel) as archive:
            assert archive.testzip() is None
            told.append(
                [
                    (info.filename, info.date_time, info.external_attr, archive.read(info))
                    for info in archive.infolist()
                ]
            )
        size.append(wheel.stat().st_size)
        hatch_build.pack_closely(wheel)
    assert told[0] == told[1]
    assert size[1] < size[0]


def test_a_wheel_is_built_without_what_packs_it_closely(
    wheel: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who builds it from a clone needs hatchling alone, and has a wheel a fiftieth larger."""
    monkeypatch.setitem(sys.modules, "zopfli.zlib", None)
    before = wheel.read_bytes()
    hatch_build.pack_closely(wheel)
    assert wheel.read_bytes() == before
