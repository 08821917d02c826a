// SPDX-License-Identifier: Apache-2.0
// The sections of the page around the drawing: summary, findings with their filters, what was not checked, paths, coverage.
"use strict";

function section(id, title, note, ...children) {
  return make("section", { id, "aria-labelledby": id + "-title" }, make("div", { class: "head" }, make("h2", { id: id + "-title" }, title), note && make("p", { class: "soft" }, note)), children);
}
const empty = (words) => make("p", { class: "empty" }, words);

function summaryView(showFindings) {
  const sum = model.summary;
  const unread = model.unreadable.length;
  const open = model.unchecked.length;
  const notRead = sum.lines[2] + sum.lines[3];
  // The run failed, whatever was found: by --strict-coverage, --fail-on or --fail-on-unchecked.
  const failed = model.exit !== 0;
  const nothing = sum.info ? grouped(sum.info) + " info, no error" : sum.hidden || sum.baselined ? "Nothing new found" : "Nothing found";
  const words = unread ? "Not everything could be checked"
    : sum.error ? counted(sum.error, "error") + " to fix"
      : sum.warning ? counted(sum.warning, "warning") + ", no error"
        : open || sum.unknownPorts ? nothing + ", but not everything was checked"
          : failed && notRead ? nothing + ", but not every line was understood" : nothing;
  const is = unread || sum.error ? "error" : sum.warning ? "warning" : open || sum.unknownPorts || failed ? "unknown" : "good";
  const also = [counted(sum.devices, "device"), sum.ports ? grouped(sum.judgedPorts) + " of " + counted(sum.ports, "port") + " judged" : "0 ports", counted(sum.links, "link"),
    sum.waived && sum.waived + " waived", sum.baselined && sum.baselined + " in the baseline",
    sum.hidden && sum.hidden + " hidden that the change did not touch"].filter(Boolean).join(" · ");
  const tile = (count, label, kind, action) => (typeof action === "string"
    ? make("a", { class: "tile " + (count ? kind : ""), href: action }, make("b", {}, grouped(count)), make("span", {}, label))
    : make("button", { class: "tile " + (count ? kind : ""), onclick: action }, make("b", {}, grouped(count)), make("span", {}, label)));
  return make("section", { id: "summary", "aria-label": "Summary" }, runView(),
    make("div", { class: "card verdict " + is }, make("div", {}, make("h2", {}, words), make("p", { class: "soft" }, also)),
      unread ? make("ul", { class: "small" }, model.unreadable.map((line) => make("li", {}, line))) : null),
    make("div", { class: "tiles" },
      tile(sum.error, sum.error === 1 ? "error" : "errors", "error", () => showFindings({ severity: "error" })),
      tile(sum.warning, sum.warning === 1 ? "warning" : "warnings", "warning", () => showFindings({ severity: "warning" })),
      tile(sum.info, "info", "info", () => showFindings({ severity: "info" })),
      tile(open, "checks not made", "unknown", "#unchecked"),
      tile(sum.unknownPorts, "ports without evidence", "unknown", "#unchecked"),
      tile(notRead, "lines not understood", "unknown", "#coverage")),
    model.fabrics.map((fabric) => make("details", { class: "card pad" }, make("summary", {}, "What was assumed and by which policy", fabric.name ? make("b", {}, " · " + fabric.name) : ""),
      make("ul", { class: "small" }, make("li", {}, fabric.policy ? "policy: " + fabric.policy : "no policy file: the classes were inferred"),
        make("li", {}, fabric.topology ? "topology: " + fabric.topology : "no topology file"), fabric.classes.map((one) => make("li", {}, "RDMA class " + one)),
        fabric.assumed.map((line) => make("li", {}, line)), fabric.routes.map((line) => make("li", {}, line))))));
}

// Of what, when and how this report was made.
const shortCommit = model.run.commit.slice(0, 12);
const runFacts = [model.run.site, model.run.date, shortCommit && "commit " + shortCommit + (model.run.changed ? " with uncommitted changes" : "")].filter(Boolean);
function runView() {
  if (!runFacts.length && !model.run.command) return null;
  return make("div", { class: "run" }, make("p", { class: "narrow" }, runFacts.map((words, at) => make(at ? "span" : "b", {}, words))), model.run.command && make("code", {}, "$ " + model.run.command));
}

