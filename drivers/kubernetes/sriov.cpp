// SPDX-License-Identifier: Apache-2.0
// Virtual functions that pods get. Their MTU is `mtu` of the policy; the physical function's is only raised to it
// (k8snetworkplumbingwg/sriov-network-operator 249e200, pkg/host/internal/sriov/sriov.go, configSriovPFDevice and
// configSriovVFDevices).
#include "drivers/kubernetes/draft.h"
#include "models/catalog/catalog.h"
#include "models/physics/wire.h"

#include <algorithm>
#include <array>
#include <vector>

namespace rocelint::kubernetes {
namespace {

using State = CoverageState;

// "ens1f0#0-7" are functions of ens1f0.
std::string_view interface_of(std::string_view name) { return name.substr(0, name.find('#')); }

// Without a line, the MTU that the kernel gives a new interface.
void set_kernel_mtu(Draft& draft, Port& port, Span lacking)
{
    const auto entry = catalog::platform_default(platform_name, "vf_mtu");
    if (!entry.known())
        return;
    const OriginId why = draft.origins().lacking(draft.origins().default_of(entry.source), lacking);
    port.ip_mtu = {Bytes{entry.number()}, why};
    port.max_frame = {Bytes{entry.number() + physics::ethernet_header}, why};
}

}

void leave_unset(Port& port, OriginId why)
{
    port.trust = Setting<Trust>::unread(why);
    port.pfc_rx = port.pfc_tx = Setting<PrioritySet>::unread(why);
    port.pause_rx = port.pause_tx = Setting<bool>::unread(why);
}

void read_sriov_policy(Draft& draft, const Object& object)
{
    const Node* spec = node_at(object.node, "spec");
    if (spec == nullptr)
        return;
    constexpr std::array<std::string_view, 4> used{"mtu", "isRdma", "nicSelector", "linkType"};
    for (const Node& entry : *spec) {
        if (std::ranges::find(used, entry.key) == used.end())
            entry.mark_subtree(State::irrelevant);
    }
    const Node* selector = node_at(spec, "nicSelector");
    if (selector != nullptr && !selector->is_container()) {
        selector->mark(State::irrelevant);
    } else if (selector != nullptr) {
        for (const Node& entry : *selector)
            entry.mark_subtree(entry.key == "netFilter" ? State::unsupported : State::irrelevant);
    }
    const Node* link_type = node_at(spec, "linkType");
    if (link_type != nullptr)
        link_type->mark(State::irrelevant);
    const bool is_infiniband = link_type != nullptr && (link_type->value == "ib" || link_type->value == "IB");
    const Node* driver = node_at(spec, "deviceType");
    // Programs that take the function from the kernel set its MTU themselves.
    const bool has_netdevice = driver == nullptr || driver->value == "netdevice";
    const bool is_rdma = draft.flag(node_at(spec, "isRdma")).value_or(false);
    const Node* mtu = node_at(spec, "mtu");
    std::vector<std::string_view> names;
    if (const Node* listed = node_at(selector, "pfNames")) {
        for (const Node& name : *listed)
            names.push_back(interface_of(name.value));
    }
    if (names.empty())
        names.emplace_back("virtual functions");
    const OriginId unset = draft.origins().unread("a policy for virtual functions does not set it");
    for (const std::string_view name : names) {
        const std::uint32_t index
            = draft.add_port(name, draft.object_at(), is_infiniband ? PortKind::other : PortKind::physical);
        if (is_rdma && !is_infiniband)
            draft.add_nic(index);
        Port& port = draft.device().ports[index];
        leave_unset(port, unset);
        set_mtu(draft, port, mtu);
        if (mtu == nullptr && has_netdevice)
            set_kernel_mtu(draft, port, draft.place(*spec));
    }
}

}
