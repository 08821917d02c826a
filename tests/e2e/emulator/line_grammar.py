# SPDX-License-Identifier: Apache-2.0
"""Grammars of whole lines, for emulated command lines: each is written from the manual, never from a driver's rows. A table is text:

  # Title, release: section               the source of the rows that follow
  mode interface inherits config          the rows that follow are commands of this mode; a mode that inherits "all" also knows
                                          those of the modes around it, and leaves its own for them
  mtu / <68-9214>                         a row: the words of a command
  qos profile <+profile> -> profile       it opens another mode

  word              itself
  <0-7>, <0.01-60:2> a number in a range; the second has up to two decimals
  <0-63,>           numbers and ranges of them, with commas
  <NAME>            a word of a type that the grammar declares, as a regular expression
  <+KIND>, <=KIND>  a name that is thereby defined, or has to be defined
  <rest>            what remains, at least a word
  X...              once or more often
  [a b], (a|b c)    optional, one of several
  /                 `no` (and `default`, where a platform has it) needs no more than what stands before it; without it the whole row
  !, -              at the beginning of a row: it has no negation; it is a negation alone
"""
import re

TOKEN = re.compile(r'<[^>]*>(?:\.\.\.)?|[\[\]()|/]|[^\s\[\]()|/<]+(?:/[^\s\[\]()|/<]+)*')
RANGE = re.compile(r'<(-?[\d.]+)-(-?[\d.]+)(?::(\d+))?(,)?>$')


class Refusal:
    """Why a line is none: `kind` is "word", "range", "incomplete" or "reference"; `at` the word, counted from 0."""

    def __init__(self, kind, at, limits=(), name='', of=''):
        self.kind, self.at, self.limits, self.name, self.of = kind, at, limits, name, of


class Row:
    def __init__(self, text, source):
        self.text, self.source = text, source
        text, _, self.opens = (part.strip() for part in text.partition('->'))
        self.plain, self.negates = not text.startswith('-'), not text.startswith('!')
        tokens = TOKEN.findall(text.lstrip('!- '))
        cut = tokens.index('/') if '/' in tokens else None
        self.items = parsed([token for token in tokens if token != '/'])
        self.key = parsed(tokens[:cut]) if cut is not None else self.items


def parsed(tokens):
    """Nested lists: ('word', text), ('value', text), ('many', item), ('either', [sequences])."""
    stack = [[[]]]
    for token in tokens:
        if token in '[(':
            stack.append([[]])
        elif token == '|':
            stack[-1].append([])
        elif token in '])':
            choices = stack.pop()
            stack[-1][-1].append(('either', choices + [[]] if token == ']' else choices))
        elif token.startswith('<'):
            item = ('value', token.removesuffix('...'))
            stack[-1][-1].append(('many', item) if token.endswith('...') else item)
        else:
            stack[-1][-1].append(('word', token))
    return stack[0][0]


class Attempt:
    """Matches words against a row, and remembers how far it came."""

    def __init__(self, grammar, words):
        self.grammar, self.words = grammar, words
        self.furthest = Refusal('word', 0)

    def fail(self, kind, at, limits=()):
        better = at > self.furthest.at or at == self.furthest.at and kind in ('range', 'incomplete') and self.furthest.kind == 'word'
        if better:
            self.furthest = Refusal(kind, at, limits)

    def ends(self, items, at, names):
        """The positions where the items can end, with the names defined and needed on the way."""
        if not items:
            yield at, names
            return
        (kind, what), rest = items[0], items[1:]
        if kind == 'either':
            for choice in what:
                for end, found in self.ends(choice, at, names):
                    yield from self.ends(rest, end, found)
            return
        if kind == 'many':
            for end, found in self.ends([what], at, names):
                yield from self.ends([items[0], *rest], end, found)
                yield from self.ends(rest, end, found)
            return
        if at >= len(self.words):
            self.fail('incomplete', at)
            return
        if kind == 'value' and what == '<rest>':
            yield from self.ends(rest, len(self.words), names)
        elif kind == 'word':
            if self.words[at] == what:
                yield from self.ends(rest, at + 1, names)
            else:
                self.fail('word', at)
        elif self.is_value(what, at):
            name = [(what[1], what[2:-1], self.words[at], at)] if what[1] in '+=' else []
            yield from self.ends(rest, at + 1, names + name)

    def is_value(self, what, at):
        word = self.words[at]
        limits = RANGE.match(what)
        if not limits:
            pattern = self.grammar.types.get(what[2:-1] if what[1] in '+=' else what[1:-1], r'\S+')
            return bool(re.fullmatch(pattern, word)) or self.fail('word', at) or False
        if limits[4]:
            found = re.fullmatch(r'\d+(?:-\d+)?(?:,\d+(?:-\d+)?)*', word)
            numbers = [int(part) for part in re.findall(r'\d+', word)]
        else:
            places = rf'(?:\.\d{{1,{limits[3]}}})?' if limits[3] else ''
            found = re.fullmatch(rf'-?\d+{places}', word)
            numbers = [float(word)] if found else []
        low, high = float(limits[1]), float(limits[2])
        if not found or not all(low <= number <= high for number in numbers):
            self.fail('range' if found else 'word', at, (limits[1], limits[2]))
            return False
        return True


