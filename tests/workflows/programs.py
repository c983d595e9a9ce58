"""The programs that workflows find on PATH: toolwire itself, and stand-ins that keep a log."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.support.forked import program

__all__ = ["install"]

#: `gh` keeps the pull requests and issues it was told to open, and answers questions from them.
_GH = r"""
import json, pathlib, subprocess, sys
home, words = pathlib.Path(__file__).parent, sys.argv[1:]
flags = {one: value for one, value in zip(words, words[1:]) if one.startswith("--")}
body = flags.get("--body-file")
line = {"words": words} | ({"body": pathlib.Path(body).read_text("utf-8")} if body else {})
with (home / "gh.log").open("a", encoding="utf-8") as log:
    log.write(json.dumps(line) + "\n")
store = home / "gh.json"
kept = json.loads(store.read_text("utf-8")) if store.exists() else {"pr": [], "issue": []}
kind, deed = words[0], words[1]
if deed == "create":
    number = sum(map(len, kept.values())) + 1
    url = f"https://github.example/somebody/reports/{kind}/{number}"
    kept[kind].append({"number": number, "url": url, "title": flags["--title"], "head": flags.get("--head")})
    store.write_text(json.dumps(kept), "utf-8")
    print(url)
elif deed == "list":
    found = [one for one in kept[kind] if "--head" not in flags or one["head"] == flags["--head"]]
    found = [{key: one[key] for key in flags["--json"].split(",")} for one in found]
    jq = ["jq", "-r", flags["--jq"]] if "--jq" in flags else ["cat"]
    print(subprocess.run(jq, input=json.dumps(found), capture_output=True, text=True, check=True).stdout, end="")
"""
_PROGRAMS = {
    "gh": "#!{python}\n" + _GH,
    "pip": '#!/bin/sh\nprintf "%s\\n" "$*" >> "{folder}/pip.log"\n',
    # The pages are built by `nox -s docs`; here it says what it was asked, in the last folder it was named.
    "sphinx-build": '#!/bin/sh\nfor out; do :; done\nmkdir -p "$out" && echo "$TOOLWIRE_DOCS_ADDRESS" > "$out/index.html"\n',
    "date": '#!/bin/sh\nif [ "$*" = "-u +%F" ]; then echo "$TODAY"; else exec /bin/date "$@"; fi\n',
    "python": '#!/bin/sh\nPYTHONPATH="{root}/harness:{root}" exec "{python}" "$@"\n',
}


def install(folder: Path, root: Path) -> Path:
    """Write the programs into a folder and return it.

    Args:
        folder: becomes the first of PATH.
        root: the sources of toolwire that are run.
    """
    folder.mkdir(parents=True)
    for name, text in (*_PROGRAMS.items(), ("toolwire", program())):
        filled = text.replace("{python}", sys.executable)
        path = folder / name
        path.write_text(
            filled.replace("{root}", str(root)).replace("{folder}", str(folder)), "utf-8"
        )
        path.chmod(0o755)
    return folder
