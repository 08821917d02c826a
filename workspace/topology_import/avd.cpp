// SPDX-License-Identifier: Apache-2.0
// Reads the variables of a fabric of Arista AVD (avd.arista.com, eos_designs, "Fabric topology" and "Connected
// endpoints", 5.1): each node lists its uplinks, MLAG pairs list the ports between them, and endpoints list
// their adapters. A value comes from the node, else from its group, else from the defaults of its type.
#include "models/text/ascii.h"
#include "workspace/topology_import/draft.h"
#include "workspace/topology_import/forms.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace rocelint::workspace {
namespace {

struct AvdRole {
    std::string_view type;
    Role role;
};

constexpr std::array avd_roles{
    AvdRole{"spine", Role::spine}, AvdRole{"l3leaf", Role::leaf}, AvdRole{"super_spine", Role::super_spine}};

struct AvdScopes {
    const Node* node = nullptr;
    const Node* group = nullptr;
    const Node* defaults = nullptr;
};

// An entry of a list with `name`, or a member of a mapping (AVD before 4.0).
std::string_view avd_name(const Node& entry, std::string_view key)
{
    const std::string_view named
        = entry.kind == Node::Kind::object ? scalar_at(entry, key) : std::string_view{};
    return named.empty() ? entry.key : named;
}

const Node* inherited_list(const AvdScopes& scopes, std::string_view key)
{
    for (const Node* scope : {scopes.node, scopes.group, scopes.defaults}) {
        if (scope == nullptr || scope->kind != Node::Kind::object)
            continue;
        if (const Node* found = list_at(*scope, key))
            return found;
    }
    return nullptr;
}

std::vector<std::string_view> words_in(const Node* list)
{
    std::vector<std::string_view> words;
    if (list != nullptr) {
        for (const Node& word : *list)
            words.push_back(scalar_of(&word));
    }
    return words;
}

bool is_node_type(const Node& entry)
{
    return entry.kind == Node::Kind::object
        && (entry.child("node_groups") != nullptr || entry.child("nodes") != nullptr);
}

bool has_adapters(const Node& entry)
{
    return entry.is_container() && entry.first != nullptr && entry.first->kind == Node::Kind::object
        && list_at(*entry.first, "adapters") != nullptr;
}

// Whether a type of nodes has what only AVD has; containerlab has nodes, too, but below its topology.
bool has_uplinks(const Node& type)
{
    const auto states = [](const Node& scope) {
        return scope.kind == Node::Kind::object
            && (scope.child("uplink_switches") != nullptr || scope.child("uplink_interfaces") != nullptr
                || scope.child("mlag_interfaces") != nullptr);
    };
    if (const Node* defaults = object_at(type, "defaults"); defaults != nullptr && states(*defaults))
        return true;
    if (const Node* nodes = type.child("nodes"); nodes != nullptr && std::ranges::any_of(*nodes, states))
        return true;
    const Node* groups = type.child("node_groups");
    return groups != nullptr && std::ranges::any_of(*groups, [&states](const Node& group) {
        const Node* nodes = group.kind == Node::Kind::object ? group.child("nodes") : nullptr;
        return states(group) || (nodes != nullptr && std::ranges::any_of(*nodes, states));
    });
}

class AvdReader {
public:
    AvdReader(const ParsedText& text, std::string_view name) : tree_(text.tree), draft_(text.source, name) { }

    Topology read(const Node& document)
    {
        for (const Node& entry : document) {
            if (is_node_type(entry))
                read_type(entry);
            else if (has_adapters(entry))
                read_endpoints(entry);
        }
        return draft_.finish();
    }

private:
    void read_type(const Node& type)
    {
        const auto* const known = std::ranges::find(avd_roles, type.key, &AvdRole::type);
        const Role role = known == avd_roles.end() ? Role::unknown : known->role;
        const Node* defaults = object_at(type, "defaults");
        if (const Node* groups = type.child("node_groups")) {
            for (const Node& group : *groups) {
                const Node* nodes = group.kind == Node::Kind::object ? group.child("nodes") : nullptr;
                if (nodes == nullptr)
                    continue;
                for (const Node& node : *nodes)
                    read_node({&node, &group, defaults}, role);
                read_pair(*nodes, group, defaults);
            }
        }
        if (const Node* nodes = type.child("nodes")) {
            for (const Node& node : *nodes)
                read_node({&node, nullptr, defaults}, role);
        }
    }

