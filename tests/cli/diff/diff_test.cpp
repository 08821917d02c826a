// SPDX-License-Identifier: Apache-2.0
// What a configuration change means, derived from the files before and after.
#include "tests/cli/fabric_run.h"
#include "tests/cli/rocelint_run.h"

#include <doctest/doctest.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdlib>
#include <filesystem>

namespace rocelint::diff_test {
namespace {

using Json = nlohmann::json;

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

TEST_CASE(
    "paths in findings are relative to what was compared, and a comment is no longer than services accept")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("old"));
    copy_fabric("clos-mixed", folder.path("new"));
    replace(folder, "new/hosts/host1/mlnx_qos.ens1f0np0.txt", "0   0   0   1", "0   0   0   0");
    const Run run = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(run.says(" hosts/host1/mlnx_qos.ens1f0np0.txt:"));
    for (int leaf = 0; leaf < 150; ++leaf) {
        const std::string name = fmt::format("site{}", leaf);
        folder.write(fmt::format("many-old/{}.cfg", name), clean_switch(name));
        folder.write(fmt::format("many-new/{}.cfg", name), broken_switch(name));
    }
    const Run comment
        = rocelint({"diff", "many-old", "many-new", "--format", "markdown"}, {.folder = folder.path()});
    CHECK(comment.code == 1);
    CHECK(comment.out.size() < 65'536);
    CHECK(comment.says("more, which `--format text` lists\n"));
    CHECK(comment.out.ends_with(": worse\n"));
}

TEST_CASE("added and removed devices and links are named")
{
    const TemporaryFolder folder;
    folder.write("old/leaf1.cfg", clean_switch("leaf1"));
    folder.write("new/leaf2.cfg", clean_switch("leaf2"));
    const Run run = rocelint({"diff", "old", "new"}, {.folder = folder.path()});
    CHECK(run.code == 0);
    CHECK(run.says("new devices\n  leaf2\n"));
    CHECK(run.says("devices that are gone\n  leaf1\n"));
}

TEST_CASE("a fabric that is added next to another one is new, and the other one is compared with itself")
{
    const TemporaryFolder folder;
    std::filesystem::create_directories(folder.path("old"));
    std::filesystem::create_directories(folder.path("new"));
    copy_fabric("broken-clos", folder.path("old/a"));
    copy_fabric("broken-clos", folder.path("new/a"));
    copy_fabric("clos-mixed", folder.path("new/b"));
    for (const auto& [before, after] : {std::pair("old", "new"), std::pair("old/a", "new")}) {
        const Json fabrics = Json::parse(
            rocelint({"diff", before, after, "--format", "json"}, {.folder = folder.path()}).out)
                                 .at("fabrics");
        for (const Json& fabric : fabrics) {
            const bool is_new = fabric.at("folder") == "b";
            CHECK(fabric.at("new_devices").empty() == !is_new);
            CHECK(fabric.at("gone_devices").empty());
            CHECK(fabric.at("solved_findings").empty());
            CHECK(fabric.at("new_findings").empty());
        }
    }
    CHECK(rocelint({"diff", "old", "new"}, {.folder = folder.path()}).code == 0);
}

TEST_CASE("files of a commit are compared with those of the working tree, and nothing is left behind")
{
    const TemporaryFolder folder;
    folder.write("rocelint.yaml", "version: 1\nprofile: lossless\n");
    folder.write("site/leaf1.cfg", clean_switch("leaf1"));
    const std::string git = fmt::format("cd {} && git -c init.defaultBranch=main init -q . && git add . && "
                                        "git -c user.name=a -c user.email=a@b commit -q -m first",
        folder.path());
    REQUIRE(std::system(git.c_str()) == 0);
    folder.write("site/leaf1.cfg", broken_switch("leaf1"));
    folder.write("tmp/kept", "");
    const RunOptions here{.environment = {"TMPDIR=" + folder.path("tmp")}, .folder = folder.path()};
    const Run run = rocelint({"diff", "HEAD:site", "site"}, here);
    CHECK(run.code == 1);
    CHECK(run.says("error PFC001 leaf1.cfg:"));
    CHECK(run.err.find("assumed") == std::string::npos);
    std::size_t left = 0;
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path("tmp")))
        ++left;
    CHECK(left == 1);
    CHECK(rocelint({"diff", "HEAD:nowhere", "site"}, here).code == 2);
    CHECK(
        rocelint({"diff", "HEAD:nowhere", "site"}, here).says("HEAD:nowhere: the revision has no such path"));
    CHECK(rocelint({"diff", "HEAT:site", "site"}, here).says("'HEAT' is not a revision of the repository"));
}

