"""What servers are known to do with a wrong request decides how grave it is that one more answers it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects import DIALECTS
from toolwire.jobs.audit.beside.known_servers import (
    ENGINES,
    READ,
    KnownServers,
    known_by_dialect,
    known_servers,
)
from toolwire.model.observation import Severity

WARNING, INFO = Severity.WARNING, Severity.INFO

NAMES = st.lists(st.sampled_from(sorted(ENGINES)), unique=True).map(tuple)


@given(takes=NAMES, refuses=NAMES, whole=st.booleans(), said=st.booleans())
def test_one_more_taker_never_makes_it_graver(
    *, takes: tuple[str, ...], refuses: tuple[str, ...], whole: bool, said: bool
) -> None:
    """One more that answers it never makes it graver, and one more that refuses it never milder."""
    found = KnownServers(takes, refuses).severity(whole=whole, said=said)
    taken = KnownServers((*takes, "vllm"), refuses).severity(whole=whole, said=said)
    refused = KnownServers(takes, (*refuses, "another")).severity(whole=whole, said=said)
    assert taken.rank >= found.rank >= refused.rank
    assert KnownServers((*takes, "a-vendor"), refuses).severity(whole=whole, said=said) is INFO


def test_one_server_that_refuses_it_is_not_enough() -> None:
    """Two are; where a member of the request itself is wrong, the published type is."""
    assert KnownServers((), ("vllm",)).severity(whole=False) is INFO
    assert KnownServers((), ("vllm", "litellm")).severity(whole=False) is WARNING
    assert KnownServers().severity(whole=True) is WARNING


def test_engines_that_are_lax_do_not_outweigh_the_vendors_words() -> None:
    """Of the type alone more engines than refuse it make it usual; what the vendor says stays a warning."""
    lax = KnownServers(("llama-cpp", "litellm"), ("vllm",))
    assert lax.severity(whole=True) is INFO
    assert lax.severity(whole=True, said=True) is WARNING
    assert KnownServers(("llama-cpp",), ("vllm",)).severity(whole=True) is WARNING


def test_the_table_is_of_dialects_and_says_each_server_once() -> None:
    """A server either answers a request or refuses it, and is named once."""
    table = known_by_dialect()
    assert table.keys() <= set(DIALECTS)
    for cases in table.values():
        for case, known in cases.items():
            names = [*known.takes, *known.refuses]
            assert names, case
            assert len(set(names)) == len(names), case


def test_what_nobody_was_asked_is_unknown() -> None:
    """A case that is not in the table has neither."""
    assert known_servers("openai-chat", "drop_nothing") == KnownServers()


def test_tools_in_words_are_read_as_tools_as_members_on_the_same_path() -> None:
    """Of what stands beside them it is one request type, and one server."""
    case = "drop_messages_itself"
    assert known_servers("prompted", case) == known_servers("openai-chat", case) != KnownServers()


def test_engines_that_were_read_weigh_as_those_that_were_asked() -> None:
    """Whoever runs one has an engine, whatever is known of it and how."""
    assert not ENGINES & READ
    for name in READ:
        assert KnownServers((name,), ("vllm",)).severity(whole=True) is WARNING
