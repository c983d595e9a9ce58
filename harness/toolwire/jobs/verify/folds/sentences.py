"""What findings say, word for word, by which several kinds of folds know them: each sentence stands here once."""

from __future__ import annotations

import re
from typing import Final

MEMBER_MISSING: Final = "A member that the published type requires is missing."
FEWER_OF_PROMPT: Final = "Fewer tokens are counted of the prompt than its words take"
OTHER_WORD: Final = "The stream ends in another word than the blocking reply."
#: What is said of the modes where one of them has no stop reason -> the mode that has none.
NO_END: Final = {
    "The blocking reply has no stop reason; the stream has one.": "blocking",
    "The stream has no stop reason; the blocking reply has one.": "streaming",
}
#: What is said of modes that end otherwise.
ENDS_APART: Final = frozenset({OTHER_WORD, *NO_END})
WORD_OF_NO_API: Final = "The stop reason is not a word of this API."
ANOTHER_REASON: Final = "The text ended at a word of the request, and the reason is another."
EMPTY_LIST: Final = "tool_calls is there and empty."
HOLDS_NO_CALL: Final = "The reply ends as one with calls and holds none."
HOLDS_NO_TOOL_USE: Final = "The reply ends with tool_use and holds no tool_use block."
ENDS_WITHOUT_CALL: Final = "The reply holds calls and ends as one without."
CALL_LEFT_OUT: Final = "The call is left out where its request allows no more"
IN_ONE_MODE: Final = "The text came in one mode only"
NOTHING_SAID: Final = "The answer says nothing"
NO_COUNTS: Final = "No token counts are told in the"
PIECE_MISSING: Final = "A piece of the text is missing"
RESULT_MISSED: Final = "A history in which a call has no result was answered."
RESULT_OF_NOBODY: Final = "A result of a call that nobody made was answered."
NONE_CAME: Final = "A call was required and none came."
TOOL_UNTOLD: Final = "A tool of the request is not among those the response tells of."
PASSED_OVER: Final = "A tool choice that does not exist was passed over."
NONE_OF_ONE_TOOL: Final = "A call of one tool was demanded and none came."
DEMANDED_OF_NOBODY: Final = (
    "The call that was demanded came by a name that no tool of the request has."
)
ANOTHER_CALLED: Final = "Another tool was called than the one demanded."
OF_REVERSED_TOOLS: Final = "With the tools in reverse order the same is answered as it should be."
RESULTS_AGAIN: Final = "The calls that were just answered came again."
RESULT_UNSEEN: Final = "The answer has no word of what the tools returned"
WORDS_UNSEEN: Final = "The answer has no word of what the user said before"
ROW_LOST: Final = "The answer has no word of the message directly before the question"
UNSENT: Final = "The history lacks all words of the user that were sent before the results."
WITHOUT_STREAM: Final = "A documented form of a request is taken for another, without a stream"
SEVERAL_CAME: Final = "Several calls came although only one at a time was allowed"
FEWER_CHOICES: Final = "Fewer choices came than the request asks for."
IN_ONE_PIECE: Final = "A stream was asked for and the answer came in one piece"
#: What is told of counts of tools' parameters.
LONG_TOOLS: Final = "long descriptions of tools"
LONG_PARAMETERS: Final = "long descriptions of parameters"
OBJECT_PARAMETER: Final = "a parameter that is an object of many members"
#: What is said where any other choice is passed over: of one tool, of some, or of none.
OTHERS_CHOSEN: Final = frozenset(
    {
        ANOTHER_CALLED,
        NONE_OF_ONE_TOOL,
        "A tool was called that the tool choice does not allow.",
        "A call came although calls were forbidden.",
    }
)
SHARED_ID: Final = "Two calls share one id."
CHOICE_REFUSED: Final = "A form of the tool choice that the format has is refused."
MODEL_IN_ONE_MODE: Final = "The model is named in one mode only."
UNADDED: Final = "The pieces of the call do not add up to it."
#: Begins what is said of histories that are wrong in calls and results and were answered.
OF_A_WRONG_HISTORY: Final = "A history in which "
ANSWERED: Final = "A request that is wrong was answered"
NO_REASON: Final = "The finish reason is not a word of the vocabulary."
OPENER_CUT: Final = "The text ends inside an opening marker."
FEWER_CALLS: Final = "Fewer calls came than the prompt writes out: some may have been lost."
ONE_OF_ONE_TOOL: Final = "Of several calls of one tool that the prompt writes out, one came."
NO_CALL_STREAMED: Final = "The stream has no call; the blocking answer to the same request has."
NO_CALL_BESIDE_WORDS: Final = (
    "The stream has no call; the blocking answer to the same request has one beside words."
)
#: Begins what is said of a result of which no part reaches the model.
NO_PART: Final = "The answer has no word of the result, whose parts were to be repeated"
NAMELESS: Final = "The call has no name."
SPELLED_OTHERWISE: Final = "A member of the format is spelled otherwise."
OTHER_TYPE: Final = "The value is not of the published type."
ARGUMENTS_LEFT_OUT: Final = "all arguments were left out."
NO_BLANKS: Final = "without the blanks between"
KEPT_UNCOUNTED: Final = "read: the conversation that the server keeps."
#: Begins what is said of arguments of a history of which no word came.
CALL_LOST: Final = "The answer has no word of what an earlier call was made with"
CALL_AGAIN: Final = "The id was used by an earlier call of the conversation, and the call is one that was made before."
IMAGE_COUNTED_LESS: Final = "Far fewer tokens are counted of an image in a tool result"
NOT_KEPT: Final = "An answer that was just given, and was to be kept, is not gone on from."
NOTHING_KEPT: Final = "the conversation that was to be kept"
IMAGE_UNCOUNTED: Final = "No token is counted of an image among the user's words"
MORE_WORDS: Final = "The text has more words than its request allows"
CHUNKS_OF_NO_TYPE: Final = "A constant of the chunks is of another type."
CHUNKS_LACK: Final = "A constant of the chunks is missing."
CHUNKS_OF_ANOTHER: Final = "A constant of the chunks is not the format's."
EVENTS_FOR_LINES: Final = "The events are server-sent events, and stand on no lines."
#: Begins what is said of streams that are an array, in formats that have none.
ARRAY_OF_EVENTS: Final = "The stream is one JSON array, where the format has"
NEITHER: Final = "The answer holds neither a reply nor an error"
BEGINS_OTHERWISE: Final = "The stream does not begin with"
EMPTY_STREAM: Final = "The stream is empty: it has neither an answer nor a refusal."
ENDS_EARLY: Final = "The stream ends early and does not say why."
HAS_THE_WORD: Final = "The text has a word at which the request wants it to end."
NO_DONE: Final = "The stream ends without [DONE]."
NO_USAGE: Final = "No chunk has the usage that was asked for."
NEVER_ENDS: Final = "The choice never gets a finish reason."
CALL_ID_IN_ONE_MODE: Final = "The call has an id in one mode only."
OTHER_PARAMETERS: Final = "A tool is told with other parameters than it has in the request."
ID_IN_ONE_MODE: Final = "The answer has an id in one mode only."
THOUGHTS_IN_ONE_MODE: Final = "Reasoning came in one mode only."
OTHER_COUNTS: Final = "Other token counts are told in the"
#: What is said of arguments that are an empty text.
EMPTY_ARGUMENTS: Final = frozenset(
    {
        "The arguments are empty where an empty object belongs.",
        "The arguments are empty, though the tool requires some.",
        "No piece of the arguments came, though the tool requires some.",
    }
)
NO_ARGUMENTS_LEFT: Final = "There are no arguments at all although the tool requires some."
NO_OBJECT: Final = "The arguments are not a JSON object."
CALLS_IN_A_MEMBER: Final = "Calls of offered tools stand in"
#: How comparisons of both modes begin in one of which no call came.
STREAM_WITHOUT_CALL: Final = "The stream has no call"
WHOLE_WITHOUT_CALL: Final = "The blocking answer has no call"
EACH_CALL_TWICE: Final = "Each call came more often than the prompt writes it out."
NO_CALL_WHOLE: Final = "The blocking answer has no call; the stream to the same request has."
NO_CALL_WHOLE_BESIDE_WORDS: Final = (
    "The blocking answer has no call; the stream to the same request has one beside words."
)
FEWER_STREAMED: Final = "The stream has fewer calls than the blocking answer to the same request."
FEWER_WHOLE: Final = "The blocking answer has fewer calls than the stream of the same request."
#: What a comparison says where the prompt tells which of the two modes is short of calls.
SHORT_OF_CALLS: Final = (
    "The blocking reply holds fewer calls than the prompt writes out; the stream holds all."
)
TWICE_IN_ONE_MODE: Final = "Each call of one mode stands twice in the other."
OTHER_NUMBER_OF_CALLS: Final = "The stream holds another number of calls than the blocking reply."
THOUGHTS_FOR_A_CALL: Final = "The answer has thoughts alone, though the prompt writes out a call."
WORDS_FOR_A_CALL: Final = (
    "The prompt writes out a call of an offered tool, and words came in its place."
)
NO_ONE_VALUE: Final = "The arguments are not exactly one JSON value."
SENT_AGAIN: Final = "The fragment repeats the arguments that were already sent."
TOLD_TWICE: Final = "What is told twice differs."
NOT_TOLD_AGAIN: Final = "What was told before is not told again here."
TOLD_HERE_ALONE: Final = "What is told here was not told before."
_TEXT_LACKS: Final = "The text lacks a member that the schema of its request requires."
NO_JSON: Final = "The text is not"
#: How findings begin of answers that have no text.
WITHOUT_TEXT: Final = (
    NOTHING_SAID,
    "The results were answered with nothing",
    "A text beside a call is empty",
    "The tokens of a text beside the call are counted, and the text is not there",
    IN_ONE_MODE,
)
#: And of words that are missing in one.
WORDS_MISSING: Final = (
    *WITHOUT_TEXT,
    "The answer has no word of",
    TOLD_HERE_ALONE,
    NOT_TOLD_AGAIN,
    NO_JSON,
    _TEXT_LACKS,
)
#: And of calls that are.
CALLS_MISSING: Final = (
    NONE_CAME,
    NONE_OF_ONE_TOOL.rstrip("."),
    STREAM_WITHOUT_CALL,
    WHOLE_WITHOUT_CALL,
    FEWER_STREAMED,
    FEWER_WHOLE,
    SHORT_OF_CALLS,
    OTHER_NUMBER_OF_CALLS,
    TOLD_HERE_ALONE,
    WORDS_FOR_A_CALL,
)
#: And of the objects that a text was to be.
OBJECTS_MISSING: Final = (NO_JSON, _TEXT_LACKS)
#: What is said of calls that lack all of their arguments.
NO_ARGUMENTS: Final = frozenset(
    {
        "There are no arguments at all though a strict tool requires some.",
        "The call that was demanded has no arguments, though its tool requires some.",
        "A call behind results has no arguments although its tool requires some.",
    }
)
#: Begins what is said of counts of a prompt: of an answer's, and of the path that counts before one.
UNCOUNTED: Final = re.compile(
    rf"{FEWER_OF_PROMPT}|The path \S+ counts fewer tokens of a prompt than its words take"
)
LONG_BEHIND: Final = "a long text of the user behind a result"
NOT_GONE_ON: Final = (
    "Behind a result come words, though the prompt writes out a call that takes it over"
)
#: Begins findings of words that are lost as a whole: of a part of them, it stands before these.
LOST: Final = re.compile(
    "The answer (to a result )?has no word of (?!the (beginning|middle|end) )"
    "|The answer says that a tool failed, and no word of what the tool said of it"
    # A call that takes a result over needs it; what is not read is not counted.
    f"|{NOT_GONE_ON}"
    f"|{UNCOUNTED.pattern}"
)


def claim(message: str) -> str:
    """Return what a message says, without what it says it of."""
    return message.partition(": ")[0].rstrip(".")


def about(message: str) -> str:
    """Return what a message says its claim of: "A request that is wrong was answered: no model." of `no model`."""
    return message.partition(": ")[2].rstrip(".")


#: Begins what is said of a result of which one part reaches the model.
ONE_PART: Final = "One part of the result is repeated, another is not"
