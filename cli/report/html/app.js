// SPDX-License-Identifier: Apache-2.0
// Puts the page together: light and dark, the panel of a device, keys.
"use strict";

let openDevice = () => {};

(() => {
  const stored = (() => { try { return window.localStorage.getItem("rocelint-theme"); } catch { return null; } })();
  const prefers = window.matchMedia("(prefers-color-scheme: dark)");
  let theme = stored === "dark" || stored === "light" ? stored : null;
  const themeButton = make("button", { class: "button", onclick: () => {
    theme = (theme ?? (prefers.matches ? "dark" : "light")) === "dark" ? "light" : "dark";
    try { window.localStorage.setItem("rocelint-theme", theme); } catch { /* a file opened from disk may have no storage */ }
    applyTheme();
  } });
  function applyTheme() {
    const now = theme ?? (prefers.matches ? "dark" : "light");
    document.documentElement.dataset.theme = now;
    themeButton.textContent = now === "dark" ? "Light" : "Dark";
    themeButton.setAttribute("aria-label", "Switch to " + (now === "dark" ? "light" : "dark"));
  }
  prefers.addEventListener("change", applyTheme);
  applyTheme();

  const findings = findingsView();
  const holder = make("div", { class: "fabric" });
  let panel = null;
  let shown = null;
  let cameFrom = null;
  function close() {
    panel?.remove();
    panel = null;
    holder.classList.remove("open");
    graph.clear();
    // A box of the drawing is another element each time that it is drawn.
    if (cameFrom?.isConnected) cameFrom.focus();
    else graph.focus(shown);
  }
  function showPanel(device) {
    panel?.remove();
    panel = deviceView(device, close);
    shown = device;
    cameFrom = null;
    holder.append(panel);
    holder.classList.add("open");
    panel.focus({ preventScroll: true });
  }
  openDevice = (device) => {
    const from = document.activeElement;
    if (graph.isDrawn(device)) graph.show(device);
    else showPanel(device);
    cameFrom = from;
    document.getElementById("fabric").scrollIntoView();
  };
  const legend = make("p", { class: "legend" }, [["error", "error"], ["warning", "warning"], ["info", "info"], ["", "no finding"], ["unknown", "dashed: not all was checked"]].map(([is, words]) => make("span", {}, make("i", { class: is }), words)));
  holder.append(layout.parts.length ? graph.build(showPanel, legend) : make("div", { class: "card" }, empty(model.devices.length ? "There is no switch and no host to draw." : "No device was recognised.")));

  const cost = costView();
  const places = [["summary", "Summary"], ["fabric", "Fabric"], ["findings", "Findings"], ...(cost ? [["cost", "Cost"]] : []), ["paths", "Paths"], ["unchecked", "Not checked"], ["coverage", "Coverage"]];
  document.getElementById("app").append(
    make("a", { class: "skip", href: "#findings" }, "Skip to the findings"),
    make("header", { class: "bar" }, make("div", { class: "brand" }, make("h1", {}, "rocelint"), make("span", {}, model.version)),
      runFacts.length > 0 && make("p", { class: "of", title: runFacts.join(" · ") }, make("b", {}, runFacts[0]), runFacts.slice(1).map((words) => " · " + words)),
      make("nav", { "aria-label": "Sections" }, places.map(([id, words]) => make("a", { href: "#" + id }, words))), themeButton),
    make("main", {}, summaryView((values) => { findings.set(values); document.getElementById("findings").scrollIntoView(); }),
      section("fabric", "Fabric", "Click a device to see its ports. Ctrl+scroll to zoom.", holder),
      findings.view, ...(cost ? [cost] : []), pathsView(), uncheckedView(), coverageView()),
    make("footer", {}, "rocelint " + model.version + " · press / to search, Escape to close a device"));

  document.addEventListener("keydown", (event) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? "");
    if (event.key === "/" && !typing) { event.preventDefault(); findings.search.focus(); }
    else if (event.key === "Escape" && panel) close();
  });
  // A link to a finding shows it whatever the filters are; one to what is folded opens it.
  function follow() {
    let id = location.hash.slice(1);
    try { id = decodeURIComponent(id); } catch { /* not encoded */ }
    if (!id || findings.show(id)) return;
    const fold = document.getElementById(id)?.querySelector("details.fold");
    if (fold) fold.open = true;
  }
  window.addEventListener("hashchange", follow);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#']");
    if (link && link.getAttribute("href") === location.hash) follow();
  });
  window.addEventListener("beforeprint", () => { for (const fold of document.querySelectorAll("details.fold")) fold.open = true; });
  follow();
  document.documentElement.dataset.ready = "true";
})();
