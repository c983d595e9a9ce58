/* A cell opens beside the matrix: its own page in a frame, under the cell's address (#openai.openai-chat.single_call).

   #drawer (dialog), #drawer-title, #drawer-page (link), #drawer-close, #drawer-frame (holds the iframe while open).
   A page in the frame closes it with the message "toolwire-close". */
"use strict";
(() => {
  const drawer = document.getElementById("drawer");
  const table = document.getElementById("matrix");
  if (!drawer || !table || typeof drawer.showModal !== "function") return;
  const title = document.getElementById("drawer-title");
  const asPage = document.getElementById("drawer-page");
  const place = document.getElementById("drawer-frame");
  const KNOWN = /^cells\/[A-Za-z0-9._~-]+\/[A-Za-z0-9._~-]+\.html$/;
  const heads = table.tHead.rows[1];
  let opened = null;

  /* The cell that the address names, with the page it may open; null for any other address. */
  function addressed() {
    let name = "";
    try { name = decodeURIComponent(location.hash.slice(1)); } catch { return null; }
    const cell = name && document.getElementById(name);
    return cell && table.contains(cell) && pageOf(cell) ? cell : null;
  }

  function pageOf(cell) {
    const link = cell.querySelector("a");
    const page = link && link.getAttribute("href");
    return page && KNOWN.test(page) ? page : null;
  }

  function open(cell) {
    const page = pageOf(cell);
    const words = `${cell.parentElement.cells[0].textContent.trim()}: ${heads.cells[cell.cellIndex - 1].textContent.trim()}`;
    /* A new frame each time: another page in the same one would be an entry of the history. */
    const frame = document.createElement("iframe");
    frame.title = words;
    frame.src = page;
    place.replaceChildren(frame);
    title.textContent = words;
    asPage.href = page;
    if (opened) opened.classList.remove("open");
    opened = cell;
    cell.classList.add("open");
    if (!drawer.open) drawer.showModal();
  }

  /* The drawer shows what the address says: on load, on the way back, and when somebody edits it. */
  function follow() {
    const cell = addressed();
    if (cell && cell !== opened) open(cell);
    if (!cell && drawer.open) drawer.close();
  }

  drawer.addEventListener("close", () => {
    const cell = opened;
    opened = null;
    place.replaceChildren();
    if (!cell) return;
    cell.classList.remove("open");
    if (addressed() === cell) {
      /* We put the address there, or somebody came with it. */
      if (history.state && history.state.drawer) history.back();
      else history.replaceState(null, "", location.pathname + location.search);
    }
    const link = cell.querySelector("a");
    if (!link.hidden) link.focus();
  });

  table.addEventListener("click", (event) => {
    const link = event.target.closest("td[id] > a");
    if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const cell = link.parentElement;
    if (!pageOf(cell)) return;
    event.preventDefault();
    history.pushState({ drawer: true }, "", `${location.search}#${cell.id}`);
    open(cell);
  });
  drawer.addEventListener("click", (event) => { if (event.target === drawer) drawer.close(); });
  document.getElementById("drawer-close").addEventListener("click", () => drawer.close());
  window.addEventListener("message", (event) => {
    const frame = place.firstElementChild;
    if (frame && event.source === frame.contentWindow && event.data === "toolwire-close") drawer.close();
  });
  window.addEventListener("popstate", follow);
  window.addEventListener("hashchange", follow);
  follow();
})();
