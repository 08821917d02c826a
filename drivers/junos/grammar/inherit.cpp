// SPDX-License-Identifier: Apache-2.0
// apply-groups, wildcards and interface ranges, in Junos' own order of precedence, with a limit on how much
// they may multiply.
#include "drivers/junos/grammar/build.h"
#include "models/fabric/value/priority.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <unordered_set>

namespace rocelint::junos {
namespace {

// Input that inherits more statements than this is designed to exhaust resources.
constexpr std::size_t most_statements = 4'000'000;
constexpr std::size_t most_matches = 10'000'000;

/// A block of a group from which the current statement inherits.
struct Layer {
    const Statement* from;
    const Statement* applied; ///< the `apply-groups` entry, or the range's member, that applies it
};

bool is_application(const Statement& statement)
{
    return statement.keyword == &apply_groups || statement.keyword == &apply_groups_except;
}

class Inheritance {
public:
    Inheritance(Hierarchy& hierarchy, std::vector<SyntaxProblem>& problems)
        : hierarchy_(hierarchy), problems_(problems)
    {
        groups_ = hierarchy.root()->child("groups");
    }

    void apply_all()
    {
        pending_.push_back({hierarchy_.root(), {}});
        while (!pending_.empty() && !exhausted_) {
            const Task task = std::move(pending_.back());
            pending_.pop_back();
            apply(*task.target, task.layers);
        }
        release_unused();
    }

    /// Copies what `layer` has and the target lacks, at this level and all those below.
    void merge(Statement& target, Layer layer)
    {
        pending_.push_back({&target, {layer}});
        while (!pending_.empty() && !exhausted_) {
            const Task task = std::move(pending_.back());
            pending_.pop_back();
            inherit_from(*task.target, task.layers);
        }
    }

    [[nodiscard]] bool exhausted() const { return exhausted_; }

private:
    struct Task {
        Statement* target;
        std::vector<Layer> layers;
    };

    void apply(Statement& target, const std::vector<Layer>& outer)
    {
        std::vector<Layer> layers;
        // Groups that are applied further inside come first, in the order in which they are named.
        for (const Statement& entry : target) {
            if (entry.keyword == &apply_groups && entry.via.source == no_source)
                add_group(entry, target, layers);
        }
        for (const Layer& layer : outer) {
            if (hierarchy_.find(&target, apply_groups_except, layer.applied->key) == nullptr)
                layers.push_back(layer);
        }
        inherit_from(target, layers);
    }

    // Adds a group that is applied, followed by those that its own blocks apply on the path to the target.
    void add_group(const Statement& entry, const Statement& target, std::vector<Layer>& layers)
    {
        std::vector<const Statement*> entries{&entry};
        std::vector<std::string_view> seen;
        for (std::size_t at = 0; at < entries.size(); ++at) {
            if (std::ranges::find(seen, entries[at]->key) != seen.end())
                continue;
            seen.push_back(entries[at]->key);
            add_one_group(*entries[at], target, layers, entries);
        }
    }

    // `further` collects the groups that are applied inside the group.
    void add_one_group(const Statement& entry,
        const Statement& target,
        std::vector<Layer>& layers,
        std::vector<const Statement*>& further)
    {
        const Statement* group = groups_ == nullptr ? nullptr : find_group(entry.key);
        if (group == nullptr) {
            if (warned_.insert(entry.key).second && !is_implied(entry.key))
                problems_.push_back({.severity = SyntaxProblem::Severity::warning,
                    .at = entry.at,
                    .message = fmt::format("group {} is not defined", entry.key),
                    .lost_name = std::string(entry.key),
                    .lost_from = "groups"});
            return;
        }
        used_.insert(group);
        // Descends into the group by the names on the path to the target; wildcards may match too.
        std::vector<const Statement*> path;
        for (const Statement* at = &target; at->keyword != nullptr; at = at->parent)
            path.push_back(at);
        std::vector<const Statement*> here{group};
        collect_applied(here, further);
        for (auto step = path.rbegin(); step != path.rend() && !here.empty(); ++step) {
            std::vector<const Statement*> inner;
            for (const Statement* block : here)
                collect(*block, **step, inner);
            here = std::move(inner);
            collect_applied(here, further);
        }
        for (const Statement* block : here)
            layers.push_back({block, &entry});
    }

