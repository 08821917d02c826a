# SPDX-License-Identifier: Apache-2.0
"""The changes that can be made to a C++ file, each small enough to be a slip of a programmer."""
import re
from dataclasses import dataclass

from code_text import end_of_bracket, code_of


@dataclass(frozen=True)
class Change:
    """`was` at `at` becomes `now`."""
    kind: str
    at: int
    was: str
    now: str

    def made_in(self, text):
        assert text[self.at:self.at + len(self.was)] == self.was, self
        return text[:self.at] + self.now + text[self.at + len(self.was):]


# clang-format puts blanks around operators, and none around the brackets of templates.
COMPARISON = re.compile(r'(?<=\s)(<=|>=|==|!=|<|>)(?=\s)')
OTHER_COMPARISONS = {'<': ('<=', '>='), '<=': ('<', '>'), '>': ('>=', '<='), '>=': ('>', '<'), '==': ('!=',), '!=': ('==',)}
LOGIC = re.compile(r'(?<=\s)(&&|\|\|)(?=\s)')
NUMBER = re.compile(r"(?<![\w.'])(0[xX][0-9a-fA-F]+|[0-9][0-9']*)(?P<suffix>[uUlLzZ]*)(?![\w.'])")
CONDITION = re.compile(r'\b(?:if|while) \(')
# A call, an assignment or a step by one that is a whole line.
STATEMENT = re.compile(
    r'^[ ]+(?P<statement>(?:\(void\))?[A-Za-z_][\w.:\[\]]*(?:->[\w.]+)*(?:\(.*\)|(?: [-+|&]?= .*)|\+\+|--);|(?:\+\+|--)[\w.>-]+;)$', re.MULTILINE)
NO_STATEMENT = re.compile(r'^(?:return|static_assert|case|default|using|delete|throw|co_return|assert)\b|^[a-z_]+:')
BODY = re.compile(r'^(?P<indent>[ ]*)\{$', re.MULTILINE)
CALL = re.compile(r'\b(?P<name>[A-Za-z_]\w*)\(')
NO_CALL = {'if', 'for', 'while', 'switch', 'return', 'catch', 'sizeof', 'decltype', 'static_assert', 'alignof', 'noexcept', 'assert'}
# A parameter of a declaration: `const Source& source`, `int count = 0`.
PARAMETER = re.compile(r'^const\b|^[\w:<>, ]+[&*]* +[&*]*\w+(?: = .*)?$|&&$|^$')


def comparisons(code):
    for match in COMPARISON.finditer(code):
        for other in OTHER_COMPARISONS[match.group(0)]:
            yield Change('comparison', match.start(), match.group(0), other)


def logic(code):
    for match in LOGIC.finditer(code):
        yield Change('and or', match.start(), match.group(0), '||' if match.group(0) == '&&' else '&&')


def written_like(number, pattern):
    return f'{number:#x}' if pattern.lower().startswith('0x') else str(number)


def constants(code):
    for match in NUMBER.finditer(code):
        was = match.group(1)
        number = int(was.replace("'", ''), 16 if was.lower().startswith('0x') else 10)
        for other in (number + 1, number - 1):
            if other >= 0:
                yield Change('constant', match.start(), was, written_like(other, was))


def conditions(code):
    for match in CONDITION.finditer(code):
        begin = match.end()
        end = end_of_bracket(code, begin - 1)
        if end < 0:
            continue
        # `if (auto made = make(); !made)`: what comes last is the condition.
        at = code.rfind(';', begin, end) + 1 or begin
        was = code[at:end]
        stripped = was.lstrip()
        # A declaration cannot be negated.
        if not stripped or re.search(r'(?<![=!<>])=(?!=)', re.sub(r'\([^()]*\)|\[[^][]*\]|<=|>=', '', stripped)):
            continue
        yield Change('condition', at + len(was) - len(stripped), stripped, f'!({stripped})')


def ends_statement(code, at):
    """Whether a statement may begin at `at`: the code before it ends one, or begins its block."""
    before = code[:at].rstrip()
    return before.endswith((';', '{', '}', 'else', 'do')) or bool(before) and before[-1] in '):' and not before.endswith('::')


def is_balanced(text):
    depth = 0
    for character in text:
        depth += (character in '([{') - (character in ')]}')
        if depth < 0:
            return False
    return depth == 0


def statements(code):
    for match in STATEMENT.finditer(code):
        statement = match.group('statement')
        at = match.start('statement')
        if not NO_STATEMENT.match(statement) and is_balanced(statement) and ends_statement(code, at):
            yield Change('statement', at, statement, ';')


def returns(code):
    """A function that returns at once. clang-format puts the bracket of a function, and of nothing else, on a line of its own."""
    for match in BODY.finditer(code):
        before = code[:match.start()].rstrip()
        if not re.search(r'(?:\)|\b(?:const|noexcept|override|final)|\})$', before):
            continue
        begin = max(before.rfind(';'), before.rfind('{\n'), before.rfind('}\n'), before.rfind('\n\n'), before.rfind(':\n'))
        head = re.sub(r'\[\[\w+\]\]', '', before[begin + 1:]).strip()
        if not head or re.match(r'(?:class|struct|enum|union|namespace|template)\b', head):
            continue
        words = head[:head.find('(')].split()
        no_value = len(words) == 1 or 'void' in words[:-1] or 'explicit' in words
        yield Change('early return', match.end() - 1, '{', '{ return; ' if no_value else '{ return {}; ')


def split_arguments(code, begin, end):
    """The places of the arguments between two brackets."""
    places = []
    depth = 0
    first = begin
    for at in range(begin, end):
        if code[at] in '([{':
            depth += 1
        elif code[at] in ')]}':
            depth -= 1
        elif code[at] == ',' and depth == 0:
            places.append((first, at))
            first = at + 1
    return places + [(first, end)]


def trimmed(code, begin, end):
    text = code[begin:end]
    begin += len(text) - len(text.lstrip())
    return begin, begin + len(text.strip())


def is_named(argument):
    """Whether it is a text or an enumerator, which the compiler takes for nothing else."""
    return argument.startswith('"') or re.fullmatch(r'[A-Za-z]\w*(?:::\w+)+', argument) is not None


def exchanges(code, text):
    for match in CALL.finditer(code):
        end = end_of_bracket(code, match.end() - 1)
        if match.group('name') in NO_CALL or end < 0:
            continue
        places = [trimmed(code, *place) for place in split_arguments(code, match.end(), end)]
        if any(PARAMETER.search(code[begin:stop]) for begin, stop in places):
            continue
        for (one, one_end), (other, other_end) in zip(places, places[1:]):
            first, second = text[one:one_end], text[other:other_end]
            if first == second or is_named(first) != is_named(second):
                continue
            # Commas between the brackets of a template separate no arguments.
            if not all(is_balanced(part) and part.count('<') == part.count('>') for part in (first, second)):
                continue
            if any(mark in text[one:other_end] for mark in ('//', '/*')):
                continue
            yield Change('arguments', one, text[one:other_end], second + text[one_end:other] + first)


def changes_of(text):
    """All changes of a file, in the order of their kinds and places."""
    code = code_of(text)
    found = []
    for made in (comparisons, logic, constants, conditions, statements, returns):
        found += made(code)
    found = [with_texts(change, text) for change in found] + list(exchanges(code, text))
    return [change for change in found if '//' not in change.was]


def with_texts(change, text):
    """The change with the texts that code_of() left out."""
    was = text[change.at:change.at + len(change.was)]
    return Change(change.kind, change.at, was, change.now.replace(change.was, was) if change.was in change.now else change.now)
