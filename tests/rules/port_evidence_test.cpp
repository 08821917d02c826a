// SPDX-License-Identifier: Apache-2.0
// Which ports carry RDMA, by the evidence for it.
#include "analysis/analysis.h"
#include "tests/example_fabric.h"
#include "tests/rules/finding_of.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>

namespace rocelint::port_evidence_test {
namespace {

using tests::finding_of;

constexpr std::string_view no_policy = "version: 1\n";

Judgement judge(const workspace::Outcome& outcome, std::string_view device, std::string_view port)
{
    const auto index = outcome.fabric.find_device(device);
    REQUIRE(index);
    const std::uint32_t found = outcome.fabric.devices[*index].find_port(port);
    REQUIRE(found != Port::no_index);
    return outcome.analysis.judgement({*index, found});
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
    CHECK(finding_of(*stated, "PFC001") != nullptr);
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
    CHECK(finding_of(*outcome, "NIC002") != nullptr);
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
    CHECK(finding_of(*outcome, "PFC004") != nullptr);
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

}
}
