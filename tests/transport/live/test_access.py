"""Keys and accounts: what is sent, where it may go, and what is missing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from yarl import URL

from toolwire.io.secrets.search import find
from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.model.exchange import Endpoint, Request
from toolwire.providers.model import Model, Provider, Target
from toolwire.transport.live.access import Access, access_to, keyed, missing_key, place_of
from toolwire.transport.signing import BEARER

ACME = Provider(
    "acme", "Acme", "openai-chat", Endpoint("https://api.acme.test/v1", ""), "ACME_API_KEY",
    "Authorization", "Bearer", (), (),
)  # fmt: skip
TARGET = Target(ACME, Model("m"))


def admitted(access: Access, url: str) -> Request:
    """Return a request as it would go out."""
    request = access.reached(Request("POST", url, (("accept", "x"),), b"{}"))
    return access.admit(request, URL(request.url, encoded=True))


@pytest.mark.parametrize(
    ("header", "scheme", "value"),
    [("Authorization", "Bearer", "Bearer secret-key-1"), ("x-api-key", "", "secret-key-1")],
)
def test_the_key_goes_into_the_header_of_the_provider(header: str, scheme: str, value: str) -> None:
    """Header and word are the provider's; a header of that name that stood there goes."""
    target = replace(TARGET, provider=replace(ACME, auth_header=header, auth_scheme=scheme))
    access = access_to(target, {"ACME_API_KEY": "secret-key-1"})
    request = Request("POST", "https://api.acme.test/v1/x", ((header.upper(), "old"),), b"")
    assert access.admit(request, URL(request.url)).headers == ((header, value),)
    assert "secret-key-1" not in repr(access)
    assert find(b"is secret-key-1", access.known) != []


@pytest.mark.parametrize(
    "url",
    [
        "http://api.acme.test/v1/x",
        "https://api.acme.test:8443/v1/x",
        "https://api.acme.test.evil.test/v1/x",
        "https://evil.test/https://api.acme.test/v1/x",
        "https://api.acme.test@evil.test/v1/x",
        "https://evil.test/\\@api.acme.test/v1/x",
        "https://evil.test#@api.acme.test/v1/x",
    ],
)
def test_no_other_origin_gets_the_key(url: str) -> None:
    """Another scheme, port or host, however the address is dressed up."""
    access = access_to(TARGET, {"ACME_API_KEY": "secret-key-1"})
    sent = admitted(access, url)
    if URL(url, encoded=True).host != "api.acme.test" or not url.startswith(
        "https://api.acme.test/"
    ):
        assert "secret-key-1" not in str(sent.headers)


def test_every_path_of_the_origin_gets_the_key() -> None:
    """Paths beside the base, the port written out and capitals in the host are the same origin."""
    access = access_to(TARGET, {"ACME_API_KEY": "secret-key-1"})
    for url in ("https://api.acme.test/other", "https://API.acme.test:443/v1"):
        assert admitted(access, url).header("authorization") == "Bearer secret-key-1"


def test_a_dummy_key_does_not_eat_the_models_name() -> None:
    """A key that is a word of the model's name is no secret; another one still is."""
    target = replace(TARGET, model=Model("mistralai/ministral-3-14b"))
    dummy = access_to(target, {"ACME_API_KEY": "mistralai"})
    assert dummy.keyed
    assert find(b'{"model": "mistralai/ministral-3-14b"}', dummy.known) == []
    secret = access_to(target, {"ACME_API_KEY": "mistralai-key-1"})
    assert find(b"no mistralai-key-1 here", secret.known) != []


ACCOUNT = replace(
    ACME,
    endpoint=Endpoint(
        "https://{PLACE}.acme.test",
        "",
        "/p/{PROJECT}/m/{model}:ask",
        "/p/{PROJECT}/m/{model}:stream",
    ),
    variables={"PLACE": "here", "PROJECT": "your-project"},
)


def test_the_account_is_in_the_address_on_the_wire_only() -> None:
    """Requests are written with stand-ins; the own account takes their place when one is sent."""
    target = Target(ACCOUNT, Model("m"))
    environ = {"ACME_API_KEY": "secret-key-1", "PLACE": "there-west1", "PROJECT": "acme-prod-42"}
    access = access_to(target, environ)
    written = f"{target.endpoint.base_url}/p/your-project/m/your-project:stream?alt=sse"
    assert written.startswith("https://here.acme.test/")
    sent = admitted(access, written)
    assert sent.url == "https://there-west1.acme.test/p/acme-prod-42/m/your-project:stream?alt=sse"
    assert sent.header("authorization") == "Bearer secret-key-1"
    assert admitted(access, "https://here.acme.test/v1").url == "https://there-west1.acme.test/v1"
    assert find(b"no acme-prod-42 there-west1", access.known) != []
    unset = access_to(target, {"ACME_API_KEY": "secret-key-1"})
    assert admitted(unset, written).url == written
    with pytest.raises(ToolwireError, match="PROJECT cannot be"):
        access_to(target, {**environ, "PROJECT": "a/../b"})


