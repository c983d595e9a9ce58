"""What is told of requests that are refused, or taken though they are wrong, and which finding tells it best."""

from __future__ import annotations

from typing import Final

from toolwire.jobs.verify.folds.answered_before import (
    choice_of_before,
    counted_before,
    kind_of_before,
    kind_of_before_in_one_mode,
    refused_for_its_kind,
    right_before,
    tools_told_of_before,
)
from toolwire.jobs.verify.folds.folding import CauseFold as _Fold
from toolwire.jobs.verify.folds.lost_members import (
    all_settings_lost,
    choice_lost,
    choice_lost_with_switch,
    closed_taken_for_open,
    descriptions_uncounted,
    given_nothing,
    parameters_lost,
    settings_lost,
    streams_reversed,
)
from toolwire.jobs.verify.folds.passed_over import (
    PASSED_MEMBERS,
    answered_beside_right,
    choice_passed_over,
    foreign_ids_taken_back,
    further_results_unread,
    holder_passed_over,
    ids_taken_back,
    never_forced,
    one_step_lost,
    parameters_uncounted,
    parameters_unread,
    passed_over,
    settings_unread,
    thoughts_unread,
    uncounted_passed_over,
)
from toolwire.jobs.verify.folds.refused_history import (
    broke_down,
    own_id_refused,
    refused_as_any_result,
    shared_id_refused,
)
from toolwire.jobs.verify.folds.refused_status import kind_of_what_was_wrong, not_refused_as_due
from toolwire.jobs.verify.folds.same_call import (
    each_in_its_choice,
    in_other_choices,
)
from toolwire.jobs.verify.folds.same_member import (
    TOLD_OF,
    null_refused,
    told_as_passed_over,
)
from toolwire.jobs.verify.folds.same_place import (
    SAME_REQUESTS,
    asked_alike,
)
from toolwire.jobs.verify.folds.same_refusal import (
    earlier_calls_unread,
    earlier_results_lost,
    empty_refused,
    half_lost,
    parts_refused,
    refused_alike,
    refused_as_its_own,
    refused_as_the_plainest,
    refused_beside_others,
    refused_by_name,
    refused_for_answer,
    refused_for_choice,
    refused_for_its_history,
    refused_in_a_list,
    refused_in_its_cases,
    refused_with_empty_list,
    refused_with_member,
    refused_with_stream,
    refused_without_history,
    refused_without_role,
    refused_without_words,
    results_refused,
    several_refused,
    streams_refused_under_success,
)
from toolwire.jobs.verify.folds.told_together import (
    CHOICE_LOST,
    PARAMETERS_LOST,
    SCHEMA_LOST,
    SETTINGS_PASSED_OVER,
    SEVERAL_REFUSED,
    STREAMS_REVERSED,
    STREAMS_UNDER_SUCCESS,
)

