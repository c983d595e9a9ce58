"""Requests to AWS, held against the signature algorithm written out by hand."""

from __future__ import annotations

import hashlib
import hmac
from urllib.parse import quote, urlsplit

import pytest

from toolwire.dialects import load_dialect
from toolwire.model.errors import ToolwireError
from toolwire.model.exchange import Endpoint, Request
from toolwire.rules.mutate.scenarios import SCENARIOS
from toolwire.transport.signing import BEARER, Keys, admitted, keys_in

ENVIRON = {
    "AWS_ACCESS_KEY_ID": "AKIDMADEUP",
    "AWS_SECRET_ACCESS_KEY": "made/up+secret",
    "AWS_REGION": "eu-central-1",
}
MODEL = "us.amazon.nova-micro-v1:0"


def converse() -> Request:
    """Return a Converse request, whose path holds an encoded colon."""
    endpoint = Endpoint("https://bedrock-runtime.eu-central-1.amazonaws.com", MODEL)
    return load_dialect("bedrock-converse").encode(SCENARIOS["single_call"][0], endpoint)


def signature(request: Request, secret: str, region: str) -> str:
    """Return the SigV4 signature of a request that carries date and signed header names."""
    authorization = request.header("authorization") or ""
    names = authorization.partition("SignedHeaders=")[2].partition(",")[0]
    date = request.header("x-amz-date") or ""
    parts = urlsplit(request.url)
    headers = "".join(
        f"{name}:{parts.netloc if name == 'host' else (request.header(name) or '').strip()}\n"
        for name in names.split(";")
    )
    # The path is encoded once more on top of what stands in the URL.
    canonical = "\n".join(
        [
            request.method, quote(parts.path, safe="/-_.~"), parts.query, headers, names,
            hashlib.sha256(request.body).hexdigest(),
        ]
    )  # fmt: skip
    scope = f"{date[:8]}/{region}/bedrock/aws4_request"
    digest = hashlib.sha256(canonical.encode()).hexdigest()
    text = f"AWS4-HMAC-SHA256\n{date}\n{scope}\n{digest}"
    key = f"AWS4{secret}".encode()
    for step in (*scope.split("/"), text):
        key = hmac.new(key, step.encode(), hashlib.sha256).digest()
    return key.hex()


def test_access_keys_sign_as_the_algorithm_says() -> None:
    """Signature, scope and date are those of Signature Version 4; body and URL stay."""
    before = converse()
    after = admitted(before, ENVIRON)
    authorization = after.header("authorization") or ""
    assert authorization.startswith("AWS4-HMAC-SHA256 Credential=AKIDMADEUP/")
    assert "/eu-central-1/bedrock/aws4_request" in authorization
    expected = signature(after, ENVIRON["AWS_SECRET_ACCESS_KEY"], "eu-central-1")
    assert authorization.endswith(f"Signature={expected}")
    assert (after.url, after.body, after.method) == (before.url, before.body, before.method)
    assert ENVIRON["AWS_SECRET_ACCESS_KEY"] not in str(after.headers)


def test_a_session_token_is_sent_and_signed() -> None:
    """Keys of a session are worth nothing without their token."""
    after = admitted(converse(), {**ENVIRON, "AWS_SESSION_TOKEN": "made-up-token"})
    assert after.header("x-amz-security-token") == "made-up-token"
    assert "x-amz-security-token" in (after.header("authorization") or "")


def test_a_bearer_key_wins_over_access_keys() -> None:
    """With a Bedrock API key nothing is signed."""
    after = admitted(converse(), {**ENVIRON, BEARER: "made-up-key"})
    assert after.header("authorization") == "Bearer made-up-key"
    assert after.header("x-amz-date") is None


@pytest.mark.parametrize("missing", list(ENVIRON))
def test_missing_keys_are_one_line(missing: str) -> None:
    """Half of a key pair, or keys without a region, are told with what to set."""
    environ = {name: value for name, value in ENVIRON.items() if name != missing}
    assert keys_in(environ) is None
    with pytest.raises(ToolwireError, match=f"no key for AWS.*{BEARER}"):
        admitted(converse(), environ)


def test_keys_do_not_go_over_plain_http() -> None:
    """An address without TLS gets no key of any kind."""
    plain = Request("POST", "http://bedrock-runtime.example/model/x/converse", (), b"{}")
    for environ in (ENVIRON, {BEARER: "made-up-key"}):
        with pytest.raises(ToolwireError, match="https only"):
            admitted(plain, environ)


def test_keys_do_not_show_in_their_repr() -> None:
    """A traceback or log that prints the value prints no secret."""
    keys = Keys("AKIDMADEUP", "made/up+secret", "eu-central-1")
    assert "made/up+secret" not in repr(keys)
