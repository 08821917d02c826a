// SPDX-License-Identifier: Apache-2.0
// One fault has one finding, which says what else follows from it.
#include "tests/example_fabric.h"
#include "tests/rules/finding_of.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

namespace rocelint::one_cause_test {
namespace {

using tests::finding_of;

constexpr std::string_view no_policy = "version: 1\n";

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
    REQUIRE(finding_of(*outcome, "QOS002") != nullptr);
    const Finding& finding = *finding_of(*outcome, "QOS002");
    const auto tells = [&finding](std::string_view text) {
        return std::ranges::any_of(finding.related,
            [text](const Related& related) { return related.message.find(text) != std::string::npos; });
    };
    CHECK(tells("class-map DATA has no match line"));
    CHECK(tells("puts DSCP 26 into traffic class 3, without effect"));
    CHECK(tells("leaf1 Ethernet2/1 at the other end"));
    CHECK(tells("leaf2 Ethernet2/1 at the other end"));
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
    CHECK(finding_of(*outcome, "PFC004") != nullptr);
    CHECK(finding_of(*outcome, "QOS011") == nullptr);
    CHECK(finding_of(*outcome, "QOS007") == nullptr);
    CHECK(outcome->report.findings.size() == 1);
}

TEST_CASE("a port without a QoS row has a finding about its PFC and not about the missing maps")
{
    const auto outcome = check_example({.title = "",
        .files
        = {{{"sonic", "leaf1", R"({"PORT_QOS_MAP": {"Ethernet0": null}})"}, {"linux-host", "host1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .policy = no_policy});
    CHECK(finding_of(*outcome, "PFC004") != nullptr);
    CHECK(finding_of(*outcome, "QOS002") == nullptr);
    CHECK(finding_of(*outcome, "QOS004") == nullptr);
}

}
}
