"""What the doctor looks at, where a thing is broken."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from toolwire.cli import checkup
from toolwire.cli.checkup import Check, Surroundings, checks


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a project of its own, which is the working directory."""
    (tmp_path / ".git").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def looked() -> dict[str, Check]:
    """Return what was looked at, by its name."""
    return {one.name: one for one in checks(Surroundings())}


def test_a_sound_place_has_nothing_broken(here: Path) -> None:
    """Without a configuration everything is what ships."""
    found = looked()
    assert list(found) == [
        *("toolwire", "dependencies", "configuration", "providers", "suites", "cassettes"),
        *("baselines", "keys", "extras", "output"),
    ]
    assert not [one for one in found.values() if one.broken]
    assert list(here.iterdir()) == [here / ".git"]
    assert f"Python {sys.version.split(maxsplit=1)[0]}" in found["toolwire"].text


@pytest.mark.parametrize(
    ("text", "broken", "told"),
    [
        ('suite = "x"', "configuration", "toolwire.toml: unknown key 'suite'"),
        ('suites = "../x"', "configuration", "'suites' is not below the folder"),
        ('suites = "gone"', "suites", "gone: no such folder of suites"),
        ('providers = "gone"', "providers", "gone: no such folder of providers"),
        ('suites = "bad"', "suites", "bad/one.yaml:1: "),
        ('providers = "bad"', "providers", "bad/one.yaml:1: "),
        ('cassettes = "bad"', "cassettes", "1 of 1 in bad cannot be read: "),
        ('output = "file"', "output", "file: "),
    ],
)
def test_what_is_broken_says_what_to_do(here: Path, text: str, broken: str, told: str) -> None:
    """Each problem is one line with a remedy, and stops nothing else from being looked at."""
    (here / "bad" / "acme").mkdir(parents=True)
    (here / "bad" / "one.yaml").write_text("nothing: here\n")
    (here / "bad" / "acme" / "a.b.blocking.yaml").write_text("no cassette")
    (here / "file").write_text("")
    (here / "toolwire.toml").write_text(text)
    found = looked()
    assert told in found[broken].text
    assert found[broken].remedy
    assert "\n" not in found[broken].text
    assert len(found) == 10
    others = {one.name for one in found.values() if one.broken} - {broken}
    assert others <= {"keys"}  # which asks the same providers


def test_own_folders_are_counted(here: Path) -> None:
    """A folder of cassettes that nobody has filled yet is no problem."""
    (here / "toolwire.toml").write_text('suites = "s"\nproviders = "p"\ncassettes = "c"\n')
    (here / "s").mkdir()
    (here / "p").mkdir()
    found = looked()
    assert found["suites"].text.endswith(", 0 in s with 0 cases")
    assert found["providers"].text.endswith(" shipped, 0 files in p")
    assert found["cassettes"].text.endswith("c is not there yet")
    assert not [one for one in found.values() if one.broken]


def test_the_newest_baseline_is_named(here: Path) -> None:
    """It is what the next report is compared with."""
    (here / "toolwire.toml").write_text('baselines = "dated"\n')
    assert looked()["baselines"].text == "no dated report in dated"
    for day in ("2026-09-01", "2026-10-01"):
        (here / "dated" / day).mkdir(parents=True)
        (here / "dated" / day / "results.jsonl").write_text("")
    assert looked()["baselines"].text == "newest: dated/2026-10-01"


def test_keys_are_named_and_never_shown(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """Which variables are set is told, and of one's own files that they have to be allowed."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    monkeypatch.setenv("ACME_KEY", "as-secret")
    (here / "p").mkdir()
    (here / "p" / "acme.yaml").write_text(
        "provider: acme\ntitle: Acme\ndialect: openai-chat\nbase_url: https://a.example.invalid\n"
        "key_env: ACME_KEY\nmodels: [{id: m, confirmed: false}]\n"
    )
    (here / "toolwire.toml").write_text('providers = "p"\n')
    told = looked()["keys"].text
    assert "ACME_KEY (needs --key-env)" in told
    assert "OPENAI_API_KEY" in told
    assert "secret" not in str([one.as_json() for one in looked().values()])


def test_a_missing_dependency_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """With the line that installs it; extras are no problem, and say how to get them."""
    monkeypatch.setattr(
        checkup, "requires", lambda _: ["click>=8", "no-such-thing>=1", "x; extra == 'y'"]
    )
    monkeypatch.setattr(checkup, "find_spec", lambda _: None)
    found = looked()
    assert found["dependencies"].text == "not installed: no-such-thing"
    assert found["dependencies"].remedy == "pip install no-such-thing"
    assert 'no botocore (AWS signatures: pip install "toolwire[bedrock]")' in found["extras"].text
    assert not found["extras"].broken


def test_a_checkout_that_is_not_installed_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nobody declares what is needed."""

    def none(_: str) -> list[str]:
        raise checkup.PackageNotFoundError

    monkeypatch.setattr(checkup, "requires", none)
    assert "not installed as a package" in looked()["dependencies"].text


def test_a_broken_installation_is_told(monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    """Without its cassettes a package has nothing to replay."""
    (here / "empty").mkdir()
    monkeypatch.setattr(checkup, "shipped_cassettes", lambda: here / "empty")
    assert "pip install --force-reinstall toolwire" in looked()["cassettes"].remedy
