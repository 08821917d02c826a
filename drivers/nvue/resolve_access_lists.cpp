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
    bool vlans_classify = false;
    for (const Fact& fact : config.facts) {
        if (fact.says() != LineKind::acl_inbound || fact.unset)
            continue;
        for (const std::string& name : expand_names(fact.name)) {
            const auto found = config.port_by_name.find(name);
            if (found == config.port_by_name.end())
                continue;
            const Port& port = config.device.ports[found->second];
            if (const auto list = policed.find(fact.second); list != policed.end()) {
                const Meter meter{.dscps = DscpSet::all(), .why_unknown = list_unread, .at = list->second};
                bind_meters(config.device, found->second, {&meter, 1});
            }
            const bool classifies = classifying.contains(fact.second);
            const bool marks = marking.contains(fact.second);
            vlans_classify = vlans_classify || (classifies && port.kind == PortKind::vlan);
            for (std::uint32_t index = 0; index < config.device.ports.size() && (classifies || marks);
                 ++index) {
                if (index == found->second || config.device.ports[index].lag == found->second)
                    withhold(config.device, config.device.ports[index], classifies, marks);
            }
        }
    }
    if (vlans_classify)
        withhold_classes_of_vlans(config.device);
}

}
