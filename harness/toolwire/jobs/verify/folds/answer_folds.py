"""What is told of answers, and which finding tells it best; of calls see `call_folds`."""

from __future__ import annotations

from typing import Final

from toolwire.jobs.verify.folds.folding import CauseFold as _Fold
from toolwire.jobs.verify.folds.same_answer import (
    begun_again,
    begun_again_whole,
    begun_by_the_whole,
    called_again,
    calls_in_pieces,
    changed_in_results,
    ends_again,
    grown_pieces,
    grown_texts,
    grown_twice,
    in_other_letters,
    markup_in_one_mode,
    markup_in_pieces,
    piece_missing,
    piece_missing_in_the_whole,
    pieces_twice,
    planned_in_one_mode,
    results_without_breaks,
    said_without_blanks,
    thoughts_before_json,
    thoughts_in_text,
    thoughts_without_blanks,
    told_again,
    told_as_text,
    told_with_blanks,
    torn_letters,
    unread_in_streams,
    values_without_blanks,
    without_blanks,
    without_breaks,
)
from toolwire.jobs.verify.folds.same_count import (
    both_counted_otherwise,
    counted_by_event,
    counted_in_one_mode,
    counted_less_in_one_mode,
    kept_under_another_id,
    without_counts,
)
from toolwire.jobs.verify.folds.same_end import (
    broken_off,
    cut_at_one_limit,
    ends_twice,
    ends_unsaid,
    ends_wrongly,
    in_another_state,
    limit_passed_over,
    marked_otherwise,
    named_otherwise,
    never_said,
    never_told,
    never_whole,
    of_no_api,
    spelled_otherwise,
    stop_word_kept,
    told_whole,
    worded_in_one_mode,
)
from toolwire.jobs.verify.folds.same_loss import (
    markup_escaped,
)
from toolwire.jobs.verify.folds.same_member import (
    durations_with_fractions,
    made_of_less_required,
    made_of_other_parameters,
    of_a_format_that_is_told,
    parts_of_no_kind,
    unread_arguments,
    without_count,
    without_id,
    without_number,
    without_reason,
)
from toolwire.jobs.verify.folds.same_name import ids_of_names
from toolwire.jobs.verify.folds.same_place import (
    about_its_member,
    at_one_member,
    calls_unread,
    cut_in_one_mode,
    ends_with_calls,
    joined_events,
    left_out_with_number,
    named_apart,
    never_signed,
    of_another_format,
    of_one_name,
    pieces_unread,
    said_in_a_delta,
    same_id,
    template_in_its_answers,
    text_lost,
    text_of_another_kind,
    text_told_again,
    text_unframed,
    text_unread,
    thoughts_unread,
    values_unread,
)
from toolwire.jobs.verify.folds.same_token import (
    json_between_tokens,
    tokens_in_one_mode,
    tokens_told_once,
)
from toolwire.jobs.verify.folds.told_together import (
    COUNTED_OTHERWISE,
    FIRST_EVENT_LOST,
    NAMED_APART,
)
from toolwire.jobs.verify.folds.unread import (
    OF_THE_MISSING,
    called_a_stream,
    called_beside,
    called_elsewhere,
    calls_of_no_list,
    ends_unread,
    first_event_lost,
    first_piece_alone,
    framed_otherwise,
    letters_unread,
    pieces_apart,
    unread,
    unread_as_events,
    unread_events,
    unread_in_cases,
    unread_in_member,
    unread_to_the_end,
)

