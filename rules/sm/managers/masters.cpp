// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::rules::sm019 {
namespace {

constexpr Example examples[] = {
    {.title = "Two managers are master",
        .files = {{{"ib-fabric",
            "fabric",
            R"(+sminfo: sm lid 101 sm guid 0x102, activity count 1822 priority 14 state 3 SMINFO_MASTER
+sminfo: sm lid 103 sm guid 0x106, activity count 99 priority 14 state 3 SMINFO_MASTER
)"}}},
        .flagged = "sminfo: sm lid 103"},
    {.title = "The only manager stands by",
        .files = {{{"ib-fabric",
            "fabric",
            R"(+sminfo: sm lid 101 sm guid 0x102, activity count 1822 priority 14 state 2 SMINFO_STANDBY
)"}}},
        .flagged = "sminfo: sm lid 101"},
    {.title = "The standby has the higher priority",
        .files = {{{"ib-fabric",
            "fabric",
            R"(+sminfo: sm lid 101 sm guid 0x102, activity count 1822 priority 1 state 3 SMINFO_MASTER
+sminfo: sm lid 103 sm guid 0x106, activity count 99 priority 14 state 2 SMINFO_STANDBY
)"}}},
        .flagged = "sminfo: sm lid 103"},
    {.title = "A port was set up by another manager",
        .files = {{{"ib-fabric",
            "fabric",
            R"(+sminfo: sm lid 101 sm guid 0x102, activity count 1822 priority 14 state 3 SMINFO_MASTER
+# Port info: Lid 102 port 1
+SMLid:...........................103
)"}}},
        .flagged = "SMLid:"},
    {.title = "The master has the higher priority",
        .files = {{{"ib-fabric",
            "fabric",
            R"(+sminfo: sm lid 101 sm guid 0x102, activity count 1822 priority 14 state 3 SMINFO_MASTER
+sminfo: sm lid 103 sm guid 0x106, activity count 99 priority 13 state 2 SMINFO_STANDBY
)"}}}},
};

std::string name_of(const Subnet& subnet, const IbManager& manager)
{
    const std::uint32_t port = subnet.port_of_guid(manager.guid);
    return port == Subnet::none ? guid_text(manager.guid) : subnet.port_name(port);
}

void report(DeviceContext& context, const IbManager& at, std::string message)
{
    context.report(
        {.at = at.at, .message = std::move(message), .subjects = {context.subject(Property::manager)}});
}

void check(DeviceContext& context)
{
    if (!context.device().subnet || context.device().subnet->managers.empty())
        return;
    const Subnet& subnet = *context.device().subnet;
    std::vector<IbManager> masters;
    for (const IbManager& manager : subnet.managers) {
        const auto same = [&](const IbManager& other) { return other.guid == manager.guid; };
        if (manager.state == IbManagerState::master && std::ranges::none_of(masters, same))
            masters.push_back(manager);
    }
    if (masters.size() > 1)
        return report(context,
            masters[1],
            fmt::format("{} and {} are both master: each undoes what the other sets",
                name_of(subnet, masters[0]),
                name_of(subnet, masters[1])));
    if (masters.empty())
        return report(
            context, subnet.managers.front(), "no subnet manager is master: failures are not routed around");
    for (const IbManager& manager : subnet.managers) {
        if (manager.state == IbManagerState::standby && manager.priority > masters.front().priority)
            return report(context,
                manager,
                fmt::format(
                    "{} stands by with priority {} and {} is master with {}: it takes over at the next poll",
                    name_of(subnet, manager),
                    manager.priority,
                    name_of(subnet, masters.front()),
                    masters.front().priority));
    }
    // A port stores the LID of the manager that configured it last.
    for (std::uint32_t port = 0; port < subnet.ports.size(); ++port) {
        const Setting<Lid>& lid = subnet.ports[port].manager_lid;
        if (!lid.known() || masters.front().lid == 0 || lid.value == masters.front().lid)
            continue;
        context.report({.at = context.device().place(lid.origin),
            .message = fmt::format("{} knows a subnet manager at LID {}, and the master {} is at LID {}",
                subnet.port_name(port),
                lid.value,
                name_of(subnet, masters.front()),
                masters.front().lid),
            .subjects = {{{context.index, port}, Property::manager}}});
        return;
    }
}

}

extern const Rule rule = {
    .code = "SM019",
    .name = "sm-master",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary
    = "An InfiniBand subnet has no master subnet manager, several, or one of a lower priority than a standby.",
    .why
    = "Managers of one subnet elect one master by priority and GUID. Two masters each assign LIDs and routes and undo what the other did; without one nothing that fails is routed around. A standby of higher priority takes over at its next poll, which is a heavy sweep of the whole subnet; with reassign_lids it also gives every port a new LID.",
    .source
    = "IBA 1.5 14.4.1 (SM states and priority); opensm(8) 3.3.23, -p and reassign_lids; opensm osm_sm_state_mgr.c",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Give managers the same sm_key and the master the highest priority; stop the ones that should not "
           "run. The captures do not show which manager is the wrong one.",
    .check_device = check,
};

}
