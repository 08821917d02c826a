// SPDX-License-Identifier: Apache-2.0
// What a finding rests on, and the severity that follows from it.
#include "rules/rule_table.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint {
namespace {

constexpr std::string_view without_classes = "version: 1\n";

std::optional<Severity> severity_of(const workspace::Outcome& outcome, std::string_view code)
{
    const auto found = std::ranges::find_if(
        outcome.report.findings, [code](const Finding& finding) { return finding.rule->code == code; });
    return found == outcome.report.findings.end() ? std::nullopt : std::optional(found->severity);
}

const RdmaClass& only_class(const workspace::Outcome& outcome)
{
    REQUIRE(outcome.analysis.classes.classes.size() == 1);
    return outcome.analysis.classes.classes.front();
}

}

TEST_CASE("a class without a policy rests on lines, unless only default maps give its code points")
{
    const Example stated{.title = "", .files = {{{"eos", "leaf1", ""}}}, .policy = without_classes};
    CHECK_FALSE(only_class(*check_example(stated)).dscps_by_default);
    const Example roce{.title = "", .files = {{{"nvue", "leaf1", ""}}}, .policy = without_classes};
    // `qos roce` leaves the factory map as it is: DSCP 26 leads to priority 3 without a line.
    CHECK(only_class(*check_example(roce)).dscps_by_default);
    const Example silent{.title = "",
        .files = {{{"eos",
            "leaf1",
            "-qos map dscp 0 1 2 3 4 5 6 7 24 25 27 28 29 30 31 to traffic-class 1\n"
            "-qos map dscp 26 to traffic-class 3\n-qos map dscp 48 to traffic-class 6\n"}}},
        .policy = without_classes};
    CHECK(only_class(*check_example(silent)).dscps_by_default);
}

TEST_CASE("a priority that every port of the platform pauses is no more than a note")
{
    const auto severity = [](std::string_view patch) {
        const Example example{.title = "",
            .files = {{{"vrp", "leaf1", patch}}},
            .policy = "version: 1\nprofile: lossless\nclasses:\n"
                      "  - {name: roce, priority: 4, dscp: [34]}\ncnp: {priority: 6, dscp: 48}\n"};
        return severity_of(*check_example(example), "PFC002");
    };
    CHECK(severity("@ dcb pfc\n+ priority 4\n") == Severity::info);
    CHECK(severity("@ dcb pfc\n+ priority 4 5\n") == Severity::error);
}

TEST_CASE(
    "an assumed default is a warning, with a policy and without one, and a line to the same effect an error")
{
    const auto severity = [](std::string_view patch, std::string_view policy) {
        const Example example{.title = "", .files = {{{"eos", "leaf1", patch}}}, .policy = policy};
        return severity_of(*check_example(example), "WD001");
    };
    constexpr std::string_view no_line
        = "-priority-flow-control pause watchdog default timeout 0.2\n"
          "-priority-flow-control pause watchdog default recovery-time 0.4\n"
          "-priority-flow-control pause watchdog default polling-interval 0.1\n"
          "-priority-flow-control pause watchdog action drop\n"
          "-   priority-flow-control pause watchdog\n"
          "-   priority-flow-control pause watchdog\n";
    CHECK(severity(no_line, {}) == Severity::warning);
    CHECK(severity(no_line, without_classes) == Severity::warning);
    constexpr std::string_view off = "@ interface Ethernet1/1\n-   priority-flow-control pause watchdog\n"
                                     "+   no priority-flow-control pause watchdog\n";
    CHECK(severity(off, {}) == Severity::error);
    CHECK(severity(off, without_classes) == Severity::error);
}

TEST_CASE("whatever a rule reports for its examples without a policy is in its row")
{
    for (const Rule* rule : all_rules()) {
        if (!rule->without_policy && !rule->by_assumed_default)
            continue;
        for (const Example& example : rule->examples) {
            if (example.flagged.empty() || !example.policy.empty())
                continue;
            CAPTURE(rule->code);
            CAPTURE(example.title);
            Example alone = example;
            alone.policy = without_classes;
            const auto outcome = check_example(alone);
            for (const Finding& finding : outcome->report.findings)
                CHECK(finding.rule->states(finding.severity));
        }
    }
}

TEST_CASE("PFC for which DCBX negotiated nothing is an error on a link that is seen up")
{
    const auto severity = [](std::string_view heard) {
        const std::string patch = "+leaf1# show interface priority-flow-control\n"
                                  "+Port               Mode Oper(VL bmap)  RxPPP      TxPPP\n"
                                  "+Ethernet1/1        Auto Off           0          0\n"
            + std::string(heard)
            + "@ interface Ethernet1/1\n-  priority-flow-control mode on\n+  priority-flow-control mode auto\n";
        const Example example{.title = "", .files = {{{"nxos", "leaf1", patch}}}};
        return severity_of(*check_example(example), "PFC010");
    };
    CHECK(severity("") == Severity::warning);
    CHECK(severity("+leaf1# show lldp neighbors detail\n"
                   "+Chassis id: 0200.0000.0110\n"
                   "+Port id: ens1f0np0\n"
                   "+Local Port id: Eth1/1\n"
                   "+System Name: host1\n")
        == Severity::error);
}

}
