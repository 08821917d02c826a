// SPDX-License-Identifier: Apache-2.0
// Virtual functions that pods get. Their MTU is `mtu` of the policy; the physical function's is only raised to it
// (k8snetworkplumbingwg/sriov-network-operator 249e200, pkg/host/internal/sriov/sriov.go, configSriovPFDevice and
// configSriovVFDevices).
#include "drivers/kubernetes/draft.h"
#include "models/catalog/catalog.h"
#include "models/fabric/value/quantity.h"
#include "models/physics/wire.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

namespace rocelint::kubernetes {
namespace {

using State = CoverageState;

// "ens1f0#0-7" are functions of ens1f0.
std::string_view interface_of(std::string_view name) { return name.substr(0, name.find('#')); }

bool is_of_infiniband(const Node* link_type)
{
    return link_type != nullptr && (link_type->value == "ib" || link_type->value == "IB");
}

// Programs that take the function from the kernel set its MTU themselves.
bool has_netdevice(const Node& spec)
{
    const Node* driver = node_at(&spec, "deviceType");
    return driver == nullptr || driver->value == "netdevice";
}

// The MTU that a policy gives its functions: what it states, or the kernel's. 0 if it is not known.
std::uint64_t mtu_of_policy(const Node& spec)
{
    const Node* mtu = node_at(&spec, "mtu");
    if (mtu != nullptr)
        return parse_number(mtu->value).value_or(0);
    const auto entry = catalog::platform_default(platform_name, "vf_mtu");
    return has_netdevice(spec) && entry.known() ? entry.number() : 0;
}

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
    const bool is_infiniband = is_of_infiniband(link_type);
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
        if (mtu == nullptr && has_netdevice(*spec))
            set_kernel_mtu(draft, port, draft.place(*spec));
    }
}

FunctionPolicies::FunctionPolicies(const Tree& tree, const std::vector<Object>& objects)
{
    for (const Object& object : objects) {
        const Node* spec = object.kind == ObjectKind::sriov_policy ? node_at(object.node, "spec") : nullptr;
        const Node* resource = node_at(spec, "resourceName");
        if (resource == nullptr || !resource->is_scalar() || is_of_infiniband(node_at(spec, "linkType")))
            continue;
        // The name as written, because what a template fills in may differ between objects.
        specs_[tree.source->text_at(tree.value_span(*resource))].push_back(spec);
    }
}

PodFunctions FunctionPolicies::of_resource(std::string_view name) const
{
    const auto found = name.find("{{") == std::string_view::npos ? specs_.find(name) : specs_.end();
    if (found == specs_.end())
        return {};
    return {found->second, std::ranges::all_of(found->second, [](const Node* spec) {
                const Node* is_rdma = node_at(spec, "isRdma");
                return is_rdma != nullptr && truth_of(is_rdma->value).value_or(false);
            })};
}

void set_function_mtu(Draft& draft, Port& port, const PodFunctions& functions)
{
    const Node& first = *functions.policies.front();
    const std::uint64_t bytes = mtu_of_policy(first);
    const bool do_agree = std::ranges::all_of(
        functions.policies, [bytes](const Node* spec) { return mtu_of_policy(*spec) == bytes; });
    constexpr std::uint64_t largest = 65535;
    if (!do_agree || bytes == 0 || bytes > largest) {
        port.ip_mtu = port.max_frame = Setting<Bytes>::unread(draft.origins().unread(do_agree
                ? "the policy of its virtual functions does not show it"
                : "policies for virtual functions with its resource state different MTUs"));
        return;
    }
    const Node* mtu = node_at(&first, "mtu");
    if (mtu == nullptr)
        set_kernel_mtu(draft, port, draft.place(first));
    else
        set_mtu(draft, port, mtu);
}

}
