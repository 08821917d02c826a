// SPDX-License-Identifier: Apache-2.0
// Draws the fabric: boxes that can be chosen and opened by mouse and keys, wires in the colour of their worst finding, rings.
"use strict";

const graph = (() => {
  let chosen = null;
  let view = null;
  let shownRing = null;
  let svg = null;
  let picture = null;
  let width = 1250; // of the panel
  let whenChosen = () => {};

  const cut = (words, most) => (words.length > most ? words.slice(0, most - 1) + "…" : words);
  const middle = (box) => box.x + box.w / 2;

  function wirePath(a, b) {
    const [high, low] = a.y <= b.y ? [a, b] : [b, a];
    if (Math.abs(high.y - low.y) < high.h) {
      const y = Math.min(high.y, low.y);
      return `M${middle(high)} ${y} C${middle(high)} ${y - 34} ${middle(low)} ${y - 34} ${middle(low)} ${y}`;
    }
    const from = high.y + high.h;
    return `M${middle(high)} ${from} L${middle(low)} ${low.y}`;
  }

  function describe(box) {
    const name = box.part ? box.part.name + ", " + box.sub : box.device.full + ", " + box.device.platform;
    const state = box.worst >= 0 ? "worst finding: " + severities[box.worst] : box.blind ? "no finding, but not all was checked" : "no finding";
    return name + "; " + state + (box.part ? "; opens" : "");
  }

  function drawBox(box) {
    const name = box.part ? box.part.name : box.device.name;
    const state = box.worst >= 0 ? severities[box.worst] : box.blind ? "unknown" : "";
    const is = ["node", state, box.part ? "pod" : "", box.device && box.device === chosen ? "chosen" : ""].filter(Boolean).join(" ");
    const node = make("g", { class: is, tabindex: 0, role: "button", "aria-label": describe(box), "data-name": name,
      onclick: () => press(box), onkeydown: (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); press(box); }
      } });
    node.append(make("title", {}, describe(box)));
    if (box.part) node.append(make("rect", { class: "under", x: box.x + 5, y: box.y - 5, width: box.w, height: box.h, rx: 7 }));
    node.append(make("rect", { class: "box", x: box.x, y: box.y, width: box.w, height: box.h, rx: box.dot ? 3 : 7 }));
    if (!box.dot) node.append(make("text", { x: middle(box), y: box.y + (box.part ? 22 : box.h / 2 + 4.5) }, cut(name, box.part ? 23 : 14)));
    if (box.part) node.append(make("text", { class: "sub", x: middle(box), y: box.y + 40 }, box.sub));
    return node;
  }

  function press(box) {
    if (box.part) {
      box.part.open = true;
      redraw();
      focus(box.part.members[0]);
    } else choose(box.device);
  }

  function focus(device) {
    const box = picture?.boxOf.get(device);
    if (box) svg.querySelectorAll(".node")[box.id]?.focus();
  }

  function choose(device) {
    chosen = device;
    redraw();
    whenChosen(device);
  }

  function drawRing(group, ring) {
    for (const hop of ring.hops) {
      const a = picture.boxOf.get(hop.a);
      const b = picture.boxOf.get(hop.b);
      if (!a || !b || a === b) continue;
      const line = make("path", { class: "ring", d: wirePath(a, b) });
      group.append(line);
      // A wire is drawn from the upper end, or the one that was named first.
      const along = (share) => line.getPointAtLength(line.getTotalLength() * (a.y <= b.y ? share : 1 - share));
      const [from, to] = [along(0.54), along(0.6)];
      const turn = Math.atan2(to.y - from.y, to.x - from.x) * 180 / Math.PI;
      group.append(make("path", { class: "ringtip", d: "M10 0 L-8 -8 L-8 8 Z", transform: `translate(${to.x} ${to.y}) rotate(${turn})` }));
    }
  }

  function redraw() {
    const before = picture;
    width = svg.clientWidth || width;
    picture = layout.arrange(width);
    if (!view || (before && (before.height !== picture.height || before.left !== picture.left))) fit();
    const back = make("g", { "aria-hidden": true });
    for (const title of picture.titles) back.append(make("text", { class: "tier site", x: picture.left, y: title.y }, title.words));
    for (const section of picture.sections) {
      back.append(make("rect", { class: "band", x: picture.left, y: section.y, width: picture.right - picture.left, height: section.height, rx: 10 }));
      section.words.forEach((words, at) => back.append(make("text", { class: "tier", x: picture.left + 14, y: section.y + 24 + at * 17 }, words)));
    }
    const wires = make("g", { "aria-hidden": true });
    for (const wire of picture.wires)
      wires.append(make("path", { class: "wire " + severityClass(wire.worst), d: wirePath(wire.a, wire.b), "stroke-width": (wire.worst > 0 ? 1.6 : 1) + Math.min(3, Math.log2(wire.count) / 2) }));
    const rings = make("g", { "aria-hidden": true });
    if (shownRing) drawRing(rings, shownRing);
    svg.replaceChildren(back, wires, rings, ...picture.boxes.map(drawBox));
    aim();
  }

  function fit() {
    const width = picture.right - picture.left + 20;
    view = { x: picture.left - 10, y: picture.top, w: width, h: picture.height - picture.top };
    // The panel is as high as a fabric of its width needs, up to the limit in the style sheet.
    svg.style.aspectRatio = view.w + " / " + view.h;
  }
  function aim() { svg.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`); }
  function zoom(factor, at) {
    const cx = at ? at.x : view.x + view.w / 2;
    const cy = at ? at.y : view.y + view.h / 2;
    view = { x: cx - (cx - view.x) * factor, y: cy - (cy - view.y) * factor, w: view.w * factor, h: view.h * factor };
    aim();
  }
  function spot(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
    return { x: point.x, y: point.y };
  }

  function listen() {
    svg.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      zoom(event.deltaY > 0 ? 1.15 : 1 / 1.15, spot(event));
    }, { passive: false });
    let drag = null;
    svg.addEventListener("pointerdown", (event) => { drag = { at: spot(event), moved: false }; });
    window.addEventListener("pointerup", () => { drag = null; });
    svg.addEventListener("pointermove", (event) => {
      if (!drag) return;
      const now = spot(event);
      view.x += drag.at.x - now.x;
      view.y += drag.at.y - now.y;
      aim();
    });
    svg.addEventListener("keydown", (event) => {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
      if (event.key === "+" || event.key === "=") zoom(1 / 1.25);
      else if (event.key === "-") zoom(1.25);
      else if (event.key === "0") { fit(); aim(); }
      else if (step) { event.preventDefault(); view.x += step[0] * view.w / 12; view.y += step[1] * view.h / 12; aim(); }
    });
  }

  // Draws for the width that the panel has now; the box that had the focus keeps it.
  function adapt() {
    if (!svg.clientWidth || svg.clientWidth === width) return;
    const focused = [...svg.querySelectorAll(".node")].indexOf(document.activeElement);
    redraw();
    if (focused >= 0) svg.querySelectorAll(".node")[focused]?.focus({ preventScroll: true });
  }

  function toggleParts() {
    const open = layout.parts.some((part) => !part.open);
    for (const part of layout.parts) part.open = open || part.members.length === 1;
    redraw();
  }

  function build(onChosen, legend) {
    whenChosen = onChosen;
    svg = make("svg", { role: "group", "aria-label": "The fabric by tiers. Arrow keys move it, plus and minus zoom." });
    listen();
    redraw();
    new ResizeObserver(adapt).observe(svg);
    const tool = (words, label, action) => make("button", { class: "button", "aria-label": label, title: label, onclick: action }, words);
    return make("div", { class: "card canvas" }, make("div", { class: "over" }, legend, make("div", { class: "tools" },
      layout.parts.some((part) => part.members.length > 1) && tool("Expand/collapse all", "Expand or collapse all parts of the fabric", toggleParts),
      tool("+", "Zoom in", () => zoom(1 / 1.25)), tool("−", "Zoom out", () => zoom(1.25)), tool("Fit", "Show the whole fabric", () => { fit(); aim(); }))), svg);
  }

  // Opens what hides the device, and chooses it.
  function show(device) {
    const part = layout.partOf(device);
    if (part) part.open = true;
    choose(device);
  }
  function showRing(ring) {
    shownRing = shownRing === ring ? null : ring;
    if (shownRing) for (const hop of ring.hops) for (const device of [hop.a, hop.b]) layout.partOf(device).open = true;
    redraw();
    return shownRing !== null;
  }
  return { build, show, showRing, focus, clear: () => { chosen = null; if (svg) redraw(); }, isDrawn: (device) => layout.partOf(device) !== undefined };
})();
