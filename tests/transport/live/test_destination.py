"""Where keys go: what is told of it by name, and what is refused without the user's word."""

from __future__ import annotations

from dataclasses import replace

import pytest
from yarl import URL

from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.model.exchange import Endpoint, Request
from toolwire.providers.model import Model, Provider, Target
from toolwire.transport.live.access import access_to, keyed
from toolwire.transport.live.destination import Permission, destination_of, origins
from toolwire.transport.loopback import loopback
from toolwire.transport.signing import BEARER, admitted

KEY = "made-up-key-" + "0123456789"
AWS = {
    "AWS_ACCESS_KEY_ID": "AKIA" + "MADEUP", "AWS_SECRET_ACCESS_KEY": KEY, "AWS_REGION": "us-east-1",
}  # fmt: skip
ACME = Provider(
    "acme", "Acme", "openai-chat", Endpoint("https://api.acme.test/v1", ""), "ACME_API_KEY",
    "Authorization", "Bearer", (), (),
)  # fmt: skip
HERE = ("127.0.0.1", "127.8.9.1", "localhost", "LOCALHOST", "localhost.", "::1", "::ffff:127.0.0.1")
ELSEWHERE = (
    "10.0.0.5", "192.168.1.5", "172.16.0.1", "169.254.169.254", "0.0.0.0", "::", "fe80::1",
    "fd00::1", "gpu-box", "nas.local", "localhost.evil.test", "127.0.0.1.evil.test", "evil.localhost",
    "2130706433", "127.1", "0x7f.1", "",
)  # fmt: skip


def at(base_url: str, *, foreign: bool = False, **changed: object) -> Target:
    """Return a target at an address."""
    provider = replace(ACME, endpoint=Endpoint(base_url, ""), foreign=foreign, **changed)
    return Target(provider, Model("m"))


@pytest.mark.parametrize("host", HERE)
def test_this_machine_is_known_by_its_own_names(host: str) -> None:
    """Every spelling of loopback that nobody else can answer for."""
    assert loopback(host)


@pytest.mark.parametrize("host", ELSEWHERE)
def test_no_other_host_is_this_machine(host: str) -> None:
    """Private networks, names that somebody resolves, and spellings that only some resolvers read."""
    assert not loopback(host)


@pytest.mark.parametrize("host", [f"[{one}]" if ":" in one else one for one in ELSEWHERE if one])
def test_a_key_does_not_go_over_plain_http(host: str) -> None:
    """To any other machine it is refused in one line, also in another place; told, it goes."""
    for target, place in ((at(f"http://{host}/v1"), ""), (at("https://a.test"), f"http://{host}")):
        with pytest.raises(
            ToolwireError, match=r"ACME_API_KEY would go to .* in clear text"
        ) as told:
            access_to(target, {"ACME_API_KEY": KEY}, place)
        assert "--insecure-http" in str(told.value)
        assert KEY not in str(told.value)
        allowed = Permission(clear_text=True)
        assert access_to(target, {"ACME_API_KEY": KEY}, place, allowed).keyed


def test_nothing_is_refused_where_no_key_goes() -> None:
    """A server of one's own net is asked without a key as before, and https needs no word."""
    assert not access_to(at("http://10.0.0.5:8000"), {}).keyed
    assert access_to(at("http://127.0.0.1:8000"), {"ACME_API_KEY": KEY}).keyed
    assert access_to(at("https://10.0.0.5:8000"), {"ACME_API_KEY": KEY}).keyed


def test_what_admits_a_request_looks_for_itself() -> None:
    """However an access came about, its key is not put into a request that all can read."""
    request = Request("POST", "http://10.0.0.5/v1", (), b"{}")
    with pytest.raises(TrafficError, match="in clear text"):
        keyed("http://10.0.0.5", KEY).admit(request, URL(request.url))
    told = replace(keyed("http://10.0.0.5", KEY), clear_text=True)
    assert told.admit(request, URL(request.url)).header("authorization") == f"Bearer {KEY}"


