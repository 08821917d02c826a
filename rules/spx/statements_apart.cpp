// SPDX-License-Identifier: Apache-2.0
#include "models/text/sentence.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

namespace rocelint::rules::spx004 {
namespace {

using From = StatementApart::From;

constexpr Example examples[] = {
    {.title = "Another mode of RoCE was entered and never applied",
        .files = {{{"nvue", "leaf1", ""},
            {"nvue",
                "leaf1",
                "cumulus@leaf1:mgmt:~$ nv config diff applied pending\n"
                "- set:\n"
                "    qos:\n"
                "      roce:\n"
                "        mode: lossy\n",
                "nv_config_diff.txt"}}},
        .flagged = "roce:"},
    {.title = "RoCE was applied and not saved, so that it is gone after a reboot",
        .files = {{{"nvue", "leaf1", ""},
            {"nvue",
                "leaf1",
                "cumulus@leaf1:mgmt:~$ nv config diff applied startup -o commands\n"
                "nv unset qos roce\n"
                "nv unset interface swp1 qos pfc-watchdog\n",
                "nv_config_diff.txt"}}},
        .flagged = "nv unset qos roce"},
    {.title = "All QoS was unset and not applied, and the switch writes the highest place alone",
        .files = {{{"nvue", "leaf1", ""},
            {"nvue",
                "leaf1",
                "cumulus@leaf1:mgmt:~$ nv config diff\n"
                "- unset:\n"
                "    qos:\n",
                "nv_config_diff.txt"}}},
        .flagged = "    qos:"},
    {.title = "What waits to be applied is a description",
        .files = {{{"nvue", "leaf1", ""},
            {"nvue",
                "leaf1",
                "cumulus@leaf1:mgmt:~$ nv config diff\n"
                "- set:\n"
                "    interface:\n"
                "      swp1:\n"
                "        description: to host1\n",
                "nv_config_diff.txt"}}}},
};

constexpr std::size_t most_named = 4;

void check_against(DeviceContext& context, From from)
{
    std::vector<std::string> named;
    const StatementApart* first = nullptr;
    for (const StatementApart& statement : context.device().apart) {
        if (statement.from != from)
            continue;
        first = first == nullptr ? &statement : first;
        named.push_back(fmt::format("{}{}", statement.removes ? "without " : "", statement.words));
    }
    if (first == nullptr)
        return;
    const std::string statements = listed_at_most(named, most_named);
    const bool is_pending = from == From::pending;
    context.report({.at = first->at,
        .message = is_pending
            ? fmt::format(
                "statements about QoS were entered on {} and are not in force ({}): the next change that is "
                "applied brings them along",
                context.device().name,
                statements)
            : fmt::format(
                "{} starts with other QoS than it has now ({}): after a reboot it is another switch",
                context.device().name,
                statements),
        .subjects = {context.subject(Property::software, Part::option(is_pending ? "pending" : "saved"))},
        .fix = is_pending ? "Apply what was entered, or discard it."
                          : "Save the configuration that is in force."});
}

void check(DeviceContext& context)
{
    check_against(context, From::pending);
    check_against(context, From::saved);
}

}

extern const Rule rule = {
    .code = "SPX004",
    .name = "qos-not-in-force",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "Statements about QoS were entered and not applied, or applied and not saved.",
    .why
    = "A switch whose changes take effect as a transaction has up to three configurations: what was entered, what is in "
      "force, and what it starts with. Where they differ in PFC, marking or queues, the switch changes its treatment of "
      "RDMA at an arbitrary moment: with the next change of anything else, or with the next reboot. The other "
      "rules judge the configuration that was collected.",
    .source
    = "NVIDIA Cumulus Linux 5.15 User Guide, NVUE CLI (nv config diff); NVIDIA NVUE reference, Config Commands "
      "(apply, diff, save; auto save is on by default since 5.9)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Apply or discard what was entered, and save what is in force.",
    .check_device = check,
};

}
