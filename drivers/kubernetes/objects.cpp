// SPDX-License-Identifier: Apache-2.0
// A manifest holds objects as documents, as entries of a List, or as both; a template may have left out half of
// them.
#include "drivers/kubernetes/objects.h"

#include "drivers/cluster/cluster_kinds.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>
#include <utility>

namespace rocelint::kubernetes {
namespace {

using State = CoverageState;

struct KnownKind {
    std::string_view name;
    ObjectKind kind;
};
// The operators whose objects these are: NVIDIA's NIC configuration operator and network operator, the SR-IOV
// network operator, nmstate, and Multus.
constexpr auto known_kinds = std::to_array<KnownKind>({
    {cluster::nic_template, ObjectKind::nic_template},
    {cluster::sriov_policy, ObjectKind::sriov_policy},
    {cluster::node_network_policy, ObjectKind::node_network},
    {"MacvlanNetwork", ObjectKind::pod_network},
    {"SriovNetwork", ObjectKind::pod_network},
    {"NetworkAttachmentDefinition", ObjectKind::pod_network},
    {"HostDeviceNetwork", ObjectKind::not_modelled},
    {"IPoIBNetwork", ObjectKind::not_modelled},
    {"NicClusterPolicy", ObjectKind::not_modelled},
    {"NicDevice", ObjectKind::not_modelled},
    {"NicFirmwareTemplate", ObjectKind::not_modelled},
    {"NicInterfaceNameTemplate", ObjectKind::not_modelled},
    {"SpiderMultusConfig", ObjectKind::not_modelled},
    {"SriovIBNetwork", ObjectKind::not_modelled},
    {"SriovNetworkNodeState", ObjectKind::not_modelled},
    {"SriovNetworkPoolConfig", ObjectKind::not_modelled},
});

ObjectKind kind_of(std::string_view name)
{
    const auto* const found = std::ranges::find(known_kinds, name, &KnownKind::name);
    return found == known_kinds.end() ? ObjectKind::other : found->kind;
}

void mark_rest(const Node& object, std::initializer_list<std::string_view> keys)
{
    for (const std::string_view key : keys) {
        if (const Node* node = object.child(key); node != nullptr && node->state != State::read)
            node->mark_subtree(State::irrelevant);
    }
}

class ObjectFinder {
public:
    std::vector<Object> find(const Tree& tree)
    {
        if (tree.root == nullptr)
            return {};
        for (const Node& document : *tree.root)
            take(document);
        return std::move(objects_);
    }

private:
    void take(const Node& node)
    {
        // An empty document, such as comments between two lines "---".
        if (node.kind == Node::Kind::string && node.value.empty())
            node.mark(State::irrelevant);
        if (node.kind != Node::Kind::object)
            return;
        node.mark(State::irrelevant);
        mark_rest(node, {"apiVersion", "kind"});
        const Node* items = node.child("items");
        if (items != nullptr && items->kind == Node::Kind::array) {
            items->mark(State::irrelevant);
            mark_rest(node, {"metadata"});
            for (const Node& item : *items)
                take_object(item);
            return;
        }
        take_object(node);
    }

    void take_object(const Node& node)
    {
        const Node* kind = node.child("kind");
        Object object{.node = &node};
        object.kind_name = kind == nullptr ? std::string_view{} : kind->value;
        object.kind = kind_of(object.kind_name);
        if (!object.sets_nics()) {
            node.mark_subtree(
                object.kind == ObjectKind::not_modelled ? State::unsupported : State::irrelevant);
            objects_.push_back(object);
            return;
        }
        node.mark(State::irrelevant);
        mark_rest(node, {"apiVersion", "kind", "status"});
        if (const Node* metadata = node.child("metadata"); metadata != nullptr) {
            metadata->mark(State::irrelevant);
            for (const Node& entry : *metadata) {
                if (entry.key == "name" && entry.is_scalar()) {
                    entry.mark(State::read);
                    object.name = &entry;
                } else
                    entry.mark_subtree(State::irrelevant);
            }
        }
        objects_.push_back(object);
    }

    std::vector<Object> objects_;
};

}

std::vector<Object> objects_of(const Tree& tree) { return ObjectFinder().find(tree); }

std::string_view written_name(const Tree& tree, const Object& object)
{
    if (object.name == nullptr)
        return {};
    const auto is_printable = [](std::string_view text) {
        return std::ranges::none_of(text, [](char c) { return static_cast<unsigned char>(c) < ' '; });
    };
    std::string_view name = tree.source->text_at(tree.value_span(*object.name));
    if (!is_printable(name) || name.starts_with('*'))
        name = ascii::trimmed(object.name->value, ascii::is_white);
    return is_printable(name) ? name : std::string_view{};
}

const Node* node_at(const Node* from, std::string_view key)
{
    const Node* found = from == nullptr || from->kind != Node::Kind::object ? nullptr : from->child(key);
    if (found != nullptr && found->is_container() && found->state == State::unrecognised)
        found->mark(State::irrelevant);
    return found;
}

}
