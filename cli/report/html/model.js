// SPDX-License-Identifier: Apache-2.0
// What the report holds, with names instead of positions. cli/report/html/html_data.cpp writes the rows.
"use strict";

const severities = ["info", "warning", "error"];
const fixClasses = ["none", "hitless", "disruptive", "manual"];
const originKinds = ["not read", "configured", "inherited", "derived", "default"];
const chainSteps = ["traffic class", "priority group", "queue", "PFC sent", "PFC obeyed", "headroom", "ECN"];

const model = (() => {
  const raw = JSON.parse(document.getElementById("data").textContent);
  const text = (number) => raw.strings[number];
  const place = (file, line) => (line ? text(file) + ":" + line : "");
  const rules = raw.rules.map(([code, name, summary, why, source]) => ({ code, name, summary, why, source }));

  const devices = raw.devices.map((row, index) => ({
    index, name: text(row[0]), platform: text(row[1]), kind: text(row[2]), role: text(row[3]), asic: text(row[4]),
    file: text(row[5]), fabric: row[6], tier: row[7], part: row[8], ports: row[9], roce: row[10], unknown: row[11], standing: text(row[12]),
    worst: -1, findings: [], unchecked: [], links: [], worstOfPort: new Map(), chain: null, memory: [],
  }));
  const device = (index) => (index < 0 ? null : devices[index]);
  // Two sites often have devices of equal names.
  const several = raw.fabrics.length > 1;
  for (const one of devices) one.full = several && raw.fabrics[one.fabric].name ? raw.fabrics[one.fabric].name + "/" + one.name : one.name;

  const findings = raw.findings.map((row, index) => ({
    index, rule: rules[row[0]], severity: row[1], message: text(row[2]), device: device(row[3]), port: text(row[4]),
    place: place(row[5], row[6]), fix: text(row[7]), fixClass: fixClasses[row[8]], waived: text(row[9]),
    related: row[10].map(([file, line, message, code]) => ({ place: place(file, line), message: text(message), code: text(code) })),
    also: pairs(row[11]).map(([of, port]) => ({ device: device(of), port: text(port) })), fabric: raw.fabrics[row[12]].name,
    line: row[6], code: row[13].length ? { text: text(row[13][0]), begin: row[13][1], width: row[13][2] } : null, diffs: row[14].map((lines) => lines.map(text)), mark: text(row[15]), evidence: text(row[16]),
  }));
  // The address of a finding on the page: its rule, device and port, and a part of its fingerprint where several have these in common.
  const taken = new Set();
  for (const finding of findings) {
    const words = [finding.rule.code, finding.device?.full ?? finding.fabric, finding.port, finding.mark];
    const plain = words.filter(Boolean).join("-").replace(/[^\p{L}\p{N}._:/-]+/gu, "_");
    finding.id = plain;
    for (let number = 2; taken.has(finding.id); number += 1) finding.id = plain + "-" + number;
    taken.add(finding.id);
  }
  // What the findings of a rule cost together, as a file of answers states it.
  const advice = raw.advice && {
    ...raw.advice,
    losses: raw.advice.losses.map(([kind, subject, efficiency, stepRatio, lostShare, gpuHours, worth, words]) => ({ kind, subject, efficiency, stepRatio, lostShare, gpuHours, worth, words })),
    rules: raw.advice.rules.map(([verdict, lean, rule, reason, source]) => ({ verdict, lean, rule, reason, source })),
  };
  for (const finding of findings) finding.loss = (!finding.waived && advice?.losses.find((one) => one.kind === "finding" && one.subject === finding.rule.code)) || null;
  const unchecked = raw.unchecked.map(([rule, of, port, reason, ports]) => ({
    rule: rules[rule], device: device(of), port: text(port), reason: text(reason), ports,
  }));

  function pairs(flat) {
    const found = [];
    for (let at = 0; at < flat.length; at += 2) found.push([flat[at], flat[at + 1]]);
    return found;
  }

  function blame(of, port, severity) {
    if (!of) return;
    of.worst = Math.max(of.worst, severity);
    if (port) of.worstOfPort.set(port, Math.max(of.worstOfPort.get(port) ?? -1, severity));
  }
  for (const finding of findings) {
    const touched = new Set([finding.device, ...finding.also.map((other) => other.device)]);
    for (const of of touched) if (of) of.findings.push(finding);
    if (finding.waived) continue;
    blame(finding.device, finding.port, finding.severity);
    for (const other of finding.also) blame(other.device, other.port, finding.severity);
  }
  const worstFirst = (a, b) => (a.waived ? 1 : 0) - (b.waived ? 1 : 0) || b.severity - a.severity || a.index - b.index;
  for (const of of devices) of.findings.sort(worstFirst);
  for (const row of unchecked) if (row.device) row.device.unchecked.push(row);
  for (const of of devices) of.unchecked.sort((a, b) => b.ports - a.ports);

  const links = raw.links.map(([a, aPort, b, bPort]) => {
    const link = { a: devices[a], aPort: text(aPort), b: devices[b], bPort: text(bPort) };
    link.worst = Math.max(link.a.worstOfPort.get(link.aPort) ?? -1, link.b.worstOfPort.get(link.bPort) ?? -1);
    link.a.links.push(link);
    link.b.links.push(link);
    return link;
  });

  // Ports are unpacked when their device is opened.
  for (const [of, ports, steps] of raw.chains) devices[of].chain = { ports, steps };
  function portsOf(of) {
    if (!of.chain) return [];
    const steps = of.chain.steps.map(([value, kind, file, line, note]) => ({
      value: text(value), kind, place: place(file, line), note: text(note),
    }));
    return of.chain.ports.map(([name, evidence, speed, peer, peerPort, classes, headroom]) => ({
      name: text(name), evidence: text(evidence), speed: text(speed), peer: device(peer), peerPort: text(peerPort),
      worst: of.worstOfPort.get(text(name)) ?? -1,
      classes: classes.map(([number, dscp, ...chain]) => ({
        label: raw.fabrics[of.fabric].classes[number], dscp, chain: chain.map((step) => steps[step]),
      })),
      headroom: headroom.map(([priorities, xoff, need, floor, verdict, model, basis]) => ({
        priorities: text(priorities), xoff, need, floor, verdict: text(verdict), model: text(model), basis: text(basis),
      })),
    }));
  }
  for (const row of raw.memory)
    devices[row[0]].memory.push({
      side: text(row[1]), pools: row[2], headroom: row[3], reserved: row[4], total: row[5], memory: row[6],
      source: text(row[7]), missing: text(row[8]), wanted: row[9], shared: row[10] === 1,
    });

  const paths = raw.paths.map((one) => ({
    ...one,
    rows: pairs(one.rows).map(([name, endpoints]) => ({ name: text(name), endpoints })),
    causes: one.causes.map(([grade, what, of, port, ports, file, line, count]) => ({
      grade: text(grade), what: text(what), device: device(of), port: text(port), ports, place: place(file, line), pairs: count,
    })),
    rings: one.rings.map(([failures, assumed, hops, proposals]) => ({
      failures: text(failures), assumed: assumed === 1, proposals: proposals.map(text),
      hops: hops.map(([a, aPort, b, bPort, priority, by, file, line]) => ({
        a: devices[a], aPort: text(aPort), b: devices[b], bPort: text(bPort), priority, by: text(by), place: place(file, line),
      })),
    })),
  }));
  const coverage = raw.coverage.map((row) => ({
    file: text(row[0]), platform: text(row[1]), device: text(row[2]), total: row[3], read: row[4], irrelevant: row[5],
    unsupported: row[6], unrecognised: row[7], unjudged: row[8], reason: text(row[9]),
    details: row[10].map(([line, state, words]) => ({ line, state: text(state), words: text(words) })), leftOut: row[11],
  }));
  const unknown = raw.unknown.map(([of, ...ports]) => ({ device: devices[of], ports: ports.map(text) }));

  return {
    version: raw.version, run: raw.run, exit: raw.exit, fabrics: raw.fabrics, several, summary: raw.summary, rules, devices, parts: raw.parts, worstFirst,
    links, findings, advice, unchecked, unknown, paths, coverage, unreadable: raw.unreadable, portsOf,
  };
})();

