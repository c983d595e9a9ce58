"""What is told of words that never reach the model, or reach it cut, and which finding tells it best."""

from __future__ import annotations

from typing import Final

from toolwire.jobs.verify.folds.folding import CauseFold as _Fold
from toolwire.jobs.verify.folds.lost_parts import (
    beginning_lost,
    called_again,
    choice_without_tools,
    no_list_seen,
    no_tool_forced,
    nothing_paired,
    object_and_image_lost,
    one_part_alone,
    parts_uncounted,
    refused_without_tools,
    results_of_rounds_lost,
    rounds_left_out,
    rounds_lost,
    rounds_passed_over,
    rounds_uncounted,
    tools_of_streams_lost,
    tools_passed_over,
    tools_uncounted,
    turns_lost,
)
from toolwire.jobs.verify.folds.lost_words import (
    answered_in_one_piece,
    beside_lost,
    first_lost,
    first_uncounted,
    later_tools_lost,
    later_tools_uncounted,
    nothing_asked,
    others_lost,
    parts_lost,
    results_in_other_forms,
    results_uncounted,
    results_unseen,
    system_first,
    words_uncounted,
    words_unsent,
)
from toolwire.jobs.verify.folds.same_answer import (
    told_backwards,
)
from toolwire.jobs.verify.folds.same_count import (
    image_lost_with_words,
    image_not_counted,
    kept_not_counted,
)
from toolwire.jobs.verify.folds.same_form import (
    custom_demanded,
    functions_dropped,
    schema_uncounted,
    snake_demanded,
)
from toolwire.jobs.verify.folds.same_loss import (
    calls_not_gone_on,
    calls_passed_over,
    failures_lost,
    failures_of_lost_calls,
    history_unread,
    later_words_lost,
    lost_in_every_form,
    nothing_checked,
    nothing_followed,
    nothing_kept,
    parts_of_lost_calls,
    refused_without_calls,
    result_replaced,
    results_cut,
    results_lost,
    row_lost,
    tools_lost,
    unpaired_with_lost_calls,
    unsent_with_results,
    without_history,
)
from toolwire.jobs.verify.folds.same_place import (
    COUNTED_ALONE,
    counted_as_read,
)
from toolwire.jobs.verify.folds.told_together import (
    CALLS_LOST,
    FAILURES_LOST,
    FIRST_MESSAGE_ALONE,
    FIRST_TOOL_ALONE,
    LAST_PART_ALONE,
    ONE_PART_ALONE,
    RESULTS_LOST,
    ROUNDS_LOST,
    TEXTS_ALONE,
    TOOLS_LOST,
    TOOLS_OF_STREAMS_LOST,
    TURNS_LOST,
    USER_LOST,
)

