"""`toolwire cassettes`: what is shipped is what composing gives, and fits the suites."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from harness.cli.cassettes import command
from harness.exchange import EvidenceLevel
from harness.transport.cassette import load, shipped_cassettes


def invoke(*arguments: str) -> Result:
    """Run the command group."""
    result = CliRunner().invoke(command, arguments, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result


def composed_providers() -> list[str]:
    """Return the providers whose shipped cassettes were composed."""
    folder = shipped_cassettes()
    return sorted(path.name for path in folder.iterdir() if path.is_dir())


def test_shipped_cassettes_fit_the_suites() -> None:
    """None is missing, stale, broken or superfluous."""
    result = invoke("check")
    assert result.return_value == 0, result.output
    assert "every cassette answers its case" in result.output


def test_shipped_cassettes_are_what_composing_gives(tmp_path: Path) -> None:
    """Composing again gives every shipped `documented` file, byte for byte, and no other."""
    words = [word for name in composed_providers() for word in ("-p", name)]
    result = invoke("compose", *words, "-o", str(tmp_path))
    assert result.return_value == 0, result.output
    shipped = shipped_cassettes()
    made = {path.relative_to(tmp_path) for path in tmp_path.rglob("*.yaml")}
    there = {path.relative_to(shipped) for path in shipped.rglob("*.yaml")}
    assert len(made) >= 100
    assert made == there
    for path in made:
        level = load(shipped, path).provenance.evidence  # type: ignore[arg-type]
        if level is EvidenceLevel.DOCUMENTED:
            assert (tmp_path / path).read_bytes() == (shipped / path).read_bytes(), path


def test_problems_are_listed_with_exit_code_one(tmp_path: Path) -> None:
    """A missing, a broken and a superfluous file are each a line with its reason."""
    invoke("compose", "-p", "openai", "-s", "single_call", "-o", str(tmp_path))
    one, two, *_ = sorted(tmp_path.rglob("*.yaml"))
    one.rename(one.with_name("gone.case.blocking.yaml"))
    two.write_text("[")
    result = invoke("check", "--cassettes", str(tmp_path))
    assert result.return_value == 1
    assert "missing openai/" in result.output
    assert "broken openai/" in result.output
    assert "superfluous openai/" in result.output


def test_composing_names_its_providers() -> None:
    """Whose documentation the responder follows has to be said; there is no default."""
    result = CliRunner().invoke(command, ("compose",))
    assert result.exit_code == 2
    assert "--provider" in result.output
