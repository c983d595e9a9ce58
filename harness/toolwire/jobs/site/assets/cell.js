// The page of one cell, on its own or in the drawer of the matrix. It works without this too.
(function () {
  "use strict";
  // A mark may lie in a part that is folded away: open what hides it.
  function reveal() {
    var id = decodeURIComponent(window.location.hash.slice(1));
    var target = id && document.getElementById(id);
    if (!target) { return; }
    for (var one = target.parentElement; one; one = one.parentElement) {
      if (one.tagName === "DETAILS") { one.open = true; }
    }
    target.scrollIntoView({ block: "center" });
  }
  window.addEventListener("hashchange", reveal);
  reveal();

  if (window.parent === window) { return; }
  document.documentElement.classList.add("framed");
  Array.prototype.forEach.call(document.querySelectorAll("a[href]"), function (link) {
    if (link.getAttribute("href").charAt(0) !== "#") { link.target = "_top"; }
  });
  // From disk a page has no origin that could be named, and the word says nothing of anybody.
  function close() { window.parent.postMessage("toolwire-close", "*"); }
  document.addEventListener("keydown", function (event) {
    if (event.key === "Escape") { close(); }
  });
  // The address of the matrix with this cell is the one that is open already: nothing would happen.
  document.querySelector("a.back").addEventListener("click", function (event) {
    event.preventDefault();
    close();
  });
}());
