// SPDX-License-Identifier: Apache-2.0
// Every observation that counters can make has a pair of captures in fixtures/evidence: one in which it is made, and one
// that differs in what it rests on.
#include "tests/cli/fabric_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::evidence_pairs_test {
namespace {

using Json = nlohmann::json;

struct Pair {
    std::string_view folder; ///< below fixtures/evidence
    std::string_view code;
    std::string_view severity;
    std::string_view words; ///< of the message
};

// All for the fabric clos-mixed, whose configuration has no fault.
constexpr Pair pairs[] = {
    {"pause-on-lossy-priority", "EVD002", "warning", "rx_prio4_pause grew by 5000"},
    {"rdma-in-another-priority", "EVD015", "info", "no packet arrives in priority 3"},
    {"class-arrives-in-another-priority", "EVD011", "warning", "most arrive in priority 0"},
    {"lossless-group-dropped", "EVD001", "error", "PG3 dropped packets grew by 1200"},
    {"headroom-nearly-full", "EVD013", "warning", "used 33280 of the 33792 bytes"},
    {"headroom-unused", "EVD014", "info", "nothing ever reaches its headroom"},
    {"pause-without-marks", "EVD007", "warning", "Port Tx PFC3 grew by 90000"},
    {"marks-not-seen", "EVD010", "warning", "UC3 EcnMarked/pkts grew by 90000"},
    {"marks-without-cnps", "EVD004", "error", "np_ecn_marked_roce_packets grew by 90000"},
    {"cnps-ignored", "EVD005", "error", "rp_cnp_ignored grew by 900"},
    {"requests-to-send-again", "EVD006", "warning", "packet_seq_err grew by 400"},
    {"packets-out-of-sequence", "EVD006", "info", "out_of_sequence grew by 900"},
    {"timeouts", "EVD006", "warning", "local_ack_timeout_err grew by 30"},
    {"lossless-priority-dropped", "EVD001", "error", "rx_prio3_buf_discard grew by 1200"},
    {"receiver-bound-host", "EVD016", "info", "tx_prio3_pause_duration grew by 20000"},
    {"pause-storm", "EVD003", "warning", "tx_pause_storm_error_events grew by 3"},
    {"watchdog-acted", "EVD008", "warning", "grew by 3"},
    {"lossless-class-trimmed", "EVD009", "error", "UC3 Trim/pkts grew by 45"},
    {"small-packets", "EVD017", "info", "have 1082 bytes on average"},
    {"chassis-dropped", "EVD001", "error", "grew by 1200"},
};

// The same for the fabric clos-world.
constexpr Pair world_pairs[] = {
    {"vrp-pause-on-lossy-priority", "EVD002", "warning", "queue 4 Received(Frames) grew by 5000"},
    {"aoscx-lossless-queue-dropped", "EVD001", "error", "Q3 Tx Drops grew by 1200"},
};

std::string captures(std::string_view name)
{
    return std::string(ROCELINT_SOURCE_DIR) + "/fixtures/evidence/" + std::string(name);
}

Json check(const TemporaryFolder& folder, const std::string& evidence)
{
    const Run run
        = rocelint({"check", folder.path("site"), "--evidence", captures(evidence), "--format", "json"});
    CAPTURE(run.err);
    CHECK(run.code <= 1);
    return Json::parse(run.out);
}

void check_pairs(const std::string& fabric, std::span<const Pair> checked)
{
    const TemporaryFolder folder;
    copy_fabric(fabric, folder.path("site"));
    for (const Pair& pair : checked) {
        CAPTURE(pair.folder);
        const Json found = check(folder, std::string(pair.folder) + "/confirmed")["findings"];
        CAPTURE(found.dump(1));
        REQUIRE(found.size() == 1);
        CHECK(found[0]["code"] == pair.code);
        CHECK(found[0]["severity"] == pair.severity);
        CHECK(found[0]["evidence"] == "confirmed");
        CHECK_MESSAGE(found[0]["message"].get<std::string>().find(pair.words) != std::string::npos,
            found[0]["message"].get<std::string>());
        CHECK(check(folder, std::string(pair.folder) + "/contradicted")["findings"].empty());
    }
}

TEST_CASE("each pair of captures makes its observation, and does not without what it rests on")
{
    check_pairs("clos-mixed", pairs);
    check_pairs("clos-world", world_pairs);
}

TEST_CASE("losses are those of a damaged link only while it had errors")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("site"));
    const auto message = [&](const std::string& verdict) {
        const Json found = check(folder, "losses-of-a-damaged-link/" + verdict)["findings"];
        REQUIRE(found.size() == 1);
        CHECK(found[0]["code"] == "EVD006");
        return found[0]["message"].get<std::string>();
    };
    CHECK(message("confirmed").find("rx_crc_errors_phy grew by 540") != std::string::npos);
    CHECK(message("contradicted").find("errors") == std::string::npos);
}