    void read_node(const AvdScopes& scopes, Role role)
    {
        const std::string_view name = avd_name(*scopes.node, "name");
        const Span at = tree_.span(*scopes.node);
        if (TopologyDevice* device = draft_.device(name, at))
            device->role = role;
        const auto switches = words_in(inherited_list(scopes, "uplink_switches"));
        const auto own = words_in(inherited_list(scopes, "uplink_interfaces"));
        const auto theirs = words_in(inherited_list(scopes, "uplink_switch_interfaces"));
        if (switches.empty())
            return;
        const std::size_t count = std::max({switches.size(), own.size(), theirs.size()});
        const auto word = [](const std::vector<std::string_view>& words, std::size_t index) {
            return index < words.size() ? words[index] : std::string_view{};
        };
        for (std::size_t index = 0; index < count; ++index)
            draft_.cable({name, word(own, index)}, {word(switches, index), word(theirs, index)}, at);
    }

    // The ports between the two switches of an MLAG pair, in the same order on both.
    void read_pair(const Node& nodes, const Node& group, const Node* defaults)
    {
        if (nodes.child_count != 2 || is_without_mlag(group, defaults))
            return;
        const Node& first = *nodes.first;
        const Node& second = *first.next;
        const auto one = words_in(inherited_list({&first, &group, defaults}, "mlag_interfaces"));
        const auto other = words_in(inherited_list({&second, &group, defaults}, "mlag_interfaces"));
        for (std::size_t index = 0; index < std::min(one.size(), other.size()); ++index)
            draft_.cable({avd_name(first, "name"), one[index]},
                {avd_name(second, "name"), other[index]},
                tree_.span(first));
    }

    static bool is_without_mlag(const Node& group, const Node* defaults)
    {
        const std::string_view own = scalar_at(group, "mlag");
        const std::string_view stated
            = !own.empty() || defaults == nullptr ? own : scalar_at(*defaults, "mlag");
        return stated == "false" || stated == "False" || stated == "no";
    }

    void read_endpoints(const Node& endpoints)
    {
        for (const Node& endpoint : endpoints) {
            const Node* adapters
                = endpoint.kind == Node::Kind::object ? list_at(endpoint, "adapters") : nullptr;
            if (adapters == nullptr)
                continue;
            const std::string_view name = avd_name(endpoint, "name");
            TopologyDevice* device = draft_.device(name, tree_.span(endpoint));
            if (device != nullptr && endpoints.key == "servers")
                device->role = Role::host;
            for (const Node& adapter : *adapters) {
                if (adapter.kind == Node::Kind::object)
                    read_adapter(name, adapter);
            }
        }
    }

    void read_adapter(std::string_view name, const Node& adapter)
    {
        const auto switches = words_in(list_at(adapter, "switches"));
        const auto ports = words_in(list_at(adapter, "switch_ports"));
        auto own = words_in(list_at(adapter, "endpoint_ports"));
        if (own.empty())
            own = words_in(list_at(adapter, "server_ports")); // AVD before 4.0
        const Span at = tree_.span(adapter.first == nullptr ? adapter : *adapter.first);
        const std::size_t count = std::max({switches.size(), ports.size(), own.size()});
        const auto word = [](const std::vector<std::string_view>& words, std::size_t index) {
            return index < words.size() ? words[index] : std::string_view{};
        };
        for (std::size_t index = 0; index < count; ++index)
            draft_.cable({name, word(own, index)}, {word(switches, index), word(ports, index)}, at);
    }

    const Tree& tree_;
    TopologyDraft draft_;
};

}

bool fits_avd(const ParsedText& text)
{
    const Node* document = text.document();
    return document != nullptr && document->kind == Node::Kind::object
        && std::ranges::any_of(*document, [](const Node& entry) {
               return (is_node_type(entry) && has_uplinks(entry)) || has_adapters(entry);
           });
}

Result<Topology> read_avd(const ParsedText& text, std::string_view name)
{
    return AvdReader(text, name).read(*text.document());
}

}
