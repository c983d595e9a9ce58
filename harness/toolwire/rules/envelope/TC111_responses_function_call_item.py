"""TC111: responses-function_call-item."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.io.json_text import object_of
from toolwire.rules.envelope.envelope import unnamed
from toolwire.rules.mutate.faults import changed, mutations_for, without
from toolwire.rules.rule import Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.dialect_paths import cut_short
from toolwire.rules.views.excerpt import kind_of
from toolwire.rules.views.native import native_calls
from toolwire.rules.views.places import Place, copies

_URL = "https://developers.openai.com/api/docs/guides/function-calling"


def _flat_item(reading: Reading) -> Iterator[Violation]:
    for pointer, raw in native_calls(reading):
        item = object_of(raw)
        if "function" in item:
            message = "The call is nested as in Chat Completions."
            yield Violation(f"{pointer}/function", message, "absent", kind_of(item["function"]))
            continue
        if unnamed(reading, item.get("name")):
            yield Violation(f"{pointer}/name", "The call has no name.", "a name", item.get("name"))
        if "arguments" not in item and not cut_short(reading):
            yield Violation(
                f"{pointer}/arguments", "The call has no arguments key.", "string", None
            )


def _nested(dialect: str, where: Place) -> None:
    for call in copies(dialect, where)[0]:
        call["function"] = {"name": call.pop("name"), "arguments": call.pop("arguments")}


def _no_arguments(dialect: str, where: Place) -> None:
    for call in copies(dialect, where)[0]:
        call.pop("arguments")


RULE = Rule(
    id="TC111",
    name="responses-function_call-item",
    severity={"openai-responses": Severity.ERROR},
    statement=(
        "A call is a flat item of type function_call with a non-empty `name` and the key "
        "`arguments` (its type is TC301's, its `call_id` TC201's); nothing is nested in a "
        "`function` as in Chat Completions."
    ),
    why="Clients of one shape read no name and no arguments out of the other.",
    breaks=(
        "openai-python's stream helper (TypeError), LangChain (TypeError, ValidationError), "
        "the Vercel AI SDK (refuses the reply); crewAI dropped the arguments."
    ),
    workaround=(
        "Read name and arguments where the chat shape has them, below `function`, when they "
        "are not on the item."
    ),
    source=Source(
        "spec", "openai 3.52.0 types: response_function_tool_call.py", _URL, "2026-11-21"
    ),
    check=_flat_item,
    claims=(
        "item/function",
        "item/name",
        "output/*/function",
        "output/*/name",
        "response/output/*/function",
        "response/output/*/name",
    ),
    mutations=(
        *mutations_for("single_call", without("name"), fault="no name"),
        *mutations_for("single_call", changed(_no_arguments), fault="no arguments"),
        *mutations_for("single_call", changed(_nested), fault="nested"),
    ),
    cases="""
crewAI (Responses) | flat shape {id,name,arguments} not recognised, arguments dropped | https://github.com/crewAIInc/crewAI/issues/6657 | PR merged 2026-07
""",
)
