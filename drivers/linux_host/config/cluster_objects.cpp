// SPDX-License-Identifier: Apache-2.0
// Objects of a Kubernetes cluster name no host: they select nodes by labels, which `kubectl get nodes -o yaml` shows. A
// node has every label of a selector with its value (Kubernetes documentation, Assigning Pods to Nodes, nodeSelector);
// kubelet gives each node the label kubernetes.io/hostname (Well-Known Labels, Annotations and Taints).
#include "drivers/linux_host/config/cluster_objects.h"

#include "drivers/cluster/cluster_kinds.h"
#include "models/fabric/link/name_index.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

constexpr std::string_view hostname_label = "kubernetes.io/hostname";

const Node* cluster_member(const Node* node, std::string_view key)
{
    return node == nullptr || node->kind != Node::Kind::object ? nullptr : node->child(key);
}

}

bool holds_cluster_objects(std::string_view text)
{
    return cluster::has_object(text, cluster::kinds_for_nics)
        || cluster::has_object(text, cluster::kinds_of_nodes);
}

const Node* cluster_value(const Node* node, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys)
        node = cluster_member(node, key);
    return node == nullptr || !node->is_scalar() ? nullptr : node;
}

bool is_unfilled_value(const Node& node)
{
    return node.value.find("{{") != std::string_view::npos || node.value.find("${") != std::string_view::npos;
}

// kubernetes-sigs/yaml, goyaml.v2/resolve.go
bool is_true_value(const Node* node)
{
    constexpr auto words = std::to_array<std::string_view>(
        {"true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON", "y", "Y"});
    return node != nullptr && std::ranges::find(words, node->value) != words.end();
}

const Node* ClusterObject::spec() const { return cluster_member(node, "spec"); }

std::string_view ClusterObject::name() const
{
    const Node* name = cluster_value(node, {"metadata", "name"});
    return name == nullptr || name->value.empty() ? kind : name->value;
}

Span ClusterObject::at() const
{
    const Node* name = cluster_value(node, {"metadata", "name"});
    return name == nullptr ? file->tree->span(*node) : file->tree->value_span(*name);
}

ClusterObjects::ClusterObjects(std::span<ConfigFile> files)
{
    for (ConfigFile& file : files) {
        if (file.kind != ConfigKind::cluster || file.tree->root == nullptr)
            continue;
        for (const Node& document : *file.tree->root) {
            take(file, document);
            const Node* items = cluster_member(&document, "items");
            if (items == nullptr || items->kind != Node::Kind::array)
                continue;
            for (const Node& item : *items)
                take(file, item);
        }
    }
}

void ClusterObjects::take(ConfigFile& file, const Node& node)
{
    const Node* kind = cluster_value(&node, {"kind"});
    if (kind == nullptr)
        return;
    const Node* metadata = cluster_member(&node, "metadata");
    if (cluster::sets_up_nics(kind->value))
        objects_.push_back({&file, &node, kind->value});
    else if (cluster::is_node(kind->value) && metadata != nullptr)
        nodes_.push_back(metadata);
}

const Node* ClusterObjects::labels_of(std::string_view host) const
{
    const std::string wanted = device_key(host);
    const auto is_host
        = [&wanted](const Node* name) { return name != nullptr && device_key(name->value) == wanted; };
    for (const Node* metadata : nodes_) {
        const Node* labels = cluster_member(metadata, "labels");
        const Node* named = labels == nullptr ? nullptr : cluster_member(labels, hostname_label);
        if (is_host(cluster_member(metadata, "name")) || is_host(named))
            return labels;
    }
    return nullptr;
}

ClusterObjects::Choice ClusterObjects::choose(const ClusterObject& object, std::string_view host) const
{
    using Answer = Choice::Answer;
    const Node* labels = labels_of(host);
    const Node* selector = cluster_member(object.spec(), "nodeSelector");
    const bool has_labels
        = selector != nullptr && selector->kind == Node::Kind::object && selector->first != nullptr;
    // A host that the list of nodes lacks may not be in the cluster.
    if (!has_labels)
        return {nodes_.empty() || labels != nullptr ? Answer::yes : Answer::no};
    Choice choice;
    for (const Node& wanted : *selector) {
        const Node* own = labels == nullptr ? nullptr : cluster_member(labels, wanted.key);
        const bool is_of_name = wanted.key == hostname_label;
        if (is_unfilled_value(wanted) || (labels == nullptr && !is_of_name)) {
            choice.answer = Answer::unknown;
            choice.label = choice.label == nullptr ? &wanted : choice.label;
        } else if (labels != nullptr ? own == nullptr || own->value != wanted.value
                                     : device_key(wanted.value) != device_key(host)) {
            return {Answer::no};
        }
    }
    return choice;
}

}
