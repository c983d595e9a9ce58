/* The matrix: filter, sort, modes and keys. Without it the page is a plain table.

   What the page holds, and tests may rely on:
   #matrix               the table; a row has data-family, data-models, data-newest (ISO date), class hollow
   td[id]                an observed cell, `openai.openai-chat.single_call`; class = code and age:
                         a asked, h submitted, s seen, d documented + f failed, w warnings, c conformant, u unsupported,
                         i inconclusive, n not run; then mid (over 45 days), old (over 90) or undated; dim, open
   td[id] > a            href its page, text its mark, aria-label its words; hidden where the mode was not observed
     data-m="sf8o sc"    blocking and streaming: code, how many failed, m mid / o old / u undated; - not observed;
                         not there: both are as the cell is
     data-r="TC304 ~TC306:as"  rules broken: error, ~ warning; in which views: a whole, b blocking, s streaming
   #filter               form: #find #verdict #evidence #mode #family #sort #clear #count (status)
   #nothing #again       shown when no row matches; clears
   query                 find verdict evidence mode family sort
   #drawer ...           see drawer.js */
"use strict";
(() => {
  const table = document.getElementById("matrix");
  const form = document.getElementById("filter");
  if (!table || !form) return;
  const body = table.tBodies[0];
  const NAMES = ["find", "verdict", "evidence", "mode", "family", "sort"];
  const inputs = Object.fromEntries(NAMES.map((name) => [name, document.getElementById(name)]));
  const VIEWS = { "": 0, blocking: 1, streaming: 2 };
  const LETTERS = "abs";
  const VERDICTS = { fails: "f", warnings: "w", conformant: "c", open: "uin" };
  const EVIDENCE = { real: "ahs", asked: "a", submitted: "h", seen: "s", documented: "d" };
  const WORDS = { f: "failed", w: "non-strict", c: "conformant", u: "unsupported", i: "inconclusive", n: "not-run" };
  const KNOWN = { a: "", h: "submitted", s: "seen", d: "documented only" };
  const AGES = { "": ["", ""], m: ["mid", "ageing"], o: ["old", "old"], u: ["undated", "undated"] };
  const MARKS = { af: "✕", aw: "◐", ac: "●", hf: "⊠", hw: "◪", hc: "■", sf: "◆", sw: "◈", sc: "◇", df: "⊗", dw: "◌", dc: "○", u: "–", i: "?", n: "!" };
  const CODE = /^([ahsd])([fwcuin])(\d*)([mou]?)$/;

  /* One look of a cell in one view: null where nothing was observed. */
  function look(code) {
    const found = CODE.exec(code);
    if (!found) return null;
    const [, basis, verdict, count, age] = found;
    const mark = MARKS[basis + verdict] || MARKS[verdict];
    const words = [WORDS[verdict] + (count ? ` ${count}` : ""), KNOWN[basis], AGES[age][1]].filter(Boolean).join(", ");
    return { basis, verdict, state: `${basis}${verdict} ${AGES[age][0]}`.trim(), shown: count ? `${mark} ${count}` : mark, words };
  }

  /* Thousands of cells share few looks. */
  const looks = new Map();
  function shared(code) {
    let one = looks.get(code);
    if (one === undefined) looks.set(code, one = look(code));
    return one;
  }

  function readCell(cell) {
    const link = cell.firstElementChild;
    const state = cell.className;
    const whole = { basis: state[0], verdict: state[1], state, shown: link.textContent, words: link.getAttribute("aria-label") };
    const coded = link.dataset.m;
    const [blocking, streaming] = coded ? coded.split(" ").map(shared) : [null, null];
    const views = coded ? [whole, blocking, streaming] : [whole, whole, whole];
    return { cell, link, views, view: 0, dim: false, rules: link.dataset.r ? readRules(link.dataset.r) : [] };
  }

  const ruleSets = new Map();
  function readRules(text) {
    let rules = ruleSets.get(text);
    if (!rules) {
      rules = text.split(" ").map((token) => {
        const [name, where] = token.replace("~", "").toLowerCase().split(":");
        return { name, where: where || LETTERS, error: !token.startsWith("~") };
      });
      ruleSets.set(text, rules);
    }
    return rules;
  }

  const rows = Array.from(body.rows, (row, place) => ({
    row,
    place,
    hollow: row.classList.contains("hollow"),
    family: row.dataset.family,
    newest: row.dataset.newest,
    text: `${row.cells[0].textContent} ${row.dataset.family} ${row.dataset.models}`.toLowerCase(),
    cells: Array.from(row.querySelectorAll("td[id]"), readCell),
  }));

  /* Words that a row does not have must be rules that a cell breaks. */
  function breaks(one, words, view, verdict) {
    return words.every((word) => one.rules.some((rule) =>
      rule.name.startsWith(word) && rule.where.includes(LETTERS[view]) && (verdict !== "fails" || rule.error)));
  }

  function matches(one, words, view, chosen) {
    const seen = one.views[view];
    if (!seen) return false;
    if (chosen.evidence && !EVIDENCE[chosen.evidence].includes(seen.basis)) return false;
    if (chosen.verdict) {
      /* Documentation has broken nothing: it counts only where it is asked for. */
      if (seen.basis === "d" && chosen.evidence !== "documented") return false;
      if (!VERDICTS[chosen.verdict].includes(seen.verdict)) return false;
    }
    return words.length === 0 || breaks(one, words, view, chosen.verdict);
  }

  function paint(one, view) {
    const before = one.views[one.view];
    const after = one.views[view];
    one.view = view;
    if (before === after) return;
    one.link.hidden = !after;
    if (!after) { one.cell.className = ""; return; }
    one.cell.className = one.dim ? `${after.state} dim` : after.state;
    one.link.firstChild.data = after.shown;
    one.link.setAttribute("aria-label", after.words);
  }

  function dim(one, on) {
    if (one.dim === on) return;
    one.dim = on;
    one.cell.classList.toggle("dim", on);
  }

  function filterRow(row, words, view, chosen) {
    const rest = words.filter((word) => !row.text.includes(word));
    const narrowed = rest.length > 0 || chosen.verdict || chosen.evidence;
    let found = 0;
    let fits = !chosen.family || row.family === chosen.family;
    if (fits) {
      for (const one of row.cells) {
        paint(one, view);
        const hit = matches(one, rest, view, chosen);
        found += hit ? 1 : 0;
        dim(one, Boolean(narrowed) && !hit);
      }
      fits = found > 0 || !(narrowed || view);
    }
    if (row.row.hidden === fits) row.row.hidden = !fits;
    return fits ? found : -1;
  }

  /* How many cells fail, then how many warn: what is documented only comes last in any order. */
  function weight(row, view) {
    let sum = 0;
    for (const one of row.cells) {
      const seen = one.views[view];
      if (seen && seen.basis !== "d") sum += seen.verdict === "f" ? 1000 : seen.verdict === "w" ? 1 : 0;
    }
    return sum;
  }

  const ORDERS = {
    "": () => 0,
    worst: (one, other) => other.weight - one.weight,
    newest: (one, other) => (one.newest < other.newest) - (one.newest > other.newest),
  };
  let order = rows;
  function arrange(kind, view) {
    if (kind === "worst") rows.forEach((row) => { row.weight = weight(row, view); });
    const next = [...rows].sort((one, other) => one.hollow - other.hollow || ORDERS[kind](one, other) || one.place - other.place);
    if (next.every((row, at) => row === order[at])) return;
    order = next;
    body.append(...order.map((row) => row.row));
  }

  const count = document.getElementById("count");
  const nothing = document.getElementById("nothing");
  function apply(chosen) {
    const words = chosen.find.toLowerCase().split(/\s+/).filter(Boolean);
    const view = VIEWS[chosen.mode];
    let shown = 0;
    let cells = 0;
    for (const row of rows) {
      const found = filterRow(row, words, view, chosen);
      if (found >= 0) { shown += 1; cells += found; }
    }
    arrange(chosen.sort, view);
    count.textContent = `${shown} of ${rows.length} rows, ${cells} cells`;
    nothing.hidden = shown > 0;
    keepReachable();
  }

  function chosenNow() {
    return Object.fromEntries(NAMES.map((name) => [name, inputs[name].value]));
  }

  function remember(chosen) {
    const query = new URLSearchParams(NAMES.filter((name) => chosen[name]).map((name) => [name, chosen[name]])).toString();
    history.replaceState(history.state, "", location.pathname + (query ? `?${query}` : "") + location.hash);
  }

  function restore() {
    const query = new URLSearchParams(location.search);
    for (const name of NAMES) {
      inputs[name].value = query.get(name) || "";
      /* A choice that there is not leaves a list empty. */
      if (inputs[name].selectedIndex === -1) inputs[name].selectedIndex = 0;
    }
    apply(chosenNow());
  }

  function changed() {
    const chosen = chosenNow();
    apply(chosen);
    remember(chosen);
  }

  function clear() {
    for (const name of NAMES) inputs[name].value = "";
    changed();
    inputs.find.focus();
  }

  /* Keys: the whole table is one stop of Tab; arrows go on from there. */
  const heads = table.tHead.rows[1];
  let current = null;
  const columnOf = (cell) => cell.cellIndex + (cell.parentElement === heads ? 1 : 0);
  const linkIn = (cell) => {
    const link = cell && cell.querySelector("a");
    return link && !link.hidden ? link : null;
  };

  function reach(link, focus) {
    if (current) current.tabIndex = -1;
    current = link;
    link.tabIndex = 0;
    if (focus) link.focus();
  }

  function keepReachable() {
    if (current && !current.hidden && !current.closest("tr").hidden) return;
    const row = order.find((one) => !one.row.hidden);
    const link = (row && Array.from(row.row.querySelectorAll("td[id] > a")).find((one) => !one.hidden)) || linkIn(heads.cells[0]);
    if (link) reach(link, false);
  }

  function sideways(link, step) {
    let cell = link.closest("th, td");
    do cell = step < 0 ? cell.previousElementSibling : cell.nextElementSibling; while (cell && !linkIn(cell));
    return linkIn(cell);
  }

  function upOrDown(link, step) {
    const cell = link.closest("th, td");
    const column = columnOf(cell);
    const lines = [heads, ...order.map((one) => one.row).filter((row) => !row.hidden)];
    for (let at = lines.indexOf(cell.parentElement) + step; at >= 0 && at < lines.length; at += step) {
      const next = linkIn(lines[at].cells[lines[at] === heads ? column - 1 : column]);
      if (next) return next;
    }
    return null;
  }

  function end(link, last) {
    const links = Array.from(link.closest("tr").querySelectorAll("a")).filter((one) => !one.hidden);
    return links[last ? links.length - 1 : 0];
  }

  const MOVES = {
    ArrowLeft: (link) => sideways(link, -1),
    ArrowRight: (link) => sideways(link, 1),
    ArrowUp: (link) => upOrDown(link, -1),
    ArrowDown: (link) => upOrDown(link, 1),
    Home: (link) => end(link, false),
    End: (link) => end(link, true),
  };

  table.addEventListener("keydown", (event) => {
    const link = event.target.closest("a");
    const move = MOVES[event.key];
    if (!link || !move || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const next = move(link);
    if (next) reach(next, true);
  });
  table.addEventListener("focusin", (event) => {
    const link = event.target.closest("a");
    if (link) reach(link, false);
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest("input, select, textarea, dialog");
    if (event.key !== "/" || typing || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    inputs.find.focus();
    inputs.find.select();
  });

  /* What a cell is and what it breaks in the mode that is shown, for those who point at it. */
  table.addEventListener("pointerover", (event) => {
    const link = event.target.closest("td[id] > a");
    if (!link) return;
    const cell = link.parentElement;
    const letter = LETTERS[VIEWS[inputs.mode.value]];
    const rules = link.dataset.r ? readRules(link.dataset.r).filter((rule) => rule.where.includes(letter)) : [];
    const named = (error) => rules.filter((rule) => rule.error === error).map((rule) => rule.name.toUpperCase()).join(", ");
    link.title = [
      `${cell.parentElement.cells[0].textContent.trim()}: ${heads.cells[cell.cellIndex - 1].textContent.trim()}`,
      link.getAttribute("aria-label"),
      named(true) && `errors: ${named(true)}`,
      named(false) && `warnings: ${named(false)}`,
    ].filter(Boolean).join("\n");
  });

  for (const link of table.querySelectorAll("a")) link.tabIndex = -1;
  form.hidden = false;
  form.addEventListener("input", changed);
  form.addEventListener("submit", (event) => event.preventDefault());
  document.getElementById("clear").addEventListener("click", clear);
  document.getElementById("again").addEventListener("click", clear);
  window.addEventListener("popstate", restore);
  restore();
})();
