"""TC208: id-kimi."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.rules.ids.id_form import PORTABLE, is_kimi, of_model, with_call_id
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Source, Violation
from toolwire.rules.views.dialect_paths import id_at


def _id_kimi(reading: Reading) -> Iterator[Violation]:
    if not reading.reply.tool_calls or not is_kimi(reading):
        return
    conversation = reading.conversation
    before = None if conversation is None else len(conversation.calls())
    for place, (call, known) in enumerate(with_call_id(reading)):
        # A tool that Moonshot has built in ($web_search) is no function, and not numbered as one.
        built_in = (call.name or "").startswith("$")
        if not built_in and not _is_kimi_id(known, None if before is None else before + place):
            message = "The id is not the one Kimi K2 was trained on."
            number = "<number of earlier calls>" if before is None else str(before + place)
            expected = f"functions.<name>:{number} or <name>:{number}"
            yield Violation(id_at(reading, call), message, expected, known[:200])


def _is_kimi_id(known: str, number: int | None) -> bool:
    name, colon, count = known.removeprefix("functions.").rpartition(":")
    return (
        bool(colon and name)
        and PORTABLE.issuperset(name)
        and count.isascii()
        and count.isdigit()
        and (number is None or int(count[:18]) == number)
    )


RULE = Rule(
    id="TC208",
    name="id-kimi",
    severity={"openai-chat": Severity.WARNING},
    statement=(
        "Ids of Kimi K2 are functions.<name>:<number>, or <name>:<number> as Moonshot's own API has "
        "sent them since K2.5, the number counting the calls of the conversation from 0; the model "
        "is taken from the response."
    ),
    why="With other ids in its history the model falls out of its call format in a few turns.",
    breaks="llxprt-code; SGLang and vLLM served other ids for a while",
    workaround="Send the ids back unchanged and do not normalise them.",
    source=Source(
        "docs", "Moonshot's guide as cited in vybestack/llxprt-code#713", "", "2026-11-21"
    ),
    check=_id_kimi,
    needs_calls=True,
    needs_ids=True,
    mutations=of_model("openai-chat", "kimi-k2-instruct"),
    shim=Shim("keep_id"),
    cases="""
SGLang (kimi_k2) | call_<uuid> ids instead of functions.name:idx | https://github.com/sgl-project/sglang/issues/9606 | PR merged 2025-08 (#9575)
SGLang (Kimi-K2.5) | model emits "functionsexec5" without . and : -> parser fails, raw section in content | https://github.com/sgl-project/sglang/issues/21377 | PR closed 2026-03
llxprt-code (Kimi K2) | client id normalisation destroys functions.name:idx; idx is global over conversation | https://github.com/vybestack/llxprt-code/issues/713 | issue closed 2025-12
vLLM | wrong Kimi ids under tool_choice required | https://github.com/vllm-project/vllm/issues/46344 | PR merged 2026
Anthropic | functions.Bash:0 from Kimi replayed to Claude | https://github.com/maximhq/bifrost/issues/5097 | issue closed 2026-07
""",
)