TEST_CASE("pause that a switch receives confirms that it stops another queue")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("site"));
    const std::string map
        = "\"MAP_PFC_PRIORITY_TO_QUEUE\": {\n        \"AZURE\": {\n            \"0\": \"0\",\n            \"1\": \"1\",\n"
          "            \"2\": \"2\",\n            \"3\": ";
    replace(folder, "site/leaf1.json", map + "\"3\"", map + "\"4\"");
    for (const std::string verdict : {"confirmed", "silent"}) {
        const Json found = check(folder, "pause-stops-another-queue/" + verdict)["findings"];
        REQUIRE(found.size() == 1);
        CHECK(found[0]["code"] == "QOS005");
        CHECK(found[0]["evidence"] == verdict);
    }
}

TEST_CASE("packets out of sequence confirm that a NIC does not accept in any order what a switch spreads")
{
    const TemporaryFolder folder;
    render_fabric("clos-eight", folder.path("site"));
    constexpr std::string_view adaptive = "    router:\n      adaptive-routing:\n        enable: on\n";
    constexpr std::string_view of_port
        = "        router:\n          adaptive-routing:\n            enable: on\n";
    replace(folder,
        "site/leaf-nvue.yaml",
        "    qos:\n      roce:",
        std::string(adaptive) + "    qos:\n      roce:");
    for (const std::string_view uplink :
        {"        description: spine-sonic:Ethernet16\n", "        description: spine-nvue:swp5\n"})
        replace(folder, "site/leaf-nvue.yaml", uplink, fmt::format("{}{}", uplink, of_port));
    const auto findings_with = [&](bool any_order, std::string_view verdict) {
        folder.write("site/host3/nic.txt",
            fmt::format("root@host3:~# rdma link\n"
                        "link mlx5_0/1 state ACTIVE physical_state LINK_UP netdev ens1f0np0\n"
                        "link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0\n"
                        "root@host3:~# mlxconfig -d mlx5_0 query\n"
                        "Device #1:\n"
                        "----------\n"
                        "Device type:        ConnectX7\n"
                        "Device:             mlx5_0\n"
                        "Configurations:                                      Next Boot\n"
                        "        ROCE_ADAPTIVE_ROUTING_EN                    {0}\n"
                        "root@host3:~# mlxreg -d mlx5_0 --reg_name ROCE_ACCL --get\n"
                        "Field Name                                     | Data\n"
                        "============================================================\n"
                        "roce_adp_retrans_en                            | 0x00000001\n"
                        "roce_tx_window_en                              | 0x0000000{1}\n"
                        "roce_slow_restart_en                           | 0x0000000{2}\n"
                        "adaptive_routing_forced_en                     | 0x0000000{1}\n"
                        "============================================================\n",
                any_order ? "True(1)" : "False(0)",
                any_order ? 1 : 0,
                any_order ? 0 : 1));
        return check(folder, fmt::format("packets-overtaken/{}", verdict))["findings"];
    };
    for (const std::string_view verdict : {"confirmed", "silent"}) {
        const Json found = findings_with(false, verdict);
        CAPTURE(found.dump(1));
        REQUIRE(found.size() == 1);
        CHECK(found[0]["code"] == "LB003");
        CHECK(found[0]["severity"] == "warning");
        CHECK(found[0]["port"] == "ens1f0np0");
        CHECK(found[0]["evidence"] == verdict);
        const bool is_shown
            = found[0]["related"].dump().find("out_of_sequence grew by 900") != std::string::npos;
        CHECK(is_shown == (verdict == "confirmed"));
    }
    // The counter counts packets that such a NIC accepts, too.
    CHECK(findings_with(true, "confirmed").empty());
}

TEST_CASE("every folder of captures is used by a test")
{
    std::set<std::string> known{"clos-mixed-night",
        "nic-without-pfc",
        "queue-without-ecn",
        "losses-of-a-damaged-link",
        "pause-stops-another-queue",
        "packets-overtaken",
        "dcbx"}; // dcbx_pairs_test.cpp
    for (const Pair& pair : pairs)
        known.emplace(pair.folder);
    for (const Pair& pair : world_pairs)
        known.emplace(pair.folder);
    for (const auto& entry : std::filesystem::directory_iterator(captures("")))
        CHECK_MESSAGE(known.contains(entry.path().filename().string()), entry.path().string());
}

}
}