#: What tells what. The order of the rows says nothing; within a row what stands first tells best.
OF_LOSSES: Final[tuple[_Fold, ...]] = (
    _Fold(("TC734",), frozenset({"TC766"}), lost_in_every_form),
    # What is lost in one form of a request is neither counted nor demanded in it.
    _Fold(("TC388",), frozenset({"TC146"}), schema_uncounted),
    _Fold(("TC388",), frozenset({"TC762"}), custom_demanded),
    _Fold(("TC388",), frozenset({"TC748"}), snake_demanded),
    _Fold(("TC052",), frozenset({"TC388"}), functions_dropped),
    # Of a result whose texts alone are passed on an image is not there, either.
    _Fold(("TC734",), frozenset({"TC146"}), object_and_image_lost, TEXTS_ALONE),
    # A failure is told in an object, none of whose members is read, whatever it is called.
    _Fold(("TC766",), frozenset({"TC736", "TC765"}), lost_in_every_form),
    # Who is shown nothing of a failure takes its call for one that worked.
    _Fold(("TC736",), frozenset({"TC735"}), failures_lost, FAILURES_LOST),
    # A text that is not read is not counted.
    _Fold(tuple(COUNTED_ALONE), frozenset({"TC146"}), counted_as_read),
    # Words that never reach the model do so in no form, and at no place.
    _Fold(
        ("TC731",),
        frozenset(
            {"TC670", "TC734", "TC736", "TC763", "TC765", "TC766", "TC773", "TC775", "TC781"}
        ),
        results_lost,
    ),
    _Fold(("TC772",), frozenset({"TC797"}), lost_in_every_form),
    # A prompt that loses its beginning, or the marks of its turns, loses the tools that it writes out.
    _Fold(("TC777", "TC769"), frozenset({"TC654"}), tools_lost),
    _Fold(("TC777", "TC769"), frozenset({"TC654"}), turns_lost, TURNS_LOST),
    # One that loses all but its end counts no more than that.
    _Fold(("TC776",), frozenset({"TC146"}), beginning_lost, LAST_PART_ALONE),
    # Who loses each answer in words loses the words beside calls.
    _Fold(("TC774",), frozenset({"TC772", "TC794"}), lost_in_every_form),
    # Who keeps results by the names of their tools tells one for another, wherever they stand.
    _Fold(("TC767",), frozenset({"TC146", "TC709"}), result_replaced),
    # A result that is cut is cut where it is an earlier one.
    _Fold(("TC757",), frozenset({"TC146", "TC775"}), results_cut),
    # Who keeps the last of two messages of the user in a row loses results before words, and words before results.
    _Fold(("TC778",), frozenset({"TC711", "TC747", "TC762"}), row_lost),
    # Results that are matched by place are told backwards where they stand backwards.
    _Fold(("TC709",), frozenset({"TC767"}), told_backwards),
    # Who reads one part of a result, or of the user's words, reads no image behind it.
    _Fold(("TC763",), frozenset({"TC146"}), image_not_counted),
    _Fold(("TC776",), frozenset({"TC146"}), image_lost_with_words),
    # Nor is a conversation counted that was to be kept and is not.
    _Fold(("TC758",), frozenset({"TC146"}), kept_not_counted),
    _Fold(("TC758",), frozenset({"TC784"}), nothing_kept),
    # Of a message that is lost as a whole neither its calls nor its words are there.
    _Fold(("TC769",), frozenset({"TC772", "TC797"}), lost_in_every_form),
    # Who is shown no history finds nothing missing in it, and counts its calls from the beginning.
    _Fold(("TC776",), frozenset({"TC203", "TC707"}), without_history),
    _Fold(("TC776",), frozenset({"TC724", "TC792", "TC793"}), nothing_checked),
    _Fold(("TC776",), frozenset({"TC747"}), history_unread),
    _Fold(("TC777",), frozenset({"TC779", "TC788", "TC796"}), lost_in_every_form),
    # Who reads no later words of the user counts none, and makes no call that is due behind results.
    _Fold(("TC732",), frozenset({"TC146"}), later_words_lost),
    _Fold(("TC732",), frozenset({"TC670"}), nothing_followed),
    # What is dropped where results come is neither followed nor looked at.
    _Fold(("TC926",), frozenset({"TC670", "TC747"}), unsent_with_results),
    # Who passes on the last message alone passes on no system prompt, either.
    _Fold(("TC776",), frozenset({"TC777"}), lost_in_every_form),
    # Who reads one part of a message reads one of each, and counts no other.
    _Fold(("TC776",), frozenset({"TC763", "TC779"}), one_part_alone, ONE_PART_ALONE),
    _Fold(("TC776",), frozenset({"TC146"}), parts_uncounted),
    # Who is shown no tool calls none, whatever is demanded, and none is seen to be wrong.
    _Fold(("TC654",), frozenset({"TC146"}), tools_uncounted, TOOLS_LOST),
    _Fold(("TC654",), frozenset({"TC005", "TC422", "TC601", "TC602"}), no_tool_forced),
    _Fold(("TC654",), frozenset({"TC747"}), tools_passed_over),
    _Fold(("TC654",), frozenset({"TC749"}), refused_without_tools),
    _Fold(("TC654",), frozenset({"TC813"}), no_list_seen),
    # Who is shown none in streams calls none there.
    _Fold(("TC947",), frozenset({"TC747"}), tools_of_streams_lost, TOOLS_OF_STREAMS_LOST),
    _Fold(("TC947",), frozenset({"TC604"}), choice_without_tools),
    _Fold(("TC776",), frozenset({"TC780"}), beside_lost, ONE_PART_ALONE),
    _Fold(("TC776",), frozenset({"TC146"}), parts_lost),
    # Who is not told what the user says does none of it, and counts none.
    _Fold(("TC654",), frozenset({"TC146"}), words_uncounted, USER_LOST),
    _Fold(("TC654",), frozenset({"TC510", "TC605", "TC926"}), nothing_asked),
    _Fold(("TC654",), frozenset({"TC006"}), answered_in_one_piece),
    _Fold(("TC776", "TC785"), frozenset({"TC926"}), words_unsent),
    # What the first message writes out does not come where it is dropped, be it the system's or the user's.
    _Fold(("TC785",), frozenset({"TC670", "TC778", "TC786"}), first_lost),
    _Fold(("TC785",), frozenset({"TC777"}), system_first),
    _Fold(("TC785",), frozenset({"TC146"}), first_uncounted),
    _Fold(("TC731",), frozenset({"TC146"}), others_lost, FIRST_MESSAGE_ALONE),
    _Fold(("TC897",), frozenset({"TC146"}), later_tools_uncounted, FIRST_TOOL_ALONE),
    _Fold(("TC897",), frozenset({"TC133", "TC605", "TC670"}), later_tools_lost),
    # Results that never reach the model are neither gone on from, nor repeated, nor counted.
    _Fold(("TC775",), frozenset({"TC670"}), lost_in_every_form, RESULTS_LOST),
    _Fold(("TC670",), frozenset({"TC146"}), results_uncounted, RESULTS_LOST),
    _Fold(
        ("TC670", "TC775"),
        frozenset({"TC736", "TC758", "TC763", "TC781"}),
        results_in_other_forms,
    ),
    _Fold(("TC731",), frozenset({"TC146"}), results_unseen),
    # Calls of a history that are lost take their results with them, or leave them to nobody.
    _Fold(("TC769",), frozenset({"TC731"}), rounds_lost, ROUNDS_LOST),
    _Fold(
        ("TC769",),
        frozenset({"TC670", "TC736", "TC763", "TC765", "TC766", "TC773", "TC775", "TC781"}),
        results_of_rounds_lost,
    ),
    _Fold(("TC769",), frozenset({"TC146"}), rounds_uncounted),
    _Fold(("TC769",), frozenset({"TC747"}), rounds_passed_over),
    _Fold(("TC769",), frozenset({"TC707", "TC724", "TC792", "TC793"}), nothing_paired),
    _Fold(("TC769",), frozenset({"TC711", "TC762"}), rounds_left_out),
    # Where the calls alone are lost their results answer nothing.
    _Fold(("TC769",), frozenset({"TC670"}), calls_not_gone_on, CALLS_LOST),
    _Fold(("TC769",), frozenset({"TC736"}), failures_of_lost_calls),
    _Fold(("TC769",), frozenset({"TC747"}), calls_passed_over),
    _Fold(("TC769",), frozenset({"TC763"}), parts_of_lost_calls),
    _Fold(("TC769",), frozenset({"TC203", "TC707"}), unpaired_with_lost_calls),
    _Fold(("TC769",), frozenset({""}), refused_without_calls),
    # Ids that are made of their calls come again with these.
    _Fold(("TC769", "TC731", "TC733"), frozenset({"TC203"}), called_again),
    # Where the user's own earlier words are lost, so is what came between.
    _Fold(
        ("TC776",),
        frozenset(
            {"TC670", "TC769", "TC772", "TC773", "TC774", "TC775", "TC778", "TC794", "TC797"}
        ),
        lost_in_every_form,
    ),
)
