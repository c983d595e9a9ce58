"""TC212: id-carries-no-payload."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.groups import WITH_IDS
from toolwire.rules.ids.id_form import carries, with_call_id
from toolwire.rules.mutate.faults import identified, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Violation
from toolwire.rules.views.dialect_paths import id_at


def _id_without_payload(reading: Reading) -> Iterator[Violation]:
    for call, known in with_call_id(reading):
        if carries(known):
            message = "The id carries a signature or JSON."
            yield Violation(id_at(reading, call), message, "a plain name", known[:200])


RULE = Rule(
    id="TC212",
    name="id-carries-no-payload",
    severity=dict.fromkeys(WITH_IDS, Severity.WARNING),
    statement="Ids do not embed signatures or JSON.",
    why="Such ids exceed every limit of length and alphabet that another provider sets.",
    breaks="clients of LiteLLM that move the history on",
    workaround="Keep the payload beside the id and send a short id.",
    check=_id_without_payload,
    needs_calls=True,
    needs_ids=True,
    mutations=mutations_for("single_call", identified("call_1__thought__" + "QmFzZTY0" * 4)),
    shim=Shim("map_id", (("longest", 40),)),
    cases="""
LiteLLM (Gemini) | no content_block_delta for tool_use; signature smuggled into id | https://github.com/BerriAI/litellm/issues/25561 | issue open 2026
""",
)
