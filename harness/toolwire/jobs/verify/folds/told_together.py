"""What two findings say together that neither says alone: the headline of what is left of them."""

from __future__ import annotations

from typing import Final

#: No call came where one was written out, and no token is counted of a tool.
TOOLS_LOST: Final = "No tool reaches the model: no call came, and tools add no tokens to a prompt."
#: Answers that were to have calls have a list of none.
CALLS_LEFT_OUT: Final = (
    "Calls are left out of answers that were to have some: their list is there, and empty."
)
#: Neither words of an earlier call nor of its result came.
ROUNDS_LOST: Final = "Neither the calls of a history nor their results reach the model."
#: No word of an earlier call came, and no call that goes on from its result.
CALLS_LOST: Final = "A message of the assistant with calls alone does not reach the model."
#: Of a result neither an object nor an image is there.
TEXTS_ALONE: Final = (
    "Of a result no more than its texts reaches the model: no object, and no image."
)
#: Of several parts one is read, whoever says them.
ONE_PART_ALONE: Final = "Of a message in several parts one part alone reaches the model."
#: Words at which a text ends, and limits, stand in one object.
SETTINGS_PASSED_OVER: Final = (
    "The object that holds the settings of an answer is passed over: words to end at and limits "
    "have no effect."
)
#: No event has a name, and names stand without data.
NAMED_APART: Final = "A blank line parts the name of each event from its data."
#: A stream of one event is empty, and others begin with what comes second.
FIRST_EVENT_LOST: Final = "The first event of a stream that says something is lost."
#: Neither the mark of a failed call nor what it said came.
FAILURES_LOST: Final = (
    "Of a call that failed neither the mark nor the words of its result reach the model."
)
#: Each message that was refused has several results.
SEVERAL_REFUSED: Final = "Several results of one turn are refused: no single one was."
#: Each refusal under a status of success is that of a stream.
STREAMS_UNDER_SUCCESS: Final = (
    "Where a stream is asked for, and there alone, refusals come under a status of success."
)
#: A stream counts the prompt and the answer otherwise than the whole reply to the same request.
COUNTED_OTHERWISE: Final = "A stream counts other numbers of tokens than the whole reply: of the prompt, and of the answer."
#: No choice of tools is kept, be it for any, for one, or for none.
CHOICE_LOST: Final = "The tool choice does not reach the model: none of its words has an effect."
#: Neither values of parameters come nor is a token counted of one.
PARAMETERS_LOST: Final = "No parameter of a tool reaches the model: values that their schemas alone tell do not come, and they add no tokens to a prompt."
#: A stream comes where none was asked for, and the reverse.
STREAMS_REVERSED: Final = (
    "The answer comes in one piece where a stream is asked for, and as a stream where none is."
)
#: Neither is a result gone on from, nor is one repeated, or counted.
RESULTS_LOST: Final = "No result of a tool reaches the model."
#: What words of the user write out does not come, and none of them is counted.
USER_LOST: Final = "The words of the user do not reach the model: no call comes that they write out, and they add no tokens to a prompt."
#: Calls are made again, and nothing behind the first message is counted.
FIRST_MESSAGE_ALONE: Final = "Of a conversation the first message alone reaches the model."
#: No stream has a call, and what is wrong in tools is wrong in no stream.
TOOLS_OF_STREAMS_LOST: Final = "The tools of a streamed request do not reach the model."
#: A closed schema is taken for an open one, and what a schema alone tells does not come.
SCHEMA_LOST: Final = "The schema of a tool does not reach the model as it was sent: values that it alone tells do not come, and one that is closed is refused as open."
#: The pieces of a call have arguments, and the call as a whole has none.
EMPTIED_CALLS: Final = (
    "The call that a stream tells as a whole has no arguments; the pieces of it have them."
)
#: No call came of those written out, nor a word of an earlier one, in a format whose turns stand in the prompt.
TURNS_LOST: Final = "No call comes of those that a prompt writes out, and no word of an earlier one: the turns of a prompt may not reach the model as such."
#: Neither system prompt nor tools nor earlier words are there, and none of these is counted.
LAST_PART_ALONE: Final = "Of a prompt the last part alone reaches the model."
#: Tools behind the first are not called, and add no tokens.
FIRST_TOOL_ALONE: Final = "Of several tools the first alone reaches the model."
