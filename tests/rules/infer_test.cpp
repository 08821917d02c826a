// SPDX-License-Identifier: Apache-2.0
#include "analysis/analysis.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

namespace rocelint {
namespace {

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

Judgement judge(const workspace::Outcome& outcome, std::string_view device, std::string_view port)
{
    const auto index = outcome.fabric.find_device(device);
    REQUIRE(index);
    const std::uint32_t found = outcome.fabric.devices[*index].find_port(port);
    REQUIRE(found != Port::no_index);
    return outcome.analysis.judgement({*index, found});
}

const Finding* find(const workspace::Outcome& outcome, std::string_view code)
{
    const auto found = std::ranges::find_if(
        outcome.report.findings, [code](const Finding& finding) { return finding.rule->code == code; });
    return found == outcome.report.findings.end() ? nullptr : &*found;
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
    const Finding* finding = find(*outcome, "QOS002");
    REQUIRE(finding != nullptr);
    CHECK(finding->message.find("DSCP 26 into traffic class 1") != std::string::npos);
    CHECK(find(*outcome, "QOS007") == nullptr);
}

TEST_CASE("default entries of a platform's map do not vote if its lines state code points")
{
    const Example example{
        .title = "", .files = {{{"eos", "leaf1", ""}, {"nxos", "leaf2", ""}}}, .policy = no_policy};
    CHECK(classes_of(example) == "priority 3 dscp 26 ecn; ");
    CHECK(find(*check_example(example), "QOS011") == nullptr);
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
    const Finding* finding = find(*outcome, "QOS011");
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
    CHECK((find(*outcome, "APP001") != nullptr || find(*outcome, "NIC008") != nullptr));
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
    CHECK(find(*outcome, "APP001") != nullptr);
    CHECK(find(*outcome, "QOS002") == nullptr);
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
    CHECK(find(*outcome, "QOS001") == nullptr);
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

TEST_CASE("a port that is down or of another kind is never a RoCE port")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet4": {"admin_status": "down"}}})"},
            {"eos", "leaf2", R"(+interface Management1
+   ip address 192.0.2.9/24
)"}}},
        .policy = "version: 1\nprofile: lossless\nports:\n  - {device: \"*\", port: \"*\", rdma: true}\n"});
    CHECK(judge(*outcome, "leaf1", "Ethernet4").verdict == Verdict::not_roce);
    CHECK(judge(*outcome, "leaf1", "Ethernet4").evidence == EvidenceKind::kind_of_port);
    CHECK(judge(*outcome, "leaf2", "Management1").verdict == Verdict::not_roce);
    CHECK(judge(*outcome, "leaf1", "Ethernet0").evidence == EvidenceKind::policy);
}

TEST_CASE("RDMA settings on a port that is shut are reported as not judged")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet4": {"admin_status": "down"}}})"}}}});
    const auto told = std::ranges::find_if(outcome->report.not_checked, [](const NotChecked& row) {
        return row.reason.starts_with("the port is shut, and what is set up on it");
    });
    REQUIRE(told != outcome->report.not_checked.end());
    CHECK(outcome->fabric.port(told->port).name == "Ethernet4");
}

TEST_CASE("a port without evidence is unknown and is left alone, until a policy states the classes")
{
    constexpr std::string_view plain = R"(@ interface Ethernet1/1
-   priority-flow-control on
-   priority-flow-control priority 3 no-drop
-   priority-flow-control pause watchdog
-   qos trust dscp
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
)";
    const auto outcome
        = check_example({.title = "", .files = {{{"eos", "leaf1", plain}}}, .policy = no_policy});
    CHECK(judge(*outcome, "leaf1", "Ethernet1/1").verdict == Verdict::unknown);
    CHECK(judge(*outcome, "leaf1", "Ethernet2/1").evidence == EvidenceKind::own_configuration);
    CHECK(outcome->report.findings.empty());
    CHECK(outcome->analysis.unknown_ports == 1);

    const auto stated = check_example({.title = "", .files = {{{"eos", "leaf1", plain}}}});
    CHECK(judge(*stated, "leaf1", "Ethernet1/1").verdict == Verdict::roce);
    CHECK(find(*stated, "PFC001") != nullptr);
}

TEST_CASE("a NIC with RoCE addresses is meant for RDMA although nothing is configured on it")
{
    const auto outcome
        = check_example({.title = "", .files = {{{"linux-host", "host1", R"(-Priority trust state: dscp
+Priority trust state: pcp
-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   0   0   0   0   
-Global tclass=106
-106
+0
)"}}}});
    CHECK(judge(*outcome, "host1", "ens1f0np0").evidence == EvidenceKind::rdma_host);
    CHECK(find(*outcome, "NIC002") != nullptr);
}

TEST_CASE("a switch port that leads to an RDMA host is a RoCE port")
{
    constexpr std::string_view off
        = R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "", "pfcwd_sw_enable": ""}}})";
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", off}, {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"});
    CHECK(judge(*outcome, "leaf1", "Ethernet0").evidence == EvidenceKind::rdma_host);
    CHECK(judge(*outcome, "leaf1", "Ethernet4").evidence == EvidenceKind::own_configuration);
    CHECK(find(*outcome, "PFC004") != nullptr);
}

