// SPDX-License-Identifier: Apache-2.0
#include "analysis/infer_practice.h"
#include "analysis/policy_text.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace rocelint {
namespace {

constexpr std::string_view no_policy = "version: 1\n";

// The base device with a queue that marks but without any PFC: no pause, no headroom, no watchdog.
constexpr std::string_view marks_only = R"({
 "PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": "", "pfcwd_sw_enable": null},
                  "Ethernet4": {"pfc_enable": "", "pfcwd_sw_enable": null}},
 "PFC_WD": null,
 "BUFFER_PG": {"Ethernet0|3": {"profile": "ingress_lossy_profile"},
               "Ethernet4|3": {"profile": "ingress_lossy_profile"}}})";
// The host port has PFC, the uplink does not.
constexpr std::string_view pauses_hosts = R"({
 "PORT_QOS_MAP": {"Ethernet4": {"pfc_enable": "", "pfcwd_sw_enable": null}},
 "PFC_WD": {"Ethernet4": null},
 "BUFFER_PG": {"Ethernet4|3": {"profile": "ingress_lossy_profile"}}})";
constexpr std::string_view unpaused_host = R"(-	enabled     0   0   0   1   0   0   0   0   
+	enabled     0   0   0   0   0   0   0   0   
)";
constexpr std::string_view two_uplinks = R"(devices:
  leaf1: {role: leaf}
  leaf2: {role: leaf}
  spine1: {role: spine}
links:
  - {a: "leaf1:Ethernet4", b: "spine1:Ethernet0"}
  - {a: "leaf2:Ethernet4", b: "spine1:Ethernet4"}
)";

std::string list_classes(const ClassModel& model)
{
    std::string out;
    for (const RdmaClass& entry : model.classes)
        out += fmt::format("{}{}; ",
            entry.label(),
            entry.pause == Pause::nowhere          ? " without PFC"
                : entry.pause == Pause::host_links ? " on host links"
                                                   : "");
    return out;
}

std::string classes_of(const Example& example)
{
    return list_classes(check_example(example)->analysis.classes);
}

std::string codes_of(const workspace::Outcome& outcome)
{
    std::string out;
    for (const Finding& finding : outcome.report.findings)
        out += fmt::format("{}{}", out.empty() ? "" : " ", finding.rule->code);
    return out;
}

TEST_CASE("a separate queue that marks, without PFC anywhere, is a class without PFC")
{
    const auto outcome
        = check_example({.title = "", .files = {{{"sonic", "leaf1", marks_only}}}, .policy = no_policy});
    CHECK(list_classes(outcome->analysis.classes) == "DSCP 26 without PFC; ");
    CHECK(codes_of(*outcome) == "");
}

TEST_CASE("hosts without PFC that give RoCE a priority of its own contradict themselves")
{
    const std::string without_pfc = std::string(unpaused_host)
        + "-driver: mlx5_core\n+driver: bnxt_en\n-bus-info: 0000:1a:00.0\n+bus-info: 0000:1a:00.0\n"
          "+root@host1:~# dcb app show dev ens1f0np0\n+dgram-port-prio 4791:3\n";
    const auto outcome = check_example(
        {.title = "", .files = {{{"linux-host", "host1", without_pfc}}}, .policy = no_policy});
    CHECK(codes_of(*outcome) == "NIC019");
    REQUIRE(outcome->report.findings.size() == 1);
    CHECK(outcome->report.findings[0].severity == Severity::error);
    // A policy may state that RDMA does without PFC.
    const auto stated = check_example({.title = "",
        .files = {{{"linux-host", "host1", without_pfc}}},
        .policy = "version: 1\nrdma: {dscp: [26], pfc: none}\n"});
    CHECK(codes_of(*stated).find("NIC019") == std::string::npos);
}

TEST_CASE("headroom without PFC is half a design")
{
    CHECK(classes_of({.title = "",
              .files = {{{"sonic", "leaf1", R"({"PORT_QOS_MAP": {"Ethernet0": {"pfc_enable": ""},
 "Ethernet4": {"pfc_enable": ""}}})"}}},
              .policy = no_policy})
        == "");
}

TEST_CASE("priorities to pause on ports without the line that turns PFC on are not a design either")
{
    constexpr std::string_view without_on = R"(@ interface Ethernet1/1
-   priority-flow-control on
-   priority-flow-control pause watchdog
@ interface Ethernet2/1
-   priority-flow-control on
-   priority-flow-control pause watchdog
)";
    CHECK(classes_of({.title = "", .files = {{{"eos", "leaf1", without_on}}}, .policy = no_policy}) == "");
}

TEST_CASE("code points of unmarked packets on switches alone make no class")
{
    const std::string patch
        = merge_json(std::string(marks_only), R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": "0", "5": "3"}}})");
    CHECK(classes_of({.title = "", .files = {{{"sonic", "leaf1", patch}}}, .policy = no_policy}) == "");
}

