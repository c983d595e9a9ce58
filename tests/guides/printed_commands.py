"""Which of the commands that pages print are not simply run, and why; all others are run as printed."""

from __future__ import annotations

from typing import Final

__all__ = ["ENDS", "NOT_RUN", "PARSED", "RUN_BY", "SUBSTITUTED"]

#: Pages whose every block another test runs, in an order and a copy of their own.
RUN_BY: Final = {
    "docs/adding-a-dialect.md": "tests/guides/test_adding_a_dialect.py",
    "docs/adding-a-provider.md": "tests/guides/test_guides.py",
    "docs/adding-a-rule.md": "tests/guides/test_guides.py",
    "docs/adding-a-suite.md": "tests/guides/test_guides.py",
    "docs/api.md": "tests/guides/test_api_page.py",
    "docs/configuration.md": "tests/guides/test_configuration_pages.py",
    "docs/pytest.md": "tests/guides/test_configuration_pages.py",
    "docs/tutorials/monthly-audit.md": "tests/guides/test_tutorials.py",
    "docs/tutorials/publish-the-matrix.md": "tests/guides/test_tutorials.py",
    "docs/tutorials/verify-a-server.md": "tests/guides/test_tutorials.py",
}
#: What stands in pages -> what stands in the line that is run: a server of the test.
SUBSTITUTED: Final = {
    "http://127.0.0.1:8000": "{server}",
    "http://localhost:8000": "{server}",
}
#: Command -> what it ends with where that is not 0, and a text that it prints then.
ENDS: Final = {
    "toolwire audit -s paralel_calls": (3, "did you mean parallel_calls?"),
    "toolwire audit -s qqq": (3, "`toolwire list suites` lists them"),
    # The server of the test, and the recording, have a fault.
    "toolwire verify http://127.0.0.1:8000/v1 --model tiny -o verified": (1, "error TC304 x"),
    "toolwire lint recordings/": (1, "error TC401 at /choices/0/finish_reason"),
    "toolwire lint recordings/ -o traffic.jsonl": (1, "error TC401"),
    "toolwire lint recordings/ --json": (1, '"rule":"TC401"'),
    "toolwire lint recording.har --min-severity info": (1, "error TC401"),
    "toolwire report traffic.jsonl -o report": (1, "report/report.html"),
    # No key is there.
    "toolwire audit -p openai --record --max-usd 1 -o out": (2, "OPENAI_API_KEY"),
    "toolwire report out -o reports/2026-12-01 --since reports/2026-11-23": (2, "reports/2026-12-01"),
    "toolwire audit -p openai --live --shard 1/2 -o one": (2, "OPENAI_API_KEY"),
    "toolwire verify https://new.example/v1 --model m1 --key-env NEW_KEY -o verdict/": (3, "NEW_KEY"),
}  # fmt: skip
_MODELS = "asks the suites of a model anew: tests/cli/commands/test_audit_models.py"
_AT = "asks every format of a server: tests/cli/commands/test_audit_at.py"
_LIKE = "another page's line is run and differs in an option or two"
#: Command -> why only its words are parsed: each costs seconds and differs little from what is run.
PARSED: Final = {
    "toolwire verify http://127.0.0.1:8000/v1": _LIKE,
    "toolwire verify http://127.0.0.1:8000/v1 --name acme --add-to mine": (
        "tests/cli/commands/test_verify.py adds a server to a folder"
    ),
    "toolwire audit --providers mine/providers --cassettes mine/cassettes -p acme -o acme-report": (
        "tests/cli/commands/test_verify.py replays what was added"
    ),
    "toolwire list models --providers mine/providers": "needs a folder of the reader's",
    "toolwire audit --providers providers -p acme/tiny --record --key-env ACME_API_KEY --max-requests 2000"
    " --cassettes recorded -o out": "asks the reader's own provider; README's is run, without a key",
    "toolwire cassettes scrub --check recorded": "looks at what the line above it records",
    "toolwire submission submissions/acme -o judged": "tests/cli/commands/test_submission.py runs it",
    "toolwire report out judged -o reports/2026-12-01 --since reports/2026-11-23": _LIKE,
    "toolwire audit -p openai --live --max-usd 0.50 -o out": _LIKE,
    "toolwire audit -p openai --live --shard 2/2 -o two": _LIKE,
    "toolwire report one two -o report": "joins two parts: tests/cli/commands/test_audit_shards.py",
    "toolwire diff old/results.jsonl.gz new/ --json": _LIKE,
    "toolwire verify http://localhost:8000/v1 --model m": _LIKE,
    "toolwire site toolwire-report -o site": "tests/cli/commands/test_site.py builds that of a run",
    "toolwire audit -p openai --record --max-usd 0.50 -o recorded": _LIKE,
    "toolwire audit -p openai --record --max-usd 0.50 -o recorded --resume": (
        "goes on with what the line above it has begun: tests/cli/test_cli_kills.py"
    ),
    "toolwire audit -p openai --model gpt-6-luna --model gpt-new --live -o models": _MODELS,
    "toolwire audit -p vllm --record --at http://127.0.0.1:4030 --cassettes recorded -o asked": _AT,
    "toolwire audit -p vllm --cassettes recorded -o replayed": _AT,
    "toolwire diff old-version replayed": "compares what the lines above it write",
    "toolwire site reports -o site": "tests/jobs/site builds the site of these reports",
    "toolwire verify http://127.0.0.1:8000/v1 --model my-model": _LIKE,
    "toolwire verify http://127.0.0.1:8000 --model my-model --dialect all": (
        "asks all suites once for each format: tests/cli/commands/test_verify.py"
    ),
    "toolwire audit --providers verdict/providers -p at-new-example --cassettes verdict/cassettes -o replayed": (
        "replays a provider of the reader: tests/cli/commands/test_verify.py does so"
    ),
}
_CI = ".ci/run runs it as printed, in a fresh clone"
_INSTALLS = "installs for minutes; .ci/run does the same with README's line"
_WHOLE = "runs all of these tests; .ci/run does"
_SERVER = "needs a server of others that weighs gigabytes; `nox -s servers` installs and starts it"
_HALF_HOUR = "installs real servers for half an hour; .ci/run starts one of them"
_BUILDS = "tests/servers builds the model by the same module"
#: Command -> why it is not even parsed here.
NOT_RUN: Final = {
    'eval "$(_TOOLWIRE_COMPLETE=bash_source toolwire)"': "is for the reader's own shell",
    'eval "$(_TOOLWIRE_COMPLETE=zsh_source toolwire)"': "is for the reader's own shell",
    "_TOOLWIRE_COMPLETE=fish_source toolwire > ~/.config/fish/completions/toolwire.fish": (
        "writes below the reader's home"
    ),
    "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/toolwire demo": _CI,
    "python3 -m venv .venv && .venv/bin/pip install -q . && .venv/bin/toolwire audit -o toolwire-report": _CI,
    "python3 -m venv .venv && .venv/bin/pip install -q --upgrade pip && .venv/bin/pip install -q -e ."
    " --group test && .venv/bin/pytest -n auto": _CI,
    "python3 -m venv .venv && .venv/bin/pip install -q --upgrade pip && .venv/bin/pip install -q -e ."
    " --group dev": _INSTALLS,
    ".venv/bin/nox -l": "needs the environment of the line above it",
    ".venv/bin/pytest -n auto -m fast": _WHOLE,
    ".venv/bin/pytest -n auto": _WHOLE,
    "pip install -e . --group scripted-model": "installs; the tests' own group includes that one",
    "python -m servers.scripted_model build MODEL_DIR": _BUILDS,
    "python -m servers.scripted_model build MODEL_DIR --gguf LLAMA_CPP_SOURCE": _BUILDS,
    "llama-server -m MODEL_DIR/model.gguf --jinja -a scripted --host 127.0.0.1 --port 4020 -c 16384": _SERVER,
    "vllm serve": _SERVER,
    "transformers serve": _SERVER,
    "curl -s http://127.0.0.1:4020/v1/chat/completions": _SERVER,
    "nox -s leniency": _HALF_HOUR,
    "nox -s servers": _HALF_HOUR,
}
