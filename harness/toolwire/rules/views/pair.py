"""The same request, streamed and not: both replies canonicalised and compared path by path.

What may be compared depends on who could have made a difference. Where both answers are
scripted (evidence `documented`: one reference responder, one script) nothing but the wire can
differ, and everything is compared. A model may call otherwise, write otherwise and stop
elsewhere each time it is asked, at temperature 0 too; of recorded and live answers only what
no model variance explains is compared:

* shapes, call by call, where both made the same calls: kind, id there or not, JSON type of the
  arguments, a value that is the same in another type;
* the word that ends a reply with the same calls, or with the same text; which token counts
  are told;
* white space around a text that is otherwise the same;
* a text or a reasoning that is there in one mode only, though the other parts are equal and the
  output tokens were counted alike: the model wrote as much in both;
* a text that lacks a piece of a word, as many tokens counted; reasoning that is text in the other mode, or a piece of it;
* the id of the answer, the name of its model, the tokens of a text where the request wants them: there or not, as they
  came over the wire; and that both answers have the same id.

Other calls than in the other mode are model variance: then nothing is compared, and `otherwise` says so.
A last call that is missing though the output tokens were counted alike is told, and counted over the run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from toolwire.dialects import load_dialect
from toolwire.model.conversation import Json, ToolCall
from toolwire.model.exchange import EvidenceLevel, Fidelity
from toolwire.model.observation import Severity
from toolwire.model.reply import Reading, Reply
from toolwire.rules.views.chat import ends_twice, joined_choice
from toolwire.rules.views.dialect_paths import arguments_at, id_at, name_at
from toolwire.rules.views.excerpt import kind_of
from toolwire.rules.views.memoize import memoize
from toolwire.rules.views.pair_difference import Difference, DifferencePart, ReplyComparison
from toolwire.rules.views.pair_reply import (
    OUTPUT,
    arguments_kind,
    call_names,
    chosen_otherwise,
    counts_told,
    counts_wanted,
    cut_apart,
    how_ended,
    id_place,
    lacks_a_count,
    leaves_nothing_uncounted,
    misfits,
    other_number_of_calls,
    says_nothing,
    where_they_part,
    written,
)
from toolwire.rules.views.pair_text import (
    closed_up,
    how_torn,
    moved,
    parted,
    stands_first,
    torn,
)
from toolwire.rules.views.pair_values import first_difference, retyped
from toolwire.rules.views.stop_meaning import CUT, stop_meaning
from toolwire.rules.views.token_counts import counts_at
from toolwire.rules.views.told_again import tells_again
from toolwire.rules.views.told_plan import thought_or_plan
from toolwire.rules.views.told_tokens import tokens_of_both
from toolwire.rules.views.torn import is_torn

#: A token is rarely longer; what is missing must weigh this much of the counts' difference.
_CHARACTERS_A_TOKEN: Final = 16
_SHOWN: Final = 20
_NOTHING: Final = ReplyComparison()
_LOST: Final = ReplyComparison((), "an event of the stream is lost")


@memoize
def _compared(reading: Reading) -> ReplyComparison:
    assert reading.twin is not None
    return _Sides(reading, reading.twin).compare()


def compare(reading: Reading) -> ReplyComparison:
    """Compare a streamed reading with its blocking twin.

    Without a twin, or where one of the two is an error or cannot be read at all, or not whole, there is nothing to compare.
    """
    sides = [one for one in (reading, reading.twin) if one is not None and one.ok]
    if len(sides) < 2 or any(says_nothing(one.reply) for one in sides) or joined_choice(reading):
        return _NOTHING
    return _LOST if is_torn(reading) else _compared(reading)


class _Sides:
    """The two sides, and what is known of where differences come from."""

    def __init__(self, streamed: Reading, blocking: Reading) -> None:
        self._reading, self._twin = streamed, blocking
        self._before, self._after = blocking.reply, streamed.reply
        levels = {r.exchange.evidence.level for r in (streamed, blocking)}
        self._scripted = levels == {EvidenceLevel.DOCUMENTED}

    def compare(self) -> ReplyComparison:
        """Compare path by path; calls first, because without them nothing else says much."""
        called = self._called()
        if called is not None:
            if self._scripted:
                return ReplyComparison((called,))
            # As many tokens were counted: a hint, since servers were seen to count the same each time.
            told = called if self._lost_call() else self._doubled(called)
            lost = () if told is None else (replace(told, varies=True),)
            return ReplyComparison(lost, chosen_otherwise(self._before, self._after))
        return ReplyComparison(
            (
                *self._calls(),
                *self._text(),
                *self._reasoning(),
                *self._stop(),
                *self._usage(),
                *self._named_alike(),
            )
        )

    def _place(self) -> str:
        reply = self._after
        return reply.stop_pointer or reply.text_pointer or "event[0]"

    def _inside(
        self, at: Callable[[Reading, ToolCall], str], call: ToolCall, path: str = ""
    ) -> str:
        """Return the pointer of a part of a call; of the text where a call is text."""
        structured = load_dialect(self._reading.dialect).wire.calls is not None
        return at(self._reading, call) + path if structured else call.pointer

    def _called(self) -> Difference | None:
        """Return how the calls differ in number, name or order; None when they do not."""
        before, after = (call_names(reply) for reply in (self._before, self._after))
        if before == after:
            return None
        if len(before) != len(after):
            message, counts = other_number_of_calls(self._reading, len(before), len(after))
            return Difference(DifferencePart.REPLY, self._place(), message, counts)
        alike = sorted(map(str, before)) == sorted(map(str, after))
        message = f"The calls of the stream have another {'order' if alike else 'name'}."
        first = next(
            n for n, pair in enumerate(zip(before, after, strict=True)) if len({*pair}) > 1
        )
        pointer = self._inside(name_at, self._after.tool_calls[first])
        return Difference(
            DifferencePart.REPLY, pointer, message, ([*before[:_SHOWN]], [*after[:_SHOWN]])
        )

    def _calls(self) -> Iterator[Difference]:
        for before, after in zip(self._before.tool_calls, self._after.tool_calls, strict=True):
            if before.kind != after.kind:
                message = "The call is of another kind in the stream."
                yield Difference(
                    DifferencePart.REPLY, after.pointer, message, (before.kind, after.kind)
                )
            if bool(before.id) != bool(after.id):
                message = "The call has an id in one mode only."
                reported = ("an id" if before.id else "no id", "an id" if after.id else "no id")
                pointer = self._inside(id_at, after)
                yield Difference(DifferencePart.REPLY, pointer, message, reported, Severity.WARNING)
            yield from self._arguments(before, after)

    def _arguments(self, before: ToolCall, after: ToolCall) -> Iterator[Difference]:
        kinds = (arguments_kind(before), arguments_kind(after))
        if kinds[0] != kinds[1]:
            cut = [self._cut(reply) for reply in (self._before, self._after)]
            # What is no object is at fault by itself, in the mode that has it (TC107, TC302 to TC306, TC907, TC917).
            if not any(cut):
                return
            # A model that went on until the limit leaves its call in the middle, in either mode.
            if self._scripted:
                part = DifferencePart.CUT if all(cut) else DifferencePart.REPLY
                message = "The arguments are of another type in the stream."
                pointer = self._inside(arguments_at, after)
                yield Difference(part, pointer, message, kinds)
        elif self._scripted:
            found = first_difference(before.arguments, after.arguments)
            if found is not None:
                message = "An argument has another value in the stream."
                pointer = self._inside(arguments_at, after, found.path)
                yield Difference(DifferencePart.REPLY, pointer, message, found.sides)
        else:
            found = retyped(before.arguments, after.arguments)
            if found is not None:
                message = "An argument has the same value in another type in the stream."
                sides = (kind_of(found.sides[0]), kind_of(found.sides[1]))
                if misfits(self._twin, before) and not misfits(self._reading, after):
                    message = "An argument is of the type its tool declares in the stream alone."
                    sides = sides[::-1]
                pointer = self._inside(arguments_at, after, found.path)
                yield Difference(DifferencePart.REPLY, pointer, message, sides, Severity.WARNING)

    def _text(self) -> Iterator[Difference]:
        before, after = self._before.text or "", self._after.text or ""
        if tells_again(self._reading, after):
            return
        part = DifferencePart.BESIDE if self._after.tool_calls else DifferencePart.REPLY
        pointer = self._after.text_pointer or self._place()
        if before == after:
            first = [stands_first(one) for one in (self._before, self._after)]
            if before and None not in first and first[0] != first[1]:
                message = (
                    "The words stand before the calls in one mode, and behind them in the other."
                )
                yield Difference(part, pointer, message, (first[0], first[1]))
            return
        shown = where_they_part(before, after)
        if before.strip() == after.strip():
            message = "The text has other white space around it in the stream."
            yield Difference(part, pointer, message, shown, Severity.INFO)
        elif self._scripted:
            yield Difference(part, pointer, "The text is another in the stream.", shown)
        elif not (before.strip() and after.strip()) and self._same_but(text=before or after):
            message = "The text came in one mode only, and as many tokens were counted in both."
            yield Difference(part, pointer, message, shown)
        elif torn(before, after) and self._counted_alike():
            yield Difference(part, pointer, how_torn(before, after), shown, Severity.WARNING)

    def _reasoning(self) -> Iterator[Difference]:
        before, after = self._before.reasoning or "", self._after.reasoning or ""
        pointer = self._place()
        if tells_again(self._reading, after):
            return
        if bool(before) != bool(after):
            other = self._after.text if before else self._before.text
            if moved(before or after, other or "") and not self._scripted:
                message = "What is reasoning in one mode is text in the other."
                reported = ("reasoning" if before else "text", "reasoning" if after else "text")
                yield Difference(DifferencePart.REPLY, pointer, message, reported, Severity.WARNING)
            elif self._scripted or self._same_but(reasoning=before or after):
                kind = thought_or_plan(before or after, self._reading, self._twin)
                message = f"{kind} came in one mode only."
                sides = (kind.lower() if before else "none", kind.lower() if after else "none")
                yield Difference(DifferencePart.REPLY, pointer, message, sides, Severity.WARNING)
        elif before != after and (message := self._other_reasoning(before, after)):
            shown = where_they_part(before, after)
            yield Difference(DifferencePart.REPLY, pointer, message, shown, Severity.WARNING)

    def _other_reasoning(self, before: str, after: str) -> str:
        """Return what has become of the reasoning in one mode; "" where a model may think otherwise."""
        if self._scripted:
            return "The reasoning is another in the stream."
        if closed_up(before, after):
            return "Blanks between words of the reasoning are gone in one mode."
        return "Words of the reasoning are text in one mode." if self._parted(before, after) else ""

    def _parted(self, before: str, after: str) -> bool:
        return parted((before, self._before.text or ""), (after, self._after.text or ""))

    def _named_alike(self) -> Iterator[Difference]:
        """Tell that one mode says which model answered, or as what, and the other does not.

        Recorders leave out what they do not need: it is judged of what came over the wire.
        """
        if any(one.exchange.fidelity is not Fidelity.WIRE for one in (self._reading, self._twin)):
            return
        pairs = (
            ("The model is named in one mode only.", self._before.model, self._after.model),
            ("The answer has an id in one mode only.", self._before.id, self._after.id),
            ("The tokens are told in one mode only.", *tokens_of_both(self._twin, self._reading)),
        )
        for message, before, after in pairs:
            if bool(before) != bool(after):
                reported = ("named" if before else "absent", "named" if after else "absent")
                yield Difference(
                    DifferencePart.REPLY, self._place(), message, reported, Severity.WARNING
                )
        if self._before.id and self._before.id == self._after.id:
            message = "Two answers have one id."
            shown, place = self._before.id[:_SHOWN], id_place(self._reading) or self._place()
            yield Difference(DifferencePart.REPLY, place, message, (shown,) * 2, Severity.WARNING)

    def _stop(self) -> Iterator[Difference]:
        before, after = self._before.stop, self._after.stop
        # A stream that tells no reason at all is at fault by itself (TC909, TC918).
        if before == after or self._is_open() or (after is None and not self._scripted):
            return
        if ends_twice(self._reading):
            return  # Which of its two words holds is TC909's.
        pointer = self._after.stop_pointer or self._place()
        # What says nothing of its end says neither.
        told = before is not None and after is not None
        if told and self._cut(self._before) != self._cut(self._after):
            # Of two that say nothing, one may have been cut in a call that it then left out.
            said = self._after.text or self._after.tool_calls
            if self._scripted or (said and self._same_words()):
                yield Difference(DifferencePart.CUT, *cut_apart(self._reading, self._twin, pointer))
        elif self._scripted or self._same_end():
            message, severity = how_ended(before, after), self._named()
            yield Difference(DifferencePart.REPLY, pointer, message, (before, after), severity)

    def _is_open(self) -> bool:
        """Return whether a stream broke off before its end, which the rules of its events tell."""
        closed = load_dialect(self._reading.dialect).wire.stream.closed
        return closed and self._after.stop is None and not self._after.stop_pointer

    def _usage(self) -> Iterator[Difference]:
        if self._is_open() or (self._after.usage is None and not counts_wanted(self._reading)):
            return
        before, after = counts_told(self._before), counts_told(self._after)
        if any(map(leaves_nothing_uncounted, (self._before, self._after))):
            before, after = (
                [name for name in names if name != OUTPUT] for names in (before, after)
            )
        # That a count is missing which the type requires is TC118's.
        if before != after and not any(map(lacks_a_count, (self._reading, self._twin))):
            where = "blocking reply" if set(after) > set(before) else "stream"
            what = "Other" if before and after else "No"
            message = f"{what} token counts are told in the {where}."
            sides: tuple[Json, Json] = ([*before], [*after])
            pointer = counts_at(self._reading) or self._place()
            yield Difference(DifferencePart.REPLY, pointer, message, sides, Severity.WARNING)

    def _named(self) -> Severity | None:
        """Return `info` where the word is one of the two that a named choice may end in."""
        conversation = self._reading.conversation
        named = (
            conversation is not None
            and conversation.choice is not None
            and conversation.choice.name is not None
        )
        either = load_dialect(self._reading.dialect).wire.named_choice_ends
        return Severity.INFO if named and either else None

    def _cut(self, reply: Reply) -> bool:
        return stop_meaning(self._reading.dialect, reply.stop) == CUT

    def _same_words(self) -> bool:
        """Return whether both replies say exactly the same."""
        texts = {(reply.text or "").strip() for reply in (self._before, self._after)}
        return len(texts) == 1 and written(self._before) == written(self._after)

    def _same_end(self) -> bool:
        """Return whether both replies came to an end of their own at the same place."""
        stops = load_dialect(self._reading.dialect).stops
        broken = any(stops.get(r.stop or "") == "cut" for r in (self._before, self._after))
        return not broken and (bool(self._after.tool_calls) or self._same_words())

    def _calls_written(self) -> list[list[str]]:
        """Return the calls of both sides as they were written, those of the side with fewer first."""
        return sorted((written(reply) for reply in (self._before, self._after)), key=len)

    def _lost_call(self) -> bool:
        """Return whether the last calls of one side are lost, as the token counts tell."""
        short, long = self._calls_written()
        if long[: len(short)] != short or len(long) == len(short):
            return False
        texts = {((r.text or "").strip(), r.reasoning or "") for r in (self._before, self._after)}
        lost = sum(map(len, long[len(short) :]))
        # Of all calls that are lost beside words a run tells, by its other answers with words (TC957).
        beside = bool(short) or any(thought and not text for text, thought in texts)
        return len(texts) == 1 and beside and self._weighed(lost)

    def _doubled(self, called: Difference) -> Difference | None:
        """Return that one mode has each call twice; None where it has not."""
        short, long = self._calls_written()
        if not short or long != [call for call in short for _ in range(2)]:
            return None
        return replace(called, message="Each call of one mode stands twice in the other.")

    def _same_but(self, *, text: str = "", reasoning: str = "") -> bool:
        """Return whether one part is missing while the rest and the token counts agree."""
        sides = (self._before, self._after)
        if written(sides[0]) != written(sides[1]):
            return False
        rest = {(r.reasoning if text else (r.text or "").strip()) or "" for r in sides}
        something = bool(written(sides[0])) or rest != {""}
        return len(rest) == 1 and something and self._weighed(len(text or reasoning))

    def _counted_alike(self) -> bool:
        """Return whether both modes wrote the same calls, and counted the same tokens of output."""
        counts = [r.usage.output if r.usage else None for r in (self._before, self._after)]
        same = written(self._before) == written(self._after)
        return same and counts[0] is not None and counts[0] == counts[1]

    def _made(self, reply: Reply) -> int | None:
        """Return how many tokens a reply counts as made, with thoughts that are counted beside."""
        usage = reply.usage
        if usage is None or usage.output is None:
            return None
        beside = any(bill.thoughts for bill in load_dialect(self._reading.dialect).wire.bills)
        if beside and usage.total is not None and usage.input is not None:
            return max(usage.output, usage.total - usage.input)
        return usage.output

    def _weighed(self, size: int) -> bool:
        """Return whether the counts of output tokens are too near for `size` characters."""
        counts = [self._made(reply) for reply in (self._before, self._after)]
        if counts[0] is None or counts[1] is None:
            return False
        return abs(counts[0] - counts[1]) * _CHARACTERS_A_TOKEN <= size
