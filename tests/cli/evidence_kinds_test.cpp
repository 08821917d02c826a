// SPDX-License-Identifier: Apache-2.0
// check --evidence: what frames of link pause, pause that stops another queue, and drops inside a chassis prove.
#include "tests/cli/fabric_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace rocelint {
namespace {

bool shows(const nlohmann::json& finding, std::string_view words)
{
    return finding.at("related").dump().find(words) != std::string::npos;
}

}

TEST_CASE("frames of link pause confirm that a NIC has it on, and say so where its captures show it off")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("site"));
    const std::string head = "root@host1:~# ethtool -S ens1f0np0\nNIC statistics:\n     tx_global_pause: ";
    folder.write("night/before/host1/capture.txt", head + "4\n");
    folder.write("night/after/host1/capture.txt", head + "904\n");
    const auto check = [&] {
        return nlohmann::json::parse(
            rocelint({"check", folder.path("site"), "--format", "json", "--evidence", folder.path("night")})
                .out);
    };
    const nlohmann::json off = check().at("findings");
    REQUIRE(off.size() == 1);
    CHECK(off.front().at("code") == "EVD012");
    CHECK(off.front().at("severity") == "warning");
    replace(folder, "site/hosts/host1/ethtool-a.ens1f0np0.txt", "TX:             off", "TX:             on");
    const nlohmann::json on = check().at("findings");
    CAPTURE(on.dump(1));
    REQUIRE(on.size() == 1);
    CHECK(on.front().at("code") == "NIC004");
    CHECK(on.front().at("evidence") == "confirmed");
    CHECK(shows(on.front(), "tx_global_pause grew by 900"));
}

TEST_CASE("pause frames that reach a switch confirm that its pause stops another queue")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("site"));
    const std::string map
        = "\"MAP_PFC_PRIORITY_TO_QUEUE\": {\n        \"AZURE\": {\n            \"0\": \"0\",\n            \"1\": \"1\",\n"
          "            \"2\": \"2\",\n            \"3\": ";
    replace(folder, "site/leaf1.json", map + "\"3\"", map + "\"4\"");
    constexpr std::string_view head
        = "  Port Rx    PFC0    PFC1    PFC2    PFC3    PFC4    PFC5    PFC6    PFC7\n"
          "---------  ------  ------  ------  ------  ------  ------  ------  ------\n";
    const auto row = [&](std::string_view frames) {
        return fmt::format(
            "{}Ethernet0       0       0       0  {}       0       0       0       0\n", head, frames);
    };
    const auto finding_with = [&](std::string_view later) {
        folder.write("night/before/leaf1/show_pfc_counters.txt", row("1,200"));
        folder.write("night/after/leaf1/show_pfc_counters.txt", row(later));
        const nlohmann::json report = nlohmann::json::parse(
            rocelint({"check", folder.path("site"), "--format", "json", "--evidence", folder.path("night")})
                .out);
        REQUIRE(report.at("findings").size() == 1);
        return report.at("findings").front();
    };
    const nlohmann::json confirmed = finding_with("91,200");
    CHECK(confirmed.at("code") == "QOS005");
    CHECK(confirmed.at("evidence") == "confirmed");
    CHECK(shows(confirmed, "Port Rx PFC3 grew by 90000"));
    CHECK(finding_with("1,200").at("evidence") == "silent");
}

TEST_CASE("drops in the virtual output queues of a chassis are those of the priority of their traffic class")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("site"));
    const auto codes_with = [&](std::string_view tc) {
        const auto capture = [&](int drops) {
            return fmt::format(
                R"({{"ingressVoqCounters": {{"interfaces": {{"Ethernet1/1": {{"trafficClasses": {{"{}": {{"droppedPackets": {}}}}}}}}}}}}})",
                tc,
                drops);
        };
        folder.write("night/before/leaf3/queues.json", capture(5));
        folder.write("night/after/leaf3/queues.json", capture(1205));
        const nlohmann::json report = nlohmann::json::parse(
            rocelint({"check", folder.path("site"), "--format", "json", "--evidence", folder.path("night")})
                .out);
        std::string codes;
        for (const nlohmann::json& finding : report.at("findings"))
            codes += finding.at("code").get<std::string>() + ' ';
        return codes;
    };
    CHECK(codes_with("TC3") == "EVD001 ");
    CHECK(codes_with("TC0").empty());
}

}