    static void collect_applied(
        const std::vector<const Statement*>& blocks, std::vector<const Statement*>& entries)
    {
        for (const Statement* block : blocks) {
            for (const Statement& inner : *block) {
                if (inner.keyword == &apply_groups && !inner.via.somewhere())
                    entries.push_back(&inner);
            }
        }
    }

    // `${node}` stands for node0 or node1: both nodes of a cluster have one file, and differ in management
    // only.
    [[nodiscard]] const Statement* find_group(std::string_view name) const
    {
        return groups_->child({}, name == "${node}" ? std::string_view("node0") : name);
    }

    // Groups that the system itself provides.
    static bool is_implied(std::string_view name)
    {
        return name == "re0" || name == "re1" || name == "${node}" || name.starts_with("junos-")
            || name == "member0" || name == "member1";
    }

    // Collects the children of a group's block that match the target: the one with its exact name first, then
    // wildcards.
    void collect(const Statement& block, const Statement& target, std::vector<const Statement*>& found)
    {
        const Statement* same = hierarchy_.find(&block, *target.keyword, target.key);
        if (same != nullptr)
            found.push_back(same);
        for (const Statement* wildcard : wildcards_of(block)) {
            ++matches_tried_;
            if (wildcard != same && wildcard->keyword == target.keyword
                && matches_wildcard(wildcard->key.substr(1, wildcard->key.size() - 2), target.key))
                found.push_back(wildcard);
        }
    }

    const std::vector<const Statement*>& wildcards_of(const Statement& block)
    {
        const auto [entry, is_new] = wildcards_.try_emplace(&block);
        if (is_new) {
            for (const Statement& child : block) {
                if (is_group_wildcard(child.key))
                    entry->second.push_back(&child);
            }
        }
        return entry->second;
    }

    void inherit_from(Statement& target, const std::vector<Layer>& layers)
    {
        for (const Layer& layer : layers) {
            copy_missing(target, layer);
            if (matches_tried_ > most_matches)
                return exhaust(layer);
        }
        if (layers.empty() && !target.applies)
            return;
        for (Statement* child = target.first; child != nullptr; child = child->next) {
            if (!child->keyword->is_block() || (&target == hierarchy_.root() && child == groups_))
                continue;
            std::vector<Layer> inner;
            std::vector<const Statement*> blocks;
            for (const Layer& layer : layers) {
                blocks.clear();
                collect(*layer.from, *child, blocks);
                if (matches_tried_ > most_matches)
                    return exhaust(layer);
                std::vector<const Statement*> applied;
                for (const Statement* block : blocks)
                    inner.push_back({block, layer.applied});
                collect_applied(blocks, applied);
                for (const Statement* entry : applied)
                    add_group(*entry, *child, inner);
            }
            if (!inner.empty() || child->applies)
                pending_.push_back({child, std::move(inner)});
        }
    }

    void copy_missing(Statement& target, const Layer& layer)
    {
        for (const Statement& theirs : *layer.from) {
            if (is_group_wildcard(theirs.key) || is_application(theirs) || theirs.word() == "member"
                || theirs.word() == "member-range")
                continue;
            if (hierarchy_.find(&target, *theirs.keyword, theirs.key) != nullptr)
                continue;
            if (hierarchy_.size() > most_statements || matches_tried_ > most_matches)
                return exhaust(layer);
            Statement* copy = hierarchy_.put(&target, *theirs.keyword, theirs.key, theirs.at, theirs.node);
            copy->via = layer.applied->at;
        }
    }

    void exhaust(const Layer& layer)
    {
        if (!exhausted_)
            problems_.push_back({SyntaxProblem::Severity::error,
                layer.applied->at,
                "groups and ranges multiply into too many statements; the rest of them is not inherited"});
        exhausted_ = true;
    }

    // A group that is not applied has no effect, and neither do its lines.
    void release_unused()
    {
        if (groups_ == nullptr)
            return;
        for (Statement* group = groups_->first; group != nullptr; group = group->next) {
            if (used_.contains(group))
                continue;
            visit_statements(group, [](Statement& statement) {
                if (statement.node != nullptr && statement.node->state == CoverageState::read)
                    statement.node->mark(CoverageState::irrelevant);
            });
        }
    }