TEST_CASE("hosts that mark without PFC give the DSCP if no switch was collected")
{
    CHECK(classes_of({.title = "", .files = {{{"linux-host", "host1", unpaused_host}}}, .policy = no_policy})
        == "DSCP 26 without PFC; ");
}

TEST_CASE("hosts without PFC are still at fault if switches pause")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"linux-host", "host1", unpaused_host}, {"sonic", "leaf1", ""}}},
        .topology = "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n",
        .policy = no_policy});
    CHECK(list_classes(outcome->analysis.classes) == "priority 3; ");
    CHECK(codes_of(*outcome).find("NIC002") != std::string::npos);
}

TEST_CASE("one switch of four that pauses is the odd one out")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", ""},
            {"sonic", "leaf2", marks_only},
            {"sonic", "leaf3", marks_only},
            {"sonic", "leaf4", marks_only}}},
        .policy = no_policy});
    CHECK(list_classes(outcome->analysis.classes) == "DSCP 26 without PFC; ");
    CHECK(codes_of(*outcome) == "PFC002 PFC002");
}

TEST_CASE("PFC on host links and marking between switches are a design if all agree")
{
    const auto outcome = check_example({.title = "",
        .files = {{{"sonic", "leaf1", pauses_hosts},
            {"sonic", "leaf2", pauses_hosts},
            {"sonic", "spine1", marks_only}}},
        .topology = two_uplinks,
        .policy = no_policy});
    CHECK(list_classes(outcome->analysis.classes) == "priority 3 on host links; ");
    CHECK(codes_of(*outcome) == "");
}

TEST_CASE("if one uplink pauses, the others that do not are a mistake")
{
    const auto outcome = check_example({.title = "",
        .files
        = {{{"sonic", "leaf1", ""}, {"sonic", "leaf2", pauses_hosts}, {"sonic", "spine1", marks_only}}},
        .topology = two_uplinks,
        .policy = no_policy});
    CHECK(list_classes(outcome->analysis.classes) == "priority 3; ");
    CHECK(codes_of(*outcome) != "");
}

TEST_CASE("a policy inferred without PFC reads back the same")
{
    const auto outcome
        = check_example({.title = "", .files = {{{"sonic", "leaf1", marks_only}}}, .policy = no_policy});
    const std::string text = policy_yaml(outcome->analysis.classes, {});
    const Source source(0, "rocelint.yaml", text);
    const auto policy = read_policy(source, known_rules());
    REQUIRE_MESSAGE(policy.has_value(), text);
    CHECK(list_classes(*policy->classes) == "DSCP 26 without PFC; ");
}

TEST_CASE("an inferred policy says that NICs repeat selectively if every RDMA NIC does")
{
    const std::string forced = std::string(unpaused_host)
        + "-roce_slow_restart_en                           | 0x00000001\n"
          "+roce_slow_restart_en                           | 0x00000001\n"
          "+selective_repeat_forced_en                     | 0x00000001\n";
    const auto both = check_example({.title = "",
        .files = {{{"linux-host", "host1", forced}, {"linux-host", "host2", forced}}},
        .policy = no_policy});
    const Practice practice = infer_practice(both->fabric);
    CHECK(practice.retransmission == Retransmission::selective);
    const std::string text = policy_yaml(both->analysis.classes, {}, practice);
    CHECK(text.find("\nretransmission: selective\n") != std::string::npos);
    const Source source(0, "rocelint.yaml", text);
    const auto policy = read_policy(source, known_rules());
    REQUIRE_MESSAGE(policy.has_value(), text);
    CHECK(policy->retransmission == Retransmission::selective);
    const auto one = check_example({.title = "",
        .files = {{{"linux-host", "host1", forced}, {"linux-host", "host2", unpaused_host}}},
        .policy = no_policy});
    CHECK_FALSE(infer_practice(one->fabric).retransmission.has_value());
}

TEST_CASE("a policy without PFC judges marking and classes, but not pause")
{
    const auto check = [](std::string_view patch) {
        return codes_of(*check_example(
            {.title = "", .files = {{{"sonic", "leaf1", patch}}}, .policy = "version: 1\nprofile: lossy\n"}));
    };
    CHECK(check(marks_only) == "");
    const auto with = [](std::string_view change) { return merge_json(std::string(marks_only), change); };
    // Ports without any sign of RDMA are left alone; the other port still shows it.
    CHECK(check(with(R"({"DSCP_TO_TC_MAP": {"AZURE": {"48": "3"}}})")) == "QOS004");
    CHECK(check(with(R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"green_max_threshold": "9000000"}}})"))
        == "ECN004");
}

}
}
