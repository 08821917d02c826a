// SPDX-License-Identifier: Apache-2.0
// A typo is a finding at its line: the setting it was meant to make is missing, and the device would have rejected the line.
#include "drivers/driver.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>

namespace rocelint::testing {
namespace {

struct Slip {
    const char* platform;
    const char* file;
    const char* word; ///< occurs in the platform's example
    const char* slip;
    const char* told;
    int times = 1; ///< how often the word is replaced
};

std::string example_with(const Slip& row)
{
    std::string text(find_driver(row.platform)->base_example);
    for (std::size_t at = text.find("@NAME@"); at != std::string::npos; at = text.find("@NAME@"))
        text.replace(at, 6, "leaf1");
    std::size_t from = 0;
    for (int time = 0; time < row.times; ++time) {
        const std::size_t at = text.find(row.word, from);
        REQUIRE(at != std::string::npos);
        text.replace(at, std::string_view(row.word).size(), row.slip);
        from = at + std::string_view(row.slip).size();
    }
    return text;
}

TEST_CASE("a misspelt word is reported with the word that was meant")
{
    constexpr Slip rows[]{
        {"eos",
            "leaf1.cfg",
            "priority-flow-control on",
            "priorty-flow-control on",
            "is \"priorty-flow-control\" meant to be \"priority-flow-control\"?\n"},
        {"eos",
            "leaf1.cfg",
            "random-detect ecn",
            "random-detct ecn",
            "meant to be \"random-detect\"? Another line has it too",
            2},
        {"onyx",
            "leaf1.cfg",
            "dcb priority-flow-control enable",
            "dcb priority-flow-contrl enable",
            "meant to be \"priority-flow-control\"?"},
        {"junos",
            "leaf1.conf",
            "explicit-congestion-notification;",
            "explicit-congestion-notificaton;",
            "meant to be \"explicit-congestion-notification\"?"},
        {"sonic", "leaf1.json", "\"pfc_enable\"", "\"pfc_enabel\"", "meant to be \"pfc_enable\"?"},
        {"sonic", "leaf1.json", "\"WRED_PROFILE\"", "\"WRED_PROFIEL\"", "meant to be \"WRED_PROFILE\"?"},
    };
    for (const Slip& row : rows) {
        CAPTURE(row.slip);
        const TemporaryFolder folder;
        folder.write(row.file, example_with(row));
        const Run run = rocelint({"check", "-v", folder.path()});
        CAPTURE(run.out);
        CHECK(run.says(row.told));
    }
}

TEST_CASE("a finding shows lines of its own block that were not understood, and none of other blocks")
{
    const Slip row{"eos", "leaf1.cfg", "priority-flow-control on", "priority-flow-contol on", ""};
    const TemporaryFolder folder;
    folder.write(row.file, example_with(row));
    folder.write("rocelint.yaml", "version: 1\nrdma: {priority: 3, dscp: [26]}\n");
    const Run run = rocelint({"check", "-v", folder.path()});
    CAPTURE(run.out);
    const std::size_t finding = run.out.find("error[PFC001]");
    const std::size_t shown = run.out.find("this line of the same block was not understood");
    REQUIRE(finding != std::string::npos);
    CHECK(shown > finding);
    CHECK(run.out.find("this line of the same block", shown + 1) == std::string::npos);
}

TEST_CASE("words that only look similar are left alone")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg",
        clean_switch("leaf1") + "frobnicate quietly\ndbc on\ninterface Ethernet77\n   shutter 3\n");
    const Run run = rocelint({"check", "-v", folder.path()});
    CAPTURE(run.out);
    CHECK(!run.says("meant to be"));
}

TEST_CASE("a dangling reference shows the definition with a similar name, or where the definition belongs")
{
    constexpr Slip rows[]{
        {"sonic",
            "leaf1.json",
            "\"wred_profile\": \"AZURE_LOSSLESS\"",
            "\"wred_profile\": \"AZURE_LOSLESS\"",
            "\"AZURE_LOSSLESS\" is spelt almost alike"},
        {"sonic",
            "leaf1.json",
            "\"wred_profile\": \"AZURE_LOSSLESS\"",
            "\"wred_profile\": \"MINE\"",
            "no \"MINE\" is defined here"},
        {"junos",
            "leaf1.conf",
            "class NO-LOSS queue-num",
            "class NOLOSS queue-num",
            "\"NOLOSS\" is spelt almost alike"},
    };
    for (const Slip& row : rows) {
        CAPTURE(row.slip);
        const TemporaryFolder folder;
        folder.write(row.file, example_with(row));
        const Run run = rocelint({"check", "-v", folder.path()});
        CAPTURE(run.out);
        CHECK(run.says("[SYN005]"));
        CHECK(run.says(row.told));
    }
}

}
}
