// SPDX-License-Identifier: Apache-2.0
#include "drivers/line_cli/grammar/port_ranges.h"
#include "drivers/line_cli/grammar/prefixes.h"
#include "models/syntax/coverage.h"
#include "tests/drivers/line_cli/line_rows.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_edit {

TEST_CASE("blocks are followed, and the lines in them belong to them")
{
    Config config(with_blocks,
        "interface Ethernet1-2\n   mtu 9300\n   bogus\n   tx-queue 3\n      mark from 5\n   tx-queue 9\n      mark from 6\nno "
        "interface Ethernet7\nother\n",
        {});
    REQUIRE(config.lines.stanzas.size() == 2);
    const std::span<const Fact> inside = config.lines.inside(config.lines.stanzas[0]);
    REQUIRE(inside.size() == 4);
    CHECK(inside[2].kind == marking);
    CHECK(inside[2].number == 3);
    CHECK(inside[2].block == inside[1].node);
    CHECK(inside[3].sense == Sense::unread);
    CHECK(config.lines.unmatched.size() == 1);
    REQUIRE(config.problems.size() == 2);
    CHECK(config.problems[0].severity == SyntaxProblem::Severity::warning);
    CHECK(config.problems[1].message == "tx-queue 9: out of range, 0 to 7");
    const Coverage coverage = measure_coverage(config.tree);
    CHECK(coverage.count(CoverageState::read) == 4);
    CHECK(coverage.count(CoverageState::irrelevant) == 1);
    CHECK(coverage.count(CoverageState::unrecognised) == 4);
}

TEST_CASE("the last line about a subject wins, separately for each number and each optional value")
{
    const Config config(with_blocks,
        "interface Ethernet1\n   mtu 1500\n   mtu 9000\n   pause priority 3,4\n   no pause priority 4\n   trust 1\n"
        "   default trust\n   timer detect 1 restore 2\n   timer detect 3\n   tx-queue 2\n      mark from 5\n",
        {});
    FactTable said(with_blocks, config.lines);
    const std::uint32_t place = said.add_place();
    const std::uint32_t other = said.add_place();
    for (const Fact& fact : config.lines.inside(config.lines.stanzas[0]))
        said.put(place, fact);
    CHECK(said.find(place, mtu)->value() == 9000);
    CHECK(said.find(place, pfc, 3)->sense == Sense::set);
    CHECK(said.find(place, pfc, 4)->sense == Sense::off);
    CHECK(said.find(place, pfc, 5) == nullptr);
    CHECK(said.find(place, trust) == nullptr);
    CHECK(said.find(place, timer, 0)->value(0) == 3);
    CHECK(said.find(place, timer, 1)->value(1) == 2);
    CHECK(said.find(place, marking, 2)->value() == 5);
    CHECK(said.find(place, marking, 3) == nullptr);
    CHECK(said.find(place, marking, 9) == nullptr);
    CHECK(said.find(other, mtu) == nullptr);
}

TEST_CASE("a header stands for the ports of its ranges")
{
    const auto joined = [](std::string_view header) {
        std::string text;
        for (const std::string& name : expand_ports(header).value_or(std::vector<std::string>{}))
            text += name + " ";
        return text;
    };
    CHECK(joined("Ethernet1-4,7/1-2") == "Ethernet1 Ethernet2 Ethernet3 Ethernet4 Ethernet7/1 Ethernet7/2 ");
    CHECK(joined("Ethernet3/1-3") == "Ethernet3/1 Ethernet3/2 Ethernet3/3 ");
    CHECK(joined("Ethernet1/1-3/1") == "Ethernet1/1 Ethernet2/1 Ethernet3/1 ");
    CHECK(joined("Ethernet1/1,Port-Channel5") == "Ethernet1/1 Port-Channel5 ");
    CHECK(joined("Ethernet 1/1") == "Ethernet1/1 ");
    CHECK(joined("Port-Channel1.100,1.200") == "Port-Channel1.100 Port-Channel1.200 ");
    CHECK(joined("1/1-1/3") == "1/1 1/2 1/3 ");
    for (const std::string_view header :
        {"1/1-2/3", "Ethernet1/1-2/3", "Ethernet0-99999999", "Ethernet4-1", "Ethernet1-", ",", ""})
        CHECK(joined(header).empty());
}

TEST_CASE("an address has its mask after a slash, separate, or in the old notation")
{
    const auto length = [](std::string_view text) {
        Words words(text);
        const auto prefix = take_prefix(words);
        return prefix ? static_cast<int>(prefix->length) : -1;
    };
    CHECK(length("10.0.0.1/24") == 96 + 24);
    CHECK(length("10.0.0.1 /24") == 96 + 24);
    CHECK(length("10.0.0.1 255.255.255.0 secondary") == 96 + 24);
    CHECK(length("2001:db8::1/64") == 64);
    for (const std::string_view text : {"10.0.0.1", "10.0.0.1 /33", "10.0.0.1 255.0.255.0", "x", ""})
        CHECK(length(text) == -1);
}

}