    Hierarchy& hierarchy_;
    std::vector<SyntaxProblem>& problems_;
    const Statement* groups_ = nullptr;
    std::vector<Task> pending_;
    std::unordered_set<const Statement*> used_;
    std::unordered_set<std::string_view> warned_;
    std::unordered_map<const Statement*, std::vector<const Statement*>> wildcards_; ///< by block
    std::size_t matches_tried_ = 0;
    bool exhausted_ = false;
};

/// "et-0/0/7" split into "et-0/0/" and 7.
struct NumberedName {
    std::string_view stem;
    std::uint64_t number = 0;
};

std::optional<NumberedName> cut_number(std::string_view name)
{
    std::size_t digits = name.size();
    while (digits > 0 && ascii::is_digit(name[digits - 1]))
        --digits;
    const auto number = parse_number(name.substr(digits));
    if (!number)
        return std::nullopt;
    return NumberedName{name.substr(0, digits), *number};
}

class Ranges {
public:
    Ranges(Hierarchy& hierarchy, std::vector<SyntaxProblem>& problems)
        : hierarchy_(hierarchy), problems_(problems), inheritance_(hierarchy, problems)
    {
    }

    void expand(Statement& interfaces)
    {
        std::vector<const Statement*> ranges;
        for (const Statement& statement : interfaces) {
            if (statement.word() == "interface-range" && !is_group_wildcard(statement.key))
                ranges.push_back(&statement);
        }
        for (const Statement* range : ranges) {
            for (const Statement& member : *range) {
                if (inheritance_.exhausted())
                    return;
                if (member.word() == "member")
                    expand_member(interfaces, *range, member);
                else if (member.word() == "member-range")
                    expand_between(interfaces, *range, member);
            }
        }
    }

private:
    static bool is_pattern(std::string_view name)
    {
        return name.find_first_of("*?[") != std::string_view::npos;
    }

    void expand_member(Statement& interfaces, const Statement& range, const Statement& member)
    {
        if (!is_pattern(member.key))
            return join(interfaces, range, member, member.key);
        // The configuration does not say which other ports the device has.
        for (Statement* port = interfaces.first; port != nullptr; port = port->next) {
            if (++tried_ > most_matches)
                return;
            if (port->word().empty() && matches_wildcard(member.key, port->key))
                inheritance_.merge(*port, {&range, &member});
        }
    }

    void expand_between(Statement& interfaces, const Statement& range, const Statement& member)
    {
        const auto first = cut_number(member.key);
        const auto last = cut_number(member.value("to"));
        constexpr std::uint64_t most_ports = 4096;
        if (!first || !last || first->stem != last->stem || first->number > last->number
            || last->number - first->number >= most_ports) {
            problems_.push_back(
                {SyntaxProblem::Severity::warning, member.at, "this range of interfaces is not understood"});
            member.node->mark(CoverageState::unrecognised);
            return;
        }
        for (std::uint64_t number = first->number; number <= last->number && !inheritance_.exhausted();
             ++number)
            join(interfaces, range, member, hierarchy_.text().keep(fmt::format("{}{}", first->stem, number)));
    }

    void join(Statement& interfaces, const Statement& range, const Statement& member, std::string_view name)
    {
        const Keyword& keyword = *range.parent->keyword->inside->name;
        Statement* port = hierarchy_.put(&interfaces, keyword, name, member.at, member.node);
        inheritance_.merge(*port, {&range, &member});
    }

    Hierarchy& hierarchy_;
    std::vector<SyntaxProblem>& problems_;
    Inheritance inheritance_;
    std::size_t tried_ = 0;
};

}

void inherit_groups(Hierarchy& hierarchy, std::vector<SyntaxProblem>& problems)
{
    if (hierarchy.root()->applies || hierarchy.root()->child("groups") != nullptr)
        Inheritance(hierarchy, problems).apply_all();
}

void expand_ranges(Hierarchy& hierarchy, std::vector<SyntaxProblem>& problems)
{
    Statement* top = hierarchy.root();
    for (Statement* child = top->first; child != nullptr; child = child->next) {
        if (child->word() == "interfaces")
            Ranges(hierarchy, problems).expand(*child);
    }
}

}
