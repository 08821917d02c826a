// SPDX-License-Identifier: Apache-2.0
// check --evidence: captures of counters confirm or contradict findings, and say so in every form of the report.
#include "tests/cli/fabric_run.h"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>

namespace rocelint {
namespace {

std::string captures(const std::string& name)
{
    return std::string(ROCELINT_SOURCE_DIR) + "/fixtures/evidence/" + name;
}

// The fabric clos-mixed, in which the first NIC of host1 has no PFC.
struct BrokenFabric {
    TemporaryFolder folder;

    BrokenFabric()
    {
        copy_fabric("clos-mixed", folder.path("site"));
        replace(folder,
            "site/hosts/host1/mlnx_qos.ens1f0np0.txt",
            "enabled     0   0   0   1",
            "enabled     0   0   0   0");
    }
    [[nodiscard]] nlohmann::json check(const std::string& evidence, std::vector<std::string> more = {}) const
    {
        std::vector<std::string> arguments{"check", folder.path("site"), "--format", "json"};
        if (!evidence.empty())
            arguments.insert(arguments.end(), {"--evidence", evidence});
        arguments.insert(arguments.end(), more.begin(), more.end());
        return nlohmann::json::parse(rocelint(arguments).out);
    }
};

// The finding about PFC of the NIC.
nlohmann::json finding_about_pfc(const nlohmann::json& report)
{
    for (const nlohmann::json& finding : report.at("findings")) {
        if (finding.at("code") == "NIC002" || finding.at("code") == "PFC004")
            return finding;
    }
    FAIL("the missing PFC is not reported");
    return {};
}

bool names_counter(const nlohmann::json& finding, std::string_view counter)
{
    const nlohmann::json& related = finding.at("related");
    return std::any_of(related.begin(), related.end(), [counter](const nlohmann::json& row) {
        return row.at("message").get<std::string>().find(counter) != std::string::npos;
    });
}

}

TEST_CASE("the counters of a sound night add nothing to a clean report")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("site"));
    const Run run = rocelint(
        {"check", folder.path("site"), "--evidence", captures("clos-mixed-night"), "--format", "json"});
    CAPTURE(run.out);
    CAPTURE(run.err);
    CHECK(run.code == 0);
    const nlohmann::json report = nlohmann::json::parse(run.out);
    CHECK(report.at("findings").empty());
    CHECK(report.at("not_checked")
        == nlohmann::json::parse(rocelint({"check", folder.path("site"), "--format", "json"}).out)
               .at("not_checked"));
}

TEST_CASE("without counters no finding says anything of evidence")
{
    CHECK_FALSE(finding_about_pfc(BrokenFabric().check("")).contains("evidence"));
}

TEST_CASE("pause frames of the leaf and drops at the NIC confirm that the NIC has no PFC")
{
    const BrokenFabric fabric;
    const nlohmann::json report = fabric.check(captures("nic-without-pfc/confirmed"));
    const nlohmann::json finding = finding_about_pfc(report);
    CAPTURE(finding.dump(1));
    CHECK(finding.at("evidence") == "confirmed");
    CHECK(names_counter(finding, "Port Tx PFC3 grew by 90000 between the two captures"));
    CHECK(report.at("findings").front().at("evidence") == "confirmed");
    CHECK(finding.at("severity") == finding_about_pfc(fabric.check("")).at("severity"));
}

TEST_CASE("a counter that exists only with PFC contradicts that the NIC has none")
{
    const nlohmann::json finding
        = finding_about_pfc(BrokenFabric().check(captures("nic-without-pfc/contradicted")));
    CAPTURE(finding.dump(1));
    CHECK(finding.at("evidence") == "contradicted");
    CHECK(names_counter(finding, "only while PFC is on for priority 3"));
}

