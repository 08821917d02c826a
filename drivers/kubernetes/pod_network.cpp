// SPDX-License-Identifier: Apache-2.0
// Interfaces that pods get in addition to their first one. The MTU is that of the last plugin that sets it
// (containernetworking/plugins, README of macvlan, ipvlan and tuning); the tag is that of the virtual function
// (k8snetworkplumbingwg/sriov-cni, docs/configuration-reference.md: vlan, vlanQoS, vlanProto); the plugin rdma moves
// the function's RDMA device into the pod (k8snetworkplumbingwg/rdma-cni, README).
#include "drivers/kubernetes/draft.h"
#include "drivers/kubernetes/plugin_text.h"

namespace rocelint::kubernetes {
namespace {

using State = CoverageState;

struct PodInterface {
    const Node* mtu = nullptr;
    const Node* vlan = nullptr;
    PodFunctions functions; ///< that pods get as this interface
    bool has_rdma = false; ///< the pod gets the RDMA device as well
};

// The priority in the tag, and a second tag instead of the usual one.
bool is_of_tag(const Node& entry)
{
    return (entry.key == "vlanQoS" && entry.value != "0")
        || (entry.key == "vlanProto" && entry.value != "802.1q" && entry.value != "802.1Q");
}

// Kernel settings of the pod decide which of its interfaces answers for an address.
void mark_kernel_settings(const Node& settings)
{
    settings.mark(State::irrelevant);
    for (const Node& setting : settings)
        setting.mark_subtree(
            setting.key.starts_with("net.ipv4.conf.") ? State::unsupported : State::irrelevant);
}

void take_plugin(PodInterface& interface, const Node& plugin)
{
    plugin.mark(State::irrelevant);
    for (const Node& entry : plugin) {
        if (entry.key == "sysctl" && entry.kind == Node::Kind::object)
            mark_kernel_settings(entry);
        else
            entry.mark_subtree(is_of_tag(entry) ? State::unsupported : State::irrelevant);
        if (entry.key == "mtu") {
            if (interface.mtu != nullptr)
                interface.mtu->mark(State::irrelevant);
            interface.mtu = &entry;
        }
        if (entry.key == "vlan")
            interface.vlan = &entry;
        if (entry.key == "type" && entry.value == "rdma") {
            interface.has_rdma = true;
            entry.mark(State::read);
        }
    }
}

void take_plugins(Draft& draft, PodInterface& interface, const Node* text)
{
    if (text == nullptr)
        return;
    if (text->first == nullptr) {
        text->mark(draft.is_unfilled(*text) ? State::unsupported : State::unrecognised);
        return;
    }
    text->mark(State::irrelevant);
    for (const Node& object : *text) {
        object.mark(State::irrelevant);
        if (object.child("plugins") == nullptr)
            continue; // it is the only plugin
        for (const Node& entry : object) {
            if (entry.key == "plugins")
                entry.mark(State::irrelevant);
            else
                entry.mark_subtree(State::irrelevant);
        }
    }
    for (const Node* plugin : plugins_of(text))
        take_plugin(interface, *plugin);
}

// Where a network names the resource that its interfaces are taken from: in `spec`, or with the prefix of the device
// plugin in an annotation (k8snetworkplumbingwg/sriov-network-operator, doc/quickstart.md; k8snetworkplumbingwg/sriov-network-device-plugin, README).
const Node* resource_of(const Object& object, const Node& spec)
{
    if (const Node* resource = node_at(&spec, "resourceName"))
        return resource;
    return node_at(
        node_at(node_at(object.node, "metadata"), "annotations"), "k8s.v1.cni.cncf.io/resourceName");
}

// The virtual functions of a network, if a policy of the same file makes them.
PodFunctions functions_of(
    const Draft& draft, const Object& object, const Node& spec, const FunctionPolicies& policies)
{
    const Node* resource = resource_of(object, spec);
    if (resource == nullptr || !resource->is_scalar())
        return {};
    const std::string_view name = draft.written(*resource);
    return policies.of_resource(name.substr(name.rfind('/') + 1));
}

}

void read_pod_network(Draft& draft, const Object& object, const FunctionPolicies& policies)
{
    const Node* spec = node_at(object.node, "spec");
    if (spec == nullptr)
        return;
    for (const Node& entry : *spec) {
        if (entry.key != "mtu" && entry.key != "vlan" && entry.key != "config" && entry.key != "metaPlugins")
            entry.mark_subtree(is_of_tag(entry) ? State::unsupported : State::irrelevant);
    }
    PodInterface interface {
        .mtu = node_at(spec, "mtu"), .vlan = node_at(spec, "vlan")
    };
    take_plugins(draft, interface, node_at(spec, "config"));
    take_plugins(draft, interface, node_at(spec, "metaPlugins"));
    interface.functions = functions_of(draft, object, *spec, policies);
    // Without an MTU of its own the interface keeps that of the function, which a policy sets.
    const bool has_functions = !interface.functions.policies.empty();
    const bool is_judged
        = (interface.has_rdma || interface.functions.is_rdma) && (interface.mtu != nullptr || has_functions);
    const std::uint32_t index = draft.add_port(
        draft.object_name(), draft.object_at(), is_judged ? PortKind::physical : PortKind::virtual_function);
    if (is_judged)
        draft.add_nic(index);
    Port& port = draft.device().ports[index];
    if (is_judged)
        leave_unset(port, draft.origins().unread("a network of pods does not set it"));
    if (interface.mtu == nullptr && has_functions)
        set_function_mtu(draft, port, interface.functions);
    else
        set_mtu(draft, port, interface.mtu);
    constexpr std::uint64_t largest_vlan = 4094;
    if (const auto number = draft.number(interface.vlan, 0, largest_vlan))
        port.tagged = {*number != 0, draft.stated(*interface.vlan)};
}

}
