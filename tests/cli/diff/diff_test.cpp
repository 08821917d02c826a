// SPDX-License-Identifier: Apache-2.0
// What a configuration change means, derived from the files before and after.
#include "tests/cli/diff/diff_case.h"

namespace rocelint::diff_test {
namespace {

TEST_CASE("a fabric equals itself, even if its files were renamed and their lines moved")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("old"));
    copy_fabric("clos-mixed", folder.path("new"));
    const Run equal = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(equal.code == 0);
    CHECK(equal.out == "no change in what devices do\n");
    std::filesystem::rename(folder.path("new/leaf3.cfg"), folder.path("new/leaf3-running.cfg"));
    folder.write("new/leaf3-running.cfg", std::string(100, '\n') + folder.read("new/leaf3-running.cfg"));
    const Run moved = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(moved.code == 0);
    CHECK(moved.out == equal.out);
}

TEST_CASE(
    "a code point that becomes lossy is reported with its old value, its finding and the paths that it breaks")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("old"));
    copy_fabric("clos-mixed", folder.path("new"));
    replace(folder, "new/leaf1.json", R"("26": "3")", R"("26": "0")");
    const Run worse = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(worse.code == 1);
    CHECK(worse.says("DSCP 26 to traffic class 0 (was traffic class 3): leaf1"));
    CHECK(worse.says("error QOS002 leaf1.json:"));
    CHECK(worse.says(" pairs became lossy at leaf1"));
    CHECK(worse.says("host1 ens1f0np0 to "));
    CHECK(worse.says(": worse"));
    const Run better = rocelint({"diff", "new", "old"}, {.folder = folder.path()});
    CHECK(better.code == 0);
    CHECK(better.says("solved findings"));
    CHECK(better.says(" pairs became lossless, and were lossy at leaf1"));
    const Run never = rocelint({"diff", "old", "new", "--fail-on", "never"}, {.folder = folder.path()});
    CHECK(never.code == 0);
}

TEST_CASE(
    "broken pairs of endpoints make a diff worse, even if as many others were repaired, and both are named with the switch")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("old"));
    copy_fabric("clos-mixed", folder.path("new"));
    const auto break_port = [&](const std::string& side, const char* port) {
        Json leaf1 = Json::parse(folder.read(side + "/leaf1.json"));
        leaf1["PORT_QOS_MAP"][port]["pfc_enable"] = "";
        folder.write(side + "/leaf1.json", leaf1.dump(2));
    };
    break_port("old", "Ethernet0");
    break_port("new", "Ethernet4");
    const Run run = rocelint(
        {"diff", "old", "new", "--fail-on", "never", "--format", "json"}, {.folder = folder.path()});
    const Json fabric = Json::parse(run.out).at("fabrics").at(0);
    CHECK(fabric.at("paths_before").at("broken") == fabric.at("paths_after").at("broken"));
    const auto told = [&fabric](const char* now, const char* port) {
        for (const Json& change : fabric.at("path_changes")) {
            if (change.at("now") == now && change.at("device") == "leaf1" && change.at("port") == port)
                return change.at("pairs") > 0 && !change.at("examples").empty();
        }
        return false;
    };
    CHECK(told("broken", "Ethernet4"));
    CHECK(told("proven", "Ethernet0"));
    const Run text = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(text.code == 1);
    CHECK(text.says("host2 ens1f0np0"));
}

TEST_CASE("lossy pairs of an endpoint that is new make a diff worse, and are named with the switch")
{
    const TemporaryFolder folder;
    for (const std::string side : {"old", "new"}) {
        copy_fabric("clos-mixed", folder.path(side));
        Json leaf1 = Json::parse(folder.read(side + "/leaf1.json"));
        leaf1["PORT_QOS_MAP"]["Ethernet4"]["pfc_enable"] = "";
        folder.write(side + "/leaf1.json", leaf1.dump(2));
    }
    std::filesystem::remove_all(folder.path("old/hosts/host2"));
    const Run run = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(run.code == 1);
    CHECK(run.says("new devices\n  host2\n"));
    CHECK(
        run.says("  7 pairs of new endpoints are lossy at leaf1 Ethernet4 (sends no pause for priority 3: "));
    const Json changes = Json::parse(
        rocelint({"diff", "old", "new", "--fail-on", "never", "--format", "json"}, {.folder = folder.path()})
            .out)
                             .at("fabrics")
                             .at(0)
                             .at("path_changes");
    REQUIRE(changes.size() == 2);
    for (const Json& change : changes) {
        CHECK(change.at("before").is_null());
        CHECK(change.at("now") == "broken");
        CHECK(change.at("port") == "Ethernet4");
    }
}

