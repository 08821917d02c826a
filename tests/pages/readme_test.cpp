// SPDX-License-Identifier: Apache-2.0
// Tests that README.md is correct.
#include "tests/pages/followed.h"
#include "tests/pages/reader.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <string>

namespace rocelint::pages {
namespace {

TEST_CASE("every command of README.md does what it says, on the reader's own files")
{
    const TemporaryFolder work;
    copy_fabric("broken-clos", work.path("configs"));
    copy_fabric("clos-four", work.path(""));
    std::filesystem::copy(std::string(ROCELINT_SOURCE_DIR) + "/fixtures/evidence/clos-mixed-night",
        work.path("counters"),
        std::filesystem::copy_options::recursive);
    commit_all(work.path());
    // Changes for --changed-since and diff to find.
    replace_in_file(work.path("configs/leaf1.json"), R"("26": "3")", R"("26": "0")");
    std::vector<Block> blocks = read_page("README.md");
    // The report further down is that of the unchanged fixture.
    std::erase_if(blocks, [](const Block& block) { return !mark_of(block, "output of ").empty(); });
    CHECK(Reader(work.path()).follow(blocks) >= 10);
    const Run shown = rocelint({"policy", "show", work.path("policy")});
    CHECK_MESSAGE(shown.code == 0, shown.err);
    CHECK(shown.says("2027-01-31"));
}

TEST_CASE("the report in README.md is that of the fixture it names")
{
    const TemporaryFolder work;
    copy_fabric("broken-clos", work.path());
    std::vector<Block> blocks = read_page("README.md");
    std::erase_if(blocks, [](const Block& block) { return mark_of(block, "output of ").empty(); });
    REQUIRE(blocks.size() == 1);
    CHECK(Reader(work.path()).follow(blocks) == 1);
}

}
}
