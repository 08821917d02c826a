// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/kubernetes/objects.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace rocelint::kubernetes {

/// The name of this platform, also in the catalog of defaults.
inline constexpr std::string_view platform_name = "kubernetes";

/// What a word that kubectl sends to the cluster as true or false means; nothing for any other word.
[[nodiscard]] std::optional<bool> truth_of(std::string_view word);

/// The nodes of a cluster, as the objects of its manifests set them up.
class Draft {
public:
    explicit Draft(Reading& reading) : reading_(reading) { }

    /// The following values are from this file and this object.
    void begin(const Tree& tree, const Object& object);
    [[nodiscard]] Device& device() { return reading_.device; }
    [[nodiscard]] Origins& origins() { return reading_.device.origins; }
    [[nodiscard]] const Tree& tree() const { return *tree_; }
    /// The name of the object that is read, as written.
    [[nodiscard]] std::string_view object_name() const { return object_name_; }
    [[nodiscard]] Span object_at() const { return object_at_; }

    /// Adds a port; its name gets that of the object in front if another port has it. Returns its index.
    [[nodiscard]] std::uint32_t add_port(std::string_view name, Span at, PortKind kind);
    /// Adds a NIC to a port.
    Nic& add_nic(std::uint32_t port);

    /// A value that a template has yet to fill in.
    [[nodiscard]] bool is_unfilled(const Node& node) const;
    /// Reads `true` or `false`; nothing if the node is absent, unfilled or something else.
    [[nodiscard]] std::optional<bool> flag(const Node* node);
    /// Reads a number from `least` to `most`; complains about any other value.
    [[nodiscard]] std::optional<std::uint64_t> number(
        const Node* node, std::uint64_t least, std::uint64_t most);
    /// Where the configuration states the value of this node.
    [[nodiscard]] OriginId stated(const Node& node) { return origins().explicit_at(tree_->span(node)); }
    [[nodiscard]] Span place(const Node& node) const { return tree_->span(node); }
    /// The value as written, without quotes.
    [[nodiscard]] std::string_view written(const Node& node) const
    {
        return tree_->source->text_at(tree_->value_span(node));
    }

    void warn(Span at, std::string message);
    void complain(Span at, std::string message);

private:
    Reading& reading_;
    const Tree* tree_ = nullptr;
    std::string_view object_name_;
    Span object_at_;
    std::unordered_set<std::string_view> port_names_;
    std::unordered_map<std::string, std::size_t> next_numbers_; ///< of ports whose names would be equal
};

/// Reads what the NIC configuration operator of NVIDIA sets on the NICs that a NicConfigurationTemplate selects.
/// `rival` is another template that selects the same NICs, or null.
void read_nic_template(Draft& draft, const Object& object, const Object* rival);
/// Sets a port's MTU from a line `mtu`; without one, or with 0, it is unread.
void set_mtu(Draft& draft, Port& port, const Node* mtu);
/// Leaves unread, for a reason, how a port classifies and pauses.
void leave_unset(Port& port, OriginId why);
/// Reads the MTU that a SriovNetworkNodePolicy gives to virtual functions.
void read_sriov_policy(Draft& draft, const Object& object);
/// Reads the interfaces of a NodeNetworkConfigurationPolicy (nmstate).
void read_node_network(Draft& draft, const Object& object);

/// The virtual functions that pods get under the name of a resource, as policies of the same file make them.
struct PodFunctions {
    std::vector<const Node*> policies; ///< the `spec` of each SriovNetworkNodePolicy with the resource's name
    bool is_rdma = false; ///< each has an RDMA device
};
/// Finds policies for virtual functions by the name of their resource.
class FunctionPolicies {
public:
    FunctionPolicies(const Tree& tree, const std::vector<Object>& objects);
    /// The functions of "rail0"; without policies for any other name.
    [[nodiscard]] PodFunctions of_resource(std::string_view name) const;

private:
    std::unordered_map<std::string_view, std::vector<const Node*>> specs_;
};
/// Sets the MTU of an interface of pods to that of its virtual functions; unread if policies differ in it.
void set_function_mtu(Draft& draft, Port& port, const PodFunctions& functions);

/// Reads the MTU and the VLAN of a pod's interface.
void read_pod_network(Draft& draft, const Object& object, const FunctionPolicies& policies);

}
