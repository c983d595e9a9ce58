"""Quirk passports: what a provider does otherwise than its format says, for adapters to load.

One JSON document a provider and an index of them (`schemas/quirks.schema.json`, explained in
`docs/quirks.md`). Nothing in them depends on when they are written, so that those of two months
can be compared line by line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping

from toolwire.io.lists import grouped
from toolwire.io.records import as_json
from toolwire.io.shown import json_bytes
from toolwire.jobs.report.labels import link
from toolwire.jobs.report.model import SeenDeviation, Watched
from toolwire.model.conversation import Json, JsonObject
from toolwire.model.rule_facts import RuleFacts, Shim

#: Name of the index; the passports are in a folder of the same name without the ending.
INDEX = "quirks.json"
#: A provider whose name could be anything does not get to name a file.
_FILE_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,63}", re.ASCII)


def passports(
    watched: Iterable[Watched],
    found: Iterable[SeenDeviation],
    rules: Iterable[RuleFacts],
    shims: Mapping[str, Shim],
) -> dict[str, bytes]:
    """Return file name -> JSON: the index first, then `quirks/<provider>.json` of each provider.

    A provider that was looked at and breaks no rule has an empty list; one that was not has
    no passport. Providers without a file, because their name is no plain word, are named in the
    index.

    Args:
        watched: what was seen, by provider and dialect.
        found: the rules that were broken.
        rules: names and workarounds.
        shims: rule id -> hint.
    """
    names = {rule.id: rule for rule in rules}
    seen = grouped(watched, lambda one: one.provider)
    broken = grouped(found, lambda one: one.watched.provider)
    files: dict[str, bytes] = {}
    rows: list[Json] = []
    left_out: list[Json] = []
    for provider in sorted(seen):
        if _FILE_NAME.fullmatch(provider) is None:
            left_out.append(provider)
            continue
        quirks = [_quirk(one, names, shims) for one in broken.get(provider, [])]
        file = f"quirks/{provider}.json"
        files[file] = _written(_passport(provider, seen[provider], quirks))
        rows.append({"provider": provider, "file": file, "quirks": len(quirks)})
    index: JsonObject = {"schema": 1, "passports": rows, "left_out": left_out}
    return {INDEX: _written(index), **files}


def _passport(provider: str, seen: list[Watched], quirks: list[JsonObject]) -> JsonObject:
    dialects: list[Json] = [
        {
            "dialect": one.dialect,
            "exchanges": one.exchanges,
            "models": list(one.models),
            "first": one.first,
            "last": one.last,
        }
        for one in seen
    ]
    return {"schema": 1, "provider": provider, "dialects": dialects, "quirks": list(quirks)}


def _quirk(
    one: SeenDeviation, rules: Mapping[str, RuleFacts], shims: Mapping[str, Shim]
) -> JsonObject:
    rule, shim = rules.get(one.rule), shims.get(one.rule)
    return {
        "dialect": one.watched.dialect,
        "rule": one.rule,
        "name": rule.name if rule else "",
        "severity": str(one.severity),
        "severities": {str(severity): count for severity, count in one.severities},
        "modes": list(one.modes),
        "models": list(one.models),
        "state": str(one.state),
        "count": one.count,
        "exchanges": one.exchanges,
        "known": one.known,
        "first": one.first,
        "last": one.last,
        "by_model": [as_json(share) for share in one.by_model if share.count],
        "clean_models": [share.model for share in one.by_model if not share.count],
        "level": str(one.level),
        "source": one.source,
        "url": link(one.source),
        "workaround": rule.workaround if rule else "",
        "shim": {"action": shim.action, **dict(shim.parameters)} if shim else None,
    }


def _written(document: JsonObject) -> bytes:
    """Return a document with a line for each member, and for each item of a list in it.

    People compare passports with `diff`.
    """
    members = ",\n".join(_member(name, value) for name, value in document.items())
    return json_bytes(f"{{\n{members}\n}}\n".encode("utf-8", "surrogatepass"))


def _member(name: str, value: Json) -> str:
    if not isinstance(value, list) or not value:
        return f'"{name}": {json.dumps(value, ensure_ascii=False)}'
    items = ",\n".join(
        json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in value
    )
    return f'"{name}": [\n{items}\n]'
