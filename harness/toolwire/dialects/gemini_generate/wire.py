"""What others need to know of the wire of Gemini's generateContent."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects.error_shape import ErrorShape
from toolwire.dialects.gemini_generate import sent
from toolwire.dialects.gemini_generate.benign import BENIGN
from toolwire.dialects.gemini_generate.beside import BESIDE, model_entry
from toolwire.dialects.gemini_generate.candidates import CANDIDATES
from toolwire.dialects.gemini_generate.exempt import EXEMPT, MISSED
from toolwire.dialects.gemini_generate.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.gemini_generate.neutral import NEUTRAL
from toolwire.dialects.gemini_generate.second_forms import SECOND_FORMS
from toolwire.dialects.gemini_generate.served import SERVED
from toolwire.dialects.id_form import ANY_ID
from toolwire.dialects.model_list import ListForm
from toolwire.dialects.request_form import CallMark
from toolwire.dialects.sent import flat_declared
from toolwire.dialects.stated import holder_at, text_member
from toolwire.dialects.text_form import JsonMode, TextForm
from toolwire.dialects.tool_shape import ToolShape
from toolwire.dialects.wire import (
    ANY_SCHEMA,
    BEARER,
    EVENTS,
    Auth,
    Bill,
    CallPaths,
    Models,
    NameForm,
    NativeCall,
    RequestForm,
    RequestParts,
    Roles,
    Serving,
    Spelling,
    Stops,
    Wire,
    stated_once,
    vendor_form,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject

#: Word of google.rpc.Code -> the status of HTTP it is mapped to (google/rpc/code.proto, read
#: 2026-11-23). UNKNOWN is left out: it says that nothing is known.
_CODES: Final = {
    "CANCELLED": (499,),
    "INVALID_ARGUMENT": (400,),
    "DEADLINE_EXCEEDED": (504,),
    "NOT_FOUND": (404,),
    "ALREADY_EXISTS": (409,),
    "PERMISSION_DENIED": (403,),
    "UNAUTHENTICATED": (401,),
    "RESOURCE_EXHAUSTED": (429,),
    "FAILED_PRECONDITION": (400,),
    "ABORTED": (409,),
    "OUT_OF_RANGE": (400,),
    "UNIMPLEMENTED": (501,),
    "INTERNAL": (500,),
    "UNAVAILABLE": (503,),
    "DATA_LOSS": (500,),
}
_ANY: Final = "[^/]+"
_VERBS: Final = ":(?:generateContent|streamGenerateContent)"
_VERTEX: Final = f"/v1(?:beta1)?/projects/{_ANY}/locations/{_ANY}/publishers/google/models/{_ANY}"


def _find(root: str, holder: JsonObject) -> Iterator[NativeCall]:
    for place, candidate in enumerate(items_of(holder.get("candidates"))):
        content = object_of(object_of(candidate).get("content"))
        for number, part in enumerate(items_of(content.get("parts"))):
            if isinstance(part, dict) and "functionCall" in part:
                pointer = f"{root}/candidates/{place}/content/parts/{number}/functionCall"
                yield NativeCall(pointer, part["functionCall"])


def _choice(body: JsonObject) -> Json:
    config = object_of(object_of(body.get("toolConfig")).get("functionCallingConfig"))
    word = config.get("mode")
    # Google takes a mode in lower case too (200 to 9 of 9 recorded ones, read 2026-11-23).
    return word.upper() if isinstance(word, str) else word


def _list(model: str) -> JsonObject:
    return {"models": [model_entry(model)]}


def _declared(body: JsonObject) -> list[JsonObject]:
    tools = flat_declared(body)
    return [object_of(d) for tool in tools for d in items_of(tool.get("functionDeclarations"))]


def _in_schema(schema: JsonObject) -> JsonObject:
    form: JsonObject = {"responseMimeType": "application/json", "responseJsonSchema": schema}
    return {"generationConfig": form}


WIRE: Final = Wire(
    calls=CallPaths(
        id="/id",
        name="/name",
        arguments="/args",
        textual=False,
        fragment=None,
        find=_find,
        optional=True,
        opened_whole=True,
        null_fragment=True,
        id_form=ANY_ID,
        own_ids=(),
    ),
    text_calls=None,
    stated=stated_once(
        is_call=lambda value: "args" in value and "name" in value,
        fragment=None,
        text=holder_at("candidates[].content.parts[].text"),
        whole_text=text_member,
        stop="finishReason",
    ),
    request=RequestForm(
        second_forms=SECOND_FORMS,
        history=sent.history,
        definitions=sent.definitions,
        shape=ToolShape(
            kinds=(),
            typed=False,
            nested=False,
            members=(),
            listed="functionDeclarations",
            schema=False,
        ),
        chosen=sent.chosen,
        # User contents in a row are one.
        run_ends=("model",),
        # Streamed contents are often put back one by one.
        joined=True,
        parts=RequestParts(
            history="contents",
            words=lambda text: {"role": "user", "parts": [{"text": text}]},
            block=None,
            result=lambda item: object_of(item.get("functionResponse")),
            parts="parts",
            content=("response", "output"),
            part=None,
            image=None,
            seen=lambda data: {"inlineData": {"mimeType": "image/png", "data": data}},
            # Gemini 3 and later; 2.5 refuses it (google-gemini/gemini-cli#19436, read 2026-12-01), and a
            # gateway that knows so leaves it out (maximhq/bifrost#4202).
            returned_beside="parts",
            returned_not=re.compile(r"gemini-[12]\b"),
            declared=_declared,
            # `parameters` is no JSON Schema.
            schema=("parametersJsonSchema",),
            instead_of="parameters",
        ),
        choice_word=_choice,
        choice_words=frozenset({"ANY", "AUTO", "NONE", "VALIDATED", "MODE_UNSPECIFIED"}),
        refused_if_empty=None,
        ids=(),
        by_place=None,
        without_result=(),
        ids_across=False,
        results_named=True,
        # "Duplicate function declaration found: X" (google-gemini/gemini-cli#22207).
        names_once=True,
        # It takes a content without a role, and the `function` of old pages.
        roles=Roles(
            known=frozenset({"", "function", "model", "user"}),
            everywhere=True,
            sides=False,
            order="user_first",
        ),
        names=NameForm(
            pattern=re.compile(r"[a-zA-Z_][a-zA-Z0-9_.:-]*", re.ASCII), limit=128, older=64
        ),
        schemas=ANY_SCHEMA,
        tool_members=frozenset({"tools", "toolConfig", "tool_config"}),
        known_refusals=KNOWN_REFUSALS,
        ends_at=("generationConfig", "stopSequences"),
        # "If specified, the API will stop at the first appearance of a stop_sequence"
        # (ai.google.dev/api/generate-content), and 404 for a model that is not found
        # (gemini-api/docs/troubleshooting; both read 2026-11-30); Vertex AI has the same.
        ends_alike=True,
        gone_alike=True,
        most_at=("generationConfig", "maxOutputTokens"),
        several=CANDIDATES,
        text_form=TextForm(
            path=("generationConfig", "responseJsonSchema"),
            asking=_in_schema,
            any_json=JsonMode(
                path=("generationConfig", "responseMimeType"),
                word="application/json",
                any_value=True,
                everywhere=True,
            ),
        ),
        # https://ai.google.dev/gemini-api/docs/thought-signatures, for a history of another model.
        call_mark=CallMark(
            member="thoughtSignature",
            value="skip_thought_signature_validator",
            named="thoughtsignature",
            of_message=False,
            documented=True,
            models=re.compile(r"gemini-(?![12]\b)\d"),
        ),
        # An id is optional in both parts, and `Part.from_function_response` of google-genai writes none.
        named_or_numbered=True,
        # Optional in google-genai's types, which leave out what is None.
        one_form=frozenset(
            {
                "audioMetadata",
                "audioTranscription",
                "documentMetadata",
                "mediaProcessing",
                "speechMetadata",
                "spreadsheetMetadata",
            }
        ),
    ),
    usage_on_demand=False,
    cached=(),
    counts_cached="",
    keeps="",
    cited=None,
    named_choice_ends=False,
    reasoning_named=True,
    reply_members=("candidates", "promptFeedback"),
    reply_filled=True,
    spelling=Spelling(beside="thoughtSignature", other="thought_signature", value=None),
    error=ErrorShape(
        at="error",
        members={"code": int, "message": str, "status": str},
        usual=(),
        also={},
        typed=False,
        in_array=True,
        name=None,
        word="status",
        kinds=_CODES,
        numbers=("code",),
        # google/rpc/code.proto is a closed set.
        others=frozenset({"UNKNOWN"}),
        kept={"details": list},
    ),
    # Its last object has a stop reason, and nothing follows.
    stream=replace(EVENTS, closed=False, by_address=b"", events_by="alt=sse"),
    bills=(
        Bill(
            path=("usageMetadata",),
            total="totalTokenCount",
            parts=(
                "promptTokenCount",
                "candidatesTokenCount",
                "thoughtsTokenCount",
                "toolUsePromptTokenCount",
            ),
            beside=(),
            within=(("cachedContentTokenCount", "promptTokenCount"),),
            kinds=(
                ("promptTokensDetails", "promptTokenCount"),
                ("candidatesTokensDetails", "candidatesTokenCount"),
                ("cacheTokensDetails", "promptTokenCount"),
                ("toolUsePromptTokensDetails", "toolUsePromptTokenCount"),
            ),
            kind_count="tokenCount",
            thoughts="thoughtsTokenCount",
        ),
    ),
    stop_words=Stops(
        words=frozenset(
            {"FINISH_REASON_UNSPECIFIED", "STOP", "MAX_TOKENS", "SAFETY", "RECITATION", "LANGUAGE"}
            | {"OTHER", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MALFORMED_FUNCTION_CALL"}
            | {"IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_OTHER", "NO_IMAGE"}
            | {"IMAGE_RECITATION", "UNEXPECTED_TOOL_CALL", "TOO_MANY_TOOL_CALLS"}
            | {"MISSING_THOUGHT_SIGNATURE", "MALFORMED_RESPONSE", "ESCALATION"}
            | {"PUP_LIMITED_DISABLED", "CONTINUATION", "MODEL_ARMOR"}
        ),
        calls=None,
        blocked=frozenset(
            {"BLOCKED_REASON_UNSPECIFIED", "BLOCK_REASON_UNSPECIFIED", "SAFETY", "OTHER"}
            | {"BLOCKLIST", "PROHIBITED_CONTENT", "IMAGE_SAFETY", "MODEL_ARMOR", "JAILBREAK"}
        ),
    ),
    serving=Serving(
        paths=(
            f"/v1(?:beta|alpha)?/models/{_ANY}{_VERBS}",
            f"/v1(?:beta|alpha)?/tunedModels/{_ANY}{_VERBS}",
            # Express mode of Vertex leaves project and location out.
            f"/v1(?:beta1)?/publishers/google/models/{_ANY}{_VERBS}",
            f"{_VERTEX}{_VERBS}",
        ),
        beginnings=("/v1beta/models", "/v1/models"),
        endings=(
            f"/v1(?:beta|alpha)?/models/{_ANY}{_VERBS}",
            # Of Vertex AI, whose address ends with its publisher.
            f"(?<=/publishers/google)/models/{_ANY}{_VERBS}",
        ),
        root="",
        beside=BESIDE,
        # Of all of Google's APIs (cloud.google.com/apis/docs/system-parameters, `$fields`, read 2026-11-28).
        mask="fields",
    ),
    models=Models(
        path="/v1beta/models",
        rank=1,
        form=ListForm(
            "models",
            "name",
            prefix="models/",
            query="pageSize=1000",
            cursor="pageToken",
            mark="nextPageToken",
        ),
        body=_list,
    ),
    form=vendor_form(3, "Gemini-compatible", "google", auths=(Auth("x-goog-api-key"), BEARER)),
    left_out=frozenset(),
    exempt=EXEMPT,
    missed=MISSED,
    benign=BENIGN,
    neutral=NEUTRAL,
    served=SERVED,
)