// A list that grows by pieces, so that 100 000 rows cost no more than what is seen. Paper takes what fits on a few hundred
// sheets, and says what is left.
const shownAtOnce = 100;
function growing(rows, draw, words) {
  const piece = shownAtOnce;
  const printed = 5000;
  const list = make("ul", { class: "list" });
  const more = make("div", { class: "more" });
  const grow = (count) => {
    list.append(...rows.slice(list.childElementCount, list.childElementCount + count).map(draw));
    const left = rows.length - list.childElementCount;
    more.replaceChildren(...(left > 0 ? [make("span", { class: "soft small" }, grouped(list.childElementCount) + " of " + grouped(rows.length)),
      make("button", { class: "button", onclick: () => grow(piece) }, "Show " + Math.min(piece, left) + " more")] : []));
    more.hidden = left <= 0;
  };
  if (!rows.length) return empty(words);
  grow(piece);
  list.growForPrint = () => grow(printed);
  return make("div", {}, list, more);
}
window.addEventListener("beforeprint", () => { for (const list of document.querySelectorAll(".list")) list.growForPrint?.(); });

// A line of a file, with what the finding is about marked in it.
function codeView(finding) {
  const indent = finding.code.text.search(/\S|$/);
  const [before, marked, after] = splitColumns(finding.code.text.slice(indent), finding.code.begin - indent, finding.code.width);
  return make("pre", { class: "code", "aria-label": "Line " + finding.line }, make("span", { class: "no" }, finding.line), make("span", { class: "words" }, before, make("mark", {}, marked), after));
}
// Columns count characters, and two for a wide one of East Asian scripts.
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/;
function splitColumns(text, begin, width) {
  const parts = ["", "", ""];
  let column = 0;
  for (const one of text) {
    parts[column < begin ? 0 : column < begin + width ? 1 : 2] += one;
    column += wide.test(one) ? 2 : 1;
  }
  return parts;
}

// A correction as `fix` would make it; a long one is folded.
function diffView(lines) {
  const is = (line) => (/^(---|\+\+\+) /.test(line) ? "head" : line.startsWith("@@") ? "hunk" : line.startsWith("+") ? "added" : line.startsWith("-") ? "removed" : "");
  const most = 24;
  const shown = make("pre", { class: "diff" }, lines.map((line) => make("span", { class: is(line) }, line + "\n")));
  return make("details", { class: "more-of", open: lines.length <= most }, make("summary", {}, "Proposed change"), shown);
}

function whyView(rule) {
  if (!rule.why) return null;
  return make("details", { class: "more-of" }, make("summary", {}, "Why it matters"), make("p", {}, rule.why), rule.source && make("p", { class: "soft" }, "Source: " + rule.source));
}

function findingView(finding) {
  // Each line stands there once, where it is named first.
  const shown = new Set([finding.place]);
  const lineOf = (one) => {
    if (!one.code || shown.has(one.place)) return null;
    shown.add(one.place);
    return make("pre", { class: "code" }, make("span", { class: "words" }, one.code.trimStart()));
  };
  const also = finding.also.length ? " and " + counted(finding.also.length, "other port") : "";
  return make("li", { class: "finding" + (finding.waived ? " waived" : ""), id: finding.id, tabindex: -1 }, make("div", {}, severityTag(finding.severity)),
    make("div", {}, make("p", { class: "message" }, finding.message, " ", make("a", { class: "anchor", href: "#" + finding.id, "aria-label": "Link to this finding", title: "Link to this finding" }, "#")),
      make("div", { class: "meta" }, make("span", { title: finding.rule.summary }, make("code", {}, finding.rule.code), " " + finding.rule.name),
        finding.device ? make("span", {}, deviceButton(finding.device, finding.device.full + (finding.port ? " " + finding.port : "")), also) : model.several && make("span", {}, finding.fabric),
        finding.place && pathCode(finding.place), finding.evidence && make("span", { class: "tag" }, finding.evidence + " by counters"), finding.loss && lossTag(finding.loss), finding.waived && make("span", { class: "tag" }, "waived: " + finding.waived)),
      finding.code && codeView(finding),
      finding.fix && make("p", { class: "fix" }, finding.fix, " ", finding.fixClass !== "none" && make("span", { class: "tag" }, finding.fixClass)),
      finding.related.length > 0 && make("ul", { class: "related" }, finding.related.map((one) => make("li", {}, one.place && pathCode(one.place), one.place ? " " : "", one.message, lineOf(one)))),
      finding.diffs.map(diffView), whyView(finding.rule)));
}

