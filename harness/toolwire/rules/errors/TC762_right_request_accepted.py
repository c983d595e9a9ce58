"""TC762: right-request-accepted."""

from __future__ import annotations

from toolwire.dialects import DIALECTS, load_dialect
from toolwire.io.json_text import object_of
from toolwire.model.conversation import JsonObject
from toolwire.rules.choice.probe_choice import READ
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.placed import placed
from toolwire.rules.mutate.probe_edit import in_dialect
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.probe_answer import taken, turned_away


@in_dialect
def _with_a_member(name: str, body: JsonObject) -> None:
    """Say a member that changes nothing, the first of the dialect's that a plain request lacks."""
    neutral = load_dialect(name).wire.neutral
    assert neutral is not None
    first = neutral.members[0]
    body.update(object_of(placed(body, first.path, first.value)))


RULE = Rule(
    id="TC762",
    name="right-request-accepted",
    severity=dict.fromkeys(DIALECTS, Severity.WARNING),
    statement=(
        "A request is taken with what the format documents besides the plainest. `toolwire verify` "
        "asks with members that change nothing (`top_p: 1`, say), names of tools with dashes, in "
        "capitals and of 64 characters, schemas with lists of types, `anyOf`, lists of objects and "
        "`$defs`, of Anthropic's and Ollama's formats a schema without `properties`, 16 tools, "
        "emoji and line breaks in what is told, two results and a long one, a long system prompt, "
        "earlier questions and answers, two messages of the user in a row, no tools behind a call "
        "and its result, a body of 128 kB with few tokens, calls without ids where a result goes by "
        "the tool's name, and of Anthropic's format with `cache_control` on a call and its result, "
        "with a later message of the system, which may "
        "be refused in words that say that it is not supported, and with the `?beta=true` of its "
        "SDKs behind the address, of Ollama's with no message at all, which loads the model, and of "
        "Cohere's v1 with the user's words beside results, as its `force_single_step` wants them. "
        "What is judged is that the request is answered, where it is without some of them."
    ),
    why="Clients send these as a matter of course; refused, none of their requests is answered.",
    breaks="clients that send what the finding names",
    workaround="Leave out what the finding names.",
    source=Source(
        "spec",
        "the request of each format as its vendor documents it; addresses and dates are in "
        "`neutral.py` of the dialects",
        "",
        READ,
    ),
    cases="""
llama.cpp, Mistral's template | roles must alternate: HTTP 500 | https://github.com/ggml-org/llama.cpp/issues/19851 | issue open 2026-02
Ollama, Anthropic's route | a later system message of Claude Code: unknown variant, HTTP 400 | https://github.com/ollama/ollama/issues/16372 | issue closed 2026
oMLX | the same, HTTP 422 | https://github.com/jundot/omlx/issues/1503 | issue open 2026-05
Qwen's Anthropic route | the same: expected `user` or `assistant` | https://github.com/QwenLM/Qwen/issues/2244 | issue closed 2026
llama.cpp, Anthropic's route | the same, HTTP 400 for every request of Claude Code | https://github.com/anthropics/claude-code/issues/77698 | issue closed 2026
Qwen's template behind llama.cpp | a later system message is refused | https://github.com/Mangi-11/Eta/issues/59 | issue closed 2026-08
Hugging Face (router, Responses) | bodies over 100 KiB are refused with 413, as Express does where no limit is set | https://github.com/huggingface/responses.js/issues/55 | issue open 2026-09
copilot-proxy | likewise: PayloadTooLargeError where files stand in the request | https://github.com/lutzleonhardt/copilot-proxy/issues/4 | issue open 2026-02
codex-proxy (Anthropic's format before OpenAI's) | a schema without `properties`, as tools of MCP have that take nothing, HTTP 400 | https://github.com/icebear0828/codex-proxy/issues/22 | PR closed 2026-03
LM Studio | the same: `properties` is required | https://github.com/laurent22/joplin/issues/16428 | issue closed 2026-09
Ollama, models of its cloud | no messages, which load a model: HTTP 500 | https://github.com/ollama/ollama/issues/12697 | issue closed 2025-10
claude-code-proxy (Grok) | `cache_control` on calls, and on texts of results: HTTP 400 from the second turn on | https://github.com/raine/claude-code-proxy/issues/37 | PR merged 2026-07
g4f.dev (/api/ollama) | 413: no more than 50 kB | https://github.com/xtekky/gpt4free/issues/3242 | issue open 2025-11
""",
    check=taken("A right request is refused."),
    subject=Subject.PROBE,
    always=True,
    question=_with_a_member,
    mutations=mutations_for("single_call", turned_away()),
)
