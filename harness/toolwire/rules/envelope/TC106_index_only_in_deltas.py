"""TC106: index-only-in-deltas."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.envelope.envelope import MESSAGE
from toolwire.rules.mutate.edit import body, put
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.chat import raw_calls


def _index_only_in_deltas(reading: Reading) -> Iterator[Violation]:
    for pointer, call in raw_calls(reading):
        if "index" in call:
            message = "A call of a body that was not streamed has an index."
            yield Violation(f"{pointer}/index", message, "absent", call["index"])
            return


RULE = Rule(
    id="TC106",
    name="index-only-in-deltas",
    severity={"openai-chat": Severity.INFO},
    statement="`index` stands in the pieces of a stream and not in `message.tool_calls`.",
    why="Strict models forbid unknown keys, and the message may be refused when replayed.",
    breaks="AI DIAL SDK",
    workaround="Drop index before the message is sent back.",
    check=_index_only_in_deltas,
    modes=(Mode.BLOCKING,),
    mutations=(
        Mutation(
            "openai-chat",
            Mode.BLOCKING,
            "single_call",
            body(lambda value: put(value, (*MESSAGE, "tool_calls", 0, "index"), 0)),
        ),
    ),
    shim=Shim("drop_member", (("member", "index"),)),
    cases="""
AI DIAL SDK | index left in non-stream tool_calls | https://github.com/epam/ai-dial-sdk/issues/110 | PR merged 2024-06
""",
)
