// SPDX-License-Identifier: Apache-2.0
#include "analysis/analysis.h"
#include "tests/example_fabric.h"
#include "tests/rules/finding_of.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace rocelint {
namespace {

using tests::finding_of;

constexpr std::string_view no_policy = "version: 1\n";

// The class map that SONiC ships (qos_config.j2, AZURE) with PFC on priorities 3 and 4, as a patch of the base device.
std::string azure(std::string_view extra = "")
{
    std::string points;
    for (int dscp = 0; dscp < 64; ++dscp) {
        const int tc = dscp == 3 ? 3
            : dscp == 4          ? 4
            : dscp == 5          ? 2
            : dscp == 8          ? 0
            : dscp == 46         ? 5
            : dscp == 48         ? 6
                                 : 1;
        points += (points.empty() ? "" : ", ")
            + ('"' + std::to_string(dscp) + "\": \"" + std::to_string(tc) + '"');
    }
    return R"({"DSCP_TO_TC_MAP": {"AZURE": {)" + points + R"(}},
      "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"4": "4"}},
      "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "3,4", "pfcwd_sw_enable": "3,4"},
                       "Ethernet4": {"pfc_enable": "3,4", "pfcwd_sw_enable": "3,4"}})"
        + std::string(extra) + "}";
}

constexpr std::string_view leaf_to_two_hosts = R"(links:
  - {a: "leaf1:Ethernet0", b: "host1:ens1f0np0"}
  - {a: "leaf1:Ethernet4", b: "host2:ens1f0np0"}
)";

std::string list_classes(const ClassModel& model)
{
    std::string out;
    for (const RdmaClass& entry : model.classes)
        out += "priority " + std::to_string(entry.priority) + " dscp " + to_string(entry.dscps)
            + (entry.used_by_hosts ? " used" : "") + (entry.ecn ? " ecn" : "")
            + (entry.trust == Trust::pcp ? " pcp" : "") + "; ";
    return out;
}

std::string classes_of(const Example& example)
{
    return list_classes(check_example(example)->analysis.classes);
}

TEST_CASE("the map that SONiC ships makes two classes that no host uses")
{
    const std::string patch = azure();
    CHECK(classes_of({.title = "", .files = {{{"sonic", "leaf1", patch}}}, .policy = no_policy})
        == "priority 3 dscp 3 ecn; priority 4 dscp 4; ");
}

TEST_CASE("hosts decide the DSCP of the priority that they use")
{
    const std::string patch = azure();
    CHECK(
        classes_of({.title = "",
            .files = {{{"sonic", "leaf1", patch}, {"linux-host", "host1", ""}, {"linux-host", "host2", ""}}},
            .topology = leaf_to_two_hosts,
            .policy = no_policy})
        == "priority 3 dscp 26 used ecn; priority 4 dscp 4; ");
}

TEST_CASE("a switch that treats the hosts' DSCP as best effort is reported")
{
    const std::string patch = azure();
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", patch}, {"linux-host", "host1", ""}, {"linux-host", "host2", ""}}},
        .topology = leaf_to_two_hosts,
        .policy = no_policy});
    const Finding* finding = finding_of(*outcome, "QOS002");
    REQUIRE(finding != nullptr);
    CHECK(finding->message.find("DSCP 26 into traffic class 1") != std::string::npos);
    CHECK(finding_of(*outcome, "QOS007") == nullptr);
}

TEST_CASE("default entries of a platform's map do not vote if its lines state code points")
{
    const Example example{
        .title = "", .files = {{{"eos", "leaf1", ""}, {"nxos", "leaf2", ""}}}, .policy = no_policy};
    CHECK(classes_of(example) == "priority 3 dscp 26 ecn; ");
    CHECK(finding_of(*check_example(example), "QOS011") == nullptr);
}