function findingsView() {
  const sum = model.summary;
  const holder = make("div", { class: "card long" });
  const count = make("p", { class: "soft small", role: "status", "aria-live": "polite" });
  const options = (values) => [...new Set(values)].sort(byNumber.compare).map((value) => make("option", { value }, value));
  const select = (id, label, values, words) => make("label", {}, label, make("select", { id, onchange: draw }, make("option", { value: "" }, words), options(values)));
  const device = make("input", { id: "f-device", list: "f-devices", autocomplete: "off", placeholder: "all", oninput: draw });
  const search = make("input", { id: "f-text", type: "search", autocomplete: "off", placeholder: "message, file, port, code …", oninput: draw });
  const filters = make("div", { class: "filters", role: "search" },
    make("label", { class: "grow" }, "Search", search), make("label", {}, "Device", device, make("datalist", { id: "f-devices" }, options(model.findings.map((finding) => finding.device?.full ?? "")).slice(0, 3000))),
    model.several && select("f-fabric", "Fabric", model.findings.map((finding) => finding.fabric).filter(Boolean), "all"),
    select("f-rule", "Rule", model.findings.map((finding) => finding.rule.code), "all"),
    make("label", {}, "Severity", make("select", { id: "f-severity", onchange: draw }, make("option", { value: "" }, "all"), ["error", "warning", "info"].map((value) => make("option", { value }, value)))),
    select("f-class", "Correction", model.findings.map((finding) => finding.fixClass), "all"),
    make("button", { class: "button", onclick: () => set({}) }, "Clear"));
  const worst = [...model.findings].sort(model.worstFirst);
  // The finding that the address of the page names stands first where the list would not show it at once.
  let named = null;
  for (const finding of worst) finding.haystack = null;
  const value = (id) => filters.querySelector("#" + id)?.value;

  function draw() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const wanted = { device: device.value.toLowerCase(), fabric: value("f-fabric"), rule: value("f-rule"), severity: value("f-severity"), kind: value("f-class") };
    const rows = worst.filter((finding) => {
      if (wanted.severity && severities[finding.severity] !== wanted.severity) return false;
      if (wanted.fabric && finding.fabric !== wanted.fabric) return false;
      if (wanted.rule && finding.rule.code !== wanted.rule) return false;
      if (wanted.kind && finding.fixClass !== wanted.kind) return false;
      if (wanted.device && ![finding.device, ...finding.also.map((one) => one.device)].some((one) => one && one.full.toLowerCase().includes(wanted.device))) return false;
      if (!words.length) return true;
      finding.haystack ??= [finding.message, finding.rule.code, finding.rule.name, finding.device?.full ?? finding.fabric, finding.port, finding.place, finding.fix, finding.waived].join(" ").toLowerCase();
      return words.every((word) => finding.haystack.includes(word));
    });
    count.textContent = rows.length === worst.length ? counted(rows.length, "finding") : grouped(rows.length) + " of " + counted(worst.length, "finding");
    if (rows.indexOf(named) >= shownAtOnce) rows.unshift(...rows.splice(rows.indexOf(named), 1));
    holder.replaceChildren(growing(rows, findingView, worst.length ? "No finding matches these filters." : sum.hidden || sum.baselined ? "No rule found a new fault." : "No rule found a fault."));
  }
  function set(values) {
    search.value = values.text ?? "";
    device.value = values.device ?? "";
    for (const [id, key] of [["f-fabric", "fabric"], ["f-rule", "rule"], ["f-severity", "severity"], ["f-class", "kind"]]) {
      const field = filters.querySelector("#" + id);
      if (field) field.value = values[key] ?? "";
    }
    draw();
  }
  // Shows the finding with this address. Without its last part, which tells apart what has the rest in common, an address still leads to the first.
  function show(id) {
    const found = model.findings.find((one) => one.id === id) ?? model.findings.find((one) => one.mark && one.id.startsWith(id + "-") && one.id.length === id.length + 1 + one.mark.length);
    if (!found) return false;
    named = found;
    set({});
    named = null;
    const row = document.getElementById(found.id);
    for (const other of document.querySelectorAll(".finding.named")) other.classList.remove("named");
    row.classList.add("named");
    row.scrollIntoView();
    row.focus({ preventScroll: true });
    return true;
  }
  draw();
  return { show, view: section("findings", "Findings", "", worst.length ? filters : null, worst.length ? count : null, holder), set, search };
}

