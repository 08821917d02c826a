// SPDX-License-Identifier: Apache-2.0
// Two dozen rules need the same facts about a switch with up to 1000 ports, most of which are bound to the
// same maps.
#include "analysis/facts/device_facts.h"

#include <algorithm>

namespace rocelint {

const std::vector<BoundProfile>& DeviceFacts::bound_profiles()
{
    if (!bound_profiles_)
        bound_profiles_.emplace([this] { return find_bound_profiles(analysis_, device_); });
    return bound_profiles_->tell();
}

// nullopt for a port that lacks one of the bindings: its unread settings must be reported for that very port.
// port itself.
std::optional<DeviceFacts::Bindings> DeviceFacts::bindings_of(const Port& port)
{
    const auto known = [](const auto&... setting) { return (setting.peek_known() && ...); };
    const bool has_policy = port.ingress_policy.origin != OriginId{};
    if (!known(port.trust, port.dscp_to_tc, port.tc_to_queue, port.tc_to_priority_group)
        || (has_policy && !known(port.ingress_policy)))
        return std::nullopt;
    constexpr std::uint32_t none = Ref::none_index;
    return Bindings{has_policy ? port.ingress_policy.value.index : none,
        static_cast<std::uint32_t>(port.trust.value),
        known(port.default_tc) ? port.default_tc.value : none,
        port.dscp_to_tc.value.index,
        port.tc_to_queue.value.index,
        port.tc_to_priority_group.value.index};
}

const DscpUses& DeviceFacts::dscp_uses(const Port& port)
{
    const Device& device = analysis_.fabric->devices[device_];
    const std::optional<Bindings> bindings = bindings_of(port);
    if (!bindings)
        return own_uses_ = find_dscp_uses(device, port);
    const auto known = std::ranges::find(shared_uses_, *bindings, &SharedUses::bindings);
    if (known != shared_uses_.end())
        return known->uses.tell();
    shared_uses_.push_back({*bindings, Noted<DscpUses>([&] { return find_dscp_uses(device, port); })});
    return shared_uses_.back().uses.tell();
}

RdmaQueue DeviceFacts::rdma_queue(const Port& port, const RdmaClass& rdma_class)
{
    const Device& device = analysis_.fabric->devices[device_];
    const std::vector<RdmaClass>& classes = analysis_.classes.classes;
    const auto index = static_cast<std::size_t>(&port - device.ports.data());
    const auto of_class = static_cast<std::size_t>(&rdma_class - classes.data());
    queues_.resize(device.ports.size() * classes.size());
    std::optional<Noted<RdmaQueue>>& known = queues_[index * classes.size() + of_class];
    if (!known)
        known.emplace([&] { return rocelint::rdma_queue(device, port, rdma_class); });
    return known->tell();
}

}
