// SPDX-License-Identifier: Apache-2.0
// "On the device" of the rules' pages: commands that verify a finding on the device itself.
#include "drivers/driver.h"
#include "rules/rule_table.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>
#include <string_view>

namespace rocelint {
namespace {

std::set<std::string_view> words_of(std::string_view text)
{
    std::set<std::string_view> words;
    while (!text.empty()) {
        const std::string_view word = text.substr(0, text.find(' '));
        words.insert(word);
        text.remove_prefix(std::min(text.size(), word.size() + 1));
    }
    return words;
}

TEST_CASE("a rule's page has the commands of the platforms that it has examples of, and of no others")
{
    const Run page = rocelint({"explain", "PFC004", "--format", "markdown"});
    CHECK(page.says("\n## On the device\n\n| platform | command | it shows |\n|---|---|---|\n"));
    CHECK(page.says(
        "\n| Arista EOS | `show priority-flow-control status` | the priorities that each port pauses"));
    CHECK(page.says("\n| SONiC | `show pfc priority` | "));
    CHECK(page.says("\n| NVIDIA Cumulus Linux (NVUE) | `nv show")
        == page.says("(NVIDIA Cumulus Linux (NVUE))"));
    CHECK_FALSE(page.says("iblinkinfo"));
    const Run text = rocelint({"explain", "PFC004"});
    CHECK(text.says(
        "\nOn the device\n  SONiC:\n    show pfc priority: the priorities that each port pauses\n"));
    // A bar inside a command does not end the cell.
    CHECK(rocelint({"explain", "QOS002", "--format", "markdown"}).says("DSCP_TO_TC_MAP\\|AZURE"));
    // Nothing on a device shows what an unused waiver is.
    CHECK_FALSE(rocelint({"explain", "SYN003"}).says("On the device"));
}

TEST_CASE("the commands of each platform are for families of rules, and are stated once")
{
    std::set<std::string_view> families;
    for (const Rule* rule : all_rules())
        families.insert(rule->code.substr(0, rule->code.find_first_of("0123456789")));
    std::size_t platforms = 0;
    for (const Driver* driver : all_drivers()) {
        std::set<std::string_view> seen;
        for (const ShowCommand& command : driver->show_commands) {
            CAPTURE(driver->name);
            CAPTURE(command.command);
            CHECK(std::ranges::includes(families, words_of(command.families)));
            CHECK_FALSE(command.families.empty());
            CHECK_FALSE(command.shows.empty());
            CHECK_FALSE(command.shows.ends_with('.'));
            CHECK(seen.insert(command.command).second);
        }
        platforms += driver->show_commands.empty() ? 0 : 1;
    }
    CHECK(platforms == 18);
}

}
}
