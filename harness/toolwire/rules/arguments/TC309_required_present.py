"""TC309: required-present."""

from __future__ import annotations

from collections.abc import Iterator

from toolwire.model.conversation import Json
from toolwire.rules.arguments.arguments_schema import free
from toolwire.rules.arguments.later_calls import bare_calls
from toolwire.rules.choice.probe_choice import CHOOSING
from toolwire.rules.groups import EVERYWHERE
from toolwire.rules.mutate.faults import arguments, mutations_for
from toolwire.rules.rule import Reading, Rule, Severity, Shim, Variance, Violation
from toolwire.rules.views.chance import behind_results, has_required, is_forced
from toolwire.rules.views.dialect_paths import arguments_at
from toolwire.rules.views.excerpt import excerpt
from toolwire.rules.views.needed_alone import needed_call, requires_members


def _required(reading: Reading) -> Iterator[Violation]:
    if needed_call(reading) is not None or requires_members(reading):
        return  # TC398's and TC399's
    bare = bare_calls(reading)
    for call, breach in free(reading, "required"):
        if call in bare:
            continue  # TC664's
        message = "A required argument is missing."
        if not breach.path and breach.value == {}:
            if is_forced(reading) and reading.dialect in CHOOSING:
                continue  # TC661's
            if behind_results(reading):
                continue  # TC754's
            message = "There are no arguments at all although the tool requires some."
        at = arguments_at(reading, call) + breach.path
        yield Violation(at, message, list(breach.names), _keys(breach.value))


def _keys(value: Json) -> Json:
    return excerpt(list(value)) if isinstance(value, dict) else None


RULE = Rule(
    id="TC309",
    name="required-present",
    severity=dict.fromkeys(EVERYWHERE, Severity.WARNING),
    statement="The arguments contain every required property; {} is not sent in "
    "their place. (Without any where a call was demanded is TC661's, in each call but the first TC664's, behind results TC754's; where the prompt leaves it to the schema which are filled in, TC398's and TC399's.)",
    why="The tool refuses the call and the agent tries again, for ever when it is the "
    "server that loses the arguments.",
    breaks="Agent loops over CLIProxyAPI, LocalAI and vllm-ascend.",
    workaround="Answer the call with an error result that names what is missing.",
    check=_required,
    needs_calls=True,
    needs_request=True,
    variance=Variance("replies with a call that requires an argument", has_required),
    mutations=(
        *mutations_for("single_call", arguments({"days": 2}), fault="one is missing"),
        *mutations_for("single_call", arguments({}), fault="all are missing"),
    ),
    shim=Shim("validate_arguments"),
    cases="""
aggregator gateways | stream: name with empty arguments then finish tool_calls; stream=false complete | https://github.com/router-for-me/CLIProxyAPI/issues/5338 | PR open 2026-08
CLIProxyAPI (Gemini) | arguments "{}" intermittently despite required params | https://github.com/router-for-me/CLIProxyAPI/issues/3256 | issue closed 2026-05
crewAI (Responses) | flat shape {id,name,arguments} not recognised, arguments dropped | https://github.com/crewAIInc/crewAI/issues/6657 | PR merged 2026-07
LocalAI | arguments "{}" on /responses, correct on /chat/completions | https://github.com/mudler/LocalAI/issues/11635 | issue open 2026-08
vllm-ascend (DeepSeek V4) | arguments empty with some probability | https://github.com/vllm-project/vllm-ascend/issues/10182 | issue closed 2026
""",
)
