# SPDX-License-Identifier: Apache-2.0
"""The code of a C++ file: everything else (comments, texts, preprocessor lines, examples of rules) replaced by blanks."""
import re

# One of these at a time, from left to right. A quotation mark between digits separates thousands.
NOT_CODE = re.compile(r'''
    //(?:\\\n|[^\n])* |
    /\*.*?\*/ |
    R"(?P<end>[^()\\\s]{0,16})\(.*?\)(?P=end)" |
    "(?:\\.|[^"\\\n])*" |
    (?<![0-9a-fA-F])'(?:\\.|[^'\\\n])*' |
    ^[ \t]*\#(?:\\\n|[^\n])*
    ''', re.VERBOSE | re.DOTALL | re.MULTILINE)
# The records of a rule: what it says, and the configurations that are its tests.
RECORD = re.compile(r'\bExample\b[^;{}()]*\{|\.examples\s*=\s*\{|\bRule\b[^;{}()]*\{')
CLOSING = {'(': ')', '{': '}', '[': ']'}


def blanked(text):
    """Blanks of the same length, with the same line feeds."""
    return re.sub(r'[^\n]', ' ', text)


def end_of_bracket(code, at):
    """The place of the bracket that closes the one at `at`, or -1."""
    depth = 0
    for place in range(at, len(code)):
        if code[place] in CLOSING:
            depth += 1
        elif code[place] in CLOSING.values():
            depth -= 1
            if depth == 0:
                return place
    return -1


def code_of(text):
    """The code, at the same places as in `text`. Of a text its quotation marks stay, so that it is still an argument."""
    def without(match):
        whole = match.group(0)
        quoted = whole[0] in '"\'R' and not whole.lstrip().startswith(('/', '#'))
        return whole[0] + blanked(whole[1:-1]) + whole[-1] if quoted else blanked(whole)
    code = NOT_CODE.sub(without, text)
    for match in RECORD.finditer(code):
        # Within a record that is blank already there is no bracket any longer.
        end = end_of_bracket(code, match.end() - 1) if code[match.end() - 1] == '{' else -1
        if end >= 0:
            code = code[:match.end()] + blanked(code[match.end():end]) + code[end:]
    return code
