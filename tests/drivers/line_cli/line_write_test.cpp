// SPDX-License-Identifier: Apache-2.0
// Whole texts: written from facts, and retraced.
#include "drivers/line_cli/read/typed_lines.h"
#include "drivers/line_cli/write/line_text.h"
#include "drivers/line_cli/write/retrace.h"
#include "tests/drivers/line_cli/line_rows.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_edit {

TEST_CASE("a configuration is written from facts, in blocks or line by line, and clamped values are reported")
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

// The lines that turn one text into the other.
std::string retraced(const Grammar& grammar, std::string_view from, std::string_view to)
{
    const Source one(0, "from", from);
    const Source two(1, "to", to);
    const IndentGrammar form{.comment = grammar.dialect().comment[0]};
    const Tree before = parse_indented(one, form);
    const Tree after = parse_indented(two, form);
    return retrace({grammar, top}, {&before, 1}, {&after, 1});
}

TEST_CASE("a line that is replaced is not negated first, so that no value passes through its default")
{
    constexpr std::string_view old_mtu = "interface A\n   mtu 1500\n";
    constexpr std::string_view new_mtu = "interface A\n   mtu 9000\n   no trust\n";
    CHECK(retraced(with_blocks, old_mtu, new_mtu) == "interface A\n   mtu 9000\n   no trust\n   exit\n");
    CHECK(retraced(with_blocks, new_mtu, old_mtu) == "interface A\n   default trust\n   mtu 1500\n   exit\n");
    CHECK(retraced(flat, "interface ethernet 1 mtu 1500\n", "interface ethernet 1 mtu 9000\n")
        == "interface ethernet 1 mtu 9000\n");
    CHECK(retraced(flat, "interface ethernet 1 mtu 1500\n", "") == "no interface ethernet 1 mtu\n");
}

TEST_CASE("the line that a device writes at the end of a block is neither typed nor negated")
{
    static constexpr std::string_view ends[]{"end-interface"};
    static constexpr Dialect dialect{.closing = ends};
    static constexpr Grammar grammar(dialect, block_rows, {});
    constexpr std::string_view ended = "interface A\n   mtu 1500\n   end-interface\n";
    CHECK(retraced(grammar, "interface A\n   mtu 9000\n", ended) == "interface A\n   mtu 1500\n   exit\n");
    CHECK(retraced(grammar, ended, "interface A\n   mtu 1500\n") == "");
}

TEST_CASE("members of a set and points of a map are removed and restored one by one")
{
    CHECK(
        retraced(with_blocks, "interface A\n   pause priority 3,4\n", "interface A\n   pause priority 4,5\n")
        == "interface A\n   no pause priority 3\n   pause priority 5\n   exit\n");
    CHECK(retraced(with_blocks, "map dscp 24 26 to 1\nmap dscp 48 to 6\n", "map dscp 26 48 to 1\n")
        == "no map dscp 24 to 1\nmap dscp 48 to 1\n");
}

TEST_CASE("a definition is written before the lines that name it, and removed after them")
{
    constexpr std::string_view with = "interface A\n   service-profile P\nqos profile P\n   trust 1\n";
    constexpr std::string_view without = "interface A\n   mtu 1500\n";
    CHECK(retraced(with_blocks, without, with)
        == "qos profile P\n   trust 1\n   exit\ninterface A\n   default mtu\n   service-profile P\n   exit\n");
    CHECK(retraced(with_blocks, with, without)
        == "interface A\n   no service-profile P\n   mtu 1500\n   exit\nno qos profile P\n");
}

TEST_CASE(
    "lines that cannot be typed as they are refuse every change, and the reason says whether a secret is missing")
{
    const auto reason_of = [](std::string lines) {
        Commands made;
        typed(made, std::move(lines), 2);
        CHECK(made.text.empty());
        REQUIRE(made.refused.size() == 2);
        CHECK(made.refused[0].reason == made.refused[1].reason);
        return made.refused[1].reason;
    };
    CHECK(reason_of("class-map type qos \"A\"\n").find("holds `\"`") != std::string::npos);
    CHECK(reason_of("description \t\n").find("holds a control character") != std::string::npos);
    CHECK(reason_of("description <redacted 0123456789ab>\n").find("holds a secret") != std::string::npos);
}

TEST_CASE("a range's setting applies to a port again once the port's own line is gone")
{
    constexpr std::string_view of_range = "interface ethernet 1/1-1/2 mtu 9000\n";
    CHECK(retraced(flat, std::string(of_range) + "interface ethernet 1/1 mtu 1500\n", of_range)
        == "no interface ethernet 1/1 mtu\ninterface ethernet 1/1-1/2 mtu 9000\n");
}

}
