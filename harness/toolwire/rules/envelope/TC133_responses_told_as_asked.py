"""TC133: responses-told-as-asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from toolwire.io.json_text import dump, items_of, object_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Exchange
from toolwire.rules.mutate import edit
from toolwire.rules.mutate.edit import Frame
from toolwire.rules.mutate.request_edit import ask
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.told_responses import told_responses

#: Kinds of tools that have a name, which the client gave them.
_NAMED: Final = frozenset({"custom", "function"})
#: Members of a tool without which it is another.
_TOLD: Final = ("description", "parameters")
#: Members of a request that come back as they are, and are nothing where nobody sent them.
_SET: Final = ("instructions", "previous_response_id")
#: Numbers by which a model draws its words -> what is said of one that is told otherwise.
_DRAWN: Final = {
    "temperature": "Another temperature is told than was asked for.",
    "top_p": "Another top_p is told than was asked for.",
}
#: So far apart are numbers of which one is not the other in fewer bits.
_APART: Final = 0.001
#: What a text is where nobody says it.
_USUAL_FORM: Final = "text"
#: What others may have said before, and how a request refers to them: OpenAI's prompts, Foundry's agents.
_STORED: Final = "instructions"
_STORES: Final = ("prompt", "agent", "agent_reference")


def _told_as_asked(reading: Reading) -> Iterator[Violation]:
    asked = object_of(reading.request)
    before: Json = None
    for place, (root, told) in enumerate(told_responses(reading)):
        # A later one that differs from the first is TC928's.
        checks = _CHECKS if place else (*_CHECKS, _format)
        tools = told.get("tools")
        # Tools are dear to compare, and nothing was wrong with these.
        if not place or tools != before:
            checks = (_tools, *checks)
        before = tools
        found = [one for check in checks for one in check(asked, told)]
        if found:
            for member, message, expected, actual in found:
                # An empty list tells of no tools, rather than of others.
                severity = Severity.INFO if member == "tools" and actual == 0 else None
                yield Violation(f"{root}/{member}", message, expected, actual, severity)
            return


_Found = tuple[str, str, Json, Json]


def _tools(asked: JsonObject, told: JsonObject) -> Iterator[_Found]:
    tools = told.get("tools")
    if not isinstance(tools, list):
        return  # TC118's
    wanted = _functions(items_of(asked.get("tools")))
    flat = _functions(tools)
    there = {**_loaded(tools, wanted), **flat}
    lost = [name for name in wanted if name not in there]
    if lost:
        message = "A tool of the request is not among those the response tells of."
        if any(
            object_of(one.get("function")).get("name") == lost[0] for one in map(object_of, tools)
        ):
            message = "A tool is told as Chat Completions has it, its name in an object."
        yield "tools", message, lost[0], len(tools)
        return
    for name, tool in wanted.items():
        for member in _TOLD:
            if tool.get(member) and not there[name].get(member):
                message = "A tool is told without a member that it has in the request."
                yield "tools", message, f"{name}: {member}", None
                return
        missing = _unlike(object_of(tool.get("parameters")), there[name].get("parameters"))
        if missing is not None:
            message = "A tool is told with other parameters than it has in the request."
            yield "tools", message, f"{name}: {missing}", excerpt(there[name].get("parameters"))
            return
        if _loosened(tool.get("strict"), there[name].get("strict")):
            message = "Whether a tool is strict is told otherwise than it was asked for."
            yield "tools", message, f"{name}: {tool['strict']}", there[name].get("strict")
            return
    entries = len(_named(tools)) + len(there) - len(flat)
    if entries > max(len(there), len(_named(items_of(asked.get("tools"))))):
        yield "tools", "A tool is told several times.", len(there), entries


def _unlike(asked: JsonObject, told: Json) -> str | None:
    """Return which parameter, or what of all, is not told as it was asked; None for none.

    A server may add to a schema: OpenAI makes it a strict one, with each parameter required.
    """
    if told is not None and not isinstance(told, dict):
        return "an object"
    known = object_of(object_of(told).get("properties"))
    for name, schema in object_of(asked.get("properties")).items():
        if name not in known or object_of(known[name]).get("type") != object_of(schema).get("type"):
            return name
    needed = items_of(object_of(told).get("required"))
    lost = [name for name in items_of(asked.get("required")) if name not in needed]
    return f"{lost[0]} as required" if lost else None


def _loosened(asked: Json, told: Json) -> bool:
    """Return whether a switch is told as the other; of one that was off nothing need be told."""
    return isinstance(asked, bool) and told is not asked and (asked or told is True)


def _named(tools: list[Json]) -> list[Json]:
    held = [tool for tool in map(object_of, tools) if str(tool.get("type")) in _NAMED]
    return [tool["name"] for tool in held if isinstance(tool.get("name"), str)]


def _functions(tools: list[Json]) -> dict[str, JsonObject]:
    """Return the tools that a client named, by their names."""
    held = [tool for tool in map(object_of, tools) if str(tool.get("type")) in _NAMED]
    return {name: tool for tool in held if isinstance(name := tool.get("name"), str)}


def _loaded(tools: list[Json], wanted: dict[str, JsonObject]) -> dict[str, JsonObject]:
    """Return the deferred functions that a search has loaded.

    OpenAI tells each in a namespace that has the function's own name, and its calls say so, too.
    """
    found = {}
    for space in map(object_of, tools):
        name = space.get("name")
        if space.get("type") != "namespace" or not isinstance(name, str):
            continue
        held = _functions(items_of(space.get("tools")))
        if name in held and wanted.get(name, {}).get("defer_loading") is True:
            found[name] = held[name]
    return found


def _settings(asked: JsonObject, told: JsonObject) -> Iterator[_Found]:
    """Yield what is told otherwise of members that a server has no reason to change."""
    for member in _SET:
        wanted, there = asked.get(member), told.get(member)
        if member == _STORED and wanted is None and any(map(asked.get, _STORES)):
            continue  # A stored prompt, or an agent, brings its own.
        # What was not asked with may be told as nothing.
        if member in told and wanted != there and (wanted or there):
            message = "Another value is told than was asked with."
            yield member, message, excerpt(wanted), excerpt(there)
    # xAI tells marks of its own beside those of the client.
    wanted, there = object_of(asked.get("metadata")), object_of(told.get("metadata"))
    lost = [key for key in wanted if there.get(key) != wanted[key]]
    if lost and "metadata" in told:
        yield "metadata", "A mark of the client is not told.", excerpt(wanted), excerpt(there)


def _choice(asked: JsonObject, told: JsonObject) -> Iterator[_Found]:
    wanted, there = asked.get("tool_choice"), told.get("tool_choice")
    if wanted is None or there is None:
        return
    if isinstance(wanted, str) and isinstance(there, str):
        alike = wanted == there
    else:
        # Of an object the kind and the name count; the list of allowed tools may be told otherwise.
        kinds = ("type", "name")
        alike = all(object_of(wanted).get(one) == object_of(there).get(one) for one in kinds)
    if not alike:
        yield (
            "tool_choice",
            "Another choice is told than was asked for.",
            _word(wanted),
            _word(there),
        )


def _word(choice: Json) -> Json:
    return choice if isinstance(choice, str) else object_of(choice).get("type")


def _parallel(asked: JsonObject, told: JsonObject) -> Iterator[_Found]:
    if asked.get("parallel_tool_calls") is False and told.get("parallel_tool_calls") is True:
        message = "The response says that calls may be parallel, and the request forbade it."
        yield "parallel_tool_calls", message, False, True


def _format(asked: JsonObject, told: JsonObject) -> Iterator[_Found]:
    wanted, there = (_form_of_text(one) for one in (asked, told))
    if wanted is None and any(map(asked.get, _STORES)):
        return  # As above.
    wanted = wanted or _USUAL_FORM
    if there and wanted != there:
        message = "The text is told to have another format than was asked for."
        yield "text/format/type", message, wanted, there


def _form_of_text(holder: JsonObject) -> Json:
    return object_of(object_of(holder.get("text")).get("format")).get("type")


def _drawn(asked: JsonObject, told: JsonObject) -> Iterator[_Found]:
    for member, message in _DRAWN.items():
        wanted, there = (_number(one.get(member)) for one in (asked, told))
        if wanted is not None and there is not None and abs(wanted - there) > _APART:
            yield member, message, wanted, there


def _number(value: Json) -> float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


#: Of a request and what a response tells of it, but for the tools.
_CHECKS: Final = (_choice, _parallel, _settings, _drawn)

_Change = Callable[[JsonObject], None]


def _streamed(change: _Change) -> Callable[[list[Frame]], None]:
    def apply(stream: list[Frame]) -> None:
        for _, payload in stream:
            event = object_of(payload)
            if "response" in event:
                change(object_of(event["response"]))

    return apply


def _no_tools(response: JsonObject) -> None:
    response["tools"] = []


def _nested(response: JsonObject) -> None:
    response["tools"] = [
        {"type": "function", "function": tool} for tool in items_of(response["tools"])
    ]


def _other_choice(response: JsonObject) -> None:
    response["tool_choice"] = "auto"


def _undescribed(response: JsonObject) -> None:
    for tool in map(object_of, items_of(response["tools"])):
        tool.pop("description", None)


def _other_parameters(response: JsonObject) -> None:
    for tool in map(object_of, items_of(response["tools"])):
        tool["parameters"] = {"type": "object", "properties": {}}


def _unstrict(response: JsonObject) -> None:
    for tool in map(object_of, items_of(response["tools"])):
        tool["strict"] = None


def _written_out(response: JsonObject) -> None:
    for tool in map(object_of, items_of(response["tools"])):
        tool["parameters"] = dump(tool["parameters"]).decode()


def _twice(response: JsonObject) -> None:
    response["tools"] = items_of(response["tools"]) * 2


def _instructed(response: JsonObject) -> None:
    response["instructions"] = "Be brief."


def _follows(response: JsonObject) -> None:
    response["previous_response_id"] = "resp_another"


def _together(response: JsonObject) -> None:
    response["parallel_tool_calls"] = True


def _unformatted(response: JsonObject) -> None:
    response["text"] = {"format": {"type": "json_object"}}


#: A temperature of 0 is asked for, of which the answer tells nothing but the usual one.
_COLD: Final = ask(lambda body: body.update(temperature=0))


def _warm(response: JsonObject) -> None:
    response["temperature"] = 1.0


def _asked_cold(made: Callable[[Exchange], Exchange]) -> Callable[[Exchange], Exchange]:
    return lambda exchange: made(_COLD(exchange))


def _mutations() -> Iterator[Mutation]:
    for scenario, fault, change in (
        ("single_call", "no tools", _no_tools),
        ("single_call", "the tools of Chat Completions", _nested),
        ("single_call", "tools without descriptions", _undescribed),
        ("single_call", "tools with other parameters", _other_parameters),
        ("single_call", "parameters as a text", _written_out),
        ("strict_call", "no strict tools", _unstrict),
        ("single_call", "tools told twice", _twice),
        ("single_call", "instructions of nobody", _instructed),
        ("single_call", "another response before", _follows),
        ("required_choice", "another choice", _other_choice),
        ("named_choice", "no named choice", _other_choice),
        ("one_at_a_time", "calls in parallel", _together),
        ("plain_text", "the tools of Chat Completions beside words", _nested),
        ("plain_text", "another format of the text", _unformatted),
    ):
        yield Mutation("openai-responses", Mode.BLOCKING, scenario, edit.body(change), fault)
        made = edit.frames(_streamed(change))
        yield Mutation("openai-responses", Mode.STREAMING, scenario, made, fault)
    fault = "a temperature of 0 that is told as the usual one"
    for mode, made in (
        (Mode.BLOCKING, edit.body(_warm)),
        (Mode.STREAMING, edit.frames(_streamed(_warm))),
    ):
        yield Mutation("openai-responses", mode, "single_call", _asked_cold(made), fault)


RULE = Rule(
    id="TC133",
    name="responses-told-as-asked",
    severity={"openai-responses": Severity.WARNING},
    statement=(
        "What a response tells of the request is what was asked: `tools` has each function of it "
        "once, by its name, with its description, each of its parameters by its type, those that "
        "are required, and strict if it is (a server may add to them; a function that a search has "
        "loaded may stand in a namespace of its name), `tool_choice`, `instructions` and "
        "`previous_response_id` are those of the request, as are `temperature` and `top_p` where they are "
        "asked for and told, `metadata` has what the client sent, "
        "`text.format` is of the type that was asked for, and `parallel_tool_calls` is not true "
        "where the request says false. That no tool is told is information."
    ),
    why=(
        "Logs and stored responses show a question that nobody asked, and whoever looks for why no "
        "tool was called is misled."
    ),
    breaks=(
        "whoever reads the question back from a stored response: traces, dashboards, evaluations; "
        "and who goes on from `previous_response_id`"
    ),
    workaround="Keep the request beside the response.",
    source=Source(
        "spec",
        "openai 3.52.0 types: response.py (tools, tool_choice, parallel_tool_calls are required); "
        "OpenAI, Azure, xAI, DeepSeek, OpenRouter and Bedrock tell them as asked in each of 818 "
        "recorded answers, and `strict` of a tool in each of 835 tools that had it (2026-11-28); OpenAI and "
        "OpenRouter a temperature in each of 207 that were asked with one and tell it (2026-12-01)",
        "https://developers.openai.com/api/reference/resources/responses",
        "2026-11-24",
    ),
    check=_told_as_asked,
    needs_request=True,
    mutations=tuple(_mutations()),
)
