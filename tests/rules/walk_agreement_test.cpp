// SPDX-License-Identifier: Apache-2.0
// A walk is broken exactly where a rule reports the port, with one fault or two.
#include "analysis/proof/path/walk.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <string>

namespace rocelint::walk_agreement_test {
namespace {

constexpr std::string_view line_of_switches
    = "devices:\n  leaf1: {role: leaf}\n  leaf2: {role: leaf}\n  host1: {role: host}\n  host2: {role: host}\n"
      "links:\n  - {a: \"leaf1:Ethernet0\", b: \"host1:ens1f0np0\"}\n"
      "  - {a: \"leaf1:Ethernet4\", b: \"leaf2:Ethernet4\"}\n"
      "  - {a: \"leaf2:Ethernet0\", b: \"host2:ens1f0np0\"}\n";

// One fault of a switch; @ stands for a port.
struct Fault {
    std::string_view title;
    std::string_view patch;
    bool breaks = true;
};

constexpr Fault switch_faults[] = {
    {"no fault", "{}", false},
    {"PFC off", R"({"PORT_QOS_MAP": {"@": {"pfc_enable": ""}}})"},
    {"PFC on another priority", R"({"PORT_QOS_MAP": {"@": {"pfc_enable": "4"}}})"},
    {"DSCP 26 is lossy", R"({"DSCP_TO_TC_MAP": {"AZURE": {"26": "1"}}})"},
    {"one port by a map in which DSCP 26 is lossy",
        R"({"DSCP_TO_TC_MAP": {"OLD": {"0": "0", "26": "1", "48": "6"}}, "PORT_QOS_MAP": {"@": {"dscp_to_tc_map": "OLD"}}})"},
    {"no DSCP map", R"({"PORT_QOS_MAP": {"@": {"dscp_to_tc_map": null}}})"},
    {"packets leave by another queue", R"({"TC_TO_QUEUE_MAP": {"AZURE": {"3": "5"}}})"},
    {"pause stops another queue", R"({"MAP_PFC_PRIORITY_TO_QUEUE": {"AZURE": {"3": "4"}}})"},
    {"packets fill another group", R"({"TC_TO_PRIORITY_GROUP_MAP": {"AZURE": {"3": "0"}}})"},
    {"no headroom", R"({"BUFFER_PG": {"@|3": {"profile": "ingress_lossy_profile"}}})"},
    {"next to no headroom on all ports of a length",
        R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"xoff": "8192"}, "pg_lossless_100000_40m_profile": {"xoff": "8192"}}})"},
    {"no marking", R"({"QUEUE": {"@|3": {"wred_profile": null}}})"},
    {"marking with probability 0",
        R"({"WRED_PROFILE": {"AZURE_LOSSLESS": {"green_drop_probability": "0"}}})"},
    {"a small MTU", R"({"PORT": {"@": {"mtu": "1500"}}})"},
    {"CNPs are lossless", R"({"DSCP_TO_TC_MAP": {"AZURE": {"48": "3"}}})"},
    {"CNPs are best effort", R"({"DSCP_TO_TC_MAP": {"AZURE": {"48": "0"}}})"},
    {"DSCP 26 is rewritten",
        R"({"TC_TO_DSCP_MAP": {"OUT": {"3": "24"}}, "PORT_QOS_MAP": {"@": {"tc_to_dscp_map": "OUT"}}})"},
    {"a watchdog too few", R"({"PFC_WD": {"@": null}})", false},
};

constexpr Fault host_faults[] = {
    {"trusts PCP", "-Priority trust state: dscp\n+Priority trust state: pcp\n"},
    {"marks with DSCP 24", "-Global tclass=106\n+Global tclass=98\n"},
    {"PFC on another priority",
        "-\tenabled     0   0   0   1   0   0   0   0   \n+\tenabled     0   0   0   0   1   0   0   0   \n"},
    {"CNPs are best effort",
        "-/sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp:48\n+/sys/class/net/ens1f0np0/ecn/roce_np/cnp_dscp:8\n"},
};

std::string at_port(std::string_view patch, std::string_view port)
{
    std::string out(patch);
    for (std::size_t at = out.find('@'); at != std::string::npos; at = out.find('@'))
        out.replace(at, 1, port);
    return out;
}

