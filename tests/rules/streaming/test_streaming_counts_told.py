"""TC908: which token counts are told in both modes, and where one is missing by the type (TC118)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from toolwire.dialects import load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.exchange import Mode
from toolwire.model.observation import Finding
from toolwire.rules import judge
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.scenarios import clean


def told(name: str, **names: str) -> list[Finding]:
    """Return what is said of a stream whose last counts have other names, beside its whole reply."""
    dialect = load_dialect(name)

    def renamed(stream: list[edit.Frame]) -> None:
        usage = object_of(object_of(stream[-2][1]).get("usage"))
        for old, new in names.items():
            if old in usage:
                usage[new] = usage.pop(old)

    def last(stream: list[edit.Frame]) -> None:
        for old in names:
            object_of(stream[-1][1]).pop(old, None)

    change = renamed if name == "anthropic-messages" else last
    stream = edit.frames(change)(clean(dialect, "single_call", Mode.STREAMING))
    twin = dialect.decode(clean(dialect, "single_call", Mode.BLOCKING))
    found = judge(replace(dialect.decode(stream), twin=twin))
    return [one for one in found if one.rule != "TC190"]


def test_a_count_under_another_name_is_told_once() -> None:
    """Anthropic's type requires `output_tokens`: TC191 says under which name it stands, and the pair says nothing new."""
    (found,) = told("anthropic-messages", output_tokens="completion_tokens")
    assert found.rule == "TC191"
    assert found.pointer.endswith("/usage/completion_tokens")


@pytest.mark.parametrize("member", ["eval_count", "prompt_eval_count"])
def test_a_count_that_may_be_left_out_is_missed_where_the_others_stand(member: str) -> None:
    """Ollama's type requires none: the pair tells it, beside the other count."""
    (found,) = told("ollama-chat", **{member: ""})
    assert (found.rule, found.message) == ("TC908", "Other token counts are told in the stream.")
    assert found.pointer.endswith("eval_count")
