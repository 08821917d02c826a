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

constexpr std::array<std::string_view, 3> nic_lists{"pciAddresses", "serialNumbers", "partNumbers"};

template <class T>
void sort_and_take_once(std::vector<T>& values)
{
    std::ranges::sort(values);
    const auto [from, to] = std::ranges::unique(values);
    values.erase(from, to);
}

// Whether one of two sorted lists selects a NIC that the other selects too; an empty one selects all.
bool share_entry(const std::vector<std::string_view>& one, const std::vector<std::string_view>& other)
{
    if (one.empty() || other.empty())
        return true;
    auto left = one.begin();
    auto right = other.begin();
    while (left != one.end() && right != other.end() && *left != *right) {
        if (*left < *right)
            ++left;
        else
            ++right;
    }
    return left != one.end() && right != other.end();
}

// What a template of this type of NIC states. A part without a value: that it states nothing about it.
std::string index_key(
    std::string_view type, std::string_view part, std::string_view name = {}, std::string_view value = {})
{
    std::string key(type);
    for (const std::string_view word : {part, name, value})
        key.append(1, '\0').append(word);
    return key;
}

constexpr std::string_view any_template = "template";
constexpr std::string_view any_label = "label";
constexpr std::string_view own_rarest_label = "rarest label";
constexpr std::string_view list_entry = "entry";

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
        if (object.kind == ObjectKind::nic_template && !nic_type(object).empty())
            add(object);
    }
    for (std::size_t index = 0; index < templates_.size(); ++index) {
        const Template& each = templates_[index];
        if (each.labels.empty())
            continue;
        const auto& [name, value] = rarest_label(each);
        index_[index_key(each.type, own_rarest_label, name, value)].push_back(index);
    }
}

void TemplateRivals::add(const Object& object)
{
    const std::size_t index = templates_.size();
    Template& added = templates_.emplace_back();
    added.object = &object;
    added.type = nic_type(object);
    const std::string_view type = added.type;
    by_node_.emplace(object.node, index);
    index_[index_key(type, any_template)].push_back(index);
    if (const Node* nodes = spec_of(object)->child("nodeSelector"); nodes != nullptr) {
        for (const Node& label : *nodes)
            added.labels.emplace_back(label.key, label.value);
    }
    sort_and_take_once(added.labels);
    for (const auto& [name, value] : added.labels)
        index_[index_key(type, any_label, name, value)].push_back(index);
    if (added.labels.empty())
        index_[index_key(type, any_label)].push_back(index);
    for (std::size_t list = 0; list < nic_lists.size(); ++list) {
        if (const Node* entries = selector_of(object)->child(nic_lists[list]); entries != nullptr) {
            for (const Node& each : *entries)
                added.lists[list].push_back(each.value);
        }
        sort_and_take_once(added.lists[list]);
        for (const std::string_view value : added.lists[list])
            index_[index_key(type, nic_lists[list], list_entry, value)].push_back(index);
        if (added.lists[list].empty())
            index_[index_key(type, nic_lists[list])].push_back(index);
    }
}

const std::vector<std::size_t>& TemplateRivals::at(const std::string& key) const
{
    static const std::vector<std::size_t> no_template;
    const auto found = index_.find(key);
    return found == index_.end() ? no_template : found->second;
}

TemplateRivals::Label TemplateRivals::rarest_label(const Template& of) const
{
    return *std::ranges::min_element(of.labels, {}, [&](const Label& label) {
        return at(index_key(of.type, any_label, label.first, label.second)).size();
    });
}

std::vector<std::string> TemplateRivals::keys_of_rivals(const Template& of) const
{
    const std::string_view type = of.type;
    std::vector<std::vector<std::string>> sets;
    if (!of.labels.empty()) {
        // All labels of a wider template are here, so also its rarest; all of these are in a narrower one.
        const auto& [rarest, its_value] = rarest_label(of);
        std::vector<std::string>& keys = sets.emplace_back();
        keys.push_back(index_key(type, any_label));
        keys.push_back(index_key(type, any_label, rarest, its_value));
        for (const auto& [name, value] : of.labels)
            keys.push_back(index_key(type, own_rarest_label, name, value));
    }
    for (std::size_t list = 0; list < nic_lists.size(); ++list) {
        if (of.lists[list].empty())
            continue;
        std::vector<std::string>& keys = sets.emplace_back();
        keys.push_back(index_key(type, nic_lists[list]));
        for (const std::string_view value : of.lists[list])
            keys.push_back(index_key(type, nic_lists[list], list_entry, value));
    }
    if (sets.empty()) // It selects all NICs of the type on all nodes.
        return {index_key(type, any_template)};
    return *std::ranges::min_element(sets, {}, [this](const std::vector<std::string>& keys) {
        std::size_t count = 0;
        for (const std::string& key : keys)
            count += at(key).size();
        return count;
    });
}

bool TemplateRivals::select_the_same(const Template& one, const Template& other)
{
    if (one.type != other.type)
        return false;
    if (!std::ranges::includes(one.labels, other.labels) && !std::ranges::includes(other.labels, one.labels))
        return false;
    for (std::size_t list = 0; list < nic_lists.size(); ++list) {
        if (!share_entry(one.lists[list], other.lists[list]))
            return false;
    }
    return true;
}

const Object* TemplateRivals::rival_of(const Object& object) const
{
    const auto own = by_node_.find(object.node);
    if (own == by_node_.end())
        return nullptr;
    const Template& one = templates_[own->second];
    std::size_t first = templates_.size();
    for (const std::string& key : keys_of_rivals(one)) {
        for (const std::size_t index : at(key)) {
            if (index >= first)
                break;
            if (index != own->second && select_the_same(one, templates_[index]))
                first = index;
        }
    }
    return first == templates_.size() ? nullptr : templates_[first].object;
}

}
