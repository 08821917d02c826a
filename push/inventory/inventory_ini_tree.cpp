// SPDX-License-Identifier: Apache-2.0
// Turns the groups of an inventory in INI into the tree that the same inventory in YAML would have.
#include "push/inventory/inventory_ini_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace rocelint::push::ini {

Node* IniReader::make(Node::Kind kind, std::string_view key, Span at)
{
    Node* node = builder_.make_node(kind, at.offset, at.length);
    node->key = builder_.arena().keep(key);
    return node;
}

void IniReader::put(const Variables& variables)
{
    for (const auto& [name, value] : variables) {
        Node* node = make(Node::Kind::string, name, value.at);
        node->value = builder_.arena().keep(value.text);
        node->value_offset = value.at.offset;
        node->value_length = value.at.length;
        builder_.add(node);
    }
}

// Equal names are one host; later variables override.
void IniReader::put_hosts(const std::vector<const Group*>& of, Span at)
{
    std::vector<Host> hosts;
    std::map<std::string_view, std::size_t> known;
    for (const Group* one : of) {
        for (const Host& host : one->hosts) {
            const auto [place, is_new] = known.try_emplace(host.name.text, hosts.size());
            if (is_new)
                hosts.push_back(host);
            else
                for (const auto& [name, value] : host.variables)
                    hosts[place->second].variables[name] = value;
        }
    }
    open("hosts", at);
    for (const Host& host : hosts) {
        open(host.name.text, host.name.at);
        put(host.variables);
        builder_.close();
    }
    builder_.close();
}

void IniReader::put_group(const Group& one)
{
    // A group is written once for each group that contains it, so limit the total: a few lines of inventory
    // must not become a huge tree.
    constexpr std::size_t most_groups = 100'000;
    constexpr std::size_t deepest = 64;
    if (!around_.insert(&one).second || around_.size() > deepest) {
        wrong(one.name.at,
            fmt::format("the group '{}' contains itself, or groups are nested too deeply", one.name.text));
        return;
    }
    if (++put_ > most_groups)
        wrong(one.name.at, "the groups contain each other too often");
    open(one.name.text, one.name.at);
    open("vars", one.name.at);
    put(one.variables);
    builder_.close();
    put_hosts({&one}, one.name.at);
    open("children", one.name.at);
    std::set<std::string_view> told;
    for (const Word& child : one.children) {
        if (!failed_ && told.insert(child.text).second)
            put_group(groups_.find(child.text)->second);
    }
    builder_.close();
    builder_.close();
    around_.erase(&one);
}

bool IniReader::is_empty(const Group& one)
{
    return one.hosts.empty() && one.variables.empty() && one.children.empty();
}

// A host that is named before the first section, but also in a group, is not ungrouped.
void IniReader::move_grouped(Group& ungrouped, Group& all)
{
    std::set<std::string_view> grouped;
    for (const Group* one : order_) {
        for (const Host& host : one->hosts) {
            if (one != &ungrouped && one != &all)
                grouped.insert(host.name.text);
        }
    }
    const auto kept = std::stable_partition(ungrouped.hosts.begin(),
        ungrouped.hosts.end(),
        [&](const Host& host) { return !grouped.contains(host.name.text); });
    all.hosts.insert(
        all.hosts.end(), std::make_move_iterator(kept), std::make_move_iterator(ungrouped.hosts.end()));
    ungrouped.hosts.erase(kept, ungrouped.hosts.end());
}

void IniReader::build()
{
    const Span top{source_.id(), 0, 0};
    Group& all = group(Word{"all", top});
    Group& ungrouped = groups_.find("ungrouped")->second;
    move_grouped(ungrouped, all);
    open({}, top);
    open("all", top);
    open("vars", top);
    put(all.variables);
    builder_.close();
    put_hosts({&all}, top);
    open("children", top);
    for (const Group* one : order_) {
        const bool is_top = one != &all && !one->is_child && (one != &ungrouped || !is_empty(*one));
        if (is_top && !failed_)
            put_group(*one);
    }
    builder_.close();
    builder_.close();
    builder_.close();
    // In a cycle, every group is a child of another, and none would be written.
    for (const Group* one : order_) {
        if (!failed_ && one->is_child && !is_below_top(*one))
            wrong(one->name.at, fmt::format("the group '{}' contains itself", one->name.text));
    }
}

bool IniReader::is_below_top(const Group& wanted)
{
    if (below_top_.empty()) {
        std::vector<const Group*> open;
        for (const Group* one : order_) {
            if (!one->is_child)
                open.push_back(one);
        }
        while (!open.empty()) {
            const Group* one = open.back();
            open.pop_back();
            if (!below_top_.insert(one).second)
                continue;
            for (const Word& child : one->children)
                open.push_back(&groups_.find(child.text)->second);
        }
    }
    return below_top_.contains(&wanted);
}

}