TEST_CASE("a stated lossless class is right on the one switch that has it, however many have another")
{
    constexpr std::string_view wrong = R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": "0"}}})";
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", wrong},
            {"sonic", "leaf2", wrong},
            {"sonic", "leaf3", wrong},
            {"sonic", "leaf4", ""}}},
        .policy = "version: 1\nprofile: lossless\nclasses:\n  - {name: rdma, priority: 3, dscp: [26]}\n"
                  "cnp: {priority: 6, dscp: 48}\n"});
    const std::uint32_t right = *outcome->fabric.find_device("leaf4");
    bool is_compared = false;
    for (const Finding& finding : outcome->report.findings) {
        is_compared = is_compared || finding.rule->code == "QOS011"
            || std::ranges::find(finding.related, "QOS011", &Related::code) != finding.related.end();
        for (const Subject& subject : finding.subjects)
            CHECK_MESSAGE(subject.port.device != right, finding.rule->code << ": " << finding.message);
    }
    CHECK(is_compared);
}

TEST_CASE("code points that one switch treats differently from the others are one finding")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", R"({"DSCP_TO_TC_MAP": {"AZURE": {"27": "3", "28": "3"}}})"},
            {"sonic", "leaf2", R"({"DSCP_TO_TC_MAP": {"AZURE": {"27": "3", "28": "3"}}})"},
            {"sonic", "leaf3", ""}}},
        .policy = no_policy});
    const auto count = std::ranges::count_if(
        outcome->report.findings, [](const Finding& finding) { return finding.rule->code == "QOS011"; });
    CHECK(count == 1);
    const Finding* finding = finding_of(*outcome, "QOS011");
    REQUIRE(finding != nullptr);
    CHECK(finding->message.find("27") != std::string::npos);
    CHECK(finding->message.find("28") != std::string::npos);
    CHECK(finding->changes.size() == 2);
}

TEST_CASE(
    "hosts' maps decide the DSCP if nothing shows how they mark RDMA, and an unmarked job is then a finding")
{
    const Example example{.title = "",
        .files = {{{"linux-host", "host1", R"(-Global tclass=106
-106
+0
)"},
            {"app-env", "job1", "-NCCL_IB_TC=106\n"}}},
        .policy = no_policy};
    CHECK(classes_of(example) == "priority 3 dscp 24-31 used ecn; ");
    const auto outcome = check_example(example);
    CHECK((finding_of(*outcome, "APP001") != nullptr || finding_of(*outcome, "NIC008") != nullptr));
}

TEST_CASE("a class for which the policy states no DSCP is not proven with DSCP 0")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", azure()}, {"linux-host", "host1", ""}, {"linux-host", "host2", ""}}},
        .topology = leaf_to_two_hosts,
        .policy
        = "version: 1\nclasses:\n  - {name: gpu, priority: 3, dscp: [3]}\n  - {name: storage, priority: 4}\n"});
    for (const Finding& finding : outcome->report.findings)
        CHECK(finding.message.find("instead of 4") == std::string::npos);
    CHECK(std::ranges::any_of(outcome->report.not_checked, [](const NotChecked& row) {
        return row.reason.find("no DSCP of priority 4 is stated") != std::string::npos;
    }));
}

