// SPDX-License-Identifier: Apache-2.0
// The page of codes without a rule is written by hand: once a rule exists, its code must leave the page.
#include "rules/rule_table.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

namespace rocelint {
namespace {

// "| PFC010 | PFC that waits … | Cisco NX-OS is not read yet. |"
std::vector<std::string> cells_of(const std::string& row)
{
    std::vector<std::string> cells;
    for (std::size_t bar = row.find("| "); bar != std::string::npos && bar + 2 < row.size();) {
        const std::size_t end = row.find(" |", bar + 2);
        if (end == std::string::npos)
            break;
        cells.push_back(row.substr(bar + 2, end - bar - 2));
        bar = end + 1;
    }
    return cells;
}

TEST_CASE("no code on the page of missing rules has a rule, and each has its reason")
{
    std::ifstream page(ROCELINT_SOURCE_DIR "/docs/rules/not-implemented.md");
    REQUIRE(page);
    std::vector<std::string> codes;
    std::vector<std::string> table;
    for (std::string line; std::getline(page, line);) {
        if (line.starts_with("## ")) {
            CAPTURE(line);
            CHECK(std::ranges::is_sorted(table));
            table.clear();
        }
        const std::vector<std::string> cells = cells_of(line);
        if (cells.empty() || cells.front() == "code")
            continue;
        CAPTURE(line);
        REQUIRE(cells.size() == 3);
        CHECK(find_rule(cells[0]) == nullptr);
        CHECK_FALSE(cells[1].empty());
        CHECK(cells[2].ends_with('.'));
        codes.push_back(cells[0]);
        table.push_back(cells[0]);
    }
    constexpr std::size_t few = 50;
    CHECK(codes.size() > few);
    CHECK(std::ranges::is_sorted(table));
    std::ranges::sort(codes);
    CHECK(std::ranges::adjacent_find(codes) == codes.end());
}

}
}
