// SPDX-License-Identifier: Apache-2.0
// Plants each fault on every platform: it is found there, or the page says why not.
#include "tests/metamorphic/fault_page.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace rocelint::testing {
namespace {

TEST_CASE("a fault is found on every platform, or its configuration shows why not")
{
    const std::vector<Subject> subjects = switch_pairs();
    REQUIRE(subjects.size() >= 8);
    const FaultTable table = fault_table(subjects);
    for (std::size_t fault = 0; fault < table.cells.size(); ++fault) {
        for (std::size_t platform = 0; platform < subjects.size(); ++platform) {
            INFO(std::string(all_faults()[fault].name) << " on " << subjects[platform].name);
            CHECK_FALSE(table.cells[fault][platform].is_silent());
        }
    }
    const std::string path = std::string(ROCELINT_SOURCE_DIR) + "/docs/faults.md";
    const std::string page = fault_page(table);
    if (std::getenv("ROCELINT_UPDATE_GOLDEN") != nullptr)
        std::ofstream(path) << page;
    std::ostringstream written;
    written << std::ifstream(path).rdbuf();
    const bool is_same = written.str() == page;
    CHECK_MESSAGE(is_same, "ROCELINT_UPDATE_GOLDEN=1 writes docs/faults.md anew");
}

}
}
