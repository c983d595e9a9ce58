"""`python -m servers.scripted_model`: a tiny model whose replies are a script, for testing servers."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from servers.scripted_model import Script, load_script, merged, shipped_script
from servers.scripted_model.derive import script_of, script_text
from servers.scripted_model.expected_replies import courses_of
from toolwire.cli.screen.table import plain
from toolwire.io.files import write_atomically
from toolwire.model.errors import ToolwireError
from toolwire.suites import load_suites

_FOLDER = click.Path(file_okay=False, path_type=Path)
_FILE = click.Path(dir_okay=False, path_type=Path)
#: What the dependency group `scripted-model` brings; toolwire itself runs without.
_EXTRA = ("numpy", "safetensors", "tokenizers")
_HEADING = "# What a correct model says to the prompts of the suites, derived from them.\n"


@click.group(name="scripted-model")
def command() -> None:
    """Build a tiny model whose replies are a script, for testing servers."""


@command.command(name="build")
@click.argument("out", type=_FOLDER)
@click.option(
    "--script",
    "scripts",
    type=_FILE,
    multiple=True,
    help="Your own replies, instead of those for the suites; may be given several times.",
)
@click.option(
    "--gguf",
    "source",
    type=_FOLDER,
    metavar="LLAMA_CPP_SOURCE",
    help="Write OUT/model.gguf too, with the gguf-py of this source tree of llama.cpp.",
)
def _build(*, out: Path, scripts: tuple[Path, ...], source: Path | None) -> None:
    """Build the model into the folder OUT, and prove that it says every reply.

    Any server that loads a Qwen2 checkpoint in 32 bits can serve it; see
    docs/testing-a-server.md.
    """
    _need_extra()
    from servers.scripted_model.folder import write_folder  # noqa: PLC0415 - needs the extra
    from servers.scripted_model.gguf import write_gguf  # noqa: PLC0415 - needs the extra
    from servers.scripted_model.model import model_of  # noqa: PLC0415 - needs the extra
    from servers.scripted_model.proof import prove  # noqa: PLC0415 - needs the extra

    model = model_of(merged(map(load_script, scripts)) if scripts else _shipped())
    proof = prove(model)
    write_folder(model, out)
    if source is not None:
        write_gguf(model, out / "model.gguf", source)
    click.echo(
        plain(
            f"{out}: {proof.replies} replies of {proof.tokens:,} tokens in a vocabulary of"
            f" {len(model.vocabulary):,}; each token is proven to be {proof.nats:.0f} nats ahead of"
            " any other"
        )
    )


def _shipped() -> Script:
    return merged((load_script(shipped_script()), script_of(courses_of(load_suites()))))


def _need_extra() -> None:
    missing = [name for name in _EXTRA if find_spec(name) is None]
    if missing:
        raise ToolwireError(
            f"building a scripted model needs {' and '.join(missing)}",
            hint="pip install --group scripted-model",
        )


@command.command(name="script")
@click.option("--suites", "suites_dir", type=_FOLDER, help="Folder of your own suites.")
@click.option("-o", "--output", type=_FILE, help="Write it here instead of to the screen.")
def _script(*, suites_dir: Path | None, output: Path | None) -> None:
    """Print the script that answers the suites as a correct model does."""
    suites = load_suites([suites_dir] if suites_dir is not None else [])
    text = _HEADING + script_text(script_of(courses_of(suites)))
    if output is None:
        click.echo(text, nl=False)
    else:
        write_atomically(output, text.encode())
