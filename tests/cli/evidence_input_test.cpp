// SPDX-License-Identifier: Apache-2.0
// check --evidence with captures that are damaged, out of order, or of something else: it is said, and no difference is wrong.
#include "tests/cli/fabric_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>
#include <utility>

namespace rocelint::evidence_input_test {
namespace {

using Json = nlohmann::json;

struct Site {
    TemporaryFolder folder;
    Site() { copy_fabric("clos-mixed", folder.path("site")); }

    [[nodiscard]] Json check() const
    {
        const Run run = rocelint(
            {"check", folder.path("site"), "--evidence", folder.path("night"), "--format", "json"});
        CAPTURE(run.err);
        CHECK(run.code <= 1);
        return Json::parse(run.out);
    }
    void capture(std::string_view when, std::string_view values) const
    {
        folder.write(fmt::format("night/{}/host1/ethtool-S.ens1f0np0.txt", when),
            fmt::format("NIC statistics:\n{}", values));
    }
};

std::string discards(std::string_view value)
{
    return fmt::format("     rx_prio3_packets: 1000000\n     rx_prio3_buf_discard: {}\n", value);
}

// The message of the one finding with this code; empty without any.
std::string message_of(const Json& report, std::string_view code)
{
    std::string message;
    for (const Json& finding : report["findings"]) {
        if (finding["code"] != code)
            continue;
        CHECK(message.empty());
        message = finding["message"];
    }
    return message;
}

bool is_not_checked(const Json& report, std::string_view code, std::string_view words)
{
    for (const Json& row : report["not_checked"]) {
        if (row["code"] == code && row["reason"].get<std::string>().find(words) != std::string::npos)
            return true;
    }
    return false;
}

bool says(const std::string& message, std::string_view words)
{
    return message.find(words) != std::string::npos;
}

}

TEST_CASE(
    "numbers with separators between thousands count, and those of other languages are reported instead")
{
    const Site site;
    site.capture("before", discards("7"));
    site.capture("after", discards("1,207"));
    CHECK(says(message_of(site.check(), "EVD001"), "rx_prio3_buf_discard grew by 1200"));
    for (const std::string_view value : {"1.207",
             "1 207",
             "1'207",
             "1\u202f207",
             "1\u00a0207",
             "1_207",
             "-1207",
             "1.2e3",
             "0x4b7",
             "1207k",
             "\u0661\u0662"}) {
        CAPTURE(value);
        site.capture("after", discards(value));
        const Json report = site.check();
        CHECK_FALSE(says(message_of(report, "EVD001"), "grew by"));
        CHECK(message_of(report, "EVD001").find("1207") == std::string::npos);
        CHECK(says(message_of(report, "SYN001"), "rx_prio3_buf_discard"));
    }
}

TEST_CASE("a counter that the device does not have is neither zero nor a fault")
{
    const Site site;
    const auto capture = [&](std::string_view when, std::string_view value) {
        site.folder.write(fmt::format("night/{}/leaf1/show_priority-group_drop_counters.txt", when),
            fmt::format("Ingress PG dropped packets:\n"
                        "     Port    PG0    PG1    PG2    PG3    PG4    PG5    PG6    PG7\n"
                        "---------  -----  -----  -----  -----  -----  -----  -----  -----\n"
                        "Ethernet0      0      0      0  {}      0      0      0      0\n",
                value));
    };
    capture("before", "N/A");
    capture("after", "N/A");
    const Json report = site.check();
    CHECK(report["findings"].empty());
    CHECK_FALSE(is_not_checked(report, "EVD001", "went down"));
    // Only the later capture has it: there is no difference.
    capture("after", "1,207");
    CHECK(says(message_of(site.check(), "EVD001"), "is 1207 since it was last cleared"));
}

TEST_CASE("a counter of 32 bits that wrapped around, and captures in the wrong order, give no difference")
{
    const Site site;
    site.capture("before", discards("4294967290"));
    site.capture("after", discards("1207"));
    const Json report = site.check();
    CHECK(report["findings"].empty());
    CHECK(is_not_checked(report, "EVD001", "they wrapped around, or the captures are in the wrong order"));
}

TEST_CASE("what grew beside a counter that went down has no difference")
{
    const Site site;
    // The host was restarted: the drops are those since then, and not the difference.
    site.capture("before", "     rx_prio3_packets: 1000000\n     rx_prio3_buf_discard: 7\n");
    site.capture("after", "     rx_prio3_packets: 4000\n     rx_prio3_buf_discard: 1207\n");
    const Json report = site.check();
    CHECK(report["findings"].empty());
    CHECK(is_not_checked(report, "EVD001", "its counters went down between the two captures"));
}

TEST_CASE("two captures whose folders do not say which is the earlier one are not compared, and it is said")
{
    const Site site;
    site.capture("monday", discards("7"));
    site.capture("tuesday", discards("1207"));
    const Json report = site.check();
    CHECK(says(message_of(report, "SYN001"), "put them below folders named before and after"));
    CHECK(says(message_of(report, "EVD001"), "rx_prio3_buf_discard is 1207 since it was last cleared"));
}

TEST_CASE(
    "two folders that are named by addresses do not say which capture is the earlier one, and by dates they do")
{
    struct Names {
        const char* first;
        const char* second;
        bool are_dates;
    };
    for (const auto& [first, second, are_dates] : {Names{"10.0.0.11", "10.0.0.12", false},
             Names{"2001:db8::1", "2001:db8::2", false},
             Names{"20261130", "20261201", true},
             Names{"2026.11.30.1", "2026.11.30.2", true}}) {
        CAPTURE(first);
        const Site site;
        for (const auto& [name, value] : {std::pair(first, "7"), std::pair(second, "1207")})
            site.folder.write(fmt::format("night/{}/ethtool-S.ens1f0np0.txt", name),
                "root@host1:~# ethtool -S ens1f0np0\nNIC statistics:\n" + discards(value));
        const Json report = site.check();
        CHECK(says(message_of(report, "EVD001"), "rx_prio3_buf_discard grew by 1200") == are_dates);
        CHECK(says(message_of(report, "EVD001"), first) == are_dates);
        CHECK(
            says(message_of(report, "SYN001"), "put them below folders named before and after") != are_dates);
    }
}

TEST_CASE("a port that was renamed between the captures has no difference, and the old name is named")
{
    const Site site;
    site.folder.write("night/before/host1/ethtool-S.eth4.txt",
        "NIC statistics:\n     rx_prio3_buf_discard: 7\n     rx_prio3_pause: 90\n");
    site.capture("after", "     rx_prio3_buf_discard: 1207\n     rx_prio3_pause: 95\n");
    const Json report = site.check();
    CHECK(says(message_of(report, "EVD001"), "is 1207 since it was last cleared"));
    CHECK(says(message_of(report, "SYN001"), "1 port that its configuration does not have, such as eth4"));
}

TEST_CASE("captures of other devices are named, and those without counters too")
{
    const Site site;
    site.folder.write(
        "night/after/host9/ethtool-S.ens1f0np0.txt", "NIC statistics:\n     rx_prio3_pause: 7\n");
    CHECK(says(message_of(site.check(), "SYN001"), "which the checked files do not have"));
    const Site other;
    other.folder.write("night/host1/lldptool.txt",
        "root@host1:~# lldptool -t -n -i ens1f0np0 -V PFC\nIEEE 8021QAZ PFC TLV\n\t Willing: no\n"
        "\t PFC capable traffic classes: 8\n\t PFC enabled: none\n");
    const Json report = other.check();
    CHECK(says(message_of(report, "SYN001"),
        "shows no counters and no state of a switch, and nothing else of it is read"));
    CHECK(report["findings"].size() == 1);
}

}
