"""Rules about the form of tool-call markup, family by family, and about markup that is cut.

Where calls are structured they name the markup that no parser took because it is broken; a
whole call left as text is TC502's, and any markup beside structured calls TC501's. Where text
is the protocol they judge the form itself. See `markup` for the borders.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from toolwire.dialects.text_families import TEXT_FAMILIES, Problem, ProblemKind
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading
from toolwire.rules.chance import has_call
from toolwire.rules.excerpt import around
from toolwire.rules.faults import planted
from toolwire.rules.leaks import FORM_RULES
from toolwire.rules.markup import Owner, ends_itself, leaked, problems, said_in
from toolwire.rules.markup_faults import ARGUMENTS, FAULTS, written
from toolwire.rules.rule import Flaw, Mutation, Rule, Source, Variance
from toolwire.rules.wires import CHATML, EVERYWHERE, PROMPTED

__all__ = ["RULES"]

_OBSERVED = Source("observed", "Public threads, see the cases", "", "2026-11-21")
_IN_TEXT: Final = (CHATML, PROMPTED)
_SHOWN: Final = 80
#: What was seen of clients that were given such a text, versions and all: docs/who-breaks.md.
_LOST: Final = (
    "Clients hand the markup on as text and run nothing, so that the call is lost: openai-python "
    "3.54.0, openai-node 6.49.0, openai-agents 0.24.0, anthropic-python 2.12.0, anthropic-node "
    "1.12.0, google-genai 2.34.0, LangChain 1.4.7, pydantic-ai 2.68.0, the Vercel AI SDK 6.0.326."
)
_WORKAROUND = "Show such a reply to nobody; ask again."
#: Broken markup is what the model wrote: no parser could have taken it, and to pass it on as text
#: is right (TC004). A server that breaks it, by dropping a token say, does so in every reply.
_WRITTEN: Final = Variance("replies with a call, whole or in broken markup", has_call)


def _broken(family: str, reading: Reading) -> Iterator[Flaw]:
    """Name broken markup of one family in the text of a structured reply."""
    found = leaked(reading)
    if found is None or found.owner is not Owner.FORM or found.leak.family != family:
        return
    leak, reply = found.leak, reading.reply
    shown = around(reply.text or "", leak.at, min(len(leak.marker), _SHOWN))
    title = TEXT_FAMILIES[family].title
    yield Flaw(reply.text_pointer, leak.reason, f"a call as {title} writes it", shown)


def _hermes(reading: Reading) -> Iterator[Flaw]:
    if reading.dialect == CHATML:
        yield from _of_form(reading, "a call between both of its tags")
    else:
        yield from _broken("hermes", reading)


def _prompt_json(reading: Reading) -> Iterator[Flaw]:
    yield from _of_form(reading, "one JSON object, or one array of such objects")


def _of_form(reading: Reading, expected: str) -> Iterator[Flaw]:
    """Name the first breach of form in a reply whose protocol is text."""
    for problem in problems(reading):
        if problem.kind is not ProblemKind.TRUNCATED:
            yield _flaw(reading, problem, expected)
            return


def _flaw(reading: Reading, problem: Problem, expected: str) -> Flaw:
    shown = around(said_in(reading), problem.at, _SHOWN)
    return Flaw(reading.reply.text_pointer, problem.reason, expected, shown)


def _cut(reading: Reading) -> Iterator[Flaw]:
    if reading.dialect in _IN_TEXT:
        # What the limit cuts is cut anywhere; only a reply that ended by itself is at fault.
        cut = (p for p in problems(reading) if p.kind is ProblemKind.TRUNCATED)
        problem = next(cut, None) if ends_itself(reading) else None
        if problem is not None:
            yield _flaw(reading, problem, "a whole call, or a stop reason that says it was cut")
        return
    found = leaked(reading)
    if found is not None and found.owner is Owner.CUT:
        leak, reply = found.leak, reading.reply
        shown = around(reply.text or "", leak.at, min(len(leak.marker), _SHOWN))
        yield Flaw(reply.text_pointer, leak.reason, "no part of a call in the text", shown)


def _leaks(family: str, dialects: tuple[str, ...] = EVERYWHERE) -> tuple[Mutation, ...]:
    return tuple(
        mutation
        for fault, said in FAULTS[family]
        for mutation in planted("plain_text", written(said), dialects, fault=fault)
    )


def _family(family: str, name: str, statement: str, why: str, parsers: str) -> Rule:
    """Make the rule about the form of one family, judged where calls are structured."""
    return Rule(
        id=FORM_RULES[family],
        name=name,
        severity=dict.fromkeys(EVERYWHERE, Severity.ERROR),
        statement=statement,
        why=why,
        breaks=f"{_LOST} Parsers: {parsers}",
        workaround=_WORKAROUND,
        source=_OBSERVED,
        check=partial(_broken, family),
        needs_text=True,
        needs_request=True,
        variance=_WRITTEN,
        mutations=_leaks(family),
    )


RULES: tuple[Rule, ...] = (
    Rule(
        id="TX101",
        name="hermes",
        severity=dict.fromkeys((*EVERYWHERE, CHATML), Severity.ERROR),
        statement="A call of Hermes or Qwen is `<tool_call>`, one JSON object with name and "
        "arguments, `</tool_call>`: both tags, one object. Judged where the text is the protocol, "
        "and where such markup of an offered tool was left in the text of a structured reply.",
        why="Parsers of the format take nothing else; the call is not run.",
        breaks=f"{_LOST} Parsers: hermes-agent (#742), the Hermes parsers of vLLM and OVMS.",
        workaround="Read a lone object with name and arguments as a call.",
        source=_OBSERVED,
        check=_hermes,
        needs_text=True,
        needs_request=True,
        variance=_WRITTEN,
        mutations=(
            *_leaks("hermes", (*EVERYWHERE, CHATML)),
            *planted(
                "plain_text",
                written(f'{{"name":"get_weather","arguments":{ARGUMENTS}}}'),
                (CHATML,),
                fault="no tags",
            ),
        ),
    ),
    _family(
        "llama3-json",
        "llama3-json",
        "A call of Llama 3 after `<|python_tag|>` is JSON with `name` and `parameters`, and "
        "nothing but calls follows the tag. Judged where such markup of an offered tool was left "
        "in the text of a structured reply.",
        "With another key the arguments are dropped, or the whole call is.",
        "Claude Code over vLLM (vllm#46863), smolagents over Groq (#1119).",
    ),
    _family(
        "llama-pythonic",
        "llama-pythonic",
        "A call of Llama 3.2 or 4 in Python's notation is a list of calls of plain names whose "
        "keyword arguments are literals, `[f(a=1), g()]`. Judged where such markup of an offered "
        "tool was left in the text of a structured reply.",
        "A parser of the notation takes no JSON and no names, so the call stays in the text.",
        "Claude Code over vLLM (vllm#46863), vLLM's own pythonic parser (vllm#16214).",
    ),
    _family(
        "mistral",
        "mistral",
        "A call of Mistral is `[TOOL_CALLS]` and an array of JSON objects, or from v11 on "
        "`[TOOL_CALLS]name[ARGS]{...}`, as often as there are calls. Judged where such markup of "
        "an offered tool was left in the text of a structured reply.",
        "A mixture of both, or JSON in single quotes, gives garbled names and arguments.",
        "vLLM's Mistral parser (vllm#5649, vllm#20028), Rapid-MLX (#579).",
    ),
    _family(
        "deepseek-v3",
        "deepseek-v3",
        "A call of DeepSeek V3 stands between its begin and end tokens: type, separator token, "
        "name and fenced JSON, or name, separator token and JSON. Judged where such markup of an "
        "offered tool was left in the text of a structured reply.",
        "Name and arguments cannot be told apart; a fence's header ends up in the arguments.",
        "google-adk over LiteLLM (adk-python#5654), tt-inference-server (#3683).",
    ),
    _family(
        "deepseek-dsml",
        "deepseek-dsml",
        'A call of DeepSeek V3.2 is a DSML invoke with parameters that say `string="true"` or '
        '`"false"`; what is said not to be text is JSON. Judged where such markup of an offered '
        "tool was left in the text of a structured reply.",
        "The types of the arguments are lost with the parameters, and the markup is shown.",
        "stdapi.ai over Bedrock (#182), vLLM and SGLang (vllm#36654, sglang#14695).",
    ),
    _family(
        "qwen-xml",
        "qwen-xml",
        "A call of Qwen3-Coder is `<function=name>` with one `<parameter=key>` element for each "
        "argument and nothing else. Judged where such markup of an offered tool was left in the "
        "text of a structured reply.",
        "Strict parsers drop the call and leave the markup, lenient ones guess.",
        "qvac (#2372), QwenPaw over llama.cpp (#3560), renderers (#47).",
    ),
    _family(
        "glm",
        "glm",
        "A call of GLM is `<tool_call>name`, pairs of `<arg_key>` and `<arg_value>`, and "
        "`</tool_call>`. Judged where such markup of an offered tool was left in the text of a "
        "structured reply.",
        "Without its opening tag or a value the call is not found, and the pairs are shown.",
        "Users of Z.ai's glm-4.5v, whose box token takes the opening tag's place; SGLang (#19925).",
    ),
    _family(
        "kimi",
        "kimi",
        "A call of Kimi K2 has an id `functions.name:number`, which is all that names its tool, "
        "and its arguments after `<|tool_call_argument_begin|>`. Judged where such markup of an "
        "offered tool was left in the text of a structured reply.",
        "A degraded id names no tool: the section stays in the text.",
        "SGLang (#21377), vLLM (#32146).",
    ),
    Rule(
        id="TX111",
        name="prompt-json",
        severity={PROMPTED: Severity.WARNING},
        statement="Where the prompt asks for calls as JSON, a reply has exactly one call object, "
        "or one array of them, and it is JSON. A fence or words around it are bearable; braces in "
        "prose are no call.",
        why="Which of two objects is meant cannot be told; what is no JSON is not run.",
        breaks="Agents that call through a prompt, such as Groq's own parser (groq-typescript#28).",
        workaround="Ask again, with the error.",
        source=_OBSERVED,
        check=_prompt_json,
        needs_request=True,
        variance=_WRITTEN,
        mutations=(
            *planted(
                "plain_text",
                written(
                    f'{{"tool_name":"get_weather","arguments":{ARGUMENTS}}}\n'
                    '{"tool_name":"get_time","arguments":{}}'
                ),
                (PROMPTED,),
                fault="two objects",
            ),
            *planted(
                "plain_text",
                written('{"tool_name":"get_weather","arguments":{"location":Paris}}'),
                (PROMPTED,),
                fault="not JSON",
            ),
        ),
    ),
    Rule(
        id="TX112",
        name="truncated-markup",
        severity=dict.fromkeys((*EVERYWHERE, *_IN_TEXT), Severity.ERROR),
        statement="An unfinished call is neither content nor a whole reply: no cut call and no "
        "part of an opening marker is left in the text of a structured reply, whatever its stop "
        "reason; where text is the protocol, a reply that ends inside a call says it was cut.",
        why="Half a marker is shown to the user and goes back into the context.",
        breaks=f"{_LOST} Chat interfaces over vLLM show half a marker (vllm#47903, vllm#47137).",
        workaround="Drop the tail of a reply that was cut when it looks like a marker.",
        source=_OBSERVED,
        check=_cut,
        needs_text=True,
        needs_request=True,
        # Only where text is the protocol: elsewhere the server lets half a call out as content.
        variance=Variance(_WRITTEN.of, has_call, dialects=_IN_TEXT),
        mutations=(
            *planted(
                "plain_text",
                written('Sure.\n<tool_call>\n{"name":"get_weather","argum'),
                (*EVERYWHERE, CHATML),
                fault="a cut call",
            ),
            *planted("cut_text", written("Once upon a\n<too"), EVERYWHERE, fault="a cut marker"),
            *planted(
                "cut_text",
                written('{"name":"get_weather","parameters":{"loc'),
                EVERYWHERE,
                fault="a cut call without markers",
            ),
            *planted(
                "plain_text",
                written('{"tool_name":"get_weather","argum'),
                (PROMPTED,),
                fault="a cut call",
            ),
        ),
    ),
)