TEST_CASE(
    "an unchanged file or folder equals the one of a commit, even if the rest of its fabric is not given")
{
    const TemporaryFolder folder;
    copy_fabric("broken-clos", folder.path("site"));
    commit_all(folder);
    for (const std::string path : {"site/leaf1.json", "site/hosts"}) {
        const Run now = rocelint({"diff", "HEAD:" + path, path}, {.folder = folder.path()});
        CHECK(now.code == 0);
        CHECK(now.out == "no change in what devices do\n");
        CHECK(rocelint({"diff", path, "HEAD:" + path}, {.folder = folder.path()}).out == now.out);
    }
}

TEST_CASE("a side that cannot be read or contains no device is refused")
{
    const TemporaryFolder folder;
    folder.write("old/leaf1.cfg", clean_switch("leaf1"));
    folder.write("empty/note.txt", "nothing\n");
    const Run gone = rocelint({"diff", "main", "old"}, {.folder = folder.path()});
    CHECK(gone.code == 3);
    CHECK(gone.err
        == "rocelint: main: no such file or folder; for the files of a git revision write "
           "`rocelint diff main:old old`\n");
    CHECK(rocelint({"diff", "old", "gone"}, {.folder = folder.path()}).code == 3);
    const Run empty = rocelint({"diff", "empty", "old"}, {.folder = folder.path()});
    CHECK(empty.code == 3);
    CHECK(empty.says("empty: no device was recognised in any file"));
    CHECK(rocelint({"diff", "old"}, {.folder = folder.path()}).code == 2);
}

TEST_CASE("the text of a merge request comment cannot add markup to its headings and items")
{
    const TemporaryFolder folder;
    copy_fabric("clos-mixed", folder.path("old"));
    copy_fabric("broken-clos", folder.path("new"));
    const Run run = rocelint({"diff", "old", "new", "--format", "markdown"}, {.folder = folder.path()});
    CHECK(run.code == 1);
    CHECK(run.out.starts_with("## rocelint diff\n"));
    CHECK(run.says("#### new findings\n\n- error "));
}

TEST_CASE("changed lines that are not compared are listed, so that silence is not mistaken for agreement")
{
    const TemporaryFolder folder;
    const RunOptions here{.folder = folder.path()};
    copy_fabric("clos-eight-broken", folder.path("old"));
    copy_fabric("clos-eight-broken", folder.path("new"));
    // Comments, blank lines and the order of lines are not changes.
    const std::string eos = folder.read("new/leaf-eos.cfg");
    folder.write("new/leaf-eos.cfg", "! written on Monday\n\n" + eos);
    CHECK(rocelint({"diff", "old", "new"}, here).out == "no change in what devices do\n");
    folder.write("new/leaf-eos.cfg", eos + "foo bar\n");
    const auto line = std::to_string(std::ranges::count(eos, '\n') + 1);
    replace(folder, "new/leaf-junos.conf", "drop-probability [ 0 ", "drop-probability [ 9 ");
    folder.write("new/notes.cfg", "hello\n");
    const Run run = rocelint({"diff", "old", "new"}, here);
    CHECK(run.code == 0);
    CHECK(run.says("changed lines with no effect on compared settings\n  leaf-eos: line " + line
        + " of leaf-eos.cfg, which no reader understands\n  leaf-junos: line"));
    CHECK(run.says(
        "new files of no known platform, not compared\n  notes.cfg: no platform recognises the content\n"));
    CHECK(run.says("no change in what is compared of devices\n"));
    const Json report
        = Json::parse(rocelint({"diff", "old", "new", "--format", "json"}, here).out).at("fabrics").at(0);
    CHECK(report.at("uncompared_lines").size() == 2);
    CHECK(report.at("uncompared_lines").at(0).at("understood") == false);
    CHECK(report.at("unread_files").at(0).at("file") == "notes.cfg");
    // A removed line is reported as it was. Next to a device's differences, only lines that were not understood are listed.
    CHECK(rocelint({"diff", "new", "old"}, here)
              .says("leaf-eos: line " + line + " of leaf-eos.cfg as it was, which no reader understands\n"));
    replace(folder, "new/leaf-eos.cfg", "interface Ethernet31/1\n", "interface Ethernet31/1\n   shutdown\n");
    const Run shut = rocelint({"diff", "old", "new"}, here);
    CHECK(shut.says("  whether the port is enabled: no (was yes): leaf-eos Ethernet31/1\n"));
    CHECK(shut.says(" of leaf-eos.cfg, which no reader understands\n"));
}

}
}