// All findings of a rule together: the share of the bandwidth that they leave is stated for the rule.
function lossTag(loss) {
  return make("a", { class: "tag", href: "#cost", title: loss.words }, loss.subject + " costs " + percent(loss.lostShare) + " of the work" + (loss.gpuHours === null ? "" : ": " + amount(loss.gpuHours) + " GPU-hours"));
}

function costView() {
  const advice = model.advice;
  if (!advice) return null;
  const head = (columns) => make("thead", {}, make("tr", {}, columns.map(([words, number]) => make("th", { scope: "col", class: number && "number" }, words))));
  const list = (lines) => make("ul", { class: "small" }, lines.map((line) => make("li", {}, line)));
  const losses = advice.losses.length > 0 && make("div", { class: "scroll" }, make("table", {}, head([["Cause"], ["Efficiency e", true], ["Step time ×", true], ["Lost", true], ["GPU-hours", true], ["Worth", true], ["Basis"]]),
    make("tbody", {}, advice.losses.map((one) => make("tr", {}, make("td", {}, one.subject), make("td", { class: "number" }, one.efficiency.toPrecision(3)), make("td", { class: "number" }, one.stepRatio.toFixed(4)),
      make("td", { class: "number" }, percent(one.lostShare)), make("td", { class: "number" }, amount(one.gpuHours)), make("td", { class: "number" }, amount(one.worth)), make("td", { class: "small" }, one.words))))));
  const notes = [advice.unpriced.length && "findings without a stated e, so without a cost: " + advice.unpriced.join(", "), advice.missing.length && "to answer: " + advice.missing.join(", "), losses && advice.assumption].filter(Boolean);
  const rules = make("table", {}, head([["Verdict"], ["For"], ["Published rule, and reason"]]), make("tbody", {}, advice.rules.map((one) => make("tr", {}, make("td", {}, one.verdict), make("td", {}, one.lean),
    make("td", {}, one.rule, make("div", { class: "small soft" }, one.reason + " (" + one.source + ")"))))));
  return section("cost", "Cost", "Lost GPU-hours: N·H·u·(1 - 1/((1 - f) + f/e))",
    make("div", { class: "card pad" }, make("p", {}, advice.usage || "Not computed: communication (f) is not answered."), losses, list(notes)),
    make("div", { class: "card pad" }, make("h3", {}, "Bandwidth of the fabric"), list(advice.fabric)),
    make("details", { class: "card fold" }, make("summary", {}, "InfiniBand, Spectrum-X or RoCE: published rules of thumb, which contradict each other"), make("div", { class: "scroll" }, rules), list(advice.turningPoints)));
}

