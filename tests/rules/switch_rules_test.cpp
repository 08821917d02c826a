// SPDX-License-Identifier: Apache-2.0
// Findings of rules about a switch's classes and buffers on several devices, and what these rules say they cannot judge.
#include "rules/chassis_examples.h"
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <variant>

namespace rocelint {
namespace {

// What the rule reports on the example: "warning message" for each finding, "not checked: reason" for each row.
std::string said(std::string_view code, const Example& example)
{
    const auto outcome = check_example(example);
    std::string out;
    for (const Finding& finding : outcome->report.findings) {
        if (finding.rule->code == code)
            out += fmt::format("{} {}\n", name_of(finding.severity), finding.message);
    }
    for (const NotChecked& row : outcome->report.not_checked) {
        if (row.rule->code == code)
            out += fmt::format("not checked: {}\n", row.reason);
    }
    return out;
}

std::string said_on_sonic(std::string_view code, std::string_view patch, std::string_view policy = "")
{
    return said(code, {.title = "", .files = {{{"sonic", "leaf1", patch}}}, .policy = policy});
}

TEST_CASE("the marking of queue pairs is not checked if nothing is forced and no job is captured")
{
    const ExampleFile host{"linux-host", "host1", "-Global tclass=106\n"};
    CHECK(said("NIC008", {.title = "", .files = {{host}}}).starts_with("not checked: no class is forced"));
    CHECK(said("NIC008", {.title = "", .files = {{host, {"app-env", "job1", ""}}}}).empty());
}

TEST_CASE("a port that binds a classifier without a definition is not called one without a classifier")
{
    const ExampleFile leaf{"nxos", "leaf1", R"(@ interface Ethernet1/1
-  service-policy type qos input FABRIC-IN
+  service-policy type qos input LOST
)"};
    const std::string text = said("QOS017", {.title = "", .files = {{leaf}}});
    CHECK(text.find("warning") == std::string::npos);
    CHECK(text.find("error") == std::string::npos);
}

TEST_CASE("a neighbour that pauses what only asymmetric PFC obeys makes it a warning")
{
    const std::string text = said("PFC021",
        {.title = "",
            .files = {{{"sonic", "leaf1", R"({"PORT": {"Ethernet4": {"pfc_asym": "on"}}})"},
                {"sonic", "leaf2", R"({"PORT_QOS_MAP": {"Ethernet4": {"pfc_enable": "3,6"}}})"}}},
            .topology = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"leaf2:Ethernet4\"}\n"});
    CHECK(text.starts_with("warning asymmetric PFC makes leaf1 Ethernet4 obey the pause that leaf2 Ethernet4 "
                           "sends for priority 6"));
}

TEST_CASE("a card of a chassis whose files list no port of other cards is not checked for their queues")
{
    constexpr std::string_view lonely
        = R"({"DEVICE_METADATA": {"localhost": {"switch_type": "voq", "asic_name": "asic0"}},
 "QUEUE": null, "BUFFER_QUEUE": null})";
    constexpr std::string_view alone = R"({"SYSTEM_PORT": {"card1|asic0|Ethernet0": {"speed": "100000"},
 "card1|asic0|Ethernet4": {"speed": "100000"}}})";
    for (const std::string_view code : {"ECN021", "BUF022"}) {
        CAPTURE(code);
        Example example{.title = "",
            .files
            = {{{"sonic", "card1", lonely}, {"sonic", "card1", chassis_examples::own_queues, "qos.json"}}}};
        CHECK(said(code, example) == "not checked: the ports of other cards are not in the files\n");
        example.files[2] = {"sonic", "card1", alone, "buffers.json"};
        CHECK(said(code, example).empty());
    }
}

TEST_CASE("virtual output queues of a platform without system ports leave nothing unchecked")
{
    for (const std::string_view code : {"ECN021", "BUF022"}) {
        CAPTURE(code);
        CHECK(said(code,
            {.title = "",
                .files = {{{"eos",
                    "leaf1",
                    "-! device: leaf1 (DCS-7060X4-32S, EOS-4.28.3M)\n"
                    "+! device: leaf1 (DCS-7280SR3-48YC8, EOS-4.28.3M)\n"}}}})
                  .empty());
    }
}