class Found:
    def __init__(self, row, depth, names):
        self.row, self.depth, self.names = row, depth, names


class Grammar:
    """types: regular expressions of <NAME>, and of the names of a kind. known: names of a kind that need no definition.
    checks: kinds that are looked up when a line refers to them. negations: the words that negate a line."""

    def __init__(self, table, types, known=None, checks=(), negations=('no',)):
        self.types, self.known, self.checks, self.negations = types, known or {}, checks, negations
        self.modes, self.inherits = {}, {}
        mode = source = None
        for line in table.splitlines():
            line = line.strip()
            if line.startswith('#'):
                source = line[1:].strip()
            elif line.startswith('mode '):
                _, mode, *more = line.split()
                self.modes.setdefault(mode, [])
                self.inherits[mode] = more[1] if more else ''
            elif line:
                self.modes[mode].append(Row(line, source))

    def stack(self, where):
        """The modes that the enclosing lines opened, from the outermost."""
        modes = ['config']
        for number, line in enumerate(where):
            found = self.match(modes[number:number + 1], line.split(), False)
            modes.append(found.row.opens if isinstance(found, Found) and found.row.opens else '')
        return modes

    def match(self, modes, words, negated):
        """The first row of these modes that is this line, from the innermost mode; its depth is an index of `modes`."""
        furthest = Refusal('word', 0)
        for depth in range(len(modes) - 1, -1, -1):
            attempt = Attempt(self, words)
            for row in self.modes.get(modes[depth], ()) if modes[depth] is not None else ():
                if not (row.negates if negated else row.plain):
                    continue
                for items in (row.items, row.key) if negated else (row.items,):
                    for end, names in attempt.ends(items, 0, []):
                        if end == len(words):
                            return Found(row, depth, names)
                        attempt.fail('word', end)
            if attempt.furthest.at > furthest.at or furthest.at == 0 and furthest.kind == 'word':
                furthest = attempt.furthest
        return furthest

    def find(self, where, line, tree=None):
        """What a line is that is typed inside of `where`, or a Refusal. References are looked up in the top-level lines of `tree`."""
        words = line.split()
        negated = words[0] in self.negations and len(words) > 1
        words = words[1:] if negated else words
        modes = self.stack(where)
        reach = self.inherits.get(modes[-1], '')
        # With "config" instead of "all", the modes in between do not answer.
        visible = modes if reach == 'all' else [mode if number in (0, len(modes) - 1) and (number or reach or len(modes) == 1) else None
                                                for number, mode in enumerate(modes)]
        found = self.match(visible, words, negated)
        if isinstance(found, Refusal):
            found.at += negated
            return found
        if not negated and tree is not None:
            for sort, kind, name, at in found.names:
                if sort == '=' and kind in self.checks and not self.is_defined(kind, name, tree):
                    return Refusal('reference', at, name=name, of=kind)
        return found

    def is_defined(self, kind, name, tree):
        if re.fullmatch(self.known.get(kind, r'(?!)'), name):
            return True
        for node in tree:
            line = node if isinstance(node, str) else node[0]
            if name not in line:
                continue
            found = self.match(['config'], line.split(), False)
            if isinstance(found, Found) and any(sort == '+' and (of, there) == (kind, name) for sort, of, there, _ in found.names):
                return True
        return False
