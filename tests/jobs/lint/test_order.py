"""The one order of observations: independent of what came first, and each recording once."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from toolwire.jobs.lint.order import in_order
from toolwire.model.exchange import Evidence, EvidenceLevel, Mode
from toolwire.model.observation import Observation, Verdict

COMMITS = ("@" + "a" * 40, "@" + "b" * 40, "")


def seen(
    *,
    provider: str = "openai",
    path: str = "octo/spoon a.yml",
    commit: str = COMMITS[0],
    sha256: str | None = "ab",
    suite: str = "single_call",
    mode: Mode = Mode.BLOCKING,
) -> Observation:
    """Return an observation of a recording."""
    evidence = Evidence(EvidenceLevel.IMPORTED, f"{path}{commit} #0", "2026-06-01", sha256)
    verdict = Verdict.CONFORMANT
    about = (provider, "openai-chat", "m", suite, "traffic", mode, verdict, evidence)
    return Observation(*about, asked=False)


OBSERVATIONS = st.builds(
    seen,
    provider=st.sampled_from(("openai", "qwen")),
    path=st.sampled_from(("octo/spoon a.yml", "octo/spoon b.yml")),
    commit=st.sampled_from(COMMITS),
    sha256=st.sampled_from((None, "ab", "cd")),
    suite=st.sampled_from(("multi_tool", "single_call")),
    mode=st.sampled_from(Mode),
)


@given(st.lists(OBSERVATIONS, max_size=20), st.randoms(use_true_random=False), st.integers(1, 7))
def test_input_order_and_memory_change_nothing(
    several: list[Observation], chance: object, held: int
) -> None:
    """Any order, any share of it on disk, and any repetition give the same observations."""
    mixed = [*several, *several]
    chance.shuffle(mixed)  # type: ignore[attr-defined]
    assert list(in_order(mixed, held)) == list(in_order(several))


@given(st.lists(OBSERVATIONS, max_size=12), st.lists(OBSERVATIONS, max_size=12))
def test_parts_sorted_apart_merge_to_the_whole(
    one: list[Observation], other: list[Observation]
) -> None:
    """What two runs wrote, sorted together, is what one run over both had written."""
    parts = [*in_order(one), *in_order(other)]
    assert list(in_order(parts)) == list(in_order([*one, *other]))


def test_a_recording_stored_at_two_commits_counts_once() -> None:
    """The citation without its commit and the digest of the response are what it is."""
    twice = [seen(commit=commit) for commit in COMMITS[:2]]
    assert list(in_order(reversed(twice))) == [twice[0]]
    differing = [seen(sha256="ab"), seen(sha256="cd"), seen(path="octo/spoon b.yml")]
    assert len(list(in_order(differing))) == 3
    assert len(list(in_order([seen(), seen(mode=Mode.STREAMING), seen(suite="multi_tool")]))) == 3