function uncheckedView() {
  const groups = new Map();
  for (const row of model.unchecked) {
    const key = row.rule.code + "\n" + row.reason;
    if (!groups.has(key)) groups.set(key, { rule: row.rule, reason: row.reason, where: [], ports: 0 });
    groups.get(key).where.push(row);
    groups.get(key).ports += row.ports;
  }
  const rows = [...groups.values()].sort((a, b) => b.ports - a.ports || byNumber.compare(a.rule.code, b.rule.code));
  const draw = (group) => make("li", { class: "finding" }, make("div", {}, make("span", { class: "tag unknown" }, group.rule.code)),
    make("div", {}, make("p", {}, group.reason), make("div", { class: "meta" }, make("span", {}, group.rule.name), group.ports > 0 && make("span", {}, counted(group.ports, "port")),
      group.where.filter((row) => row.device).slice(0, 8).map((row) => deviceButton(row.device, row.device.full + (row.port ? " " + row.port : ""))), group.where.length > 8 && make("span", {}, "and " + (group.where.length - 8) + " more"))));
  const ports = model.unknown.map((row) => make("li", { class: "finding" }, make("div", {}, make("span", { class: "tag unknown" }, counted(row.ports.length, "port"))),
    make("div", {}, make("p", {}, "No file shows whether these ports carry RDMA."), make("div", { class: "meta" }, deviceButton(row.device), make("span", {}, row.ports.slice(0, 12).join(", ") + (row.ports.length > 12 ? " …" : ""))))));
  const none = !rows.length && !ports.length;
  const list = () => make("div", { class: "long" }, rows.length ? growing(rows, draw, "") : null, ports.length ? make("ul", { class: "list" }, ports.slice(0, 100)) : null,
      ports.length > 100 ? make("p", { class: "empty" }, "and ports of " + (ports.length - 100) + " more devices") : null);
  if (none) return section("unchecked", "Not checked", "", make("div", { class: "card" }, empty("Every check could be made.")));
  const words = [rows.length && counted(rows.length, "reason") + " why a check could not be made", ports.length && counted(model.summary.unknownPorts, "port") + " without evidence of RDMA"].filter(Boolean).join(" · ");
  return section("unchecked", "Not checked", "These were not evaluated: a value was missing.", make("details", { class: "card fold" }, make("summary", {}, words), list()));
}

function matrixView(one) {
  const size = one.rows.length;
  const tell = make("p", { class: "small soft", role: "status", "aria-live": "polite" }, "Each cell covers all RDMA packets from its row to its column, and the CNPs back.");
  const kinds = [["cut", "unreachable", "×"], ["error", "broken", "!"], ["unknown", "not proven", "?"], ["good", "proven", "✓"]];
  const rows = one.rows.map((from, y) => make("tr", {}, make("th", { scope: "row", title: from.name }, from.name), one.rows.map((to, x) => {
    const [proven, unproven, broken, unreachable] = one.cells.slice(4 * (y * size + x), 4 * (y * size + x) + 4);
    const counts = [unreachable, broken, unproven, proven];
    const worst = counts.findIndex((count) => count > 0);
    const words = from.name + " to " + to.name + ": " + (worst < 0 ? "no pairs" : counts.map((count, at) => (count ? grouped(count) + " " + kinds[at][1] : "")).filter(Boolean).join(", "));
    return make("td", {}, make("button", { class: worst < 0 ? "" : kinds[worst][0], title: words, "aria-label": words, onclick: () => { tell.textContent = words; } }, worst < 0 ? "" : kinds[worst][2]));
  })));
  return make("div", {}, make("div", { class: "scroll" }, make("table", { class: "matrix" }, make("thead", {}, make("tr", {}, make("th", {}, ""), one.rows.map((to) => make("th", { scope: "col", title: to.name }, to.name)))), make("tbody", {}, rows))), tell);
}

function ringView(ring) {
  const button = make("button", { class: "button", "aria-pressed": "false", onclick: () => {
    const on = graph.showRing(ring);
    for (const other of document.querySelectorAll("[data-ring]")) other.setAttribute("aria-pressed", "false");
    button.setAttribute("aria-pressed", String(on));
    if (on) document.getElementById("fabric").scrollIntoView();
  }, "data-ring": true }, "Show in the fabric");
  return make("div", { class: "pad" }, make("div", { class: "head" }, make("span", { class: "tag error" }, "ring of " + ring.hops.length + " buffers"), make("span", { class: "soft small" }, (ring.failures ? "after the loss of " + ring.failures : "without any failure") + (ring.assumed ? "; rests on assumed paths" : "")), button),
    make("ol", { class: "small" }, ring.hops.map((hop) => make("li", {}, deviceButton(hop.a, hop.a.full + " " + hop.aPort), " → ", deviceButton(hop.b, hop.b.full + " " + hop.bPort), ", priority " + hop.priority + ", " + hop.by + " ", pathCode(hop.place, { class: "soft" })))),
    ring.proposals.length > 0 && make("ul", { class: "small" }, ring.proposals.map((words) => make("li", {}, words))));
}