def test_signatures_are_keys_too() -> None:
    """AWS's are refused over plain http, and a session's token with them, unless it is allowed."""
    pytest.importorskip("botocore")
    target = at("http://gateway.acme.test", key_env=BEARER)
    with pytest.raises(ToolwireError, match="AWS_SECRET_ACCESS_KEY would go to http://gateway"):
        access_to(target, AWS)
    request = Request("POST", "http://gateway.acme.test/model/m/converse", (), b"{}")
    with pytest.raises(ToolwireError, match="https only"):
        admitted(request, AWS)
    access = access_to(target, AWS, "", Permission(clear_text=True))
    assert "AWS4-HMAC" in (access.admit(request, URL(request.url)).header("authorization") or "")


def test_a_foreign_file_reads_what_the_user_names() -> None:
    """Neither the key nor a part of the address is taken from the environment without a word."""
    target = at("https://{ACME_TEAM}.acme.test", foreign=True, variables={"ACME_TEAM": "your-team"})
    environ = {"ACME_API_KEY": KEY, "ACME_TEAM": "red"}
    with pytest.raises(ToolwireError) as told:
        access_to(target, environ)
    assert "--key-env ACME_API_KEY --key-env ACME_TEAM" in str(told.value)
    with pytest.raises(ToolwireError, match="--key-env ACME_TEAM"):
        access_to(target, environ, "", Permission(frozenset({"ACME_API_KEY"})))
    with pytest.raises(ToolwireError, match="--key-env ACME_API_KEY"):
        access_to(target, environ, "http://127.0.0.1:8000", Permission(frozenset({"ACME_TEAM"})))
    both = Permission(frozenset({"ACME_API_KEY", "ACME_TEAM"}))
    assert access_to(target, environ, "", both).base_url == "https://red.acme.test"


def test_a_foreign_file_does_not_get_signatures_by_the_name_of_a_key() -> None:
    """It names the bearer key, and what signs in its place has to be allowed by its own names."""
    target = at("https://acme.test", foreign=True, key_env=BEARER)
    with pytest.raises(ToolwireError, match="--key-env AWS_SECRET_ACCESS_KEY"):
        access_to(target, AWS, "", Permission(frozenset({BEARER})))


@pytest.mark.parametrize(
    ("base_url", "environ", "place", "told"),
    [
        ("https://api.acme.test/v1", {}, "", "https://api.acme.test:443"),
        ("https://user@api.acme.test:8443/v1", {}, "", "https://api.acme.test:8443"),
        ("http://[::1]/v1", {}, "", "http://[::1]:80"),
        ("https://{T}.acme.test/v1", {"T": "red"}, "", "https://{T}.acme.test:443"),
        ("https://{T}.acme.test/v1", {}, "", "https://your-team.acme.test:443"),
        ("https://api.acme.test/v1", {}, "http://127.0.0.1:8000/x", "http://127.0.0.1:8000"),
    ],
)
def test_an_origin_is_named_and_no_value(
    base_url: str, environ: dict[str, str], place: str, told: str
) -> None:
    """Scheme, host and port; a name of the user's account stands by its variable."""
    target = at(base_url, variables={"T": "your-team"} if "{T}" in base_url else {})
    found = destination_of(target, {"ACME_API_KEY": KEY, **environ}, place)
    assert origins([found, found]) == (f"key ACME_API_KEY goes to {told}",)
    assert origins([destination_of(target, environ, place)]) == ()


def test_signing_keys_are_named() -> None:
    """All that make the signature are told, a session's token too."""
    target = at("https://bedrock-runtime.us-east-1.amazonaws.com", key_env=BEARER)
    (line,) = origins([destination_of(target, {**AWS, "AWS_SESSION_TOKEN": KEY})])
    assert line == (
        "keys AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN sign what goes to"
        " https://bedrock-runtime.us-east-1.amazonaws.com:443"
    )
