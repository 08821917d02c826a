// SPDX-License-Identifier: Apache-2.0
// Behaviour of rules about subnet managers that no example can show: "not checked".
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <string>

namespace rocelint {
namespace {

bool is_unchecked(const workspace::Outcome& outcome, std::string_view code, std::string_view reason)
{
    return std::ranges::any_of(outcome.report.not_checked, [&](const NotChecked& row) {
        return row.rule->code == code && row.reason.find(reason) != std::string::npos;
    });
}

TEST_CASE("a named list of roots that was not read is reported as not checked")
{
    const auto outcome = check_example({.title = "", .files = {{{"opensm", "sm1", ""}}}});
    CHECK(is_unchecked(*outcome, "SM027", "root_guid_file /etc/opensm/root_guid.conf was not read"));
}

// A partitions.conf with `count` lines, each with a misspelt membership.
std::string faulty_partitions(std::size_t count, std::mt19937& random)
{
    constexpr std::string_view faults[]{"ful", "limted", "fulll", "limitd"};
    std::string text = "Default=0x7fff, ipoib: ALL=full;\n";
    for (std::size_t line = 0; line < count; ++line)
        text += fmt::format("{}{}=0x{:04x}: 0x{:016x}={};\n",
            random() % 2 == 0 ? "tenant" : "p",
            line,
            line + 1,
            std::uint64_t{random()} << 8 | line,
            faults[random() % std::size(faults)]);
    return text;
}

TEST_CASE("every line of partitions.conf with a fault gives one finding, however the texts fall")
{
    constexpr std::size_t lines = 500;
    for (const std::uint32_t seed : {1U, 2U, 3U}) {
        std::mt19937 random(seed);
        const std::string partitions = faulty_partitions(lines, random);
        const auto outcome = check_example({.title = "",
            .files = {{{"opensm", "sm1", ""}, {"opensm", "sm1", partitions, "partitions.conf"}}}});
        const auto of_lines = std::ranges::count_if(outcome->report.findings, [](const Finding& finding) {
            return !finding.changes.empty() && finding.changes.front().property == Property::partitions;
        });
        CHECK(of_lines == lines);
    }
}

}
}
