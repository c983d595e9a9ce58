"""What is told of calls in answers, and which finding tells it best."""

from __future__ import annotations

from typing import Final

from toolwire.jobs.verify.folds.call_forms import (
    cut_into_pieces,
    fewer_in_that_mode,
    given_elsewhere,
    glued,
    left_out_at_the_end,
    left_out_of_its_list,
    left_out_with_numbers,
    named_as_tools,
    never_any,
    sent_back_as_written,
    under_another_name,
    without_function,
)
from toolwire.jobs.verify.folds.folding import CauseFold as _Fold
from toolwire.jobs.verify.folds.same_call import (
    OF_NO_CALL,
    arguments_end_twice,
    changed_alike,
    compared_without_calls,
    counted_apart,
    emptied_whole,
    escaped_alike,
    fewer_of_one_tool,
    first_tool_alone,
    item_opens_with_arguments,
    last_piece_lost,
    lost_in_one_mode,
    made_twice,
    named_in_one_mode,
    never_a_second,
    not_found,
    one_less_in_each,
    opens_with_arguments,
    put_into_one,
    retyped_in_one_mode,
    said_alike,
    signed_inside,
    strict_became_text,
    tool_dropped,
    tools_unread,
    twice_with_its_id,
    within_missing,
    without_arguments,
)
from toolwire.jobs.verify.folds.same_name import (
    demanded_with_more,
    left_out_again,
    named_alike,
    names_respelled,
    with_more_everywhere,
)
from toolwire.jobs.verify.folds.told_together import CALLS_LEFT_OUT, EMPTIED_CALLS