#: What tells what. The order of the rows says nothing; within a row what stands first tells best.
OF_ANSWERS: Final[tuple[_Fold, ...]] = (
    # Ids that answers share come again in the next turn.
    _Fold(("TC202", "TC211"), frozenset({"TC203"}), same_id),
    _Fold(("TC202",), frozenset({"TC203"}), ids_of_names),
    # A character that comes apart does so in words and in calls.
    _Fold(("TC935",), frozenset({"TC308", "TC511", "TC757", "TC926"}), torn_letters),
    # What a response tells otherwise than it was asked its model was asked so.
    _Fold(("TC133",), frozenset({"TC395"}), made_of_other_parameters),
    _Fold(("TC133",), frozenset({"TC398", "TC399"}), made_of_less_required),
    _Fold(("TC133",), frozenset({"TC520"}), of_a_format_that_is_told),
    _Fold(("TC118",), frozenset({"TC314"}), values_unread),
    _Fold(("TC118",), frozenset({"TC314"}), pieces_unread),
    # Arguments that are a text at one place, and an object where the call is told again, differ by that.
    _Fold(("TC306",), frozenset({"TC926"}), told_as_text),
    # What cannot be read is missing wherever it is looked for.
    _Fold(
        ("TC117", "TC003", "TC909", "TC918", "TC925"),
        OF_THE_MISSING | {"TC002", "TC006", "TC910", "TC914"},
        unread,
    ),
    _Fold(("TC002", "TC914"), OF_THE_MISSING, unread),
    # Of a stream that loses its first event others are left with a piece, or a call, less.
    _Fold(("TC003",), frozenset({"TC509", "TC950"}), first_event_lost, FIRST_EVENT_LOST),
    _Fold(("TC117",), frozenset({"TC007"}), framed_otherwise),
    # An answer that is whole and ends as a stream does is called one.
    _Fold(("TC117",), frozenset({"TC007"}), called_a_stream),
    _Fold(("TC006",), frozenset({"TC748"}), unread),
    _Fold(("TC118",), OF_THE_MISSING | {"TC002"}, unread_in_member),
    _Fold(("TC118",), OF_THE_MISSING | {"TC304"}, unread_events),
    _Fold(("TC118",), frozenset({"TC003"}), unread_to_the_end),
    _Fold(("TC118",), frozenset({""}), unread_in_cases),
    # Events that hold nothing of the format, or stand on lines that are none of a stream's, are not of its type.
    _Fold(("TC002", "TC949"), frozenset({"TC118"}), unread_as_events),
    _Fold(("TC191", "TC502", "TX101"), OF_THE_MISSING, called_elsewhere),
    # Calls that stand in no list are told in one where they are told again.
    _Fold(("TC118",), frozenset({"TC923", "TC926"}), calls_of_no_list),
    # A number that goes up with each piece makes each a choice of its own.
    _Fold(("TC119",), OF_THE_MISSING | {"TC909", "TX112"}, first_piece_alone),
    _Fold(("TC119",), frozenset({"TC104", "TC902", "TC909", "TC922"}), pieces_apart),
    # Pieces in the form of another format lack the member that holds the text in this one.
    _Fold(("TC922",), frozenset({"TC118"}), said_in_a_delta),
    # What the published type misses is what readers of events miss.
    _Fold(("TC118",), frozenset({"TC925"}), at_one_member),
    # What whole answers lack chunks may lack as well.
    _Fold(("TC118",), frozenset({"TC922"}), of_one_name),
    # Answers that say that they are of another format do so in their chunks, which lack its members.
    _Fold(("TC118",), frozenset({"TC922"}), of_another_format),
    # Words that are no plan in one mode are a text there, and a plan in the other.
    _Fold(("TC181",), frozenset({"TC908"}), planned_in_one_mode),
    # Whose events count what each of them says has no count of the whole.
    _Fold(("TC121",), frozenset({"TC165"}), counted_by_event),
    # A mode that counts too little of each answer counts less of the same one than the other.
    _Fold(("TC165",), frozenset({"TC147"}), counted_less_in_one_mode),
    _Fold(("TC145",), frozenset({"TC147"}), both_counted_otherwise, COUNTED_OTHERWISE),
    # Pieces that begin with those before them begin the text once more.
    _Fold(
        ("TC929", "TC926"),
        frozenset({"TC505", "TC908", "TC947", "TC957"}),
        grown_pieces,
    ),
    _Fold(
        ("TC929", "TC926"),
        frozenset({"TC165", "TC421", "TX101", "TX112", "TX114"}),
        grown_texts,
    ),
    _Fold(("TC929",), frozenset({"TC512", "TC594", "TC951"}), grown_twice),
    # A stream that begins again has its role twice, and all that came by then.
    _Fold(
        ("TC922",),
        frozenset({"TC302", "TC505", "TC520", "TC904", "TC907", "TC908"}),
        begun_again,
    ),
    _Fold(("TC908",), frozenset({"TC505"}), ends_again),
    # What becomes of the letters of words becomes of those of names.
    _Fold(("TC511", "TC319"), frozenset({"TC148", "TC317", "TC319"}), in_other_letters),
    # A text that is told again as a whole stands twice where it is read, without a break between.
    _Fold(("TC929", "TC926"), frozenset({"TC512", "TC594"}), told_again),
    _Fold(("TC929",), frozenset({"TC908"}), begun_again_whole),
    # So do the calls that are written in it.
    _Fold(("TC929",), frozenset({"TC657", "TC908"}), called_again),
    _Fold(("TC929", "TC926"), frozenset({"TC520", "TC908"}), begun_by_the_whole),
    _Fold(("TC594",), frozenset({"TC757"}), results_without_breaks),
    # What becomes of the words of an answer becomes of the results that it repeats.
    _Fold(("TC511",), frozenset({"TC757"}), changed_in_results),
    # Whose stream has the chunk of counts without them tells none.
    _Fold(("TC101",), frozenset({"TC911"}), without_counts),
    _Fold(("TC152", "TC164"), frozenset({"TC908"}), counted_in_one_mode),
    # A word that is wrong in one mode is another than that of the other.
    _Fold(("TC405", "TC410", "TC401", "TC406", "TC415"), frozenset({"TC908"}), worded_in_one_mode),
    # One that is empty does not say that a reply was cut, either.
    _Fold(("TC405",), frozenset({"TC408"}), never_said),
    # A reason that says of every answer that it was broken off is no other one, either.
    _Fold(("TC417",), frozenset({"TC406", "TC415", "TC420", "TC423", "TC478"}), never_whole),
    # A small limit in the place of any other stands where there is none, too.
    _Fold(("TC423",), frozenset({"TC478"}), cut_at_one_limit),
    # Where an answer has nothing but its end, no object is there to say so.
    _Fold(("TC912",), frozenset({"TC003"}), ends_unsaid),
    # An end behind the end makes the first of them none.
    _Fold(("TC923",), frozenset({"TC912"}), ends_twice),
    # An end in another word is none.
    _Fold(("TC923",), frozenset({"TC118"}), named_otherwise),
    # A stream that breaks off has no mark of its end, no counts, and no reason.
    _Fold(("TC910",), frozenset({"TC909", "TC911"}), broken_off),
    # The mark in other letters, or in quotes, is none, and no JSON object.
    _Fold(("TC910",), frozenset({"TC117"}), marked_otherwise),
    # Who leaves the words in a text at which it ends leaves the token of the turn in it.
    _Fold(("TC415",), frozenset({"TC506"}), stop_word_kept),
    _Fold(("TC404",), frozenset({"TC908", "TC422"}), ends_with_calls),
    _Fold(("TC410", "TC404"), frozenset({""}), ends_wrongly),
    _Fold(("TC410",), frozenset({"TC415"}), spelled_otherwise),
    # A word that is none of the API's is not the one that belongs to a sequence, either.
    _Fold(("TC410",), frozenset({"TC406", "TC415"}), of_no_api),
    # What the published type misses is what nothing tells, or numbers; what it finds of another type nobody reads.
    _Fold(("TC118",), frozenset({"TC152", "TC908"}), without_count),
    _Fold(("TC118", "TC191"), frozenset({"TC908"}), without_reason),
    _Fold(("TC118", "TC914", "TC923"), frozenset({"TC908"}), without_id),
    _Fold(("TC118",), frozenset({"TC304"}), unread_arguments),
    _Fold(("TC118",), frozenset({"TC927"}), parts_of_no_kind),
    # A whole second is of the type, and written otherwise.
    _Fold(("TC118",), frozenset({"TC125"}), durations_with_fractions),
    # Thoughts that one mode leaves in its text are none beside it.
    _Fold(("TC508",), frozenset({"TC908"}), thoughts_in_text),
    _Fold(("TC508",), frozenset({"TC520"}), thoughts_before_json),
    _Fold(("TC118",), frozenset({"TC908"}), thoughts_unread),
    _Fold(("TC914", "TC923", "TC918"), frozenset({"TC118"}), without_number),
    # Markup that one mode leaves in its text is what the other does not have.
    _Fold(("TC501",), frozenset({"TC505"}), markup_in_one_mode),
    # Of several calls those that stand in the text are missing beside it.
    _Fold(("TC501",), frozenset({"TC651", "TC655", "TC656", "TC662"}), called_beside),
    # Control tokens that are left in a text make it none of JSON, and are told nowhere else.
    _Fold(("TC506",), frozenset({"TC520"}), json_between_tokens),
    _Fold(("TC506",), frozenset({"TC505", "TC908"}), tokens_in_one_mode),
    _Fold(("TC506",), frozenset({"TC926"}), tokens_told_once),
    # An event that is left out takes its number with it.
    _Fold(("TC927",), frozenset({"TC919"}), left_out_with_number),
    # A limit that is not kept, or not told, is none for calls either.
    _Fold(("TC421",), frozenset({"TC422"}), limit_passed_over),
    _Fold(("TC408",), frozenset({"TC422"}), cut_in_one_mode),
    # A response that is not in the state of its event ends in another word than the other mode's.
    _Fold(("TC122",), frozenset({"TC908"}), in_another_state),
    # An answer that is told by two ids is not found, and not counted, by the second.
    _Fold(("TC928",), frozenset({"TC146"}), kept_under_another_id),
    # A response that is cut and says that it is whole has no word for why it was cut, or has one beside.
    _Fold(("TC421",), frozenset({"TC122"}), told_whole),
    # A choice that has no number has that of another, and an end that is no boolean is none.
    _Fold(("TC118",), frozenset({"TC119", "TC912"}), at_one_member),
    # What a rule says of a member, or of a piece of arguments, the published type says as well.
    _Fold(("TC104",), frozenset({"TC118"}), about_its_member),
    _Fold(("TC917",), frozenset({"TC118"}), at_one_member),
    # Who reads no text, or gets none, has none of what was to be said.
    _Fold(
        ("TC118",),
        frozenset({"TC157", "TC505", "TC510", "TC514", "TC663", "TC731"}),
        text_unread,
    ),
    _Fold(
        ("TC918",),
        frozenset({"TC157", "TC505", "TC510", "TC514", "TC663", "TC731"}),
        text_of_another_kind,
    ),
    _Fold(("TC913",), frozenset({"TC510", "TC505", "TC514", "TC663", "TC731"}), text_unframed),
    _Fold(("TC510",), frozenset({"TC118", "TC505", "TC514", "TC663", "TC731"}), text_lost),
    # What is told again at another place is missing at the first alone.
    _Fold(("TC510",), frozenset({"TC926"}), text_told_again),
    # Where angle brackets are escaped a call in tags is none.
    _Fold(("TC511",), frozenset({"TC654"}), markup_escaped),
    _Fold(("TC929", "TC926"), frozenset({"TC505", "TC908"}), pieces_twice),
    # A stream that lacks a piece of each text lacks it beside calls, and in JSON.
    _Fold(("TC908", "TC505"), frozenset({"TC505", "TC509", "TC590", "TC520"}), piece_missing),
    _Fold(("TC509",), frozenset({"TC520", "TC590"}), piece_missing),
    _Fold(("TC908",), frozenset({"TC926"}), piece_missing_in_the_whole),
    _Fold(("TC908",), frozenset({"TC947", "TC957", "TX112"}), calls_in_pieces),
    _Fold(("TC509",), frozenset({"TC947", "TC957", "TX112"}), markup_in_pieces),
    # A call of which the text of each stream has no more than a part is none there.
    _Fold(("TX101", "TX112", "TX113"), frozenset({"TC947", "TC957"}), unread_in_streams),
    _Fold(("TC509",), frozenset({"TC308"}), values_without_blanks),
    # A prompt that is told again has the words of the user, marks of its template, and tokens that nobody counts.
    _Fold(
        ("TC139",),
        frozenset({"TC165", "TC415", "TC421", "TC506", "TC512"}),
        template_in_its_answers,
    ),
    # Beside a call it is a text that the other mode does not have.
    _Fold(("TC139",), frozenset({"TC505"}), markup_in_one_mode),
    # A text that is not there has no calls in it.
    _Fold(("TC118",), frozenset({"TC947", "TC948"}), calls_unread),
    # A reason that is null is one that never comes.
    _Fold(("TC405",), frozenset({"TC909"}), never_told),
    # Events that stand in one are read as none, or as one of them.
    _Fold(("TC117",), frozenset({"TC912", "TC914", "TC918", "TC923", "TC926"}), joined_events),
    # A blank line between the two makes an event of each.
    _Fold(("TC924",), frozenset({"TC117"}), named_apart, NAMED_APART),
    # Thoughts that nobody signs are signed in neither mode.
    _Fold(("TC118",), frozenset({"TC918"}), never_signed),
    # Of events that are no JSON none is the last.
    _Fold(("TC117",), frozenset({"TC003", "TC909", "TC914", "TC918", "TC923"}), ends_unread),
    # What is no UTF-8 makes a whole answer none, and comes apart in a stream.
    _Fold(("TC117",), frozenset({"TC308", "TC511", "TC935"}), letters_unread),
    # What a stream tells again at its end has the blanks that its pieces lose.
    _Fold(("TC509",), frozenset({"TC926"}), told_with_blanks),
    # So do pieces of thoughts.
    _Fold(("TC509",), frozenset({"TC908"}), thoughts_without_blanks),
    # A stream whose pieces lose their blanks loses the breaks between lines with them.
    _Fold(("TC509",), frozenset({"TC590"}), without_blanks),
    _Fold(("TC509",), frozenset({"TC594"}), without_breaks),
    _Fold(("TC509",), frozenset({"TC511"}), said_without_blanks),
)
