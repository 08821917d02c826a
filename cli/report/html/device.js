// SPDX-License-Identifier: Apache-2.0
// One device: what was found, its memory, and port by port how it treats an RDMA packet, with the line that says so.
"use strict";

function deviceButton(device, words) {
  if (!device) return null;
  return make("button", { class: "link", onclick: () => openDevice(device) }, words ?? device.full);
}

function severityTag(severity) { return make("span", { class: "tag " + severities[severity] }, severities[severity]); }

// Bars of parts of a whole; `marks` are limits, drawn as lines.
function gauge(label, parts, whole, marks) {
  const sum = parts.reduce((total, part) => total + part.count, 0);
  const most = Math.max(whole, sum, ...marks.map((mark) => mark.count), 1);
  return make("div", { class: "gauge" },
    make("div", { class: "small" }, label),
    make("div", { class: "track", role: "img", "aria-label": label },
      parts.map((part) => make("b", { class: "fill " + part.is, "width%": (100 * part.count) / most, title: part.words })),
      marks.map((mark) => make("span", { class: "tick", "left%": Math.min(99.5, (100 * mark.count) / most), title: mark.words }))),
    make("div", { class: "small soft" }, [...parts, ...marks].map((part) => part.words).join(" · ")));
}

function memoryGauge(view) {
  const parts = [
    { count: view.pools, is: "", words: "pools " + bytes(view.pools) },
    { count: view.headroom, is: "second", words: "headroom " + bytes(view.headroom) + (view.shared ? " (shared)" : "") },
    { count: view.reserved, is: "third", words: "reserved " + bytes(view.reserved) },
  ].filter((part) => part.count > 0);
  const marks = view.memory ? [{ count: view.memory, words: "the chip has " + bytes(view.memory) }] : [];
  const label = view.side + " memory" + (view.memory ? "" : "; the size of the chip's memory is unknown");
  return make("div", {}, gauge(label, parts, view.memory, marks), view.missing && make("p", { class: "small soft" }, view.missing));
}

function headroomGauge(row) {
  const is = { enough: "good", "too small": "warning", "loses packets": "error" }[row.verdict] ?? "unknown";
  const marks = [];
  if (row.floor) marks.push({ count: row.floor, words: "always arrives " + bytes(row.floor) });
  if (row.need) marks.push({ count: row.need, words: "needed " + bytes(row.need) + (row.model ? " (" + row.model + ")" : "") });
  return make("div", {}, gauge("Headroom of priority " + row.priorities + " for " + row.basis + ": " + row.verdict,
    [{ count: row.xoff, is, words: "configured " + bytes(row.xoff) }], 0, marks));
}

function chainView(one) {
  return make("div", {}, make("p", { class: "small soft" }, one.label),
    make("ol", { class: "chain" },
      make("li", {}, make("span", { class: "what" }, "packet"), make("span", { class: "value" }, "DSCP " + one.dscp)),
      one.chain.map((step, at) => make("li", { class: step.value ? "" : "unread" },
        make("span", { class: "what" }, chainSteps[at]), make("span", { class: "value" }, step.value || "not known"),
        make("span", { class: "why" }, step.place ? pathCode(step.place) : null, step.place ? " " : null,
          step.value || step.note ? originKinds[step.kind] + (step.note ? ": " + step.note : "") : "no file shows it")))));
}

function portView(port) {
  const tag = port.worst >= 0 ? severityTag(port.worst) : null;
  const body = make("div", {});
  const details = make("details", { ontoggle: () => {
    if (!details.open || body.childElementCount) return;
    body.append(make("p", { class: "small soft" }, "Carries RDMA: " + port.evidence),
      ...port.classes.map(chainView), ...port.headroom.map(headroomGauge),
      port.classes.length ? "" : make("p", { class: "small soft" }, "No RDMA class is known here."));
  } }, make("summary", {}, make("b", {}, port.name), " ", make("span", { class: "soft small" }, [port.speed, port.peer ? "to " + port.peer.name + " " + port.peerPort : ""].filter(Boolean).join(", ")), tag), body);
  return details;
}

function deviceView(device, onClose) {
  const ports = model.portsOf(device).sort((a, b) => b.worst - a.worst || byNumber.compare(a.name, b.name));
  const first = 64;
  const list = make("div", {}, ports.slice(0, first).map(portView));
  if (ports.length > first) {
    const more = make("button", { class: "button", onclick: () => { more.remove(); list.append(...ports.slice(first).map(portView)); } }, "Show all " + ports.length + " ports");
    list.append(more);
  }
  if (list.firstElementChild && list.firstElementChild.tagName === "DETAILS") list.firstElementChild.open = true;
  const others = device.ports - ports.length;
  const facts = [device.platform, device.role !== "unknown" ? device.role : "", device.asic].filter(Boolean).join(" · ");
  return make("aside", { class: "card panel", "aria-label": "Device " + device.full, tabindex: -1 },
    make("div", { class: "top" }, make("div", {}, make("h3", {}, device.full), make("p", { class: "soft small" }, facts), device.standing && make("p", { class: "small" }, device.standing), pathCode(device.file)),
      make("button", { class: "button", "aria-label": "Close the device", onclick: onClose }, "Close")),
    make("div", {}, make("h3", {}, "Findings"), device.findings.length
      ? make("ul", { class: "list" }, device.findings.slice(0, 20).map((finding) => make("li", {}, make("div", { class: "small" }, severityTag(finding.severity), " ", make("a", { href: "#" + finding.id }, make("code", {}, finding.rule.code)), " ", finding.message, " ", pathCode(finding.place, { class: "soft" })))))
      : make("p", { class: "soft" }, "None."),
    device.findings.length > 20 && make("p", { class: "small soft" }, "and " + (device.findings.length - 20) + " more in the list below")),
    make("div", {}, make("h3", {}, "Ports that carry RDMA"), ports.length ? list : make("p", { class: "soft" }, "None known."),
      others > 0 ? make("p", { class: "small soft" }, counted(others, "other port") + " of " + device.ports + " not shown") : null),
    device.memory.length ? make("div", {}, make("h3", {}, "Packet memory"), device.memory.map(memoryGauge)) : null,
    device.unchecked.length || device.unknown ? make("div", {}, make("h3", {}, "Not checked"), make("ul", { class: "related" },
      device.unchecked.slice(0, 12).map((row) => make("li", { class: "small" }, make("code", {}, row.rule.code), " " + (row.port ? row.port + ": " : "") + row.reason + (row.ports > 1 ? " (" + row.ports + " ports)" : ""))),
      device.unchecked.length > 12 && make("li", { class: "small soft" }, "and " + (device.unchecked.length - 12) + " more"),
      device.unknown > 0 && make("li", { class: "small" }, counted(device.unknown, "port") + (device.unknown === 1 ? " that may or may not carry RDMA: no file shows it" : " that may or may not carry RDMA: no file shows which")))) : null);
}