TEST_CASE("a port's egress treatment is judged by the packets' ingress ports, not by its own trust")
{
    constexpr std::string_view rewrite = R"({"TC_TO_DSCP_MAP": {"OUT": {"3": "24"}},
 "PORT_QOS_MAP": {"Ethernet4": {"tc_to_dscp_map": "OUT"}}})";
    constexpr std::string_view untrusted = R"({"TC_TO_DSCP_MAP": {"OUT": {"3": "24"}},
 "PORT_QOS_MAP": {"Ethernet4": {"tc_to_dscp_map": "OUT", "dscp_to_tc_map": null}}})";
    CHECK(said_on_sonic("QOS009", rewrite).starts_with("error leaf1 Ethernet4 writes DSCP 24 over DSCP 26"));
    CHECK(said_on_sonic("QOS009", untrusted) == said_on_sonic("QOS009", rewrite));
}

TEST_CASE("a rewrite whose values no line states is not checked, and not mistaken for absent")
{
    const std::string text = said("QOS009",
        {.title = "", .files = {{{"onyx", "leaf1", "+   interface ethernet 1/1 qos rewrite dscp\n"}}}});
    CHECK(text.starts_with("not checked: whether the port rewrites DSCPs is unknown"));
}

TEST_CASE("a detection time of zero is the fault, and no poll interval is proposed for it")
{
    const Example example{
        .title = "", .files = {{{"eos", "leaf1", R"(-priority-flow-control pause watchdog default timeout 0.2
+priority-flow-control pause watchdog default timeout 0
)"}}}};
    CHECK(said("WD004", example) == "");
    CHECK(said("WD002", example).find("waits 0 ms") != std::string::npos);
}

TEST_CASE("a port with asymmetric PFC does not count as one that never sends pause")
{
    CHECK(said_on_sonic("PFC006", R"({"PORT": {"Ethernet0": {"pfc_asym": "on"}}})") == "");
}

TEST_CASE("a switch that binds no buffer at all is not checked for missing ones")
{
    CHECK(said_on_sonic("BUF019", R"({"BUFFER_QUEUE": null})")
        == "not checked: no queue of the device binds a buffer profile: what configures them is not "
           "visible\n");
    CHECK(said_on_sonic("BUF005", R"({"BUFFER_QUEUE": null})")
        == "not checked: no queue of the device binds a buffer profile: what configures them is not "
           "visible\n");
}

TEST_CASE(
    "a neighbour that a switch names and nobody collected is not checked, unless the port to it is down")
{
    constexpr std::string_view neighbor
        = R"({"DEVICE_NEIGHBOR": {"Ethernet0": {"name": "spine9", "port": "Ethernet4"}}})";
    constexpr std::string_view port_down
        = R"({"DEVICE_NEIGHBOR": {"Ethernet8": {"name": "spine9", "port": "Ethernet4"}},
 "PORT": {"Ethernet8": {"lanes": "8,9,10,11", "speed": "100000", "admin_status": "down"}}})";
    CHECK(said_on_sonic("TOP010", neighbor)
        == "not checked: nothing was read of the neighbour that it names\n");
    CHECK(said_on_sonic("TOP010", port_down) == "");
}

TEST_CASE(
    "FEC that is automatic at one end and set at the other is not checked; automatic at both ends agrees")
{
    const auto of_link = [](std::string_view one, std::string_view other) {
        return said("LNK001",
            {.title = "",
                .files = {{{"sonic", "leaf1", one}, {"sonic", "leaf2", other}}},
                .topology = "links:\n  - {a: \"leaf1:Ethernet4\", b: \"leaf2:Ethernet4\"}\n"});
    };
    constexpr std::string_view automatic = R"({"PORT": {"Ethernet4": {"fec": "auto"}}})";
    CHECK(of_link(automatic, "")
        == "not checked: FEC is automatic, and which code the port chooses is not visible\n");
    CHECK(of_link("", automatic) == of_link(automatic, ""));
    CHECK(of_link(automatic, automatic) == "");
}

TEST_CASE(
    "the map of a tunnel is judged by the queue that it leads to, and a map that does not exist is not checked")
{
    constexpr std::string_view own
        = R"({"PEER_SWITCH": {"leaf2": {}}, "TUNNEL": {"MuxTunnel0": {"decap_dscp_to_tc_map": "AZURE"}}})";
    // Chips that remap by classes of the tunnel's own.
    constexpr std::string_view same_queue = R"({"PEER_SWITCH": {"leaf2": {}},
 "DSCP_TO_TC_MAP": {"OWN": {"26": "2"}}, "TC_TO_QUEUE_MAP": {"AZURE": {"2": "3"}},
 "TUNNEL": {"MuxTunnel0": {"decap_dscp_to_tc_map": "OWN"}}})";
    constexpr std::string_view other_queue = R"({"PEER_SWITCH": {"leaf2": {}},
 "DSCP_TO_TC_MAP": {"OWN": {"26": "2"}}, "TUNNEL": {"MuxTunnel0": {"decap_dscp_to_tc_map": "OWN"}}})";
    constexpr std::string_view lost
        = R"({"PEER_SWITCH": {"leaf2": {}}, "TUNNEL": {"MuxTunnel0": {"decap_dscp_to_tc_map": "MISSING"}}})";
    constexpr std::string_view dangling
        = R"({"PEER_SWITCH": {"leaf2": {}}, "PORT_QOS_MAP": {"global": {"dscp_to_tc_map": "MISSING"}}})";
    CHECK(said_on_sonic("QOS019", own) == "");
    CHECK(said_on_sonic("QOS019", same_queue) == "");
    CHECK(said_on_sonic("QOS019", other_queue)
              .starts_with(
                  "warning leaf1 puts RDMA packets with DSCP 26 that its tunnel from leaf2 delivers into "
                  "traffic class 2, and into class 3 on"));
    CHECK(said_on_sonic("QOS019", lost).starts_with("not checked: "));
    CHECK(said_on_sonic("QOS019", dangling).starts_with("not checked: "));
    CHECK(said_on_sonic("QOS019", "") == "");
}

