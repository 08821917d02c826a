// SPDX-License-Identifier: Apache-2.0
#include "models/fabric/classify.h"
#include "models/fabric/target.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <cmath>

namespace rocelint::rules::ets006 {
namespace {

constexpr std::string_view storage_by_tag = "version: 1\nprofile: azure-local\n";

constexpr double most_percent[] = {2};

constexpr Parameter parameters[] = {
    {.name = "most_percent",
        .defaults = most_percent,
        .unit = "percent",
        .meaning = "most bandwidth that the class of the cluster's heartbeat is promised",
        .source
        = "Azure/AzureLocal-Supportability, Reference-TOR-QOS-Policy-Configuration.md (2 % up to 10 Gb/s, 1 % above)"},
};

constexpr Example examples[] = {
    {.title = "The heartbeat is promised a fifth of the link",
        .files = {{{"windows-host", "host1", R"(-PriorityValue  : 3
+PriorityValue  : 3
+Name           : Cluster
+Owner          : PowerShell / WMI
+NetworkProfile : All
+Precedence     : 127
+Template       : Cluster
+PriorityValue  : 7
-[Default]                 ETS       48           0-2,4-6                   Global
+[Default]                 ETS       30           0-2,4-6                   Global
-Cluster                   ETS       2            7                         Global
+Cluster                   ETS       20           7                         Global
-                              0 ETS    48%       0-2,4-6
+                              0 ETS    30%       0-2,4-6
-                              2 ETS    2%        7
+                              2 ETS    20%       7
)"}}},
        .policy = storage_by_tag,
        .flagged = "2 ETS    20%       7"},
    {.title = "The heartbeat is promised two percent",
        .files = {{{"windows-host", "host1", R"(-PriorityValue  : 3
+PriorityValue  : 3
+Name           : Cluster
+Owner          : PowerShell / WMI
+NetworkProfile : All
+Precedence     : 127
+Template       : Cluster
+PriorityValue  : 7
)"}}},
        .policy = storage_by_tag},
};

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    const Port& port = context.port();
    const auto most = context.parameter("most_percent");
    // Without a policy for the heartbeat, it has no class of its own.
    if (!context.on_host() || !context.is_roce() || nic == nullptr || port.kind != PortKind::physical
        || !nic->heartbeat_priority.known() || most.size() != 1)
        return;
    const Setting<std::uint8_t> number
        = queue_of_priority(context.device(), port, nic->heartbeat_priority.value);
    const Queue* queue = number.known() ? context.device().queue(port, number.value) : nullptr;
    const Scheduler* scheduler
        = queue == nullptr ? nullptr : target_of(context.device().schedulers, queue->scheduler);
    if (scheduler == nullptr || !scheduler->kind.is(SchedulerKind::weighted) || !scheduler->bandwidth.known())
        return;
    // A class that it shares with other traffic is not the heartbeat's alone.
    for (const Priority priority : PrioritySet::all()) {
        const bool shares = priority != nic->heartbeat_priority.value
            && queue_of_priority(context.device(), port, priority).is(number.value);
        if (shares)
            return;
    }
    const double share = scheduler->bandwidth.value.value();
    if (share <= most[0])
        return;
    const auto wanted = static_cast<std::uint32_t>(std::floor(most[0]));
    Change change = context.change(Property::scheduler,
        SchedulerTarget{.kind = SchedulerKind::weighted, .bandwidth = Percent::whole(wanted), .weight = {}});
    change.number = number.value;
    context.report({.at = context.place(scheduler->bandwidth.origin),
        .message = fmt::format(
            "{} promises the cluster's heartbeat {} % of its bandwidth, more than {} %: storage lacks it when the link is full",
            context.port_label(context.id),
            share,
            most[0]),
        .subjects = {context.subject(Property::scheduler, number.value)},
        .related = {{context.place(nic->heartbeat_priority.origin), "the priority of the heartbeat"}},
        .fix = fmt::format("Give the heartbeat's class at most {} %.", wanted),
        .changes = {change}});
}

}

extern const Rule rule = {
    .code = "ETS006",
    .name = "large-heartbeat-share",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "A host promises the heartbeat of its cluster more bandwidth than a heartbeat needs.",
    .why
    = "The heartbeat is a few packets a second, which need a class of their own so that they never wait behind storage. What "
      "its class is promised is guaranteed to it at all times, and while the link is full, neither storage nor virtual "
      "machines get more than the rest.",
    .source
    = "microsoft/Validate-DCB, Tests/unit/global.unit.tests.ps1 (bandwidth of the cluster policy), August 2021; Microsoft, "
      "AzureLocal-Supportability, Reference-TOR-QOS-Policy-Configuration.md (CoS 7 for the cluster's heartbeat); Microsoft, "
      "NetQos module reference, New-NetQosPolicy (Cluster)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "Set-NetQosTrafficClass -Name NAME -BandwidthPercentage 2, or 1.",
    .check_port = check,
};

}