TEST_CASE("pause without marks confirms that a queue never marks, and marks contradict it")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("site"));
    constexpr std::string_view queue = "\"Ethernet0|3\": {\n            \"scheduler\": \"scheduler.1\"";
    replace(folder,
        "site/leaf1.json",
        std::string(queue) + ",\n            \"wred_profile\": \"AZURE_LOSSLESS\"",
        queue);
    const auto report_with = [&](const std::string& evidence) {
        return nlohmann::json::parse(
            rocelint({"check", folder.path("site"), "--format", "json", "--evidence", captures(evidence)})
                .out);
    };
    const auto finding = [](const nlohmann::json& report, std::string_view code) {
        for (const nlohmann::json& one : report.at("findings")) {
            if (one.at("code") == code)
                return one;
        }
        return nlohmann::json();
    };
    const nlohmann::json confirmed = report_with("queue-without-ecn/confirmed");
    CAPTURE(confirmed.dump(1));
    const nlohmann::json harmed = finding(confirmed, "ECN001");
    REQUIRE(harmed.is_object());
    CHECK(harmed.at("evidence") == "confirmed");
    CHECK(names_counter(harmed, "Port Tx PFC3 grew by 90000"));
    const nlohmann::json denied = finding(report_with("queue-without-ecn/contradicted"), "ECN001");
    REQUIRE(denied.is_object());
    CHECK(denied.at("evidence") == "contradicted");
    CHECK(names_counter(denied, "UC3 EcnMarked/pkts grew by 91000"));
}

TEST_CASE("counters that were cleared between the captures prove nothing, and it is said")
{
    const nlohmann::json report = BrokenFabric().check(captures("nic-without-pfc/cleared"));
    CHECK(finding_about_pfc(report).at("evidence") == "silent");
    const nlohmann::json& rows = report.at("not_checked");
    CHECK(std::any_of(rows.begin(), rows.end(), [](const nlohmann::json& row) {
        return row.at("code") == "EVD001" && row.at("device") == "host1"
            && row.at("reason").get<std::string>().find("went down between the two captures")
            != std::string::npos;
    }));
}

TEST_CASE("the times of two captures are in the report, and captures in the wrong order are not compared")
{
    const BrokenFabric fabric;
    const auto night = [&](const std::string& name, const std::string& before, const std::string& after) {
        std::filesystem::copy(captures("nic-without-pfc/confirmed"),
            fabric.folder.path(name),
            std::filesystem::copy_options::recursive);
        fabric.folder.write(name + "/before/.rocelint-captured", before + '\n');
        fabric.folder.write(name + "/after/.rocelint-captured", after + '\n');
        return fabric.folder.path(name);
    };
    const std::string nine = "2026-03-02T09:00:00.000Z";
    const std::string ten = "2026-03-02T10:00:00.000Z";
    const std::string good = night("good", nine, ten);
    CHECK(names_counter(finding_about_pfc(fabric.check(good)), "two captures, " + nine + " and " + ten));
    const std::string reversed = night("reversed", ten, nine);
    CHECK_FALSE(names_counter(finding_about_pfc(fabric.check(reversed)), "grew by"));
    CHECK(rocelint({"check", fabric.folder.path("site"), "--evidence", reversed})
              .says("these counters were fetched at " + nine));
}

TEST_CASE("every other form of the report names the evidence, too")
{
    const BrokenFabric fabric;
    for (const char* format : {"concise", "html", "junit", "github", "gitlab", "markdown"}) {
        CAPTURE(format);
        const Run confirmed = rocelint({"check",
            fabric.folder.path("site"),
            "--evidence",
            captures("nic-without-pfc/confirmed"),
            "--format",
            format});
        CHECK(confirmed.says("confirmed by counters"));
        const Run contradicted = rocelint({"check",
            fabric.folder.path("site"),
            "--evidence",
            captures("nic-without-pfc/contradicted"),
            "--format",
            format});
        CHECK(contradicted.says("contradicted by counters"));
        CHECK_FALSE(
            rocelint({"check", fabric.folder.path("site"), "--format", format}).says("ed by counters"));
    }
}

