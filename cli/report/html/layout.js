// SPDX-License-Identifier: Apache-2.0
// Where boxes stand: fabric by fabric one section for each tier that parts begin at, the highest on top. A part is one box, or is open: then its
// switches stand tier by tier, and under each leaf its hosts. The same fabric is always drawn alike.
"use strict";

const sizes = { box: 104, gap: 14, height: 38, part: 160, partHeight: 50, dot: 15, width: 1360, section: 84, hostsPerRow: 6 };
const tierWords = ["hosts", "leaves", "spines", "super-spines", "cores"];

// Above this, parts begin closed; and hosts are dots without names.
const drawnOpen = 120;
const namedHosts = 72;

const layout = (() => {
  // Of a subnet its nodes are drawn, and not what shows them.
  const kinds = ["switch", "network_switch", "host", "router"];
  const drawn = model.devices.filter((device) => kinds.includes(device.kind));
  const isHost = (device) => device.kind === "host";
  const hosts = drawn.filter(isHost);
  const parts = new Map();
  for (const device of drawn) {
    const key = device.part < 0 ? "aside" + device.fabric : device.part;
    if (!parts.has(key)) parts.set(key, { key, name: device.part < 0 ? "no cable known" : model.parts[device.part], switches: [], hosts: [], fabric: device.fabric });
    parts.get(key)[isHost(device) ? "hosts" : "switches"].push(device);
  }
  for (const part of parts.values()) {
    part.switches.sort((a, b) => byNumber.compare(a.name, b.name));
    part.hosts.sort((a, b) => byNumber.compare(a.name, b.name));
    part.base = part.switches.reduce((least, device) => Math.min(least, device.tier), part.switches.length ? 99 : 0);
    part.members = [...part.switches, ...part.hosts];
    part.worst = part.members.reduce((worst, device) => Math.max(worst, device.worst), -1);
    part.blind = part.members.some((device) => device.unchecked.length > 0 || device.unknown > 0);
    part.open = drawn.length <= drawnOpen || part.members.length === 1;
  }

  // Names with numbers in their order, as the parts were made; what hangs on nothing comes last.
  const inOrder = [...parts.values()].sort((a, b) => a.fabric - b.fabric || (Number.isInteger(a.key) ? a.key : 1e9) - (Number.isInteger(b.key) ? b.key : 1e9));

  const leafOf = new Map();
  for (const host of hosts) {
    const link = host.links.find((one) => !isHost(one.a === host ? one.b : one.a));
    leafOf.set(host, link ? (link.a === host ? link.b : link.a) : null);
  }
  const named = hosts.length <= namedHosts;
  const hostWidth = named ? sizes.box : sizes.dot;
  const hostHeight = named ? 30 : sizes.dot;

  function box(device, x, y, w, h, dot) {
    return { device, x, y, w, h, dot, worst: device.worst, blind: device.unchecked.length > 0 || device.unknown > 0 };
  }

  // The boxes of an open part, from 0, 0.
  function openBlock(part) {
    const boxes = [];
    let y = 0;
    let width = 0;
    const tiers = [...new Set(part.switches.map((device) => device.tier))].sort((a, b) => b - a);
    for (const tier of tiers) {
      const row = part.switches.filter((device) => device.tier === tier);
      const below = new Map(row.map((device) => [device, []]));
      const lowest = tier === part.base;
      if (lowest) for (const host of part.hosts) (below.get(leafOf.get(host)) ?? below.get(row[0])).push(host);
      let x = 0;
      let deepest = 0;
      for (const device of row) {
        const under = below.get(device);
        const across = Math.min(sizes.hostsPerRow, named ? Math.min(2, under.length) : under.length) || 1;
        const column = Math.max(sizes.box, across * (hostWidth + 6) - 6);
        if (x > 0 && x + column > sizes.width) {
          x = 0;
          y += deepest + 26;
          deepest = 0;
        }
        boxes.push(box(device, x + (column - sizes.box) / 2, y, sizes.box, sizes.height));
        const used = Math.min(across, under.length) * (hostWidth + 6) - 6;
        under.forEach((host, at) => boxes.push(box(host, x + (column - used) / 2 + (at % across) * (hostWidth + 6),
          y + sizes.height + 34 + Math.floor(at / across) * (hostHeight + 6), hostWidth, hostHeight, !named)));
        const rows = Math.ceil(under.length / across);
        deepest = Math.max(deepest, sizes.height + (rows ? 34 + rows * (hostHeight + 6) : 0));
        x += column + sizes.gap;
        width = Math.max(width, x - sizes.gap);
      }
      y += deepest + 66;
    }
    if (!tiers.length) {
      const across = Math.max(1, Math.min(part.hosts.length, named ? 8 : 48));
      part.hosts.forEach((host, at) => boxes.push(box(host, (at % across) * (hostWidth + 6), Math.floor(at / across) * (hostHeight + 6), hostWidth, hostHeight, !named)));
      width = across * (hostWidth + 6);
      y = Math.ceil(part.hosts.length / across) * (hostHeight + 6) + 66;
    }
    // Narrow tiers stand in the middle above the others.
    for (const tier of tiers) {
      const row = boxes.filter((one) => one.device.tier === tier && !isHost(one.device));
      const right = Math.max(...row.map((one) => one.x + one.w));
      const left = Math.min(...row.map((one) => one.x));
      if (tier !== part.base) for (const one of row) one.x += (width - (right - left)) / 2 - left;
    }
    return { boxes, width, height: y - 66 };
  }

  function closedBlock(part) {
    const count = (number, words) => (number ? counted(number, words) : "");
    const what = [count(part.switches.length, "switch").replace("switchs", "switches"), count(part.hosts.length, "host")];
    return {
      width: sizes.part, height: sizes.partHeight,
      boxes: [{ part, x: 0, y: 0, w: sizes.part, h: sizes.partHeight, worst: part.worst, blind: part.blind, sub: what.filter(Boolean).join(" · ") }],
    };
  }

  // Moves few boxes apart, so that they fill the panel's width at a legible size. Returns the width that is
  // still to be left empty on each side.
  function spread(boxes, least) {
    const left = Math.min(...boxes.map((one) => one.x));
    const right = Math.max(...boxes.map((one) => one.x + one.w));
    const inside = right - left - sizes.box;
    const factor = inside > 0 ? Math.min(2.6, Math.max(1, (least - sizes.box) / inside)) : 1;
    const centre = (left + right) / 2;
    for (const one of boxes) one.x = centre + (one.x + one.w / 2 - centre) * factor - one.w / 2;
    return Math.max(0, (least - inside * factor - sizes.box) / 2);
  }

  // All boxes, wires between them, and the sections with their words, for a panel of this width.
  function arrange(width) {
    const boxes = [];
    const sections = [];
    const titles = [];
    let y = 0;
    const fabrics = [...new Set(inOrder.map((part) => part.fabric))];
    const bands = fabrics.flatMap((fabric) => {
      const own = inOrder.filter((part) => part.fabric === fabric);
      return [...new Set(own.map((part) => part.base))].sort((a, b) => b - a).map((base, at) => ({ of: own.filter((part) => part.base === base), first: at === 0, fabric }));
    });
    for (const band of bands) {
      if (band.first && model.several) {
        titles.push({ y: y - 4, words: model.fabrics[band.fabric].name });
        y += 28;
      }
      const rows = [[]];
      let x = 0;
      for (const part of band.of) {
        const block = part.open ? openBlock(part) : closedBlock(part);
        if (x > 0 && x + block.width > sizes.width) {
          rows.push([]);
          x = 0;
        }
        rows[rows.length - 1].push({ block, x });
        x += block.width + 14;
      }
      const top = y;
      for (const row of rows) {
        const width = row[row.length - 1].x + row[row.length - 1].block.width;
        for (const { block, x: left } of row)
          for (const one of block.boxes) boxes.push({ ...one, x: one.x + left + (sizes.width - width) / 2, y: one.y + y });
        y += Math.max(...row.map(({ block }) => block.height)) + 18;
      }
      const members = band.of.flatMap((part) => part.members);
      const tiers = [...new Set(members.map((device) => (isHost(device) ? 0 : device.tier)))].sort((a, b) => b - a);
      sections.push({ y: top - 16, height: y - top + 6, words: tiers.map((tier) => tierWords[tier] ?? "tier " + tier) });
      y += sizes.section - 18;
    }
    const spare = spread(boxes, Math.max(sizes.box, width - 170));
    const boxOf = new Map();
    for (const one of boxes) for (const device of one.part ? one.part.members : [one.device]) boxOf.set(device, one);
    const wires = new Map();
    boxes.forEach((one, at) => { one.id = at; });
    for (const link of model.links) {
      const a = boxOf.get(link.a);
      const b = boxOf.get(link.b);
      if (!a || !b || a === b) continue;
      const [low, high] = a.id < b.id ? [a, b] : [b, a];
      const key = low.id * boxes.length + high.id;
      const known = wires.get(key);
      if (known) {
        known.count += 1;
        known.worst = Math.max(known.worst, link.worst);
      } else wires.set(key, { a: low, b: high, count: 1, worst: link.worst });
    }
    const left = Math.min(...boxes.map((one) => one.x)) - 130 - spare;
    const right = Math.max(...boxes.map((one) => one.x + one.w)) + 20 + spare;
    // Wires between boxes side by side rise above them.
    const top = Math.min(...titles.map((title) => title.y - 20), -26);
    return { boxes, sections, titles, boxOf, left, right, top, wires: [...wires.values()].sort((a, b) => a.worst - b.worst), height: y - sizes.section + 20 };
  }

  return { arrange, parts: [...parts.values()], partOf: (device) => [...parts.values()].find((part) => part.members.includes(device)) };
})();