#: What tells what. The order of the rows says nothing; within a row what stands first tells best.
OF_CALLS: Final[tuple[_Fold, ...]] = (
    _Fold(("TC202",), frozenset({"TC203"}), named_as_tools),
    # A call that is finished without its name has another than it opened with.
    _Fold(("TC111",), frozenset({"TC920"}), left_out_again),
    # Calls that have no id in one mode have one in the other alone.
    _Fold(("TC201",), frozenset({"TC908"}), named_in_one_mode),
    # What is changed in every call is changed in those that hold all of it.
    _Fold(("TC308", "TC314"), frozenset({"TC325"}), changed_alike),
    _Fold(("TC308",), frozenset({"TC325"}), escaped_alike),
    _Fold(("TC308",), frozenset({"TC511"}), said_alike),
    # A name that comes otherwise is none that was demanded or allowed, either.
    _Fold(("TC148", "TC116", "TC115"), frozenset({"TC602", "TC604"}), named_alike),
    _Fold(("TC149", "TC115"), frozenset({"TC602"}), demanded_with_more),
    # What stands before every name stands before those of several calls.
    _Fold(("TC115",), frozenset({"TC149"}), with_more_everywhere),
    # A call that stands elsewhere, or does not say what it is, is one that did not come.
    _Fold(
        ("TC191", "TC123", "TC107"),
        frozenset({*OF_NO_CALL, "TC404", "TC406", "TC947", "TC948"}),
        not_found,
    ),
    # So is one whose answer ends as those with calls do; and who makes none makes none on demand.
    _Fold(
        ("TC404", "TC406", "TC410"),
        frozenset({"TC601", "TC602", "TC654", "TC660", "TC947", "TC948", "TC957"}),
        left_out_at_the_end,
    ),
    # Some formats end a demanded call as words: the empty list is what all such answers have.
    _Fold(
        ("TC105",),
        frozenset({"TC404", "TC601", "TC602", "TC654", "TC947", "TC948"}),
        left_out_of_its_list,
        CALLS_LEFT_OUT,
    ),
    _Fold(("TC654",), frozenset({"TC601", "TC660"}), never_any),
    # Calls that are cut, or have their arguments elsewhere, are none that is whole.
    _Fold(
        ("TC107",),
        frozenset({"TC150", "TC211", "TC306", "TC309", "TC314", "TC661", "TC908", "TC951"}),
        cut_into_pieces,
    ),
    _Fold(
        ("TC191",),
        frozenset({"TC309", "TC313", "TC314", "TC661", "TC754"}),
        given_elsewhere,
    ),
    # Who calls the member of the arguments otherwise has none that is called rightly.
    _Fold(("TC191",), frozenset({"TC107"}), under_another_name),
    _Fold(("TC104",), frozenset({"TC103"}), without_function),
    # A call that is left out of a stream takes its number with it, and one that is put into another is no second.
    _Fold(
        ("TC950",),
        frozenset({"TC902", "TC914", "TC918", "TC919", "TC923"}),
        left_out_with_numbers,
    ),
    _Fold(("TC917",), frozenset({"TC950"}), glued),
    _Fold(("TC950", "TC951"), frozenset({"TC662"}), fewer_in_that_mode),
    # A tool that is dropped cannot be called.
    _Fold(("TC133",), frozenset({"TC601"}), tool_dropped),
    # Arguments that all stand in one are missing where they belong, and one too many.
    _Fold(("TC314",), frozenset({"TC309", "TC313", "TC385"}), put_into_one),
    # Who makes each call twice makes two where one was to come.
    _Fold(("TC657",), frozenset({"", "TC315", "TC652", "TC661"}), made_twice),
    _Fold(("TC657",), frozenset({"TC202"}), twice_with_its_id),
    _Fold(("TC657",), frozenset({"TC908"}), counted_apart),
    # Arguments that are left out are missing wherever they are looked for.
    _Fold(("TC314",), frozenset({"TC313", "TC661", "TC754"}), without_arguments),
    _Fold(("TC926",), frozenset({"TC314"}), emptied_whole, EMPTIED_CALLS),
    # Who loses every call of one mode loses those that were demanded.
    _Fold(("TC947", "TC948"), OF_NO_CALL, lost_in_one_mode),
    _Fold(("TC947", "TC948"), frozenset({"TC908"}), compared_without_calls),
    # A stream that loses one call has none of one, and one less of several.
    _Fold(("TC947",), frozenset({"TC908"}), one_less_in_each),
    # Who loses the tools of every stream finds nothing wrong with them.
    _Fold(("TC947",), frozenset({"TC747"}), tools_unread),
    # What stands in a member that is missing is missing with it.
    _Fold(("TC118",), frozenset({"TC107", "TC918"}), within_missing),
    # Who passes on the first tool alone has none of what is asked of another.
    _Fold(
        ("TC650",),
        frozenset({"TC146", "TC604", "TC670", "TC747", "TC762", "TC897"}),
        first_tool_alone,
    ),
    # Where no reply has a second call, none has one of the same tool.
    _Fold(("TC651",), frozenset({"TC662"}), never_a_second),
    # A mode that has fewer calls than the other lacks those of one tool; the comparison is told of the stream.
    _Fold(("TC908",), frozenset({"TC662"}), fewer_of_one_tool),
    # What became a text in one mode is of another type there than in the other.
    _Fold(("TC314",), frozenset({"TC908"}), retyped_in_one_mode),
    # So it is where a tool is strict, whose arguments the server holds to the schema, or says so.
    _Fold(("TC314",), frozenset({"TC313"}), strict_became_text),
    # A signature that one mode has inside of its calls is none beside them.
    _Fold(("TC131",), frozenset({"TC932"}), signed_inside),
    # Arguments with which a call opens come again in the pieces behind it.
    _Fold(("TC923",), frozenset({"TC302", "TC907"}), opens_with_arguments),
    _Fold(("TC919",), frozenset({"TC907"}), item_opens_with_arguments),
    # Names that are written otherwise are so in calls that hold everything.
    _Fold(("TC317",), frozenset({"TC325"}), names_respelled),
    # The last piece of arguments that comes twice makes no JSON of them.
    _Fold(("TC907",), frozenset({"TC302"}), arguments_end_twice),
    _Fold(("TC302",), frozenset({"TC304"}), last_piece_lost),
    # A call that is written wrongly is none where its own answer sends it back: its result answers nothing.
    _Fold(("TX113",), frozenset({"TC731"}), sent_back_as_written),
)