TEST_CASE("text and SARIF name the evidence")
{
    const BrokenFabric fabric;
    const std::string evidence = captures("nic-without-pfc/confirmed");
    CHECK(rocelint({"check", fabric.folder.path("site"), "--evidence", evidence})
              .says("confirmed by counters"));
    CHECK(rocelint({"check", fabric.folder.path("site"), "--evidence", evidence, "--format", "sarif"})
              .says("\"evidence\": \"confirmed\""));
}

TEST_CASE("captures of a device that is not checked are named")
{
    const BrokenFabric fabric;
    fabric.folder.write("night/host9/ethtool-S.ens1f0np0.txt",
        "root@host9:~# ethtool -S ens1f0np0\nNIC statistics:\n     rx_prio3_pause: 7\n");
    const Run run
        = rocelint({"check", fabric.folder.path("site"), "--evidence", fabric.folder.path("night")});
    CHECK(run.says("are of host9, which the checked files do not have"));
}

TEST_CASE("captures below the checked folder are not configurations of it")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("site"));
    std::filesystem::copy(
        captures("clos-mixed-night"), folder.path("site/night"), std::filesystem::copy_options::recursive);
    const Run run = rocelint({"check", folder.path("site"), "--evidence", folder.path("site/night")});
    CAPTURE(run.out);
    CHECK(run.code == 0);
    CHECK(run.says("no findings"));
}

TEST_CASE("a file of counters in the checked folder is no device of its own")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("site"));
    folder.write(
        "site/leaf3/pfc.json", R"({"interfaceCounters": {"Ethernet1/1": {"rxFrames": 3, "txFrames": 4}}})");
    const Run run = rocelint({"check", folder.path("site")});
    CAPTURE(run.out);
    CHECK(run.code == 0);
    CHECK(run.says("no findings"));
    folder.write(
        "site/leaf9/pfc.json", R"({"interfaceCounters": {"Ethernet1/1": {"rxFrames": 3, "txFrames": 4}}})");
    CHECK(rocelint({"check", folder.path("site")}).says("which the checked files do not have"));
}

TEST_CASE("counters of ports that the configuration does not have are named, and their file is of the device")
{
    constexpr std::string_view unknown
        = R"({"interfaceCounters": {"Ethernet9/1": {"rxFrames": 3, "txFrames": 4}}})";
    constexpr std::string_view mixed
        = R"({"interfaceCounters": {"Ethernet1/1": {"rxFrames": 3, "txFrames": 4}, "Ethernet8/1": {"rxFrames": 0},
 "Ethernet9/1": {"rxFrames": 3, "txFrames": 4}}})";
    constexpr std::string_view all
        = "the counters of leaf3 are of ports that its configuration does not have, such as Ethernet9/1";
    constexpr std::string_view one
        = "counters of leaf3 are of 1 port that its configuration does not have, such as Ethernet9/1";
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("site"));
    for (const auto& [text, words] : {std::pair(unknown, all), std::pair(mixed, one)}) {
        folder.write("night/leaf3/pfc.json", text);
        const Run of_night = rocelint(
            {"check", folder.path("site"), "--evidence", folder.path("night"), "--format", "json"});
        CAPTURE(of_night.out);
        CHECK(of_night.says(words));
        const nlohmann::json report = nlohmann::json::parse(of_night.out);
        const nlohmann::json& files = report.at("coverage");
        CHECK(std::any_of(files.begin(), files.end(), [](const nlohmann::json& file) {
            return file.at("file").get<std::string>().ends_with("/pfc.json") && file.at("device") == "leaf3";
        }));
        folder.write("site/leaf3/pfc.json", text);
        CHECK(rocelint({"check", folder.path("site")}).says(words));
        std::filesystem::remove_all(folder.path("site/leaf3"));
    }
}

TEST_CASE("--evidence wants a folder")
{
    const TemporaryFolder folder;
    folder.write("leaf1.cfg", clean_switch("leaf1"));
    const Run run = rocelint({"check", folder.path(), "--evidence", folder.path("none")});
    CHECK(run.code == 2);
    CHECK(run.says("is not a folder"));
}

}
