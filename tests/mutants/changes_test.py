# SPDX-License-Identifier: Apache-2.0
"""Each kind of change is made in code, and never in comments, texts, preprocessor lines or examples.  changes_test.py"""
import unittest

from changes import changes_of
from code_text import code_of

SOURCE = '''// SPDX: a < b && c == 1
#include "a < 1.h"
#define TWICE(a) \\
    (a == 2 ? a < 3 : f(a, b))

namespace rocelint {
namespace {

/* x == 4; f(y, z); */
constexpr std::string_view text = "a < 5 && f(g, h)"; // a != 6
constexpr std::string_view raw = R"x(if (a == 7) "f(a, b)";)x";

constexpr Example examples[]{
    {.title = "one", .files = {{{"sonic", "leaf1", 8}}}, .flagged = {f(9, ten)}},
};

constexpr Rule rule{.code = "PFC001", .severity = 10, .examples = {}};

char sign(char c) { return c == '<' ? ',' : c; }

}

std::size_t Finder::count(const Source& source, std::size_t most) const
{
    constexpr std::size_t thousand = 1'000;
    if (most <= thousand || !source.known)
        add(source.text(), most);
    if (auto read = source.read(); !read)
        total_ = most - 1;
    if (const Line* line = source.line())
        line->use();
    while (total_ > 0x10) {
        --total_;
        (void)record(Event::done, total_, "done");
    }
    return std::max(total_, most) + map<int>(a, a);
}

void Finder::clear()
{
    total_ = 0;
}

}
'''


def made(kind, source=SOURCE):
    """The changes of a kind: the line, what was there and what is there instead."""
    return [(source.count('\n', 0, one.at) + 1, one.was, one.now) for one in changes_of(source) if one.kind == kind]


class Changes(unittest.TestCase):
    def test_a_comparison_becomes_its_opposite_or_moves_its_bound(self):
        self.assertEqual(made('comparison'), [
            (19, '==', '!='), (26, '<=', '<'), (26, '<=', '>'), (32, '>', '>='), (32, '>', '<=')])

    def test_and_becomes_or(self):
        self.assertEqual(made('and or'), [(26, '||', '&&')])
        self.assertEqual(made('and or', 'void f(T&& t)\n{\n    return a\n        && b;\n}\n'), [(4, '&&', '||')])

    def test_a_constant_becomes_one_more_or_one_less(self):
        self.assertEqual(made('constant'), [
            (25, "1'000", '1001'), (25, "1'000", '999'), (29, '1', '2'), (29, '1', '0'), (32, '0x10', '0x11'), (32, '0x10', '0xf'),
            (41, '0', '1')])

    def test_a_condition_is_negated_unless_it_is_a_declaration(self):
        self.assertEqual(made('condition'), [
            (26, 'most <= thousand || !source.known', '!(most <= thousand || !source.known)'),
            (28, '!read', '!(!read)'),
            (32, 'total_ > 0x10', '!(total_ > 0x10)')])
        self.assertEqual(made('condition', '    if (says("a == b") == "x")\n'), [(1, 'says("a == b") == "x"', '!(says("a == b") == "x")')])
        self.assertEqual(made('condition', '    if constexpr (big)\n'), [])

    def test_a_statement_is_dropped_unless_it_is_a_declaration(self):
        self.assertEqual(made('statement'), [
            (27, 'add(source.text(), most);', ';'), (29, 'total_ = most - 1;', ';'), (31, 'line->use();', ';'), (33, '--total_;', ';'),
            (34, '(void)record(Event::done, total_, "done");', ';'), (41, 'total_ = 0;', ';')])
        # The end of a statement is no statement.
        self.assertEqual(made('statement', 'void f()\n{\n    const int a = g(1,\n        h(2));\n}\n'), [])

    def test_a_function_returns_at_once(self):
        self.assertEqual(made('early return'), [(24, '{', '{ return {}; '), (40, '{', '{ return; ')])
        self.assertEqual(made('early return', 'class A {\npublic:\n    A(int a)\n        : a_(a)\n    {\n    }\n};\n'), [(5, '{', '{ return; ')])

    def test_two_arguments_change_places(self):
        self.assertEqual(made('arguments'), [
            (27, 'source.text(), most', 'most, source.text()'), (36, 'total_, most', 'most, total_')])
        self.assertEqual(made('arguments', '    f(g(a, 1), b);\n'), [(1, 'g(a, 1), b', 'b, g(a, 1)'), (1, 'a, 1', '1, a')])
        self.assertEqual(made('arguments', 'Lines::Lines(const Source& source, std::size_t most = 0);\n'), [])

    def test_only_code_changes(self):
        code = code_of(SOURCE)
        self.assertEqual(len(code), len(SOURCE))
        for line in (*range(1, 5), 9, 14):
            self.assertEqual(code.splitlines()[line - 1].strip(), '', line)
        for one in changes_of(SOURCE):
            self.assertNotIn(SOURCE.count('\n', 0, one.at) + 1, [*range(1, 19), 20], one)

    def test_a_change_is_made_at_its_place_only(self):
        for one in changes_of(SOURCE):
            changed = one.made_in(SOURCE)
            self.assertNotEqual(changed, SOURCE)
            self.assertEqual(changed[:one.at], SOURCE[:one.at])
            self.assertTrue(changed.endswith(SOURCE[one.at + len(one.was):]))


unittest.main()
