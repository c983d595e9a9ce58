"""TC705: tool-content-parts."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.dialects import Answer
from toolwire.rules.history.probe_result import READ, last_round, words_of
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import as_parts
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.views.chance import has_text
from toolwire.rules.views.probe_answer import answered, results_taken, turned_away

_parts_taken = results_taken("A tool result that is a list of text parts is refused.")


def _parts_read(reading: Reading) -> Iterator[Violation]:
    yield from _parts_taken(reading)
    reply = reading.reply
    if not reading.ok or reply.tool_calls or not reply.text:
        return
    reported = frozenset().union(*(words_of(result.content) for result in last_round(reading)[1]))
    if reported and not reported & words_of(reply.text):
        yield Violation(
            reply.text_pointer,
            "The answer has no word of what the tool said: the parts may not reach the model.",
            "words of the result",
            reply.text[:200],
            Severity.WARNING,
            variance=True,
        )


RULE = Rule(
    id="TC705",
    name="tool-content-parts",
    severity={"openai-chat": Severity.ERROR},
    statement=(
        "A tool message whose content is a list of text parts is taken, and its text reaches "
        "the model. Refusing it is an error. An answer that shares no word with the result, "
        "although it was asked to repeat it, is a warning: the model may not have obeyed."
    ),
    why="A result that is passed over in silence makes the model invent one.",
    breaks="strands-agents, openclaude, and LangChain, whose tool messages may hold parts",
    workaround="Join the parts to one string.",
    source=Source(
        "spec",
        "openai 3.52.0 types, chat_completion_tool_message_param.py: content is text or a "
        "list of text parts",
        "https://developers.openai.com/api/docs/guides/function-calling",
        READ,
    ),
    check=_parts_read,
    subject=Subject.PROBE,
    always=True,
    question=as_parts,
    # A refusal is the server's; words that do not repeat the result may be the model's.
    variance=Variance("answers in words to such a result", has_text, partly=True),
    mutations=(
        *mutations_for("round_trip", turned_away(), fault="refused"),
        *mutations_for("round_trip", answered(Answer(text="I cannot tell.")), fault="not read"),
    ),
    cases="""
Kimi K2.5, vLLM, SGLang, Ollama | tool content as parts array accepted but ignored by model | https://github.com/strands-agents/harness-sdk/issues/1878 | PR merged 2026-03 (#1696)
ninfer | 400 on parts array for tool role | https://github.com/Neroued/ninfer/issues/56 | issue closed 2026-08
DeepSeek | parts array in tool message -> 400 | https://github.com/Gitlawb/openclaude/issues/774 | issue closed 2026
OpenAgents gateway | text parts rejected; finish tool_calls without tool_calls; error is a bare string | https://github.com/OpenAgentsInc/openagents/issues/6233 | issue closed 2026-06
""",
)
