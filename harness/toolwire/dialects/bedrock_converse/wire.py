"""What others need to know of the wire of Bedrock's Converse."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from toolwire.dialects.bedrock_converse import sent
from toolwire.dialects.bedrock_converse.benign import BENIGN
from toolwire.dialects.bedrock_converse.exempt import EXEMPT, MISSED
from toolwire.dialects.bedrock_converse.known_refusals import KNOWN_REFUSALS
from toolwire.dialects.bedrock_converse.neutral import NEUTRAL
from toolwire.dialects.bedrock_converse.served import SERVED
from toolwire.dialects.error_shape import ErrorShape
from toolwire.dialects.events import AWS_EVENT_STREAM
from toolwire.dialects.id_form import ANY_MODEL, HYPHENATED, IdForm, ModelIds
from toolwire.dialects.sent import user_message
from toolwire.dialects.stated import holder_at, text_member
from toolwire.dialects.tool_shape import ToolShape
from toolwire.dialects.wire import (
    BEARER,
    BOUNDS,
    Bill,
    CallPaths,
    Compatibility,
    NameForm,
    NativeCall,
    RequestForm,
    RequestParts,
    Roles,
    SchemaLimits,
    Serving,
    Spelling,
    Stops,
    StreamForm,
    Wire,
    stated_once,
)
from toolwire.io.json_text import items_of, object_of
from toolwire.model.conversation import Json, JsonObject

#: Exception -> its httpStatusCode, of the operations Converse and ConverseStream (botocore 1.44.5
#: bedrock-runtime service-2.json, read 2026-11-23).
_EXCEPTIONS: Final = {
    "AccessDeniedException": (403,),
    "InternalServerException": (500,),
    "ModelErrorException": (424,),
    "ModelNotReadyException": (429,),
    "ModelStreamErrorException": (424,),
    "ModelTimeoutException": (408,),
    "ResourceNotFoundException": (404,),
    "ServiceQuotaExceededException": (400,),
    "ServiceUnavailableException": (503,),
    "ThrottlingException": (429,),
    "ValidationException": (400,),
}
#: What any service of AWS may refuse a request with besides, before the service itself reads it: names of
#: https://docs.aws.amazon.com/bedrock/latest/APIReference/CommonErrors.html and of AWS's older pages of
#: common errors, as they are known (not read anew on 2026-11-28); too many harm nobody.
_COMMON: Final = frozenset(
    {"ExpiredTokenException", "IncompleteSignature", "IncompleteSignatureException"}
    | {"InternalFailure", "InvalidAction"}
    | {"InvalidClientTokenId", "InvalidParameterCombination", "InvalidParameterValue"}
    | {"InvalidQueryParameter", "InvalidSignatureException", "MalformedHttpRequestException"}
    | {"MalformedQueryString", "MissingAction", "MissingAuthenticationToken"}
    | {"MissingAuthenticationTokenException", "MissingParameter", "NotAuthorized", "OptInRequired"}
    | {"RequestAbortedException", "RequestEntityTooLargeException", "RequestExpired"}
    | {"RequestTimeoutException", "SerializationException", "ServiceUnavailable"}
    | {"UnknownOperationException", "UnrecognizedClientException", "ValidationError"}
    | {"InternalServerError", "AccessDenied", "Throttling", "ConflictException"}
)


def _find(root: str, holder: JsonObject) -> Iterator[NativeCall]:
    if root:
        found = [(f"{root}/start", holder.get("start"))]
    else:
        message = object_of(object_of(holder.get("output")).get("message"))
        content = enumerate(items_of(message.get("content")))
        found = [(f"/output/message/content/{place}", block) for place, block in content]
    for pointer, block in found:
        union = object_of(block)
        use = union.get("toolUse")
        # A member of a union that is null is none beside another: SDKs drop it.
        others = any(value is not None for value in union.values())
        is_none = "toolUse" not in union or (use is None and others)
        if not is_none and object_of(use).get("type") != "server_tool_use":
            yield NativeCall(f"{pointer}/toolUse", use)


def _choice(body: JsonObject) -> Json:
    config = object_of(body.get("toolConfig"))
    return next(iter(object_of(config.get("toolChoice"))), None)


def _declared(body: JsonObject) -> list[JsonObject]:
    listed = items_of(object_of(body.get("toolConfig")).get("tools"))
    return [object_of(object_of(tool).get("toolSpec")) for tool in listed]


#: botocore 1.44.5 `ToolUseId`, read 2026-11-23.
_IDS: Final = IdForm(
    pattern=re.compile(r"[a-zA-Z0-9_.:-]+", re.ASCII), limit=64, wider=64, by="Converse"
)

WIRE: Final = Wire(
    calls=CallPaths(
        id="/toolUseId",
        name="/name",
        arguments="/input",
        textual=False,
        fragment=None,
        find=_find,
        optional=False,
        opened_whole=False,
        null_fragment=True,
        id_form=_IDS,
        own_ids=(),
    ),
    text_calls=None,
    stated=stated_once(
        is_call=lambda value: "toolUseId" in value,
        fragment=holder_at("delta.toolUse.input"),
        text=holder_at("delta.text"),
        whole_text=text_member,
        stop="stopReason",
    ),
    request=RequestForm(
        history=sent.history,
        definitions=sent.definitions,
        shape=ToolShape(
            kinds=(),
            typed=False,
            nested=False,
            members=("toolSpec", "cachePoint", "systemTool"),
            listed=None,
            schema=True,
        ),
        chosen=sent.chosen,
        run_ends=("assistant",),
        joined=False,
        parts=RequestParts(
            history="messages",
            words=user_message,
            block=lambda text: {"text": text},
            result=lambda item: object_of(item.get("toolResult")),
            parts="content",
            content=("content",),
            part=lambda text: {"text": text},
            image=lambda data: {"image": {"format": "png", "source": {"bytes": data}}},
            declared=_declared,
            schema=("inputSchema", "json"),
            instead_of=None,
        ),
        choice_word=_choice,
        choice_words=frozenset({"any", "auto", "tool"}),
        # The service model's list has at least one.
        refused_if_empty=lambda body: object_of(body.get("toolConfig")).get("tools"),
        ids=(ModelIds(ANY_MODEL, _IDS),),
        by_place=None,
        without_result=(),
        ids_across=False,
        results_named=False,
        # Mid-conversation `system` is new in the types.
        roles=Roles(
            known=frozenset({"assistant", "system", "user"}),
            everywhere=True,
            sides=True,
            order="alternate",
        ),
        names=NameForm(pattern=HYPHENATED, limit=64, older=64),
        schemas=SchemaLimits(
            top=(),
            items=False,
            strict=BOUNDS,
            whole=False,
        ),
        ends_at=("inferenceConfig", "stopSequences"),
        most_at=("inferenceConfig", "maxTokens"),
        # "The tool X is already defined at toolConfig.tools.N."; "The toolResult blocks at
        # messages.N.content contain duplicate Ids: X" (BerriAI/litellm#20047).
        names_once=True,
        answers_once=True,
        tool_members=frozenset({"toolConfig"}),
        known_refusals=KNOWN_REFUSALS,
    ),
    usage_on_demand=False,
    counts_cached="",
    keeps="",
    cited=None,
    named_choice_ends=False,
    reasoning_named=True,
    reply_members=("output",),
    reply_filled=False,
    # Clean answers have no member that they could do without.
    spelling=Spelling(
        beside="stopReason", other="additional_model_response_fields", value={"top_k": 40}
    ),
    # The parser of AWS's SDKs takes either spelling.
    error=ErrorShape(
        at=None,
        members={"message": str},
        usual=(),
        also={"message": "Message"},
        typed=False,
        in_array=False,
        name=("x-amzn-errortype", ("__type", "code")),
        word=None,
        kinds=_EXCEPTIONS,
        numbers=(),
        others=_COMMON,
    ),
    stream=StreamForm(types=(AWS_EVENT_STREAM,), line_end=None, closed=True, by_address=b""),
    bills=(
        Bill(
            path=("usage",),
            total="totalTokens",
            parts=("inputTokens", "outputTokens"),
            beside=("cacheReadInputTokens", "cacheWriteInputTokens"),
        ),
    ),
    cached=("cacheReadInputTokens", "cacheWriteInputTokens"),
    stop_words=Stops(
        words=frozenset(
            {"end_turn", "tool_use", "max_tokens", "stop_sequence", "guardrail_intervened"}
            | {"content_filtered", "malformed_model_output", "malformed_tool_use"}
            | {"model_context_window_exceeded"}
        ),
        calls="tool_use",
        at_word="stop_sequence",
    ),
    serving=Serving(
        paths=("/model/[^/]+/converse", "/model/[^/]+/converse-stream"),
        beginnings=("/model/",),
        endings=("/model/[^/]+/converse(?:-stream)?",),
        root="",
        beside=(),
        mask="",
    ),
    # Another host lists the models.
    models=None,
    form=Compatibility(
        rank=4,
        compatible="Bedrock-compatible",
        auths=(BEARER,),
        prefix="",
        family="aws",
        detected=True,
        signed=True,
    ),
    # Converse has no choice `none`.
    left_out=frozenset({"line_in_a_row", "none_choice"}),
    exempt=EXEMPT,
    missed=MISSED,
    benign=BENIGN,
    neutral=NEUTRAL,
    served=SERVED,
)