// An element with attributes and children; strings become text, never markup.
function make(name, attributes, ...children) {
  const svg = make.svg.has(name);
  const element = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "width%") element.style.width = value + "%";
    else if (key === "left%") element.style.left = value + "%";
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== ""));
  return element;
}
// A path may go on in the next line after each of its slashes.
function pathCode(place, attributes) {
  return make("code", attributes, place.split(/(?<=\/)/).flatMap((part, at) => (at ? [document.createElement("wbr"), part] : [part])));
}
make.svg = new Set(["svg", "g", "rect", "path", "line", "text", "circle", "title", "defs", "marker"]);

const grouped = (number) => number.toLocaleString("en-US").replaceAll(",", "\u202f");
const counted = (number, noun) => grouped(number) + " " + noun + (number === 1 ? "" : "s");
// Small amounts, such as those of one hour, have decimals.
const amount = (value) => (value === null ? "-" : value < 100 ? value.toFixed(2) : grouped(Math.round(value)));
const percent = (share) => (100 * share).toFixed(2) + " %";
const severityClass = (worst) => (worst < 0 ? "" : severities[worst]);
const byNumber = new Intl.Collator("en", { numeric: true });
function bytes(count) {
  if (count >= 1e6) return (count / 1e6).toFixed(count >= 1e7 ? 1 : 2) + " MB";
  return count >= 1e4 ? (count / 1e3).toFixed(1) + " kB" : grouped(count) + " B";
}
