// SPDX-License-Identifier: Apache-2.0
// What rules of an access list match is not read, so that which packets they drop by their rate, classify or mark is not
// known.
#include "drivers/nvue/config.h"
#include "models/fabric/vlan_policy.h"

#include <unordered_map>

namespace rocelint::nvue {
namespace {

constexpr std::string_view list_unread = "which packets its access list matches is not read";
constexpr std::string_view list_classifies
    = "an access list sets the class of packets, and which packets it matches is not read";
constexpr std::string_view list_marks
    = "an access list sets the DSCP of packets, and which packets it matches is not read";

using PlaceByList = std::unordered_map<std::string_view, Span>;

PlaceByList lists_with(const Config& config, LineKind action)
{
    PlaceByList lists;
    for (const Fact& fact : config.facts) {
        if (fact.says() == action && !fact.unset)
            lists.emplace(fact.name, fact.at);
    }
    return lists;
}

// NVIDIA Cumulus Linux User Guide, VLAN-aware Bridge Mode: a port of a bridge has the VLANs of the bridge unless it states its own, and
// is in one VLAN alone if that is its access VLAN. Its untagged VLAN is 1 unless it states another.
std::vector<PortVlans> read_port_vlans(const Config& config)
{
    struct BridgePort {
        VlanIds access;
        VlanIds tagged;
        VlanIds untagged;
        bool unclear = false;
    };
    std::vector<BridgePort> ports(config.device.ports.size());
    for (const Fact& fact : config.facts) {
        const LineKind says = fact.says();
        if (says != LineKind::access_vlan && says != LineKind::untagged_vlan && says != LineKind::vlan)
            continue;
        if (fact.node != nullptr)
            fact.node->mark(CoverageState::read);
        const auto ids = parse_vlan_ids(fact.text);
        for (const std::string& name : expand_names(fact.name)) {
            const auto found = config.port_by_name.find(name);
            if (found == config.port_by_name.end())
                continue;
            BridgePort& port = ports[found->second];
            port.unclear = port.unclear || fact.unset || !ids;
            VlanIds& stated = says == LineKind::access_vlan ? port.access
                : says == LineKind::vlan                    ? port.tagged
                                                            : port.untagged;
            const VlanIds others = says == LineKind::vlan ? port.tagged : VlanIds{};
            stated = others | ids.value_or(VlanIds{});
        }
    }
    std::vector<PortVlans> members;
    members.reserve(ports.size());
    for (const BridgePort& port : ports) {
        if (port.unclear || (port.access.none() && port.tagged.none()))
            members.emplace_back();
        else if (port.access.any())
            members.push_back({port.access, true});
        else
            members.push_back({port.tagged | (port.untagged.any() ? port.untagged : VlanIds{}.set(1)), true});
    }
    return members;
}

void withhold(Device& device, Port& port, bool classes, bool marks)
{
    if (classes)
        port.ingress_policy = Setting<Ref>::unread(device.origins.unread(list_classifies));
    if (marks)
        port.tc_to_dscp = Setting<Ref>::unread(device.origins.unread(list_marks));
}

}

void resolve_access_lists(Config& config)
{
    const PlaceByList policed = lists_with(config, LineKind::acl_police);
    const PlaceByList classifying = lists_with(config, LineKind::acl_class);
    const PlaceByList marking = lists_with(config, LineKind::acl_dscp);
    std::vector<std::pair<std::uint32_t, bool>> vlans_with_list; ///< and whether it classifies
    for (const Fact& fact : config.facts) {
        if (fact.says() != LineKind::acl_inbound || fact.unset)
            continue;
        for (const std::string& name : expand_names(fact.name)) {
            const auto found = config.port_by_name.find(name);
            if (found == config.port_by_name.end())
                continue;
            if (const auto list = policed.find(fact.second); list != policed.end()) {
                const Meter meter{.dscps = DscpSet::all(), .why_unknown = list_unread, .at = list->second};
                bind_meters(config.device, found->second, {&meter, 1});
            }
            const bool classifies = classifying.contains(fact.second);
            const bool marks = marking.contains(fact.second);
            if (config.device.ports[found->second].kind == PortKind::vlan)
                vlans_with_list.emplace_back(found->second, classifies);
            for (std::uint32_t index = 0; index < config.device.ports.size() && (classifies || marks);
                 ++index) {
                if (index == found->second || config.device.ports[index].lag == found->second)
                    withhold(config.device, config.device.ports[index], classifies, marks);
            }
        }
    }
    if (vlans_with_list.empty())
        return;
    const VlanPolicyScope scope(read_port_vlans(config));
    for (const auto& [index, classifies] : vlans_with_list)
        scope.take_policy_of_interface(config.device, index, classifies);
}

}
