"""Headers of the user's own: which are taken, where they go, and what of them is a secret."""

from __future__ import annotations

import pytest
from yarl import URL

from toolwire.model.errors import ToolwireError, TrafficError
from toolwire.model.exchange import Request
from toolwire.transport.live.access import Access, keyed
from toolwire.transport.live.user_headers import UserHeaders, user_headers

SECRET = "tenant-0123456789abcdef"
OWN = user_headers([f"X-Tenant:{SECRET}", "accept: text/plain"])
ASKED = Request("POST", "https://a.test/v1/x", (("accept", "*/*"), ("content-type", "b")), b"{}")


def test_they_replace_those_of_the_same_name() -> None:
    """Name and value are as given, and the value may hold colons."""
    (one,) = user_headers(["Referer: https://a.test/x: y"]).pairs
    assert one == ("Referer", "https://a.test/x: y")
    sent = Access("https://a.test", extra=OWN).admit(ASKED, URL(ASKED.url))
    assert sent.headers == (("content-type", "b"), ("X-Tenant", SECRET), ("accept", "text/plain"))


@pytest.mark.parametrize("url", ["https://b.test/v1/x", "https://a.test:444/v1", "http://a.test/"])
def test_no_other_origin_gets_them(url: str) -> None:
    """Scheme, host and port have to be the endpoint's own."""
    assert Access("https://a.test", extra=OWN).admit(ASKED, URL(url)) == ASKED


def test_a_secret_does_not_go_over_plain_http_to_another_machine() -> None:
    """As a key does not; a header whose value is a word of a protocol may."""
    plain = URL("http://a.test/v1/x")
    with pytest.raises(TrafficError, match="clear text"):
        Access("http://a.test", extra=OWN).admit(ASKED, plain)
    public = Access("http://a.test", extra=user_headers(["Accept: text/plain"]))
    assert public.admit(ASKED, plain).header("accept") == "text/plain"
    allowed = Access("http://a.test", extra=OWN, clear_text=True)
    assert allowed.admit(ASKED, plain).header("x-tenant") == SECRET


def test_the_key_goes_along() -> None:
    """With a key both are there."""
    opened = keyed("https://a.test", "key-1")
    access = Access(opened.base_url, opened.header, opened.value, extra=OWN)
    sent = access.admit(ASKED, URL(ASKED.url))
    assert sent.header("authorization") == "Bearer key-1"
    assert sent.header("x-tenant") == SECRET


def test_values_are_secrets_and_shown_nowhere() -> None:
    """Each part of a value is looked for; what stands in every result is not."""
    own = user_headers([f"Authorization: Basic {SECRET}", "X-App: my-model-7"])
    assert set(own.secrets(("my-model-7",)).values) == {
        f"basic {SECRET}".encode(),
        SECRET.encode(),
    }
    assert SECRET not in repr(own) + repr(Access("https://a.test", extra=own))
    assert OWN.secret == ("X-Tenant",)


@pytest.mark.parametrize(
    "text", [SECRET, ": x", f"a b: {SECRET}", "x-a:", f"x-a: {SECRET}\nb: c", "x-ü: a", "x-a: ü"]
)
def test_what_is_no_header_is_refused_without_being_shown(text: str) -> None:
    """A value that was given for a header must not come back on the screen."""
    with pytest.raises(ToolwireError, match="no header") as caught:
        user_headers([text])
    assert SECRET not in str(caught.value)


def test_nothing_is_no_header() -> None:
    """Without any the request is as it was."""
    assert user_headers([]) == UserHeaders()
    assert Access("https://a.test").admit(ASKED, URL(ASKED.url)) == ASKED
