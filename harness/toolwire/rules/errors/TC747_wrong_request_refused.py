"""TC747: wrong-request-refused."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from toolwire.dialects import Answer, Refusal, load_dialect
from toolwire.model.conversation import JsonObject
from toolwire.model.exchange import Exchange, Mode
from toolwire.rules.choice.probe_choice import GUIDE, READ
from toolwire.rules.groups import EVERY_FORMAT
from toolwire.rules.mutate.edit import header
from toolwire.rules.mutate.faults import STREAM, Change, mutations_for
from toolwire.rules.mutate.probe_edit import misnamed, within
from toolwire.rules.rule import Rule, Severity, Source, Subject
from toolwire.rules.views.probe_answer import answered, refused, turned_away

_OF_THE_KEY: Final = Answer(refusal=Refusal(401, "authentication", "The key is not valid."))


def _question(name: str) -> Callable[[JsonObject], None]:
    """Ask with a tool's name that no vendor takes; where that is words of a prompt, with a limit that is none.

    A server of completions passes a prompt to its model, whatever is in it.
    """
    return within("many")(name) if load_dialect(name).in_words else misnamed(name)


def _under_success(_name: str, _mode: Mode) -> Change:
    """Tell of the fault in the only line of a stream."""

    def apply(exchange: Exchange) -> Exchange:
        told = replace(exchange.response, status=200, body=exchange.response.body + b"\n")
        return header("content-type", "application/x-ndjson")(replace(exchange, response=told))

    return apply


RULE = Rule(
    id="TC747",
    name="wrong-request-refused",
    severity={
        **dict.fromkeys(EVERY_FORMAT, Severity.WARNING),
        "ollama-chat": Severity.INFO,
    },
    statement=(
        "A request that is wrong is refused with a status of 400 to 499, and none that blames the "
        "key or the account (401, 402, 403), or says something else (405, 408, 409, 424 and their "
        "like). Asked with a choice of a tool that nobody offers, with parameters that are no "
        "object, and with a space in a tool's name; not where these are words of a prompt. "
        "`toolwire verify` also leaves out what the "
        "request type demands, or gives it another type, a word that is none or a value out of its "
        "bounds, says a tool or a result twice, and asks for what the vendor refuses in words of "
        "its own (docs/wrong-requests.md, with what is a warning and what information). A run in "
        "which the server fails over each (500 and above), or tells of each in a stream under a "
        "status of success, is a warning; so is one that fails over what is no JSON. Information at Ollama's format, whose own server takes "
        "any name and type, but for what it refuses; there and at Google's a model that is not "
        "there has 404, after which clients pull it, or ask another. One that gets 502, 503 or 504 "
        "twice, with no pause named, is refused so where the right model is answered before and "
        "after: SDKs ask again."
    ),
    why=(
        "A mistake that is passed over stays in the client until the next server, or the next "
        "version, refuses it in production."
    ),
    breaks="clients that move on to OpenAI's, Anthropic's, Google's or AWS's API",
    workaround="Check requests before they are sent: `toolwire lint` judges them too.",
    source=Source(
        "spec",
        "OpenAI answers 400 invalid_request_error with param and a message: names of functions "
        "are letters, digits, underscores and dashes, parameters a JSON Schema object",
        GUIDE,
        READ,
    ),
    check=refused("A request that is wrong was answered."),
    subject=Subject.PROBE,
    always=True,
    question=_question,
    mutations=(
        *mutations_for("refused", answered(Answer(text="It is sunny.")), fault="answered"),
        *mutations_for("refused", answered(_OF_THE_KEY), fault="blames the key"),
        *mutations_for("refused", turned_away(500), fault="blames itself"),
        *mutations_for("refused", turned_away(424), fault="blames another request"),
        *mutations_for("refused", _under_success, ("ollama-chat",), STREAM, "under a success"),
    ),
    cases="""
llama.cpp (chat completions) | a stream tells of a wrong request under HTTP 200 | https://github.com/ggml-org/llama.cpp/issues/14566 | issue open 2025-07
Ollama | 400 for a model that is not there would keep clients from pulling it, as ollama-python's README has them do after a 404 | https://github.com/ollama/ollama/issues/14949 | PR closed 2026-03
""",
)
