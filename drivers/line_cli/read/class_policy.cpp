// SPDX-License-Identifier: Apache-2.0
// Policies by class, as all command lines of the Cisco family write them. The model knows classes that match
// by DSCP, by CoS, or by an access list that matches DSCPs only, and classes that take no RoCE. For any other class it
// does not know which packets match.
#include "drivers/line_cli/read/class_policy.h"

#include "drivers/line_cli/grammar/statement.h"

#include <algorithm>
#include <utility>

namespace rocelint::line_cli {
namespace {

using State = CoverageState;

bool add_code_points(Words words, DscpSet& set)
{
    if (words.at_end())
        return false;
    while (!words.at_end()) {
        const std::string_view word = words.next();
        if (const auto named = parse_dscp(word))
            set.insert(*named);
        else if (const auto range = parse_dscps(word))
            set = set | *range;
        else
            return false;
    }
    return true;
}

}

MeterClass metered_class(const AccessMatch& match, bool by_cos, std::vector<Meter> effects)
{
    return {.dscps = match.dscps | match.roce_dscps,
        .matches_everything = match.everything || match.all_roce,
        .matches_other = match.other || by_cos,
        .effects = std::move(effects),
        .possible = by_cos ? DscpSet::all() : match.possible};
}

ClassPolicies::Header ClassPolicies::parse_header(Words words) const
{
    Header header;
    words.next();
    if (words.take("type"))
        header.classifies = std::ranges::find(words_.types, words.next()) != words_.types.end();
    if (words.take("match-all"))
        header.match_all = true;
    else
        words.take("match-any");
    header.name = words.next();
    return header;
}

CoverageState ClassPolicies::match_access_list(AccessMatch& match, Words words, Span at)
{
    std::string_view name = words.next();
    if (name == "name" && !words.at_end())
        name = words.next();
    const auto found = access_lists_.find(name);
    if (found == access_lists_.end()) {
        match = any_packet_may_match();
        static_cast<void>(lost_names_.take("access list", name, at));
        return State::unsupported;
    }
    AccessList& access = found->second;
    if (!access.looked_at)
        access.match = read_access_list(*access.block.node);
    access.looked_at = true;
    match = access.match;
    return State::read;
}

CoverageState ClassPolicies::read_match(Condition& condition, Words words, Span at)
{
    std::string_view what = words.next();
    if ((what == "ip" || what == "ipv6") && words.take("access-group"))
        return match_access_list(condition.match, words, at);
    if (what == "ip" && words.peek() == "dscp")
        what = words.next();
    DscpSet points;
    if (what == "dscp" && add_code_points(words, points)) {
        condition.match.dscps = points;
        return State::read;
    }
    if (what == "cos" && add_code_points(words, points) && points.bits < 256) {
        condition.pcps = PrioritySet{static_cast<std::uint8_t>(points.bits)};
        return State::read;
    }
    condition.match = any_packet_may_match();
    return State::unsupported;
}

CoverageState ClassPolicies::read_action(
    PolicyClass& entry, std::vector<Meter>& effects, const Tree& tree, const Node& node)
{
    Words words(node.key);
    if (words_.effects != nullptr) {
        if (auto found = words_.effects(words, tree.span(node))) {
            effects.insert(effects.end(), found->meters.begin(), found->meters.end());
            return found->state;
        }
    }
    if (!words.take("set"))
        return words.peek() == "no" || words.peek() == "default" ? State::irrelevant : State::unsupported;
    const std::string_view what = words.next();
    const std::string_view word = words.next();
    if (what == words_.set_class) {
        const auto tc = parse_number(word);
        if (!tc || *tc > 7)
            return State::unrecognised;
        entry.set_tc = {static_cast<std::uint8_t>(*tc), device_.origins.explicit_at(tree.span(node))};
        return State::read;
    }
    if (what == "dscp") {
        const auto dscp = parse_dscp(word);
        if (!dscp)
            return State::unrecognised;
        entry.set_dscp = {*dscp, device_.origins.explicit_at(tree.span(node))};
        return State::read;
    }
    return State::unsupported;
}

PolicyClass ClassPolicies::make_class(std::string_view name, Span at, AccessMatch& match)
{
    PolicyClass entry;
    entry.name = name;
    entry.at = at;
    if (name == "class-default") {
        entry.matches_everything = match.everything = true;
        return entry;
    }
    const auto found = class_map_by_name_.find(name);
    if (found == class_map_by_name_.end()) {
        entry.matches_other = true;
        match = any_packet_may_match();
        static_cast<void>(lost_names_.take("class-map", name, at));
        return entry;
    }
    entry = device_.class_maps[found->second];
    entry.at = at;
    match = matches_[found->second];
    return entry;
}

void ClassPolicies::build_class_map(const Block& block)
{
    const Header header = parse_header(Words(block.node->key));
    PolicyClass entry;
    entry.name = header.name;
    entry.at = block.tree->span(*block.node);
    entry.definition = entry.at;
    entry.matches_nothing = true;
    block.node->mark(State::read);
    AccessMatch match;
    std::size_t matches = 0;
    bool any_without_roce = false;
    DscpSet possible = DscpSet::all(); // packets of another DSCP or CoS fail one of the conditions
    PrioritySet possible_pcps = PrioritySet::all();
    for (const Node& line : *block.node) {
        Words words(line.key);
        if (!words.take("match")) {
            line.mark_subtree(State::unsupported);
            continue;
        }
        Condition condition;
        line.mark_subtree(read_match(condition, words, block.tree->span(line)));
        any_without_roce = any_without_roce || (condition.pcps.empty() && condition.match.takes_no_roce());
        if (condition.pcps.empty())
            possible = possible & condition.match.any_dscps();
        else
            possible_pcps = possible_pcps & condition.pcps;
        match.add(condition.match);
        entry.pcps = entry.pcps | condition.pcps;
        entry.matches_nothing = false;
        ++matches;
    }
    // If several conditions must all hold, the model can represent only which packets may meet them.
    if (header.match_all && matches > 1) {
        entry.pcps = {};
        match = any_without_roce ? AccessMatch{} : any_packet_may_match();
        match.possible = entry.possible = possible;
        entry.possible_pcps = possible_pcps;
    }
    // The model's code points are those of all packets: which of them are of RoCE does not fit in.
    entry.dscps = match.dscps;
    entry.matches_everything = match.everything;
    entry.matches_other = match.other || match.all_roce || !match.roce_dscps.empty();
    class_map_by_name_[entry.name] = static_cast<std::uint32_t>(device_.class_maps.size());
    device_.class_maps.push_back(entry);
    matches_.push_back(match);
}

void ClassPolicies::build_policy(const Block& block)
{
    ClassPolicy policy;
    std::vector<MeterClass> metered;
    policy.name = parse_header(Words(block.node->key)).name;
    policy.at = block.tree->span(*block.node);
    block.node->mark(State::read);
    for (const Node& line : *block.node) {
        Words words(line.key);
        if (!words.take("class")) {
            line.mark_subtree(State::unsupported);
            continue;
        }
        if (words.take("type"))
            words.next();
        AccessMatch match;
        PolicyClass entry = make_class(words.next(), block.tree->span(line), match);
        line.mark(State::read);
        std::vector<Meter> effects;
        for (const Node& action : line)
            action.mark_subtree(read_action(entry, effects, *block.tree, action));
        metered.push_back(metered_class(match, !entry.pcps.empty(), std::move(effects)));
        policy.classes.push_back(entry);
    }
    policy_by_name_[policy.name] = static_cast<std::uint32_t>(device_.policies.size());
    device_.policies.push_back(std::move(policy));
    meters_.push_back(meters_of_classes(metered));
}

void ClassPolicies::add(const Tree& tree, const Node& node)
{
    const Header header = parse_header(Words(node.key));
    if (!header.classifies || header.name.empty()) {
        // Control-plane and policy-based-routing classes do not affect the queueing of forwarded traffic.
        node.mark_subtree(header.name.empty() ? State::unrecognised : State::irrelevant);
        return;
    }
    (node.key.starts_with("class-map") ? class_maps_ : policy_maps_).push_back({&tree, &node});
}

void ClassPolicies::add_access_list(const Tree& tree, const Node& node)
{
    Words words(node.key);
    words.next();
    words.next();
    words.take("standard");
    node.mark_subtree(State::irrelevant);
    access_lists_[words.next()].block = {&tree, &node};
}

void ClassPolicies::build()
{
    for (const Block& block : class_maps_)
        build_class_map(block);
    for (const Block& block : policy_maps_)
        build_policy(block);
}

std::optional<std::uint32_t> ClassPolicies::find(std::string_view name) const
{
    found_.insert(name);
    const auto found = policy_by_name_.find(name);
    return found == policy_by_name_.end() ? std::nullopt : std::optional(found->second);
}

void ClassPolicies::enter_names(NameBook& book, std::string_view what) const
{
    for (const ClassPolicy& policy : device_.policies) {
        const bool classifies = std::ranges::any_of(policy.classes,
            [](const PolicyClass& each) { return each.set_tc.peek_known() && !each.matches_nothing; });
        book.define(what, policy.name, policy.at, classifies ? Duties::of(Duty::classification) : Duties{});
    }
    for (const std::string_view name : found_)
        book.use(what, name);
}

}