#: What tells what. The order of the rows says nothing; within a row what stands first tells best.
OF_REQUESTS: Final[tuple[_Fold, ...]] = (
    # It is asked beside a history without it: a server that refuses that one as well shows nothing of it.
    _Fold(("TC702",), frozenset({"", "TC701", "TC749"}), refused_alike),
    # A form of a history that is refused breaks each case that has one.
    _Fold(("TC701", "TC702", "TC748", "TC749"), frozenset({"", "TC749"}), refused_alike),
    _Fold(("TC748",), frozenset({"TC702"}), refused_alike),
    _Fold(("TC749",), frozenset({""}), refused_as_the_plainest),
    _Fold(("TC701",), frozenset({"TC748"}), refused_as_its_own),
    # A list of parts is what the server's own messages have.
    _Fold(("TC748",), frozenset({"TC701"}), refused_in_a_list),
    # Who loses the calls of a history, or its results, finds no call, or result, that stands alone.
    _Fold(("TC701",), frozenset({"TC707", "TC724"}), half_lost),
    # A result that no call has is refused as those are that have one.
    _Fold(("TC701",), frozenset({"TC724"}), refused_as_any_result),
    # What is refused of the server's own calls and results is refused of any others.
    _Fold(("TC701",), frozenset({"TC762"}), results_refused),
    # A result that says nothing is asked for among the usual forms of histories.
    _Fold(("TC706",), frozenset({"TC749"}), empty_refused),
    # So it breaks each right request that has it, where the server says what it did not take.
    _Fold(("TC748",), frozenset({"TC762", "TC763"}), refused_with_member),
    _Fold(("TC705",), frozenset({"TC763"}), parts_refused),
    # Who sends back what is wrong is told so.
    _Fold(
        (
            *(
                "TC103",
                "TC104",
                "TC111",
                "TC107",
                "TC201",
                "TC202",
                "TC203",
                "TC301",
                "TC304",
                "TC306",
            ),
            *("TC504", "TC118", "TC157"),
        ),
        frozenset({"TC701"}),
        refused_for_answer,
    ),
    _Fold(("TC207",), frozenset({"TC701"}), own_id_refused),
    _Fold(("TC202",), frozenset({"TC701"}), shared_id_refused),
    # A server that fails over a history may have no words of the format left.
    _Fold(("TC702", "TC704"), frozenset({"TC001"}), broke_down),
    _Fold(("TC118",), frozenset({"", "TC701"}), refused_without_role),
    _Fold(("TC105",), frozenset({""}), refused_with_empty_list),
    # Each right request that is refused has several results, and so has each own message.
    _Fold(("TC701",), frozenset({"", "TC762"}), several_refused, SEVERAL_REFUSED),
    # A status that is wrong for every refusal is no matter of what was refused.
    _Fold(
        ("TC747",),
        frozenset({"TC005", "TC707", "TC724", "TC792", "TC793", "TC813"}),
        not_refused_as_due,
    ),
    _Fold(
        ("TC747",),
        frozenset({"TC707", "TC724"}),
        streams_refused_under_success,
        STREAMS_UNDER_SUCCESS,
    ),
    # What a rule asks for by itself is also among all wrong requests.
    _Fold(tuple(SAME_REQUESTS), frozenset({"TC747"}), asked_alike),
    # What is left out of the history that a server gives to be sent back is missed when it comes.
    _Fold(("TC926",), frozenset({""}), refused_for_its_history),
    # Calls that stand in choices of their own are lost to who reads the first.
    _Fold(("TC119",), frozenset({"TC662", "TC908"}), in_other_choices),
    # A mistake that comes as the server's own has the kind of a mistake, or one of the server's own.
    _Fold(("TC747",), frozenset({"TC001", "TC008"}), kind_of_what_was_wrong),
    # A tool choice that is refused by name is refused in each request that has it.
    _Fold(("TC604",), frozenset({"", "TC006", "TC762"}), refused_for_choice),
    # So is a member that the refusal names, a result that says that its call failed, and an object
    # with or without others in it.
    _Fold(("TC762",), frozenset({""}), refused_in_its_cases),
    # What is refused by itself, in words that name it, is refused beside other things.
    _Fold(("TC762",), frozenset({"", "TC658"}), refused_beside_others),
    # Who loses earlier results, or earlier calls, refuses each case that has some, and looks at none.
    _Fold(("TC762",), frozenset({""}), earlier_results_lost),
    _Fold(("TC762",), frozenset({"TC747"}), earlier_calls_unread),
    _Fold(("TC006",), frozenset({"", "TC658", "TC748"}), refused_with_stream),
    _Fold(("TC734",), frozenset({"TC766"}), refused_alike),
    _Fold(("TC766",), frozenset({"TC765"}), refused_alike),
    # Who reads no history for what is missing in it finds it nowhere.
    _Fold(("TC707", "TC724"), frozenset({"TC747"}), answered_beside_right),
    # A tool without parameters stands beside others in many cases.
    _Fold(("TC801", "TC762"), frozenset({""}), refused_by_name),
    _Fold(("TC776",), frozenset({"TC701", "TC749", "TC762"}), refused_without_history),
    # Errors without words are such in each case that is refused.
    _Fold(("TC001",), frozenset({""}), refused_without_words),
    # Who gives two items one id cannot refuse them.
    _Fold(("TC154",), frozenset({"TC747"}), ids_taken_back),
    _Fold(("TC205",), frozenset({"TC747"}), foreign_ids_taken_back),
    # Who reads one result of a message alone refuses calls that have theirs, and looks at no further one.
    _Fold(("TC701",), frozenset({"TC747"}), further_results_unread),
    # A member that nobody looks at may have anything in it.
    _Fold(tuple(PASSED_MEMBERS), frozenset({"TC747"}), passed_over),
    _Fold(("TC146",), frozenset({"TC747"}), uncounted_passed_over),
    _Fold(("TC146",), frozenset({"TC747"}), parameters_uncounted),
    _Fold(("TC146",), frozenset({"TC747"}), thoughts_unread),
    _Fold(("TC762",), frozenset({"TC747"}), one_step_lost),
    _Fold(("TC383",), frozenset({"TC146", "TC313"}), parameters_unread),
    # So it may in what holds such members.
    _Fold(("TC415",), frozenset({"TC421"}), holder_passed_over, SETTINGS_PASSED_OVER),
    _Fold(("TC415",), frozenset({"TC160", "TC520"}), settings_unread),
    _Fold(("TC415",), frozenset({"TC421"}), settings_lost, SETTINGS_PASSED_OVER),
    _Fold(("TC415",), frozenset({"TC160", "TC520"}), all_settings_lost),
    # Who is told no parameters fills in none, and counts none.
    _Fold(("TC383",), frozenset({"TC146"}), parameters_lost, PARAMETERS_LOST),
    _Fold(("TC383",), frozenset({"TC313"}), given_nothing),
    _Fold(("TC383",), frozenset({""}), closed_taken_for_open, SCHEMA_LOST),
    _Fold(("TC384",), frozenset({"TC146"}), descriptions_uncounted),
    # Calls that stand in choices of their own, in both modes, are fewer to who reads the first.
    _Fold(("TC119",), frozenset({"TC651", "TC662"}), each_in_its_choice),
    # Arguments that are null are refused when they come back.
    _Fold(("TC306",), frozenset({""}), null_refused),
    # Who passes over a choice that there is not reads none, of whatever tools.
    _Fold(("TC601",), frozenset({"TC005", "TC602", "TC603", "TC604"}), choice_passed_over),
    # A cache that looks at no tools answers as if others had been offered, or right ones.
    _Fold(("TC740",), frozenset({"TC005", "TC601", "TC602", "TC603", "TC604"}), choice_of_before),
    _Fold(("TC740",), frozenset({"TC051", "TC053"}), kind_of_before),
    _Fold(("TC740",), frozenset({"TC908"}), kind_of_before_in_one_mode),
    _Fold(("TC740",), frozenset({"TC701"}), refused_for_its_kind),
    _Fold(("TC740",), frozenset({"TC133"}), tools_told_of_before),
    _Fold(("TC740",), frozenset({"TC146"}), counted_before),
    _Fold(("TC740",), frozenset({"TC747"}), right_before),
    # Who forces no call forces none of one tool, either.
    _Fold(("TC601",), frozenset({"TC602"}), never_forced),
    # Who is told no choice keeps none.
    _Fold(("TC601",), frozenset({"TC602", "TC603", "TC604"}), choice_lost, CHOICE_LOST),
    _Fold(("TC601",), frozenset({"TC652"}), choice_lost_with_switch),
    _Fold(("TC006",), frozenset({"TC117"}), streams_reversed, STREAMS_REVERSED),
    # And it is told as if nobody had sent it.
    _Fold(tuple(TOLD_OF), frozenset({"TC133"}), told_as_passed_over),
)