TEST_CASE("a topology entry for a host that was not captured is enough")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic",
            "leaf1",
            R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "", "pfcwd_sw_enable": ""}}})"}}},
        .topology
        = "devices:\n  gpu7: {role: host}\nlinks:\n  - {a: \"leaf1:Ethernet0\", b: \"gpu7:eth0\"}\n"});
    CHECK(judge(*outcome, "leaf1", "Ethernet0").evidence == EvidenceKind::topology);
}

TEST_CASE("a host without PFC is one finding")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"linux-host", "host1", R"(-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   0   0   0   0   
-RX:		off
-TX:		off
+RX:		on
+TX:		on
)"},
            {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"});
    REQUIRE(outcome->report.findings.size() == 1);
    const Finding& finding = outcome->report.findings.front();
    CHECK(finding.rule->code == "NIC002");
    CHECK(std::ranges::any_of(
        finding.related, [](const Related& related) { return related.code == "NIC004"; }));
}

// A spine whose policy sweeps everything into one class by class-maps without match lines, and leaves without that policy.
TEST_CASE(
    "a policy that matches all packets is reported once, with its empty class-maps and the peers that lack it")
{
    constexpr std::string_view bare = R"(@ interface Ethernet1/1
-   priority-flow-control on
-   priority-flow-control priority 3 no-drop
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
@ interface Ethernet2/1
-   priority-flow-control on
-   priority-flow-control priority 3 no-drop
-      random-detect ecn minimum-threshold 150 kbytes maximum-threshold 1500 kbytes max-mark-probability 10
)";
    const std::string swept = R"(+class-map type qos match-any DATA
+!
+policy-map type quality-of-service SWEEP
+   class class-default
+      set traffic-class 5
)" + std::string(bare)
        + R"(+   service-policy type qos input SWEEP
@ interface Ethernet1/1
+   service-policy type qos input SWEEP
)";
    const auto outcome = check_example({.title = "",
        .files = {{{"eos", "spine1", swept}, {"eos", "leaf1", bare}, {"eos", "leaf2", bare}}},
        .topology = "links:\n  - {a: \"spine1:Ethernet1/1\", b: \"leaf1:Ethernet2/1\"}\n"
                    "  - {a: \"spine1:Ethernet2/1\", b: \"leaf2:Ethernet2/1\"}\n",
        .policy = no_policy});
    // TOP014 also reports each switch, since nothing in that fabric is lossless.
    CHECK(std::ranges::count_if(outcome->report.findings, [](const Finding& finding) {
        return finding.rule->code == "QOS002";
    }) == 1);
    REQUIRE(find(*outcome, "QOS002") != nullptr);
    const Finding& finding = *find(*outcome, "QOS002");
    const auto tells = [&finding](std::string_view text) {
        return std::ranges::any_of(finding.related,
            [text](const Related& related) { return related.message.find(text) != std::string::npos; });
    };
    CHECK(tells("class-map DATA has no match line"));
    CHECK(tells("puts DSCP 26 into traffic class 3, without effect"));
    CHECK(tells("leaf1 Ethernet2/1 at the other end"));
    CHECK(tells("leaf2 Ethernet2/1 at the other end"));
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
    CHECK(find(*outcome, "QOS001") == nullptr);
    CHECK(find(*outcome, "NIC001") == nullptr);
}

TEST_CASE("a switch that classifies by PCP is reported if a host classifies by DSCP")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", by_pcp}, {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .policy = no_policy});
    CHECK(find(*outcome, "QOS001") != nullptr);
}

constexpr std::string_view pauses_four = R"({"PORT_QOS_MAP": {
 "Ethernet0": {"pfc_enable": "4", "pfcwd_sw_enable": "4"}}})";

TEST_CASE("a port that pauses the wrong priority has a finding about its PFC and not about its map")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", pauses_four},
            {"sonic", "leaf2", ""},
            {"linux-host", "host1", ""},
            {"linux-host", "host2", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"
                    "  - {a: \"leaf2:Ethernet0\", b: \"host2:ens1f0np0\"}\n"
                    "  - {a: \"leaf1:Ethernet4\", b: \"leaf2:Ethernet4\"}\n",
        .policy = no_policy});
    CHECK(find(*outcome, "PFC004") != nullptr);
    CHECK(find(*outcome, "QOS011") == nullptr);
    CHECK(find(*outcome, "QOS007") == nullptr);
    CHECK(outcome->report.findings.size() == 1);
}

TEST_CASE("a port without a QoS row has a finding about its PFC and not about the missing maps")
{
    const auto outcome = check_example({.title = "",
        .files
        = {{{"sonic", "leaf1", R"({"PORT_QOS_MAP": {"Ethernet0": null}})"}, {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .policy = no_policy});
    CHECK(find(*outcome, "PFC004") != nullptr);
    CHECK(find(*outcome, "QOS002") == nullptr);
    CHECK(find(*outcome, "QOS004") == nullptr);
}

}
}
