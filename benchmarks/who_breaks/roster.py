"""Who is tried, and how each is started."""

from __future__ import annotations

import json
import os
import subprocess
import threading
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from clients.job import Job

_HERE = Path(__file__).parent
#: What keeps clients from talking to anyone but the server, and from asking for keys.
_SILENT = {
    "AWS_EC2_METADATA_DISABLED": "true",
    "LANGSMITH_TRACING": "false",
    "LITELLM_LOCAL_MODEL_COST_MAP": "True",
    "NO_PROXY": "127.0.0.1",
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
    "OPENAI_API_KEY": "k",
    "PYTHONDONTWRITEBYTECODE": "1",
    "PYTHONPATH": str(_HERE),
}


@dataclass(frozen=True, slots=True)
class Client:
    """One module of a client: `name` is its column; `place` one of `environment.PLACES`."""

    name: str
    place: str
    module: str

    def tries(self, folder: Path) -> tuple[dict[str, str], list[tuple[str, str]]]:
        """Return its versions, and what can be tried: (doing, dialect)."""
        done = subprocess.run(
            self._command(folder, "tries"), cwd=self._cwd(folder), env=_environment(),
            check=True, capture_output=True,
        )  # fmt: skip
        told = json.loads(done.stdout)
        return told["versions"], [(doing, dialect) for doing, dialect in told["tries"]]

    def run(self, folder: Path, jobs: Iterable[Job]) -> Iterator[dict[str, Any]]:
        """Try jobs one after the other and yield what became of each.

        Raises:
            CalledProcessError: the client's process failed.
        """
        lines = "".join(json.dumps(asdict(job)) + "\n" for job in jobs)
        with (folder / f"{self.module}.log").open("w") as log:
            process = subprocess.Popen(
                self._command(folder, "run"), cwd=self._cwd(folder), env=_environment(),
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
            )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        # All is written at once while answers are read: neither pipe can fill up.
        sink = process.stdin
        writer = threading.Thread(target=lambda: (sink.write(lines), sink.close()))
        writer.start()
        for line in process.stdout:
            yield json.loads(line)
        writer.join()
        if process.wait():
            raise subprocess.CalledProcessError(process.returncode, process.args)

    def _command(self, folder: Path, doing: str) -> list[str]:
        if self.place == "node":
            return ["node", "drive.mjs", doing, self.module]
        return [str(folder / self.place / "bin" / "python"), "-m", "clients", doing, self.module]

    def _cwd(self, folder: Path) -> Path:
        return folder / self.place


def _environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.lower().endswith("proxy")}
    return {**kept, **_SILENT}


CLIENTS = (
    Client("openai-python", "newest", "openai_python"),
    Client("openai-node", "node", "openai_node"),
    Client("openai-agents", "newest", "openai_agents"),
    Client("anthropic-python", "newest", "anthropic_python"),
    Client("anthropic-node", "node", "anthropic_node"),
    Client("google-genai", "newest", "google_genai"),
    Client("cohere-python", "newest", "cohere_python"),
    Client("cohere-node", "node", "cohere_node"),
    Client("ollama-python", "newest", "ollama_python"),
    Client("ollama-node", "node", "ollama_node"),
    Client("boto3", "newest", "boto3_client"),
    Client("LangChain", "newest", "langchain"),
    Client("LangChain", "older", "langchain_cohere"),
    Client("pydantic-ai", "newest", "pydantic_ai_client"),
    Client("llama_index", "older", "llama_index_client"),
    Client("LiteLLM", "older", "litellm_client"),
    Client("instructor", "older", "instructor_client"),
    Client("Vercel AI SDK", "node", "ai_sdk"),
)
