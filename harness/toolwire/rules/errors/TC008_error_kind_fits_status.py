"""TC008: error-kind-fits-status."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.dialects.error_shape import ErrorShape
from toolwire.dialects.errors import first_of
from toolwire.io.json_text import object_of, string_of
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.exchange import Response
from toolwire.rules.mutate.edit import body, header, put
from toolwire.rules.mutate.faults import Change, mutations_for
from toolwire.rules.rule import Mode, Mutation, Reading, Rule, Severity, Source, Violation
from toolwire.rules.views.error_sender import passed_on

#: What may be the number of a status; other numbers are codes of a vendor's own.
_STATUSES = range(400, 600)
#: Says to OpenAI's and Anthropic's SDKs whether to ask again, whatever the status.
_AGAIN: Final = "x-should-retry"
#: Of a request that will be answered alike each time.
_MISTAKES: Final = frozenset({400, 401, 403, 404, 405, 413, 422})


def _kind_fits_status(reading: Reading) -> Iterator[Violation]:
    response = reading.exchange.response
    if response.status < 400:
        return
    if response.status in _MISTAKES and response.header(_AGAIN) == "true":
        message = "Clients are told to ask again what will be refused again."
        yield Violation(f"header[{_AGAIN}]", message, "false", "true")
    shape = load_dialect(reading.dialect).wire.error
    holder, root = first_of(reading.body)
    error = holder if shape.at is None else object_of(holder.get(shape.at))
    at = root if shape.at is None else f"{root}/{shape.at}"
    for pointer, word in _words(shape, error, at, response):
        statuses, right = shape.kinds.get(word), _named(shape, response.status)
        if statuses is not None and response.status not in statuses and right:
            message = "The kind of the error is not one of this status."
            yield Violation(pointer, message, right, word)
        elif statuses is None and not passed_on(shape, holder):
            yield from _of_another(shape, pointer, right or list(shape.kinds), word)
    for member in shape.numbers:
        number = _number(error.get(member))
        # Where the published type has a number there, it is the status and no code of a vendor's.
        told = number in _STATUSES or (number != 0 and shape.members.get(member) is int)
        if told and number != response.status:
            message = "The error has the number of another status."
            yield Violation(f"{at}/{member}", message, response.status, number)


def _words(
    shape: ErrorShape, error: JsonObject, at: str, response: Response
) -> Iterator[tuple[str, str]]:
    """Yield where an error says of which kind it is, and the word."""
    if shape.word is not None:
        word = error.get(shape.word)
        if isinstance(word, str):
            yield f"{at}/{shape.word}", word
    elif shape.name is not None:
        name, members = shape.name
        told = [(f"header[{name}]", response.header(name))]
        told += [(f"{at}/{member}", string_of(error.get(member))) for member in members]
        for pointer, value in told:
            if value:
                # AWS may write an address after the name, and a name space before it.
                yield pointer, value.partition(":")[0].rpartition("#")[2]


def _of_another(
    shape: ErrorShape, pointer: str, right: list[Json], word: str
) -> Iterator[Violation]:
    """Tell of a word that is not documented with a status, and is known to be none of the format."""
    whose = shape.foreign.get(word)
    if whose is not None:
        message = f"The kind of the error is a word of {whose}, and none of the format."
        yield Violation(pointer, message, right, word)
    elif _is_none(shape, word):
        yield Violation(pointer, "The error is of a kind that there is none of.", right, word)
    elif shape.coded is not None and shape.coded.fullmatch(word):
        # Servers whose form this is say so, and the SDKs go by the status.
        message = "The kind of the error is a name that a program has in its own code."
        yield Violation(pointer, message, right, word, Severity.INFO)


def _is_none(shape: ErrorShape, word: str) -> bool:
    """Return whether a word that is not documented with a status is no word of the format at all."""
    if shape.others is not None:
        return word not in shape.others
    return shape.spelt is not None and shape.spelt.fullmatch(word) is None


def _named(shape: ErrorShape, status: int) -> list[Json]:
    """Return the words that come with a status."""
    return [word for word, statuses in shape.kinds.items() if status in statuses]


def _number(value: Json) -> int:
    """Return a number, be it text or not; 0 for anything else."""
    if type(value) is int:
        return value
    return int(value) if isinstance(value, str) and value.isdecimal() and len(value) == 3 else 0


def _to_be_tried_again(_dialect: str, _mode: Mode) -> Change:
    return header(_AGAIN, "true")


RULE = Rule(
    id="TC008",
    name="error-kind-fits-status",
    severity=dict.fromkeys(
        (
            "anthropic-messages",
            "bedrock-converse",
            "gemini-generate",
            "openai-chat",
            "openai-responses",
            "chatml",
            "prompted",
        ),
        Severity.WARNING,
    ),
    statement=(
        "What an error says of its kind fits the status it comes with: Anthropic's and OpenAI's "
        "`type`, the exception that Bedrock names in `x-amzn-errortype`, Gemini's `status`, and a "
        "`code` or `status` that is the number of a status of HTTP. Words that are not documented "
        "with a status, and statuses that are not documented with a word, are not judged, but for "
        "words that can be none: Gemini's are a closed set, Bedrock's are its exceptions and the "
        "common errors of AWS, and Anthropic's, whatever is added to them, are small letters and "
        "underscores, and no words that are known to be OpenAI's or a gateway's own "
        "(new_api_error). In OpenAI's formats names of exceptions (BadRequestError), which vLLM "
        "answers with, are information. `x-should-retry` is not true where the request is at fault "
        "(400, 401, 403, 404, 405, 413, 422)."
    ),
    why=(
        "Some clients decide by the status whether to try again, others by the word: one gives up "
        "where the other hammers a server that will never answer otherwise. Who looks for a word of "
        "the format, overloaded_error say, does not know another program's."
    ),
    breaks=(
        "Retry loops that go by the word; the fourteen clients that were tried go by the status and "
        "show both."
    ),
    workaround="Decide by the status, which every gateway on the way has seen.",
    source=Source(
        "docs",
        "Claude API, errors; google/rpc/code.proto; botocore 1.44.5 bedrock-runtime "
        "service-2.json, httpStatusCode",
        "https://platform.claude.com/docs/en/api/errors",
        "2026-11-23",
    ),
    check=_kind_fits_status,
    on_error=True,
    mutations=(
        Mutation(
            "anthropic-messages",
            Mode.BLOCKING,
            "refused",
            body(lambda value: put(value, ("error", "type"), "overloaded_error")),
            "another type",
        ),
        Mutation(
            "anthropic-messages",
            Mode.BLOCKING,
            "refused",
            body(lambda value: put(value, ("error", "type"), "BadRequestError")),
            "no word of its own",
        ),
        Mutation(
            "anthropic-messages",
            Mode.BLOCKING,
            "refused",
            body(lambda value: put(value, ("error", "type"), "new_api_error")),
            "another program's word",
        ),
        Mutation(
            "bedrock-converse",
            Mode.BLOCKING,
            "refused",
            header("x-amzn-errortype", "ThrottlingException"),
            "another exception",
        ),
        Mutation(
            "bedrock-converse",
            Mode.BLOCKING,
            "refused",
            header("x-amzn-errortype", "BadRequestError"),
            "no word of its own",
        ),
        *(
            Mutation(
                dialect,
                Mode.BLOCKING,
                "refused",
                body(lambda value: put(value, ("error", "type"), "server_error")),
                "another type",
            )
            for dialect in ("openai-chat", "openai-responses", "chatml", "prompted")
        ),
        *(
            Mutation(
                dialect,
                Mode.BLOCKING,
                "refused",
                body(lambda value: put(value, ("error", "type"), "BadRequestError")),
                "an exception's name",
            )
            for dialect in ("openai-chat", "openai-responses", "chatml", "prompted")
        ),
        Mutation(
            "gemini-generate",
            Mode.BLOCKING,
            "refused",
            body(lambda value: put(value, ("error", "status"), "RESOURCE_EXHAUSTED")),
            "another word",
        ),
        Mutation(
            "gemini-generate",
            Mode.BLOCKING,
            "refused",
            body(lambda value: put(value, ("error", "status"), "Bad Request")),
            "no word of its own",
        ),
        Mutation(
            "gemini-generate",
            Mode.BLOCKING,
            "refused",
            body(lambda value: put(value, ("error", "code"), 429)),
            "another number",
        ),
        *(
            Mutation(
                dialect,
                Mode.BLOCKING,
                "refused",
                body(lambda value: put(value, ("error", "code"), "500")),
                "another number",
            )
            for dialect in ("openai-chat", "openai-responses", "chatml", "prompted")
        ),
        *mutations_for("refused", _to_be_tried_again, modes=(Mode.BLOCKING,), fault="try again"),
    ),
    cases="""
new-api | new_api_error where a client in front of Anthropic's format looks for the kind | https://github.com/Kilo-Org/kilocode/issues/2142 | issue closed 2025-08
OpenHands | asks again only where overloaded_error stands in the error | https://github.com/OpenHands/OpenHands/issues/6942 | issue closed 2025-02
vLLM | BadRequestError for a prompt that is too long | https://github.com/vllm-project/vllm/issues/12886 | issue closed 2025-02
""",
)
