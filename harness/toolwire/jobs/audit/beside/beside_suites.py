"""Everything that `verify` asks beside the suites."""

from __future__ import annotations

from typing import Final

from toolwire.jobs.audit.beside.allowed_tools import ALLOWED_TOOLS
from toolwire.jobs.audit.beside.allowed_values import ALLOWED_VALUES
from toolwire.jobs.audit.beside.altered_signatures import ALTERED_SIGNATURES
from toolwire.jobs.audit.beside.alternatives import ALTERNATIVES
from toolwire.jobs.audit.beside.bare_calls import BARE_CALLS
from toolwire.jobs.audit.beside.beside_suite import BesideSuite
from toolwire.jobs.audit.beside.blank_results import BLANK_RESULTS
from toolwire.jobs.audit.beside.bounded_numbers import BOUNDED_NUMBERS
from toolwire.jobs.audit.beside.broken_calls import BROKEN_CALLS
from toolwire.jobs.audit.beside.contents import CONTENT_CASES
from toolwire.jobs.audit.beside.continuations import CONTINUATIONS
from toolwire.jobs.audit.beside.continued_results import CONTINUED_RESULTS
from toolwire.jobs.audit.beside.earlier_lines import EARLIER_LINES
from toolwire.jobs.audit.beside.ending_words import ENDING_WORDS
from toolwire.jobs.audit.beside.equal_calls import EQUAL_CALLS
from toolwire.jobs.audit.beside.failed_marks import FAILED_MARKS
from toolwire.jobs.audit.beside.json_results import JSON_RESULT_CASES
from toolwire.jobs.audit.beside.kept_lines import KEPT_LINES
from toolwire.jobs.audit.beside.later_choices import LATER_CHOICES
from toolwire.jobs.audit.beside.later_streams import LATER_STREAMS
from toolwire.jobs.audit.beside.limits import LIMITS
from toolwire.jobs.audit.beside.line_forms import LINE_FORMS
from toolwire.jobs.audit.beside.long_words import LONG_WORDS
from toolwire.jobs.audit.beside.many_calls import MANY_CALLS
from toolwire.jobs.audit.beside.many_tools import MANY_TOOLS
from toolwire.jobs.audit.beside.needed_alone import NEEDED_ALONE
from toolwire.jobs.audit.beside.needed_members import NEEDED_MEMBERS
from toolwire.jobs.audit.beside.nested_results import NESTED_RESULTS
from toolwire.jobs.audit.beside.nested_values import NESTED_VALUES
from toolwire.jobs.audit.beside.old_instructions import OLD_INSTRUCTIONS
from toolwire.jobs.audit.beside.one_tool_results import ONE_TOOL_RESULTS
from toolwire.jobs.audit.beside.plans import PLANS
from toolwire.jobs.audit.beside.requirements import REQUIREMENTS
from toolwire.jobs.audit.beside.result_orders import RESULT_ORDERS
from toolwire.jobs.audit.beside.result_parts import RESULT_PARTS
from toolwire.jobs.audit.beside.right_requests import RIGHT_REQUESTS
from toolwire.jobs.audit.beside.schemas_asked import SCHEMAS_ASKED
from toolwire.jobs.audit.beside.second_forms import SECOND_FORMS
from toolwire.jobs.audit.beside.separators import SEPARATORS
from toolwire.jobs.audit.beside.several_choices import SEVERAL_CHOICES
from toolwire.jobs.audit.beside.single_calls import SINGLE_CALLS
from toolwire.jobs.audit.beside.stream_addresses import STREAM_ADDRESSES
from toolwire.jobs.audit.beside.text_tools import TEXT_TOOLS
from toolwire.jobs.audit.beside.thinking_turns import THINKING_TURNS
from toolwire.jobs.audit.beside.tokens_told import TOKENS_TOLD
from toolwire.jobs.audit.beside.twin_conversations import TWINS_FIRST, TWINS_SECOND
from toolwire.jobs.audit.beside.unkept_answers import UNKEPT_ANSWERS
from toolwire.jobs.audit.beside.wrong_wholes import WRONG_WHOLES

#: In the order in which it is asked.
BESIDE_SUITES: Final[tuple[BesideSuite, ...]] = (
    TWINS_FIRST,
    REQUIREMENTS,
    ALTERNATIVES,
    CONTENT_CASES,
    JSON_RESULT_CASES,
    RIGHT_REQUESTS,
    STREAM_ADDRESSES,
    LIMITS,
    RESULT_ORDERS,
    RESULT_PARTS,
    CONTINUATIONS,
    CONTINUED_RESULTS,
    KEPT_LINES,
    UNKEPT_ANSWERS,
    OLD_INSTRUCTIONS,
    BROKEN_CALLS,
    PLANS,
    TEXT_TOOLS,
    NESTED_RESULTS,
    ONE_TOOL_RESULTS,
    FAILED_MARKS,
    SCHEMAS_ASKED,
    SEVERAL_CHOICES,
    *ENDING_WORDS,
    TOKENS_TOLD,
    EARLIER_LINES,
    LINE_FORMS,
    BLANK_RESULTS,
    ALLOWED_VALUES,
    NESTED_VALUES,
    BOUNDED_NUMBERS,
    NEEDED_ALONE,
    NEEDED_MEMBERS,
    MANY_TOOLS,
    MANY_CALLS,
    EQUAL_CALLS,
    ALLOWED_TOOLS,
    LATER_CHOICES,
    BARE_CALLS,
    LATER_STREAMS,
    SINGLE_CALLS,
    LONG_WORDS,
    SEPARATORS,
    THINKING_TURNS,
    ALTERED_SIGNATURES,
    *SECOND_FORMS,
    WRONG_WHOLES,
    TWINS_SECOND,
)