function causesView(one) {
  if (!one.causes.length) return null;
  const is = (grade) => (grade === "unproven" ? "unknown" : "error");
  return make("div", { class: "card scroll" }, make("table", {}, make("thead", {}, make("tr", {}, ["", "Why", "Where", "Line"].map((words) => make("th", { scope: "col" }, words)), make("th", { class: "number", scope: "col" }, "Pairs"))),
    make("tbody", {}, one.causes.map((cause) => make("tr", {}, make("td", {}, make("span", { class: "tag " + is(cause.grade) }, cause.grade)), make("td", {}, cause.what),
      make("td", {}, cause.device ? deviceButton(cause.device, cause.device.full + " " + cause.port) : "", cause.ports > 1 ? " and " + counted(cause.ports - 1, "other port") : ""), make("td", {}, pathCode(cause.place)), make("td", { class: "number" }, grouped(cause.pairs)))))),
  one.causesInAll > one.causes.length ? empty("and " + (one.causesInAll - one.causes.length) + " more; rocelint trace --all-pairs lists all") : null);
}

function pathsView() {
  const parts = model.paths.map((one, index) => {
    const name = model.fabrics[index].name;
    const deadlock = one.rings.length ? "" : one.deadlockProven
      ? "No ring of lossless buffers can form" + (one.failures ? ", with up to " + counted(one.failures, "failure") + " at a time." : ".")
      : "No ring was found, but freedom from deadlock is not proven" + (one.unknownPorts ? ": too little is known about " + counted(one.unknownPorts, "port") : "") + (one.boundReached ? ": there are more combinations of failures than the limit allows" : "") + ".";
    return make("div", { class: "fabric" }, name && make("h3", {}, name),
      one.pairs ? make("div", { class: "card pad" }, matrixView(one)) : make("div", { class: "card" }, empty("No two RDMA endpoints share a class, so there is no path to prove.")), causesView(one),
      make("div", { class: "card" }, make("div", { class: "pad" }, make("h3", {}, "Deadlock"), deadlock && make("p", { class: "soft" }, deadlock)), one.rings.map(ringView)));
  });
  const all = model.paths.reduce((sum, one) => sum + one.pairs, 0);
  return section("paths", "Paths", all ? counted(all, "pair") + " of RDMA endpoints, over all equal-cost paths" : "", parts);
}

function coverageView() {
  const states = ["read", "irrelevant", "unsupported", "unrecognised"];
  const rows = [...model.coverage].sort((a, b) => (b.unsupported + b.unrecognised + (b.platform ? 0 : 1)) - (a.unsupported + a.unrecognised + (a.platform ? 0 : 1)) || byNumber.compare(a.file, b.file));
  const draw = (file) => {
    const lost = file.unsupported + file.unrecognised;
    const head = make("div", { class: "finding" }, make("div", {}, file.platform ? make("div", { class: "cover", role: "img", "aria-label": states.map((state) => state + " " + file[state]).join(", ") }, states.map((state) => make("b", { class: state, "width%": (100 * file[state]) / Math.max(1, file.total) }))) : make("span", { class: "tag unknown" }, "no platform")),
      make("div", {}, pathCode(file.file), make("div", { class: "meta" }, make("span", {}, [file.platform, file.device].filter(Boolean).join(" · ") || file.reason), file.platform && make("span", {}, states.map((state) => (file[state] ? file[state] + " " + state : "")).filter(Boolean).join(", ")), file.unjudged > 0 && make("span", {}, file.unjudged + " read but judged by no rule"))));
    if (!lost || !file.details.length) return make("li", {}, head);
    return make("li", {}, head, make("details", { class: "pad" }, make("summary", { class: "small" }, "Lines that were not understood"), make("ul", { class: "list" }, file.details.map((line) => make("li", { class: "small" }, make("code", { class: "soft" }, line.line + " " + line.state + "  "), make("code", {}, line.words)))), file.leftOut ? make("p", { class: "small soft" }, "and " + file.leftOut + " more") : null));
  };
  const sum = model.summary.lines;
  return section("coverage", "Coverage", counted(model.coverage.length, "file") + ": " + states.map((state, at) => grouped(sum[at]) + " lines " + state).join(", "), make("div", { class: "card long" }, growing(rows, draw, "No file was read.")));
}