TEST_CASE("packets into a tunnel whose map has no row for their class are not checked")
{
    constexpr std::string_view gap
        = R"({"PEER_SWITCH": {"leaf2": {}}, "TC_TO_DSCP_MAP": {"TUNNEL": {"4": "6"}},
 "TUNNEL": {"MuxTunnel0": {"encap_tc_to_dscp_map": "TUNNEL"}}})";
    CHECK(said_on_sonic("QOS015", gap)
        == "not checked: the DSCP map of its tunnel to leaf2 has no row for traffic class 3\n");
    CHECK(said_on_sonic("QOS015", R"({"PEER_SWITCH": {"leaf2": {}}})") == "");
}

TEST_CASE("a switch none of whose queues has a scheduler is not checked for the share of RDMA")
{
    std::string rows;
    for (const std::string_view port : {"Ethernet0", "Ethernet4"}) {
        for (int queue = 0; queue < 8; ++queue)
            rows
                += fmt::format("{}\"{}|{}\": {{\"scheduler\": null}}", rows.empty() ? "" : ", ", port, queue);
    }
    CHECK(said_on_sonic("ETS002", fmt::format("{{\"QUEUE\": {{{}}}}}", rows))
        == "not checked: no queue has a scheduler: what each gets of a full link is up to the switch\n");
}

TEST_CASE("the class and queue of CNPs are not checked if their code point is unknown")
{
    constexpr std::string_view no_policy = "version: 1\n";
    constexpr std::string_view reason
        = "not checked: the DSCP of CNPs is unknown: no policy states it and no NIC shows it\n";
    CHECK(said_on_sonic("QOS004", "", no_policy) == reason);
    CHECK(said_on_sonic("ETS003", "", no_policy) == reason);
}

TEST_CASE("a correction of a port that pauses every priority leaves PFC on where the platform always has it")
{
    constexpr std::string_view policy = "version: 1\nclasses:\n  - {name: rdma, priority: 4, dscp: [26]}\n";
    const Example example{.title = "",
        .files = {{{"vrp", "leaf1", "@ dcb pfc\n- priority 3\n+ priority 0 1 2 3 4 5 6 7\n"}}},
        .policy = policy};
    const auto outcome = check_example(example);
    const auto& findings = outcome->report.findings;
    const auto found = std::ranges::find_if(
        findings, [](const Finding& finding) { return finding.rule->code == "PFC003"; });
    REQUIRE(found != findings.end());
    REQUIRE_FALSE(found->changes.empty());
    for (const Change& change : found->changes)
        CHECK(std::get<PriorityDelta>(change.value).remove == PrioritySet{0b1110'0111});
}

}
}
