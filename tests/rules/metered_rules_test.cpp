// SPDX-License-Identifier: Apache-2.0
// What rules about metered packets and about SHARP say where they cannot judge.
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <string>
#include <string_view>

namespace rocelint::metered_rules_test {
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

// A leaf of EOS whose policy on the host port has this line for packets with DSCP 26.
Example policed(std::string_view line, std::string& patch)
{
    patch = fmt::format(
        "+class-map type qos match-any RDMA\n+   match dscp 26\n+!\n"
        "+policy-map type quality-of-service IN\n+   class RDMA\n+      set traffic-class 3\n+      {}\n+!\n"
        "@ interface Ethernet1/1\n+   service-policy type qos input IN\n",
        line);
    return {.title = "", .files = {{{"eos", "leaf1", patch}}}};
}

TEST_SUITE_BEGIN("metered packets");

TEST_CASE("a colour is not checked where it is not known whether the queue marks it")
{
    std::string patch;
    CHECK(said("ECN011", policed("set drop-precedence 1", patch))
              .starts_with("not checked: RDMA packets can become yellow here"));
    CHECK(said("ECN011", policed("set drop-precedence 0", patch)).empty());
}

TEST_CASE("a policer is an error in a lossless class, and not checked where its line is not understood")
{
    std::string patch;
    CHECK(
        said("QOS021", policed("police rate 40000 mbps burst-size 1 mbytes", patch))
            .starts_with(
                "error a policer drops packets of priority 3 with DSCP 26 that leaf1 Ethernet1/1 receives above "
                "40 Gbit/s"));
    CHECK(said("QOS021", policed("police shared POLICER", patch))
              .starts_with("not checked: a line meters RDMA packets"));
    Example lossy = policed("police rate 40000 mbps burst-size 1 mbytes", patch);
    lossy.policy = "version: 1\nprofile: lossy\nrdma: {dscp: [26], pfc: none}\n";
    CHECK(said("QOS021", lossy).empty());
}

TEST_CASE("a policer of a VLAN is not checked on switched ports, and does not concern routed ones")
{
    const auto with = [](std::string_view mode) {
        const std::string patch = fmt::format(
            "+class-map type qos match-any RDMA\n+   match dscp 26\n+!\n"
            "+policy-map type quality-of-service IN\n+   class RDMA\n+      set traffic-class 3\n"
            "+      police rate 40000 mbps burst-size 1 mbytes\n+!\n"
            "+interface Vlan10\n+   service-policy type qos input IN\n+!\n"
            "{}",
            mode);
        return said("QOS021", {.title = "", .files = {{{"eos", "leaf1", patch}}}});
    };
    CHECK(with("").empty());
    CHECK(with("-   no switchport\n+   switchport mode trunk\n")
              .starts_with(
                  "not checked: a line meters RDMA packets that enter here, and it is bound to a VLAN"));
}

TEST_CASE("a traffic-policy of VRP is not checked where packets enter, and colours of a domain drop nothing")
{
    const auto with = [](std::string_view patch) {
        return said("QOS021", {.title = "", .files = {{{"vrp", "leaf1", patch}}}});
    };
    CHECK(
        with("@ interface 100GE1/0/1\n+ traffic-policy P inbound\n")
            .starts_with("not checked: a line meters RDMA packets that enter here, and the traffic-policy"));
    CHECK(with("@ lldp enable\n+#\n+vlan 100\n+ traffic-policy P inbound\n")
              .starts_with("not checked: a line meters RDMA packets that enter here"));
    CHECK(with("@ interface 100GE1/0/1\n+ traffic-policy P outbound\n").empty());
    CHECK(with("- ip-dscp-inbound 26 phb af3 green\n+ ip-dscp-inbound 26 phb af3 yellow\n").empty());
}

TEST_CASE("SHARP's level is not checked where no file states it, or NVIDIA's congestion control is on")
{
    const auto with = [](std::string_view option, std::string_view level) {
        const std::string conf = fmt::format(
            "-routing_engine updn,no_fallback\n+routing_engine ar_updn,no_fallback\n-lmc 0\n+sharp_enabled 2\n{}",
            option);
        const std::string sharp
            = fmt::format("ib_port_guid 0x0\nsmx_enabled_protocols 6\nsmx_protocol 2\n{}", level);
        return said("SM058",
            {.title = "", .files = {{{"opensm", "sm1", conf}, {"opensm", "sm1", sharp, "sharp_am.cfg"}}}});
    };
    constexpr std::string_view on = "+congestion_control TRUE\n+cc_ca_cong_setting_control_map 0x0003\n";
    CHECK(with(on, "ib_qpc_sl 1\n").starts_with("warning sm1 puts SHARP on service level 1"));
    CHECK(with(on, "").starts_with("not checked: the service level of SHARP is unknown"));
    CHECK(with("+mlnx_congestion_control 2\n", "ib_qpc_sl 1\n")
              .starts_with("not checked: mlnx_congestion_control is 2"));
    CHECK(with("+mlnx_congestion_control 1\n", "ib_qpc_sl 1\n").empty());
}

TEST_SUITE_END();

}
}
