"""TC203: id-unique-in-conversation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.model.exchange import Exchange
from toolwire.rules.ids.id_form import ERROR
from toolwire.rules.mutate.faults import Change, identified, mutations_for
from toolwire.rules.rule import Mode, Reading, Rule, Severity, Shim, Subject, Violation
from toolwire.rules.views.asked_for import written
from toolwire.rules.views.dialect_paths import id_at
from toolwire.rules.views.rewritten import is_counted

#: Whose loops go on, or pair by name and place where there is no id.
_PAIRED_OTHERWISE: Final = ("bedrock-converse", "cohere-v2", "gemini-generate", "ollama-chat")
_ANOTHER: Final = "The id was used by an earlier call of the conversation."
_THE_NAME: Final = "The id is the tool's name, as that of an earlier call was."
_CALL_AGAIN: Final = "The id was used by an earlier call of the conversation, and the call is one that was made before."


def _id_unique_in_conversation(reading: Reading) -> Iterator[Violation]:
    calls = reading.reply.tool_calls
    if not calls or reading.conversation is None:
        return
    before = reading.conversation.calls()
    used = {call.id for call in before}
    made = {(call.name, written(call.arguments)) for call in before}
    for call in calls:
        if call.id and call.id in used and not is_counted(reading, call.id):
            # Who lost the result of a call makes it again, which another rule tells.
            again = (call.name, written(call.arguments)) in made
            named = call.id == call.name
            message = _THE_NAME if named else _CALL_AGAIN if again else _ANOTHER
            yield Violation(id_at(reading, call), message, "an id of its own", call.id)


def _reuse(name: str, mode: Mode) -> Change:
    """Give the first call of the reply the id of the first call of the history."""

    def apply(exchange: Exchange) -> Exchange:
        conversation = load_dialect(name).decode(exchange).conversation
        assert conversation is not None
        return identified(conversation.calls()[0].id)(name, mode)(exchange)

    return apply


RULE = Rule(
    id="TC203",
    name="id-unique-in-conversation",
    severity={**ERROR, **dict.fromkeys(_PAIRED_OTHERWISE, Severity.WARNING)},
    statement="A response does not use an id again that a call of the request's history has.",
    why="Clients that guard against running a call twice stall; those that do not, run twice.",
    breaks=(
        "openai-agents refuses the turn (a completed call id used again), Claude Code calls for "
        "ever (NVIDIA-NeMo/Switchyard#502); qwen-code, crush, oh-my-pi. Over Bedrock and Cohere "
        "every loop that was tried goes on, and over Gemini and Ollama an id may be left out: it is "
        "a warning there."
    ),
    workaround="Key calls by turn and id, not by id alone.",
    check=_id_unique_in_conversation,
    needs_calls=True,
    subject=Subject.CONVERSATION,
    needs_request=True,
    compares_ids=True,
    mutations=mutations_for("second_call", _reuse),
    shim=Shim("rename_later_id", (("scope", "conversation"),)),
    cases="""
Mistral | client renumbered ids to avoid duplicates across providers and broke the 9-char rule | https://github.com/editor-code-assistant/eca/issues/233 | issue closed 2025-12
gateway (run_shell_command:0) | same id every turn; client guard blocks all later calls | https://github.com/QwenLM/qwen-code/issues/8382 | issue open 2026-08
models restarting index each turn | id-only dedupe killed sessions at round 3 | https://github.com/QwenLM/qwen-code/issues/9436 | PR merged 2026-08
provider repeats id across rounds | shell commands executed repeatedly | https://github.com/QwenLM/qwen-code/issues/5038 | PR merged 2026-06
mock provider | duplicate ids executed twice / thousands of duplicate results | https://github.com/charmbracelet/crush/issues/3121 | issue open 2026-06
MiMo 2.5 Pro, Kimi on proxies | same id for two distinct calls; result pairing collapses | https://github.com/can1357/oh-my-pi/issues/2055 | issue closed 2026-06 (#2057 merged)
""",
)
