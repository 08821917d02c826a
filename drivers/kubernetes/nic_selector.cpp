// SPDX-License-Identifier: Apache-2.0
// A NIC that several templates select gets none of them (Mellanox/nic-configuration-operator 8bfbeb3,
// internal/controller/template_matcher.go, matchDevicesToTemplates). Selectors with different labels may or may not
// select the same nodes; only what surely does counts.
#include "drivers/kubernetes/nic_selector.h"

#include <algorithm>
#include <array>

namespace rocelint::kubernetes {
namespace {

const Node* spec_of(const Object& object) { return object.node->child("spec"); }

const Node* selector_of(const Object& object)
{
    const Node* spec = spec_of(object);
    return spec == nullptr ? nullptr : spec->child("nicSelector");
}

// Whether every node with the labels of `narrow` has those of `wide`.
bool selects_all_of(const Node* wide, const Node* narrow)
{
    if (wide == nullptr)
        return true;
    return std::ranges::all_of(*wide, [narrow](const Node& label) {
        const Node* same = narrow == nullptr ? nullptr : narrow->child(label.key);
        return same != nullptr && same->value == label.value;
    });
}

// Whether one of two lists selects a NIC that the other selects too; an absent list selects all.
bool share_entry(const Node* one, const Node* other)
{
    if (one == nullptr || other == nullptr || one->first == nullptr || other->first == nullptr)
        return true;
    return std::ranges::any_of(*one, [other](const Node& entry) {
        return std::ranges::find(*other, entry.value, &Node::value) != other->end();
    });
}

bool select_the_same(const Object& one, const Object& other)
{
    const Node* spec = spec_of(one);
    const Node* other_spec = spec_of(other);
    if (spec == nullptr || other_spec == nullptr)
        return false;
    const Node* nodes = spec->child("nodeSelector");
    const Node* other_nodes = other_spec->child("nodeSelector");
    if (!selects_all_of(nodes, other_nodes) && !selects_all_of(other_nodes, nodes))
        return false;
    const Node* nics = selector_of(one);
    const Node* other_nics = selector_of(other);
    constexpr std::array<std::string_view, 3> lists{"pciAddresses", "serialNumbers", "partNumbers"};
    return std::ranges::all_of(lists,
        [&](std::string_view list) { return share_entry(nics->child(list), other_nics->child(list)); });
}

}

std::string_view nic_type(const Object& object)
{
    const Node* selector = selector_of(object);
    const Node* type = selector == nullptr ? nullptr : selector->child("nicType");
    return type == nullptr ? std::string_view{} : type->value;
}

TemplateRivals::TemplateRivals(const std::vector<Object>& objects)
{
    for (const Object& object : objects) {
        const std::string_view type = nic_type(object);
        if (object.kind == ObjectKind::nic_template && !type.empty())
            by_type_[type].push_back(&object);
    }
}

const Object* TemplateRivals::rival_of(const Object& object) const
{
    const auto alike = by_type_.find(nic_type(object));
    if (alike == by_type_.end())
        return nullptr;
    const auto rival = std::ranges::find_if(alike->second, [&object](const Object* other) {
        return other->node != object.node && select_the_same(object, *other);
    });
    return rival == alike->second.end() ? nullptr : *rival;
}

}
