"""`toolwire cassettes`: what is shipped was sent by a server, and composing goes elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import toolwire
from toolwire.cli.commands.cassettes import command
from toolwire.cli.runs import check
from toolwire.model.errors import ToolwireError
from toolwire.transport.cassette.file import shipped_cassettes

_EVIDENCE = re.compile(r"^  evidence: (\w+)$", re.MULTILINE)


def invoke(*arguments: str) -> Result:
    """Run the command group."""
    result = CliRunner().invoke(command, arguments, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result


def test_shipped_cassettes_fit_the_suites() -> None:
    """None is missing, stale, broken or superfluous."""
    result = invoke("check")
    assert result.return_value == 0, result.output
    assert "every cassette answers its case" in result.output


def test_shipped_cassettes_hold_only_what_a_server_sent() -> None:
    """No file says that it was composed, or nothing of where it is from."""
    shipped = shipped_cassettes()
    every = sorted(shipped.rglob("*.yaml"))
    assert len(every) > 1000
    said = {_EVIDENCE.search(path.read_text(encoding="utf-8")[:200]) for path in every}
    assert {found and found[1] for found in said} == {"recorded"}


def test_composing_gives_the_same_bytes_and_says_what_became_of_it(tmp_path: Path) -> None:
    """One file a case that the provider's file answers; the closing line counts all of them."""
    words = ("-p", "mistral", "-s", "single_call", "-s", "legacy_function_call")
    first = invoke("compose", "-o", str(tmp_path / "a"), *words)
    again = invoke("compose", "-o", str(tmp_path / "b"), *words)
    assert (first.return_value, first.output) == (0, again.output)
    assert "10 written" in first.output
    made = {p.relative_to(tmp_path / "a"): p.read_bytes() for p in (tmp_path / "a").rglob("*.yaml")}
    assert made == {
        p.relative_to(tmp_path / "b"): p.read_bytes() for p in (tmp_path / "b").rglob("*.yaml")
    }
    assert len(made) == 10


@pytest.mark.parametrize("inside", ["", "openai", "../cassettes", "link"])
def test_composing_never_writes_among_what_servers_sent(inside: str, tmp_path: Path) -> None:
    """The shipped folder, one below it and a link to it are refused in one line."""
    shipped = shipped_cassettes()
    (tmp_path / "link").symlink_to(shipped, target_is_directory=True)
    folder = tmp_path / "link" if inside == "link" else shipped / inside
    with pytest.raises(ToolwireError, match="composed cassettes are no evidence") as caught:
        invoke("compose", "-o", str(folder), "-p", "openai", "-s", "single_call")
    assert caught.value.exit_code == 3
    assert not (shipped / "openai").exists()


def test_composing_never_writes_into_the_package() -> None:
    """What is installed is nobody's folder of cassettes."""
    package = Path(toolwire.__file__).parent / "cassettes"
    with pytest.raises(ToolwireError, match="a folder of your own"):
        invoke("compose", "-o", str(package), "-p", "openai")
    assert not package.exists()


def test_a_composed_file_among_the_shipped_ones_is_superfluous(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`check` takes it for no recording; in a folder of one's own it fits."""
    invoke("compose", "-o", str(tmp_path / "tapes"), "-p", "openai", "-s", "single_call")
    own = invoke("check", "-p", "openai", "--cassettes", str(tmp_path / "tapes"))
    assert "superfluous" not in own.output
    monkeypatch.setattr(check, "shipped_cassettes", lambda: tmp_path / "tapes")
    result = invoke("check", "-p", "openai")
    assert result.return_value == 1
    told = [line for line in result.output.splitlines() if line.startswith("superfluous openai/")]
    assert len(told) == 10
    assert all("composed from documentation" in line for line in told)


def test_problems_are_listed_with_exit_code_one(tmp_path: Path) -> None:
    """A missing, a broken and a superfluous file are each a line with its reason."""
    invoke("compose", "-o", str(tmp_path), "-p", "openai", "-s", "single_call")
    one, two, *_ = sorted(tmp_path.rglob("*.yaml"))
    one.rename(one.with_name("gone.case.blocking.yaml"))
    two.write_text("[")
    result = invoke("check", "--cassettes", str(tmp_path))
    assert result.return_value == 1
    assert "missing openai/" in result.output
    assert "broken openai/" in result.output
    assert "superfluous openai/" in result.output


def test_composing_without_names_takes_every_provider(tmp_path: Path) -> None:
    """All whose files document a suite are written; nobody has to be named."""
    invoke("compose", "-o", str(tmp_path / "tapes"), "-s", "single_call")
    written = {path.name.partition(".")[0] for path in (tmp_path / "tapes").iterdir()}
    assert {"anthropic", "gemini", "openai"} <= written


def test_composing_names_its_folder() -> None:
    """Where the files go has to be said; there is no default."""
    result = CliRunner().invoke(command, ("compose", "-p", "openai"))
    assert result.exit_code == 2
    assert "--output" in result.output
