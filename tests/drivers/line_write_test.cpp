// SPDX-License-Identifier: Apache-2.0
// Whole texts: written from facts, and taken back.
#include "drivers/line_cli/line_text.h"
#include "drivers/line_cli/undo.h"
#include "tests/drivers/line_rows.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_edit {

TEST_CASE(
    "a configuration is written from facts, in blocks or line by line, and what is brought into range is said")
{
    const auto written = [](const Grammar& grammar) {
        LineText out(grammar);
        for (const std::string_view name : {"1", "2"}) {
            out.enter({.kind = header, .text = name});
            CHECK(out.say(number(mtu, 9999), name).value() <= 9216);
            Fact off{.kind = trust, .sense = Sense::off};
            out.say(off);
            out.leave();
        }
        out.leave_out("nothing else");
        std::string text = out.text();
        for (const std::string& sentence : out.left_out())
            text += sentence + "\n";
        return text;
    };
    CHECK(written(with_blocks)
        == "interface 1\n   mtu 9214\n   no trust\n!\ninterface 2\n   mtu 9214\n   no trust\n!\n1 and 1 more: mtu 9999: out of "
           "range, 68 to 9214; `mtu 9214` is written\nnothing else\n");
    CHECK(written(flat)
        == "interface ethernet 1 mtu 9216\nno interface ethernet 1 trust\ninterface ethernet 2 mtu 9216\nno interface ethernet "
           "2 trust\n1 and 1 more: mtu 9999: out of range, 1500 to 9216; `mtu 9216` is written\nnothing else\n");
}

TEST_CASE("what was added is negated, and what was displaced is said again")
{
    const auto undone = [](const Dialect& dialect, std::string_view before, std::string_view after) {
        const Source one(0, "before", before);
        const Source two(1, "after", after);
        const Tree from = parse_indented(one, {});
        const Tree to = parse_indented(two, {});
        return undo_lines(dialect, {&from, 1}, {&to, 1});
    };
    CHECK(undone(blocks, "interface A\n   mtu 1\n", "interface A\n   mtu 2\n   no trust\n")
        == "interface A\n   no mtu 2\n   default trust\n   mtu 1\n   exit\n");
    CHECK(undone(one_line, "a mtu 1\n", "a mtu 1\nno a trust\nb 1\n") == "a trust\nno b 1\n");
}

}