TEST_CASE("findings that only moved by a hundred lines are not reported; a solved one and a new one are")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("old"));
    copy_fabric("broken-clos", folder.path("new"));
    // Solved: the connection manager uses RoCE v2. New: leaf4 trusts CoS. Moved: the findings of leaf3.
    const std::string leaf3 = folder.read("new/leaf3.cfg");
    folder.write("new/leaf3.cfg", std::string(100, '\n') + leaf3);
    replace(folder, "new/hosts/host1/cma_roce_mode.mlx5_0.txt", "RoCE v1", "RoCE v2");
    replace(folder, "new/leaf4.cfg", "qos trust dscp", "qos trust cos");
    const Run run = rocelint({"diff", "old", "new", "--format", "json"}, {.folder = folder.path()});
    CHECK(run.code == 1);
    const Json fabric = Json::parse(run.out).at("fabrics").at(0);
    CHECK(codes_of(fabric.at("new_findings")) == Json{"QOS001"});
    CHECK(codes_of(fabric.at("solved_findings")) == Json{"NIC007"});
}

TEST_CASE(
    "marking, thresholds, headroom, PFC and the watchdog are reported once each, with new and old values")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("old"));
    copy_fabric("clos-mixed", folder.path("new"));
    Json leaf1 = Json::parse(folder.read("new/leaf1.json"));
    leaf1["WRED_PROFILE"]["AZURE_LOSSLESS"]["green_min_threshold"] = "100000";
    leaf1["BUFFER_POOL"]["ingress_lossless_pool"]["xoff"] = "20480";
    leaf1["BUFFER_PROFILE"]["pg_lossless_100000_5m_profile"]["xoff"] = "16896";
    leaf1["PFC_WD"].erase("Ethernet4");
    leaf1["PORT_QOS_MAP"]["Ethernet16"]["pfc_enable"] = "3,4";
    folder.write("new/leaf1.json", leaf1.dump(2));
    Json leaf2 = Json::parse(folder.read("new/leaf2.json"));
    for (Json& queue : leaf2["QUEUE"])
        queue.erase("wred_profile");
    folder.write("new/leaf2.json", leaf2.dump(2));
    replace(folder, "new/leaf3.cfg", "minimum-threshold 250", "minimum-threshold 300");
    replace(folder, "new/jobs/nccl.env", "NCCL_IB_TC=106", "NCCL_IB_TC=104");
    replace(folder, "new/hosts/host4/ethtool-a.ens2f0np0.txt", "RX:             off", "RX:             on");
    const Run run = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    for (const std::string wanted :
        {
            "  PFC on for priorities 3,4 (was on for priority 3): leaf1 Ethernet16\n",
            "  ECN of queue 3: from 300000 to 1000000 bytes with up to 10 % (was from 250000 to 1000000 bytes with up "
            "to 10 %): leaf3 Ethernet1/1\n",
            "  ECN of queue 3: green from 100000 to 1048576 bytes with up to 10 %; yellow and red from 250000 to 1048576 "
            "bytes with up to 10 % (was from 250000 to 1048576 bytes with up to 10 %): leaf1 (4 ports: ",
            "  ECN of queue 3: off (was from 250000 to 1048576 bytes with up to 10 %): leaf2 (4 ports: ",
            "  priority group 3: headroom 16896 bytes (was headroom 33792 bytes): leaf1 (2 ports: Ethernet0, Ethernet4)\n",
            "  buffer pool ingress_lossless_pool: shared headroom 20480 bytes (was shared headroom 4194304 bytes): leaf1\n",
            "  PFC watchdog: off (was on, priority 3, detection 200 ms, restoration 200 ms, poll 200 ms, action drop): "
            "leaf1 Ethernet4\n",
            "  traffic class of the job 104 (was 106): ",
        }) {
        CAPTURE(wanted);
        CHECK(run.says(wanted));
    }
    CHECK(run.says("  link pause that the port obeys: on (was off): "));
    CHECK_FALSE(run.says("differs"));
    std::size_t about_marking = 0;
    for (std::size_t at = 0; (at = run.out.find("\n  ECN ", at)) != std::string::npos; ++at)
        ++about_marking;
    CHECK(about_marking == 3);
}