@pytest.mark.parametrize(
    ("base_url", "needed"),
    [
        ("https://api.acme.test/v1", "ACME_API_KEY"),
        ("https://8.8.8.8/v1", "ACME_API_KEY"),
        ("http://localhost:8000/v1", ""),
        ("http://127.0.0.1:8000", ""),
        ("http://[::1]:8000", ""),
        ("http://192.168.1.5:8000", ""),
        ("http://gpu-box:8000", ""),
    ],
)
def test_a_key_is_missing_unless_the_server_is_ones_own(base_url: str, needed: str) -> None:
    """The variable to set is named; a server on one's own machine or net is asked without."""
    target = replace(TARGET, provider=replace(ACME, endpoint=Endpoint(base_url, "")))
    assert missing_key(target, {}) == needed
    assert missing_key(target, {"ACME_API_KEY": "k"}) == ""
    assert missing_key(replace(target, provider=replace(ACME, key_env="")), {}) == ""
    if needed:
        with pytest.raises(TrafficError, match=r"no key \(set ACME_API_KEY\)"):
            access_to(target, {})
    else:
        assert not access_to(target, {}).keyed


def test_aws_is_signed_at_the_last_moment() -> None:
    """Without a bearer key the access keys sign, for AWS's own address only."""
    pytest.importorskip("botocore")
    endpoint = Endpoint("https://bedrock-runtime.us-east-1.amazonaws.com", "")
    target = replace(TARGET, provider=replace(ACME, key_env=BEARER, endpoint=endpoint))
    environ = {
        "AWS_ACCESS_KEY_ID": "AKIDMADEUP", "AWS_SECRET_ACCESS_KEY": "made/up+secret",
        "AWS_REGION": "us-east-1",
    }  # fmt: skip
    access = access_to(target, environ)
    sent = admitted(access, f"{endpoint.base_url}/model/m/converse")
    assert (sent.header("authorization") or "").startswith("AWS4-HMAC-SHA256 Credential=AKID")
    assert admitted(access, "https://evil.test/model/m").header("authorization") is None
    assert find(b"was made\\/up+secret", access.known) != []
    assert missing_key(target, {}) == BEARER
    plain = keyed("http://h.test", "")
    plain = replace(plain, aws=environ)
    with pytest.raises(TrafficError, match="in clear text"):
        admitted(plain, "http://h.test/x")


@pytest.mark.parametrize(
    ("at", "reached"),
    [
        ("http://127.0.0.1:9", "http://127.0.0.1:9/v1/x"),
        ("https://box.test/team/a", "https://box.test/team/a/v1/x"),
    ],
)
def test_another_place_is_reached_and_gets_the_key(at: str, reached: str) -> None:
    """Its path stands before the file's own; the provider's own host is sent no key any more."""
    access = access_to(TARGET, {"ACME_API_KEY": "secret-key-1"}, place_of(f"{at}/"))
    sent = admitted(access, "https://api.acme.test/v1/x")
    assert sent.url == reached
    assert sent.header("authorization") == "Bearer secret-key-1"
    own = Request("POST", "https://api.acme.test/other", (), b"")
    assert access.admit(own, URL(own.url)).header("authorization") is None


def test_the_own_account_is_not_sent_to_another_place_by_halves() -> None:
    """Stand-ins in the path are filled in there too."""
    environ = {"ACME_API_KEY": "secret-key-1", "PROJECT": "acme-prod-42"}
    target = Target(ACCOUNT, Model("m"))
    access = access_to(target, environ, "http://127.0.0.1:9")
    written = f"{target.endpoint.base_url}/p/your-project/m/m:ask"
    assert admitted(access, written).url == "http://127.0.0.1:9/p/acme-prod-42/m/m:ask"


def test_whether_a_key_is_missing_depends_on_the_place() -> None:
    """A server on one's own machine is asked without, whatever host the file has."""
    assert missing_key(TARGET, {}, "http://127.0.0.1:9") == ""
    local = replace(TARGET, provider=replace(ACME, endpoint=Endpoint("http://localhost:1", "")))
    assert missing_key(local, {}, "https://box.example.test") == "ACME_API_KEY"
