"""What others need to know of the wire of Chat Completions."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from toolwire.dialects.id_form import HYPHENATED, IdForm, ModelIds
from toolwire.dialects.kept import LeftIn
from toolwire.dialects.openai_chat import sent
from toolwire.dialects.openai_chat.benign import BENIGN
from toolwire.dialects.openai_chat.exempt import EXEMPT, MISSED
from toolwire.dialects.openai_chat.functions import SECOND_FORMS
from toolwire.dialects.openai_chat.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.openai_chat.neutral import NEUTRAL
from toolwire.dialects.openai_wire import (
    BILL,
    ERROR,
    LOGPROBS,
    ONE_MODEL,
    ROOTS,
    SCHEMAS,
    compatible,
    listed,
)
from toolwire.dialects.request_form import ByPlace, CallMark, ChoiceCount
from toolwire.dialects.sent import messages, nested_tools
from toolwire.dialects.stated import (
    MESSAGES,
    assistant_content,
    function_calls,
    has_function,
    holder_at,
    image_by_address,
    text_at,
)
from toolwire.dialects.text_form import JsonMode, TextForm
from toolwire.dialects.tool_shape import NESTED
from toolwire.dialects.wire import (
    EVENTS,
    NameForm,
    RequestForm,
    Roles,
    Serving,
    Wire,
    stated_once,
)
from toolwire.model.conversation import Json, JsonObject

#: What vLLM and SGLang (docs.sglang.io, sampling_params and separate_reasoning), llama.cpp's server
#: (--reasoning-format, of a request too) and Groq document of their own; read 2026-11-28.
_KEPT: Final = LeftIn(
    ends=(("include_stop_str_in_output", True), ("no_stop_trim", True)),
    tokens=(("skip_special_tokens", False),),
    thoughts=(
        ("reasoning_format", "none"),
        ("reasoning_format", "raw"),
        ("separate_reasoning", False),
    ),
)


def _choice(body: JsonObject) -> Json:
    # A choice that is an object says more than a word; it is the neutral list's.
    return body.get("tool_choice")


def _chosen_elsewhere(choice: JsonObject) -> bool:
    # Anthropic's form, which xAI and MiniMax take and OpenAI does not: agentjido/req_llm
    # test/support/fixtures/xai/grok_2/tool_round_trip_1.json
    # @f722d38fac9656b1d34cf9954ea6c1c98d0670cd #0, and 48 more of both; read 2026-11-23.
    return choice.get("type") == "tool" and isinstance(choice.get("name"), str)


#: Where Bedrock answers for OpenAI's open models; the model is in the path.
_BEDROCK: Final = "/model/[^/]*gpt-oss[^/]*/invoke(?:-with-response-stream)?"

#: OpenAI's `string_above_max_length`; some of its routes take 64.
_IDS: Final = IdForm(pattern=None, limit=40, wider=64, by="OpenAI")
#: Mistral's code 3280.
_NINE: Final = IdForm(
    pattern=re.compile("[a-zA-Z0-9]{9}", re.ASCII), limit=None, wider=None, by="Mistral"
)
_OPENAI: Final = ("chatgpt-", "gpt-3", "gpt-4", "gpt-5", "gpt-6", "o1", "o3", "o4")
_MISTRAL: Final = (
    "codestral",
    "devstral",
    "magistral",
    "ministral",
    "mistral",
    "open-mistral",
    "open-mixtral",
    "pixtral",
    "voxtral",
)


def _of(families: tuple[str, ...]) -> re.Pattern[str]:
    # A gateway (`vendor/model`) may give ids another form on their way.
    return re.compile(f"(?:{'|'.join(families)})[^/]*$")


def _in_schema(schema: JsonObject) -> JsonObject:
    named: JsonObject = {"name": "answer", "strict": True, "schema": schema}
    return {"response_format": {"type": "json_schema", "json_schema": named}}


WIRE: Final = Wire(
    calls=function_calls(textual=True, find=None, id_form=_IDS, own_ids=(*_MISTRAL, "mixtral")),
    text_calls=None,
    stated=stated_once(
        is_call=has_function,
        fragment=holder_at("choices[0].delta.tool_calls[0].function.arguments"),
        text=text_at("choices[0].delta.content"),
        whole_text=assistant_content,
        stop="finish_reason",
    ),
    request=RequestForm(
        second_forms=SECOND_FORMS,
        history=messages("name"),
        definitions=nested_tools,
        shape=NESTED,
        chosen=sent.chosen,
        run_ends=(),
        joined=False,
        parts=replace(
            MESSAGES,
            part=lambda text: {"type": "text", "text": text},
            seen=image_by_address,
        ),
        choice_word=_choice,
        # `any` is Mistral's.
        choice_words=frozenset({"any", "auto", "none", "required"}),
        choice_elsewhere=_chosen_elsewhere,
        # OpenAI's `empty_array` (vllm-project/vllm#39780).
        refused_if_empty=lambda body: body.get("tools"),
        ids=(ModelIds(_of(_MISTRAL), _NINE), ModelIds(_of(_OPENAI), _IDS)),
        by_place=ByPlace(re.compile("^glm-"), unnamed=True),
        without_result=(),
        ids_across=False,
        results_named=False,
        roles=Roles(
            known=frozenset({"assistant", "developer", "function", "system", "tool", "user"}),
            everywhere=True,
            sides=False,
            order="",
        ),
        names=NameForm(pattern=HYPHENATED, limit=64, older=64),
        schemas=SCHEMAS,
        ends_at=("stop",),
        one_end_alone=True,
        several=ChoiceCount(path=("n",), holder="choices", streamed=True),
        # OpenAI's reasoning models refuse the older one.
        most_at=("max_completion_tokens",),
        # DeepSeek wants back what its model thought before a call
        # (https://api-docs.deepseek.com/guides/thinking_mode, read 2026-11-28), and says nothing of
        # calls of others. A blank was seen to be taken, an empty text refused
        # (https://github.com/NousResearch/hermes-agent/issues/17341).
        call_mark=CallMark(
            member="reasoning_content",
            value=" ",
            named="reasoningcontent",
            of_message=True,
            documented=False,
        ),
        most_before=("max_tokens",),
        text_form=TextForm(
            path=("response_format", "json_schema", "schema"),
            asking=_in_schema,
            strict_at=("response_format", "json_schema", "strict"),
            any_json=JsonMode(path=("response_format", "type"), word="json_object"),
        ),
        kept=_KEPT,
        tokens_wanted=(("logprobs", True),),
        tool_members=frozenset(
            {"tools", "tool_choice", "parallel_tool_calls", "functions", "function_call"}
        ),
        known_refusals=KNOWN_REFUSALS,
    ),
    usage_on_demand=True,
    cached=(),
    counts_cached="",
    keeps="",
    cited=None,
    named_choice_ends=True,
    reasoning_named=False,
    reply_members=None,
    reply_filled=False,
    error=ERROR,
    stream=EVENTS,
    bills=(BILL,),
    stop_words=None,
    spelling=LOGPROBS,
    serving=Serving(
        paths=(f"{ROOTS}/chat/completions", _BEDROCK),
        beginnings=("/v1/chat/completions", "/openai/deployments"),
        endings=("/chat/completions",),
        root="/v1",
        beside=(ONE_MODEL,),
        mask="",
    ),
    models=listed(1),
    form=compatible(2, "OpenAI-compatible", detected=True),
    left_out=frozenset(),
    exempt=EXEMPT,
    missed=MISSED,
    benign=BENIGN,
    neutral=NEUTRAL,
    served=None,
)
