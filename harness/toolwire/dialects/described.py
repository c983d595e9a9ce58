"""Which facets of a reading describe the format, and not one odd answer.

A dialect's `facets` says what stands in one exchange. What a provider does as a rule is said
only by answers that came whole, that the model was free to give, and that call tools the client
offered. The rule stands here once, for audits and for recorded traffic alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.model.conversation import ChoiceMode
from toolwire.model.exchange import Fidelity
from toolwire.model.reply import Reading

#: Facets that a reply's calls show.
OF_CALLS: Final = frozenset(
    {
        "call_field",
        "arguments",
        "no_arguments",
        "id_field",
        "id_pattern",
        "stop_on_call",
        "text_beside_call",
    }
)
#: Facets that a request shows by being taken.
OF_REQUESTS: Final = frozenset(
    {"definition_field", "schema_field", "result_field", "result_id_field"}
)
#: Stop words, in neutral terms, of a reply that somebody or something ended early.
_CUT: Final = ("length", "cut")
#: Choices after which providers document another stop word, and servers another parser.
_FORCED: Final = (ChoiceMode.NAMED, ChoiceMode.REQUIRED)


def described(reading: Reading) -> Mapping[str, str]:
    """Return the facets of a reading that describe the format of who answered.

    Left out are those of calls where `describes` says no, those of calls and requests where
    the request used OpenAI's older `functions` (they describe that API, which has a suite of
    its own), those of a request that was refused, the framing of a stream that broke off, and
    everything where the exchange was stored without its request: such fixtures are trimmed by
    hand, and their ids made up.
    """
    if reading.exchange.fidelity is Fidelity.EDITED:
        return {}
    left_out: frozenset[str] = frozenset()
    legacy = _legacy(reading)
    if legacy or not _called_as_usual(reading):
        left_out |= OF_CALLS
    if legacy or not reading.ok:
        # Only what was answered is known to be taken.
        left_out |= OF_REQUESTS
    if not reading.reply.complete:
        left_out |= {"framing"}
    found = load_dialect(reading.dialect).facets(reading)
    if not left_out:
        return found
    return {key: word for key, word in found.items() if key not in left_out}


def describes(reading: Reading) -> bool:
    """Return whether a reply's calls show how its server writes calls as a rule.

    Not where the reply is cut, where a tool choice forced the call, where the call is one of
    `functions`, where it is not one of the tools that the request offers (a server's own tool,
    an invented name), or where the exchange was stored without its request.
    """
    return not _legacy(reading) and _called_as_usual(reading)


def _called_as_usual(reading: Reading) -> bool:
    reply = reading.reply
    if not reply.tool_calls or not reply.complete or not reading.ok:
        return False
    whole = load_dialect(reading.dialect).stops.get(reply.stop or "") not in _CUT
    return whole and reading.exchange.fidelity is not Fidelity.EDITED and _free(reading)


def _legacy(reading: Reading) -> bool:
    if reading.conversation is not None and reading.conversation.legacy:
        return True
    return "legacy" in [call.kind for call in reading.reply.tool_calls]


def _free(reading: Reading) -> bool:
    """Return whether the model was free to call and called what was offered, as far as known."""
    conversation = reading.conversation
    if conversation is None:
        return True
    if conversation.choice is not None and conversation.choice.mode in _FORCED:
        return False
    return all(conversation.tool(call.name) is not None for call in reading.reply.tool_calls)
