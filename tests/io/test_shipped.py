"""What ships: inside of a wheel, beside the package in a checkout."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.root import ROOT
from toolwire.io import shipped as module
from toolwire.io.shipped import shipped

NAMES = {
    "suites": "suites",
    "cassettes": "cassettes",
    "providers": "harness/toolwire/providers",
    "report-templates": "harness/toolwire/jobs/report/templates",
    "schemas": "harness/toolwire/schemas",
    "site-assets": "harness/toolwire/jobs/site/assets",
    "site-templates": "harness/toolwire/jobs/site/templates",
    "withdrawn": "harness/toolwire/rules/proof",
    "attributions.yaml": "reports/attributions.yaml",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_checkout_has_what_is_edited(name: str) -> None:
    """What stands at the top is read, so that edits count at once."""
    assert shipped(name) == ROOT / NAMES[name]
    assert shipped(name).exists()


@pytest.mark.parametrize("name", NAMES)
def test_a_wheel_has_its_own(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stranger's folders of the same names around an installed package are not ours."""
    package = tmp_path / "site-packages" / "toolwire"
    (package / "_shipped" / name).mkdir(parents=True)
    (tmp_path / NAMES[name]).mkdir(parents=True)
    monkeypatch.setattr(module, "PACKAGE", package)
    assert shipped(name) == package / "_shipped" / name


def test_a_wheel_has_cassettes_packed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What stands packed in the package is unpacked and read, and no folder around it."""
    package = tmp_path / "site-packages" / "toolwire"
    (package / "_shipped").mkdir(parents=True)
    (package / "_shipped" / "cassettes.files.xz").touch()
    (tmp_path / "cassettes").mkdir()
    monkeypatch.setattr(module, "PACKAGE", package)
    monkeypatch.setattr(module, "folder_of", lambda archive: tmp_path / archive.name)
    assert shipped("cassettes") == tmp_path / "cassettes.files.xz"


def test_a_wheel_has_what_is_small_in_one_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder of it for each; what stands there by itself is not looked for in it."""
    package = tmp_path / "site-packages" / "toolwire"
    (package / "_shipped").mkdir(parents=True)
    for name in ("cassettes", "data"):
        (package / "_shipped" / f"{name}.files.xz").touch()
    monkeypatch.setattr(module, "PACKAGE", package)
    monkeypatch.setattr(module, "folder_of", lambda archive: tmp_path / archive.name)
    assert shipped("suites") == tmp_path / "data.files.xz" / "suites"
    assert shipped("cassettes") == tmp_path / "cassettes.files.xz"
