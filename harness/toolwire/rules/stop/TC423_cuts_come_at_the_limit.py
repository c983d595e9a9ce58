"""TC423: cuts-come-at-the-limit."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from toolwire.dialects import Answer, load_dialect
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import mutations_for
from toolwire.rules.mutate.probe_edit import within
from toolwire.rules.rule import Reading, Rule, Severity, Source, Subject, Variance, Violation
from toolwire.rules.stop.whole_replies import called_as_asked, said_as_asked
from toolwire.rules.views.asked_for import asks_outright
from toolwire.rules.views.limit import ROOMY, most_tokens
from toolwire.rules.views.probe_answer import answered

_JUDGED_IN: Final = (*EVERYWHERE, "chatml")
#: Whose requests always set a limit. The others' are asked with one; of a request that sets none, TC478 has it.
_ALWAYS_SET: Final = ("anthropic-messages", "chatml")
#: A limit below says nothing: a few tokens are counted as one likes.
_JUDGED: Final = 64
#: What is cut at a small default leaves no reply of more tokens whole; shorter ones fit, and show nothing.
_SMALL: Final = 32
_LENGTH: Final = "length"


def _ends(reading: Reading) -> str | None:
    """Return what the reason of a reply means that was asked outright; None for any other reply."""
    if not reading.ok or not asks_outright(reading):
        return None
    return load_dialect(reading.dialect).stops.get(reading.reply.stop or "")


def _least(reading: Reading) -> int:
    """Return how many tokens an answer has at least that its limit cuts: half, for counts differ; 0
    of a small limit.
    """
    limit = most_tokens(reading) or 0
    return limit // 2 if limit >= _JUDGED else 0


def _written(reading: Reading) -> int | None:
    """Return the tokens of an answer with those of its thoughts; None where they are not told."""
    usage = reading.reply.usage
    if usage is None or usage.output is None:
        return None
    if usage.total is None or usage.input is None:
        return None if reading.reply.reasoning else usage.output
    return max(usage.output, usage.total - usage.input)


def _is_early(reading: Reading) -> bool:
    """Return whether a reply says that it was cut for its length, and is far shorter than its request allows."""
    if _ends(reading) != _LENGTH:
        return False
    written = _written(reading)
    if written is None or written >= _least(reading):
        return False
    # What did as it was told was not cut: that it says so is TC417's and TC420's.
    return not (called_as_asked(reading) or said_as_asked(reading))


def _is_whole(reading: Reading) -> bool:
    """Return whether a reply has come whole that no small default has room for, and that had a limit to be lost."""
    whole = _ends(reading) not in {None, _LENGTH} and (_written(reading) or 0) > _SMALL
    # Where texts alone are asked for with a limit, a call may come in another form of the request, or past it.
    shows = reading.dialect in _ALWAYS_SET or not reading.reply.tool_calls
    return whole and shows and _least(reading) > 0


def _cut(reading: Reading) -> Iterator[Violation]:
    if _is_early(reading):
        message = (
            "The reply was cut for its length, and has far fewer tokens than its request allows."
        )
        least = f"at least {_least(reading)} tokens"
        yield Violation(reading.reply.stop_pointer, message, least, _written(reading))


RULE = Rule(
    id="TC423",
    name="cuts-come-at-the-limit",
    severity=dict.fromkeys(_JUDGED_IN, Severity.WARNING),
    statement=(
        "A reply that was cut for its length counts half the tokens that its request allows, where "
        "these are 64 or more. One may have filled the context; that prompts which write out what "
        "to answer get shorter ones, and in a run none of more than 32 tokens comes whole, is the "
        "server's doing. Where not every request sets a limit, replies in words to those that do are "
        "counted: others are TC478's."
    ),
    why=(
        "Another limit in the place of the one that was asked for cuts every answer: calls are lost "
        "or broken, and the client raises a limit that nobody looks at."
    ),
    breaks="agents whose calls are longer than a few tokens",
    workaround="Set the limit of the server itself.",
    source=Source(
        "docs",
        "Anthropic, stop_reason max_tokens: the requested max_tokens or the model's maximum was exceeded",
        "https://platform.claude.com/docs/en/api/messages/create",
        "2026-11-28",
    ),
    check=_cut,
    subject=Subject.CONVERSATION,
    needs_request=True,
    needs_asked=True,
    probing={name: within(ROOMY)(name) for name in _JUDGED_IN if name not in _ALWAYS_SET},
    # Longer replies that end otherwise are not counted, but prove that not every one is cut.
    variance=Variance(
        "replies that were cut for their length far below what was allowed",
        _is_early,
        shown=_is_whole,
        of_runs=True,
    ),
    mutations=mutations_for("say_so", answered(Answer(text="The tide is", cut=True))),
)