TEST_CASE("a host that trusts the wrong field still shows which DSCP it means")
{
    CHECK(classes_of({.title = "",
              .files = {{{"linux-host", "host1", R"(-Priority trust state: dscp
+Priority trust state: pcp
)"}}},
              .policy = no_policy})
        == "priority 3 dscp 26 used ecn; ");
}

TEST_CASE("the traffic class of a job counts as its hosts' marking")
{
    CHECK(classes_of({.title = "",
              .files = {{{"linux-host", "host1", R"(-Global tclass=106
-106
+0
)"},
                  {"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=98
)"}}},
              .policy = no_policy})
        == "priority 3 dscp 24 used ecn; ");
}

TEST_CASE("a job that disagrees with the switches is questioned, not they")
{
    const Example example{.title = "",
        .files = {{{"linux-host", "host1", R"(-Global tclass=106
-106
+0
)"},
            {"app-env", "job1", R"(-NCCL_IB_TC=106
+NCCL_IB_TC=96
)"},
            {"sonic", "leaf1", ""},
            {"sonic", "leaf2", ""}}},
        .policy = no_policy};
    CHECK(classes_of(example) == "priority 3 dscp 26 used ecn; ");
    const auto outcome = check_example(example);
    CHECK(finding_of(*outcome, "APP001") != nullptr);
    CHECK(finding_of(*outcome, "QOS002") == nullptr);
}

TEST_CASE("a priority that is lossless only through tunnel remapping is not a class")
{
    constexpr std::string_view patch = R"({
      "DSCP_TO_TC_MAP": {"AZURE": {"2": "2", "6": "6"}},
      "TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"2": "2", "6": "6"}},
      "PORT_QOS_MAP": {"Ethernet4": {"pfc_enable": "2,3,6", "pfcwd_sw_enable": "3"}}})";
    CHECK(classes_of({.title = "", .files = {{{"sonic", "leaf1", patch}}}, .policy = no_policy})
        == "priority 3 dscp 26 ecn; ");
}

TEST_CASE("a fabric that classifies by PCP has PCP classes")
{
    constexpr std::string_view patch = R"({
      "DOT1P_TO_TC_MAP": {"AZURE": {"0": "0", "1": "1", "2": "2", "3": "3", "4": "4", "5": "5", "6": "6", "7": "7"}},
      "PORT_QOS_MAP": {"Ethernet0": {"dscp_to_tc_map": null, "dot1p_to_tc_map": "AZURE"},
                       "Ethernet4": {"dscp_to_tc_map": null, "dot1p_to_tc_map": "AZURE"}}})";
    const auto outcome
        = check_example({.title = "", .files = {{{"sonic", "leaf1", patch}}}, .policy = no_policy});
    CHECK(list_classes(outcome->analysis.classes) == "priority 3 dscp none ecn pcp; ");
    CHECK(finding_of(*outcome, "QOS001") == nullptr);
}

TEST_CASE("without any pause there is no class")
{
    CHECK(
        classes_of({.title = "",
            .files = {{{"sonic",
                "leaf1",
                R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": ""}, "Ethernet4": {"pfc_enable": ""}}})"}}},
            .policy = no_policy})
        == "");
}

TEST_CASE("settings on ports that are switched off make no class")
{
    CHECK(classes_of({.title = "",
              .files = {{{"sonic", "leaf1", R"({
    "PORT": {"Ethernet0": {"admin_status": "down"}},
    "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "0,1,2,3,4,5,6,7"}}})"}}},
              .policy = no_policy})
        == "priority 3 dscp 26 ecn; ");
}

constexpr std::string_view by_pcp = R"({"DSCP_TO_TC_MAP": null,
 "DOT1P_TO_TC_MAP": {"AZURE": {"0": "0", "1": "0", "2": "0", "3": "3", "4": "0", "5": "0", "6": "6", "7": "0"}},
 "PORT_QOS_MAP": {"global": null, "Ethernet0": {"dscp_to_tc_map": null, "dot1p_to_tc_map": "AZURE"},
                  "Ethernet4": {"dscp_to_tc_map": null, "dot1p_to_tc_map": "AZURE"}}})";

TEST_CASE("if switches and hosts all classify by PCP, the class is known by its PCP")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", by_pcp}, {"linux-host", "host1", R"(-Priority trust state: dscp
+Priority trust state: pcp
)"}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .policy = no_policy});
    CHECK(list_classes(outcome->analysis.classes) == "priority 3 dscp none used ecn pcp; ");
    CHECK(finding_of(*outcome, "QOS001") == nullptr);
    CHECK(finding_of(*outcome, "NIC001") == nullptr);
}

TEST_CASE("a switch that classifies by PCP is reported if a host classifies by DSCP")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", by_pcp}, {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .policy = no_policy});
    CHECK(finding_of(*outcome, "QOS001") != nullptr);
}

}
}
