"""`toolwire verify` of a server whose requests are signed with AWS's keys."""

from __future__ import annotations

from pathlib import Path
from unittest.mock import patch

import pytest
from click.testing import CliRunner, Result

from tests.jobs.verify.bench import running
from toolwire.cli import toolwire
from toolwire.jobs.serve import Served, Server
from toolwire.jobs.serve.http import application
from toolwire.model.exchange import Request
from toolwire.rules import RULES

KEY = "sk-0123456789abcdefghijklmnop"


def verify(*words: str) -> Result:
    """Run the command; a `ToolwireError` is what the command line turns into its exit code."""
    return CliRunner().invoke(toolwire, ["verify", *words], standalone_mode=False)


def aws(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put made-up access keys into the environment, and a bearer key that is not to be used."""
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIDMADEUPMADEUPMADE")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", AWS_SECRET)
    monkeypatch.setenv("AWS_SESSION_TOKEN", AWS_TOKEN)
    monkeypatch.setenv("AWS_BEARER_TOKEN_BEDROCK", KEY)


AWS_SECRET = "made/up+secret0123456789abcdefghijklmnop"
AWS_TOKEN = "FwoGmadeuptokenmadeuptokenmadeuptoken=="


class Signed(Server):
    """Bedrock's Converse, broken in one rule, that remembers how each request was let in."""

    def __init__(self) -> None:
        super().__init__(("bedrock-converse",), RULES["TC107"])
        self.seen: list[Request] = []

    def answer(self, request: Request) -> Served:
        """Remember, then answer."""
        self.seen.append(request)
        return super().answer(request)


def test_requests_are_signed_for_aws_and_no_secret_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every request has a SigV4 signature of the region; keys and token are in no file."""
    pytest.importorskip("botocore")
    aws(monkeypatch)
    server = Signed()
    with running(application(server)) as url:
        words = (url, "--model", "us.m:0", "--aws-region", "eu-west-1", "--output", str(tmp_path))
        done = verify(*words, "--quiet")
    assert done.return_value == 1, done.output
    assert done.output.startswith("Bedrock-compatible with deviations\n")
    for request in server.seen:
        signed = request.header("authorization") or ""
        assert signed.startswith("AWS4-HMAC-SHA256 Credential=AKIDMADEUPMADEUPMADE/")
        assert "/eu-west-1/bedrock/aws4_request" in signed
        assert request.header("x-amz-security-token") == AWS_TOKEN
    assert "--aws-sigv4 aws:amz:eu-west-1:bedrock" in done.output
    written = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    for secret in (AWS_SECRET, AWS_TOKEN, KEY, "AKIDMADEUPMADEUPMADE", "AWS4-HMAC"):
        assert secret not in done.output
        assert secret.encode() not in written


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--aws-region", "nowhere"), "that is no region"),
        (("--aws-region", "eu-west-1", "--dialect", "openai-chat"), "only requests of bedrock"),
        (("--aws-region", "eu-west-1", "--key-env", "HOME"), "only requests of bedrock"),
        (("--aws-region", "eu-west-1"), "no keys to sign with"),
    ],
)
def test_what_cannot_be_signed_is_told_before_anything_is_sent(
    words: tuple[str, ...], told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Signing needs a region and access keys, and is of one dialect."""
    monkeypatch.delenv("AWS_ACCESS_KEY_ID", raising=False)
    with patch("toolwire.cli.runs.verify.find", side_effect=AssertionError):
        done = verify("https://h", "--model", "m", *words)
    assert getattr(done.exception, "exit_code", 0) == 3
    assert told in str(done.exception)
