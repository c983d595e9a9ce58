"""What servers are known to do with a wrong request decides how grave it is that one more answers it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects import DIALECTS
from toolwire.jobs.audit.known_servers import KnownServers, known_by_dialect, known_servers
from toolwire.model.observation import Severity

NAMES = st.lists(st.sampled_from(["llama-cpp", "vllm", "acme"]), unique=True).map(tuple)


@given(takes=NAMES, refuses=NAMES, whole=st.booleans())
def test_one_more_taker_never_makes_it_graver(
    *, takes: tuple[str, ...], refuses: tuple[str, ...], whole: bool
) -> None:
    """What some server answers is information; what all refuse stays a warning with one more refusal."""
    known = KnownServers(takes, refuses)
    assert KnownServers((*takes, "one"), refuses).severity(whole=whole) is Severity.INFO
    if known.severity(whole=whole) is Severity.WARNING:
        more = KnownServers(takes, (*refuses, "another"))
        assert more.severity(whole=whole) is Severity.WARNING


def test_one_server_that_refuses_it_is_not_enough() -> None:
    """Two are; where the list of messages or tools itself is wrong, the published type is."""
    assert KnownServers((), ("vllm",)).severity(whole=False) is Severity.INFO
    assert KnownServers((), ("vllm", "litellm")).severity(whole=False) is Severity.WARNING
    assert KnownServers().severity(whole=True) is Severity.WARNING


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
