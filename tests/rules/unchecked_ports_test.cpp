// SPDX-License-Identifier: Apache-2.0
// A row of "not checked" counts ports: one that has several unread settings counts once.
#include "rules/finding.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <string>
#include <tuple>

namespace rocelint {
namespace {

TEST_CASE("a port counts once in a row, in any order, and the device as a whole does not count")
{
    NotChecked row{.port = {2, 7}, .reason = "the size is unknown", .ports = 0};
    for (const std::uint32_t port : {7U, 7U, 3U, 7U, 3U, 64U})
        row.count({2, port});
    row.count({2, Port::no_index});
    CHECK(row.ports == 3);
}

TEST_CASE("a switch without the buffers of its queues counts its ports, not its queues")
{
    const auto outcome = check_example({.title = "", .files = {{{"eos", "leaf1", ""}}}});
    const auto row = std::ranges::find_if(
        outcome->report.not_checked, [](const NotChecked& one) { return one.rule->code == "BUF019"; });
    REQUIRE(row != outcome->report.not_checked.end());
    CHECK(row->ports == 2);
}

TEST_CASE("no row of any example counts more ports than its device has, and no two rows say the same")
{
    for (const Rule* rule : all_rules()) {
        for (const Example& example : rule->examples) {
            const auto outcome = check_example(example);
            std::set<std::tuple<std::string_view, std::uint32_t, std::string_view>> said;
            for (const NotChecked& row : outcome->report.not_checked) {
                if (row.port.device >= outcome->fabric.devices.size())
                    continue;
                const Device& device = outcome->fabric.devices[row.port.device];
                // Parts of a subnet or of its manager are numbered in the same way.
                CHECK_MESSAGE((row.ports <= device.ports.size() || device.ports.empty()),
                    fmt::format("{} of {}, {}: {} ports in: {}",
                        row.rule->code,
                        device.name,
                        example.title,
                        row.ports,
                        row.reason));
                CHECK_MESSAGE(said.insert({row.rule->code, row.port.device, row.reason}).second,
                    fmt::format("{} of {} twice: {}", row.rule->code, device.name, row.reason));
            }
        }
    }
}

}
}
