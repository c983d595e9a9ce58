"""What servers of a format are known to do with a wrong request: who answers it, and who refuses
it.

`wrong_requests.json` has, for each dialect and each case of `jobs.audit.beside.requirements`, the servers
that were asked it: real ones on loopback (`python -m servers.leniency` asks them and writes the
file), and those whose own documents or recordings tell: Ollama loads a model where there are no
messages (https://github.com/ollama/ollama/blob/main/docs/api.md, "Load a model"), Z.ai matches a
result without an id by its place (tests/corpus/reference.yaml), and answers two of one
(QwenLM/qwen-code#8163), DeepSeek passes over the version, the marks of a cache and the budget of
thinking of Messages, and takes a temperature of 2
(https://api-docs.deepseek.com/guides/anthropic_api, read 2026-11-29), and Google takes the only
element of a list without the list (ShishirPatil/gorilla, model_handler/gemini_handler.py at
e6cd5129, whose requests its API answered). xAI answers two limits at once, Cerebras a strict tool
with an open schema, and both one with a parameter that is not required (agentjido/req_llm,
test/support/fixtures, at f722d38f and 1c985d8a). Of `known_` cases of OpenAI's formats the sources
tell: vLLM's (`openai/chat_completion/protocol.py` at
002032ee, `openai/engine/protocol.py` at 040a2cc2: members that it does not know it passes over;
`sampling_params.py` at 00388f65) and llama.cpp's (`tools/server`, the fields of its completion
schema; one model answers whatever its name).

Of completions (`chatml`) no server was asked; what is known of it is read in sources, on 2026-11-30:
vLLM's (`openai/completion/protocol.py` at d5dba2d7), SGLang's (`srt/entrypoints/openai/protocol.py` at
9b116dff), llama-cpp-python's (`server/types.py` at 10732af5), FastChat's
(`protocol/openai_api_protocol.py` at 0156930c; all four take a number in quotes for one), llama.cpp's
(`tools/server/server-schema.cpp` at 23b5dbd4, and what it reads of `model` and `prompt`), Ollama's
(`openai/openai.go` at 634c4166, `middleware/openai.go` at 077a50ba; without a prompt it loads the
model, as above) and text-generation-inference's (`router/src/lib.rs`, where `model` is unused).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from toolwire.dialects.sharing import sharing
from toolwire.io.json_text import items_of, object_of, parse
from toolwire.io.opening import content
from toolwire.model.conversation import Json
from toolwire.model.observation import Severity

#: The table.
TABLE: Final = Path(__file__).with_name("wrong_requests.json")
_MOST: Final = 1024 * 1024
#: Servers that anyone runs, as `python -m servers.leniency` does; all others in the table but `READ` are vendors'.
ENGINES: Final = frozenset({"litellm", "llama-cpp", "transformers", "vllm"})
#: Such servers of which their sources alone tell.
READ: Final = frozenset({"fastchat", "llama-cpp-python", "sglang", "text-generation-inference"})
#: Servers that have to be known to refuse a request, before another that answers it is warned of it.
_ENOUGH: Final = 2


@dataclass(frozen=True, slots=True)
class KnownServers:
    """Names of servers that answer one wrong request, and of those that refuse it."""

    takes: tuple[str, ...] = ()
    refuses: tuple[str, ...] = ()

    def severity(self, *, whole: bool, said: bool = False) -> Severity:
        """Return how grave it is that one more server answers the request.

        A client's mistake that is answered comes to light as soon as the client moves on: a warning. What
        another vendor's endpoint of the format is known to answer is a matter of taste. What only engines
        answer that anyone runs, and that are lax about much, is so where the published type alone speaks
        against it, and more answer it than refuse it.

        Args:
            whole: what is wrong is a member of the request's own, a mandatory one that is left out, or a word that
                is none; then the published type says enough.
            said: the format's own vendor is known to refuse it, in words.
        """
        if not (ENGINES | READ).issuperset(self.takes):
            return Severity.INFO
        usual = len(self.takes) > len(self.refuses)
        typed = not usual and (whole or len(self.refuses) >= _ENOUGH)
        return Severity.WARNING if said or typed else Severity.INFO


def known_servers(dialect: str, case: str) -> KnownServers:
    """Return what is known of a case of `REQUIREMENTS`; nobody where it was never asked.

    With tools in words a server reads the same type as with tools as members on the same path.
    """
    shared = sharing(dialect)
    asked_as = dialect if shared is None else shared.members.name
    return known_by_dialect().get(asked_as, {}).get(case, KnownServers())


@cache
def known_by_dialect() -> Mapping[str, Mapping[str, KnownServers]]:
    """Return dialect -> case -> what is known of it."""
    return {
        dialect: {case: _known(row) for case, row in object_of(cases).items()}
        for dialect, cases in object_of(parse(content(TABLE, _MOST))).items()
    }


def _known(row: Json) -> KnownServers:
    told = object_of(row)
    return KnownServers(
        tuple(map(str, items_of(told.get("takes")))), tuple(map(str, items_of(told.get("refuses"))))
    )
