# SPDX-License-Identifier: Apache-2.0
"""A configuration of indented lines: [line, [children]] in input order."""
import re


def parse(text):
    root = []
    stack = [(-1, root)]
    for raw in text.splitlines():
        line = raw.strip()
        if not line or line.startswith('!') or line == 'end':
            continue
        depth = len(raw) - len(raw.lstrip())
        while stack[-1][0] >= depth:
            stack.pop()
        node = [line, []]
        stack[-1][1].append(node)
        stack.append((depth, node[1]))
    return root


def natural(line):
    return [int(part) if part.isdigit() else part for part in re.split(r'(\d+)', line)]


def in_order(nodes, parent):
    """Sorts lines as a device shows them, except in lists whose order matters."""
    if parent.startswith(('policy-map', 'ip access-list', 'route-map')):
        return nodes
    return sorted(nodes, key=lambda node: (bool(node[1]), natural(node[0])))


def text(nodes, depth=0, parent=''):
    lines = []
    for line, children in in_order(nodes, parent):
        lines.append(' ' * 3 * depth + line)
        lines += text(children, depth + 1, line)
        if depth == 0:
            lines.append('!')
    return lines


def find(nodes, line):
    for node in nodes:
        if node[0] == line:
            return node
    return None


def enter(nodes, line):
    node = find(nodes, line)
    if node is None:
        node = [line, []]
        nodes.append(node)
    return node


def put(nodes, line, key):
    """Adds a line, replacing the one with the same key."""
    for node in nodes:
        if key(node[0]) == key(line):
            node[0] = line
            return
    nodes.append([line, []])


def remove(nodes, line, key):
    """`no LINE`: removes the line, or the one with the same key and a value."""
    nodes[:] = [node for node in nodes if node[0] != line and not node[0].startswith(line + ' ')
                and not (key(node[0]) == key(line) != node[0])]