Example with_patches(std::string_view leaf1, std::string_view leaf2, std::string_view host1)
{
    return {.title = "generated",
        .files = {{{"sonic", "leaf1", leaf1},
            {"sonic", "leaf2", leaf2},
            {"linux-host", "host1", host1},
            {"linux-host", "host2", ""}}},
        .topology = line_of_switches};
}

// Every broken step of every walk between the two hosts, in both directions.
std::vector<proof::Step> broken_steps(const proof::FabricProof& proof)
{
    std::vector<proof::Step> broken;
    const auto take = [&](const std::vector<proof::Step>& steps) {
        std::ranges::copy_if(steps, std::back_inserter(broken), [](const proof::Step& step) {
            return step.outcome == proof::Grade::broken;
        });
    };
    for (const auto& [from, to] : {std::pair(0U, 1U), std::pair(1U, 0U)}) {
        for (const std::uint8_t kind : {std::uint8_t{0}, proof::Packet::notification}) {
            const auto walk = proof::walk(proof, from, to, kind);
            REQUIRE(walk);
            take(walk->start);
            for (const proof::WalkHop& hop : walk->hops)
                take(hop.hop.steps);
        }
    }
    return broken;
}

bool tells_of(const Finding& finding, const proof::Step& step)
{
    return !finding.rule->yields && std::ranges::any_of(finding.subjects, [&](const Subject& subject) {
        return subject.property == step.subject.property && subject.port.device == step.subject.port.device
            && (subject.port.port == step.subject.port.port || subject.port.port == Port::no_index
                || step.subject.port.port == Port::no_index);
    });
}

// Whether a packet meets the fault on its path; other faults are about timers, shares and the like.
bool is_on_the_way(const Finding& finding)
{
    constexpr Property met[] = {Property::pfc,
        Property::ecn,
        Property::ecn_thresholds,
        Property::trust,
        Property::dscp_map,
        Property::queue_map,
        Property::priority_group_map,
        Property::headroom,
        Property::mtu,
        Property::rdma_marking,
        Property::dscp_rewrite};
    return finding.severity == Severity::error && !finding.subjects.empty()
        && std::ranges::find(met, finding.subjects.front().property) != std::end(met);
}

void check_agreement(const Example& example, bool breaks)
{
    const auto outcome = check_example(example);
    const std::vector<proof::Step> broken = broken_steps(proof::FabricProof(outcome->analysis));
    const std::vector<Finding>& findings = outcome->report.findings;
    CHECK(broken.empty() == !breaks);
    for (const proof::Step& step : broken) {
        INFO("broken: " << outcome->fabric.device(step.port).name << ": " << step.text);
        CHECK(std::ranges::any_of(findings, [&](const Finding& finding) { return tells_of(finding, step); }));
    }
    for (const Finding& finding : findings) {
        INFO("found: " << std::string(finding.rule->code) << ": " << finding.message);
        CHECK((!is_on_the_way(finding) || !broken.empty()));
        CHECK_FALSE(finding.rule->yields);
    }
}

TEST_CASE("a walk is broken exactly if a rule reports the port")
{
    for (const Fault& fault : switch_faults) {
        for (const std::string_view port : {"Ethernet0", "Ethernet4"}) {
            const std::string patch = at_port(fault.patch, port);
            CAPTURE(fault.title);
            CAPTURE(port);
            check_agreement(with_patches(patch, "", ""), fault.breaks);
        }
    }
    for (const Fault& fault : host_faults) {
        CAPTURE(fault.title);
        check_agreement(with_patches("", "", fault.patch), fault.breaks);
    }
}

TEST_CASE("with two random faults walk and rules still agree")
{
    std::mt19937 random(20261121);
    const auto pick = [&random](std::size_t count) { return random() % count; };
    for (int round = 0; round < 20; ++round) {
        const Fault& one = switch_faults[pick(std::size(switch_faults))];
        const Fault& other = switch_faults[pick(std::size(switch_faults))];
        const std::string first = at_port(one.patch, pick(2) == 0 ? "Ethernet0" : "Ethernet4");
        const std::string second = at_port(other.patch, pick(2) == 0 ? "Ethernet0" : "Ethernet4");
        CAPTURE(first);
        CAPTURE(second);
        check_agreement(with_patches(first, second, ""), one.breaks || other.breaks);
    }
}

}
}