TEST_CASE(
    "code points that moved alike are reported together, a removed map with its contents, and an option with its value")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("old"));
    copy_fabric("clos-mixed", folder.path("new"));
    Json leaf1 = Json::parse(folder.read("new/leaf1.json"));
    for (int dscp = 32; dscp < 40; ++dscp)
        leaf1["DSCP_TO_TC_MAP"]["AZURE"][std::to_string(dscp)] = "1";
    leaf1["PORT_QOS_MAP"]["Ethernet4"].erase("tc_to_pg_map");
    folder.write("new/leaf1.json", leaf1.dump(2));
    std::filesystem::remove(folder.path("new/topology.yaml"));
    const Run run = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(run.says("  DSCP 32-39 to traffic class 1 (was traffic class 0): leaf1 (6 ports: "));
    CHECK(run.says("role of the device not set (was leaf): leaf3, leaf4"));
    CHECK_FALSE(run.says("differs"));
    const std::string conf = "sm/opensm.conf";
    folder.write("a/" + conf, "# OpenSM\nsweep_interval 10\nrouting_engine updn\nqos TRUE\n");
    folder.write("b/" + conf, "# OpenSM\nsweep_interval 20\nrouting_engine updn\nqos TRUE\n");
    const Run manager = rocelint({"diff", "a/" + conf, "b/" + conf}, {.folder = folder.path()});
    CHECK(manager.says("  sweep_interval 20 (was 10): sm"));
}

TEST_CASE(
    "a finding that lost its waiver or became more severe is worse, and changes of the policy are reported")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("old"));
    copy_fabric("broken-clos", folder.path("new"));
    const Json all
        = Json::parse(rocelint({"check", "old", "--format", "json"}, {.folder = folder.path()}).out)
              .at("findings");
    std::string error;
    std::string warning;
    for (const Json& finding : all) {
        if (finding.at("severity") == "error")
            error = finding.at("code");
        else if (finding.at("severity") == "warning" && warning.empty())
            warning = finding.at("code");
    }
    REQUIRE_FALSE(error.empty());
    REQUIRE_FALSE(warning.empty());
    const std::string policy = folder.read("old/rocelint.yaml");
    folder.write(
        "old/rocelint.yaml", policy + fmt::format("waivers:\n  - {{code: {}, reason: known}}\n", error));
    const Run unwaived = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(unwaived.code == 1);
    CHECK(unwaived.says("  gone: waiver of " + error));
    CHECK(unwaived.says("(waived before)"));
    CHECK(rocelint({"diff", "new", "old"}, {.folder = folder.path()}).says("(waived now)"));
    folder.write("old/rocelint.yaml", policy);
    folder.write("new/rocelint.yaml", policy + fmt::format("rules: {{{}: {{severity: error}}}}\n", warning));
    const Run heavier = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(heavier.code == 1);
    CHECK(heavier.says("  rule " + warning + ": error (was as shipped)\n"));
    CHECK(heavier.says(" of another severity: worse"));
    CHECK(heavier.says("findings of another severity\n  error " + warning + " (was "));
    CHECK(rocelint({"diff", "new", "old"}, {.folder = folder.path()}).code == 0);
}

TEST_CASE("own rules, the headroom model of some devices and the class of CNPs are compared too")
{
    const TemporaryFolder folder;
    folder.write("old/leaf1.cfg", clean_switch("leaf1"));
    folder.write("new/leaf1.cfg", clean_switch("leaf1"));
    const auto policy = [](std::string_view assertion, std::string_view model, int traffic_class) {
        return fmt::format("version: 1\nprofile: lossless\nrdma: {{priority: 3, dscp: [26]}}\n"
                           "cnp: {{priority: 6, dscp: 48, traffic_class: {}}}\n"
                           "overrides:\n  - roles: [leaf]\n    headroom: {{model: {}}}\n"
                           "custom_rules:\n  - code: SITE001\n    name: small-frames\n    for: port\n"
                           "    assert: {}\n    message: too large\n",
            traffic_class,
            model,
            assertion);
    };
    folder.write("old/rocelint.yaml", policy(".ip_mtu <= 9214", "lua", 6));
    folder.write("new/rocelint.yaml", policy(".ip_mtu <= 9000", "table", 5));
    const Run run = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(run.says(
        "  own rule SITE001: warning of each port, assert: .ip_mtu <= 9000, message: too large (was warning of each "
        "port, assert: .ip_mtu <= 9214, message: too large)\n"));
    CHECK(run.says("  headroom model on leaf: table (was lua)\n"));
    CHECK(run.says(
        "  CNPs: priority 6, DSCP 48, traffic class 5 (was priority 6, DSCP 48, traffic class 6)\n"));
    folder.write("new/rocelint.yaml", folder.read("old/rocelint.yaml"));
    CHECK_FALSE(rocelint({"diff", "old", "new"}, {.folder = folder.path()}).says("SITE001"));
}

}
}
