// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"

#include <fmt/format.h>

namespace rocelint::eos {
namespace {

using State = CoverageState;

// `class-map type qos match-any NAME`, `policy-map type quality-of-service NAME`: the type may be missing.
struct TypedHeader {
    bool qos = true;
    bool match_all = false;
    std::string_view type;
    std::string_view name;
};

TypedHeader parse_header(Words words)
{
    TypedHeader header;
    words.next();
    if (words.take("type")) {
        header.type = words.next();
        header.qos = header.type == "qos" || header.type == "quality-of-service";
    }
    if (words.take("match-all"))
        header.match_all = true;
    else
        words.take("match-any");
    header.name = words.next();
    return header;
}

struct AccessEntry {
    bool skip = false;
    bool everything = false;
    std::optional<Dscp> dscp;
};

// Only entries that take packets by DSCP alone, or take all of them, can be told apart by what the model knows.
std::optional<AccessEntry> parse_access_entry(std::string_view line)
{
    Words words(line);
    if (parse_number(words.peek()))
        words.next();
    AccessEntry entry;
    const std::string_view action = words.next();
    if (action == "remark" || action == "counters" || action == "statistics") {
        entry.skip = true;
        return entry;
    }
    const std::string_view protocol = words.next();
    if (action != "permit" || (protocol != "ip" && protocol != "ipv6") || !words.take("any")
        || !words.take("any"))
        return std::nullopt;
    if (words.at_end()) {
        entry.everything = true;
        return entry;
    }
    if (!words.take("dscp"))
        return std::nullopt;
    entry.dscp = parse_dscp(words.next());
    return entry.dscp && words.at_end() ? std::optional(entry) : std::nullopt;
}

void look_at(AccessList& access)
{
    access.looked_at = true;
    const Node& list = *access.stanza.node;
    list.state_covers_subtree = false;
    list.mark(State::read);
    access.by_dscp_alone = list.first != nullptr;
    for (const Node& line : list) {
        const auto parsed = parse_access_entry(line.key);
        line.mark_subtree(!parsed ? State::unsupported : parsed->skip ? State::irrelevant : State::read);
        access.by_dscp_alone = access.by_dscp_alone && parsed;
        access.everything = access.everything || (parsed && parsed->everything);
        if (parsed && parsed->dscp)
            access.dscps.insert(*parsed->dscp);
    }
}

State match_access_list(Config& config, PolicyClass& entry, std::string_view name)
{
    const auto found = config.access_lists.find(name);
    if (found == config.access_lists.end()) {
        entry.matches_other = true;
        return State::unsupported;
    }
    AccessList& access = found->second;
    if (!access.looked_at)
        look_at(access);
    if (!access.by_dscp_alone) {
        entry.matches_other = true;
        return State::read;
    }
    entry.matches_everything = entry.matches_everything || access.everything;
    entry.dscps = entry.dscps | access.dscps;
    return State::read;
}

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

State read_match(Config& config, PolicyClass& entry, Words words)
{
    entry.matches_nothing = false;
    std::string_view what = words.next();
    if ((what == "ip" || what == "ipv6") && words.take("access-group"))
        return match_access_list(config, entry, words.next());
    if (what == "ip" && words.peek() == "dscp")
        what = words.next();
    DscpSet points;
    if (what == "dscp" && add_code_points(words, points)) {
        entry.dscps = entry.dscps | points;
        return State::read;
    }
    if (what == "cos" && add_code_points(words, points) && points.bits < 256) {
        entry.pcps = entry.pcps | PrioritySet{static_cast<std::uint8_t>(points.bits)};
        return State::read;
    }
    entry.matches_other = true;
    return State::unsupported;
}

State read_class_action(Config& config, PolicyClass& entry, const Tree& tree, const Node& node)
{
    Words words(node.key);
    if (!words.take("set"))
        return words.peek() == "no" || words.peek() == "default" ? State::irrelevant : State::unsupported;
    const std::string_view what = words.next();
    const std::string_view word = words.next();
    if (what == "traffic-class") {
        const auto tc = parse_number(word);
        if (!tc || *tc > 7)
            return State::unrecognised;
        entry.set_tc = {static_cast<std::uint8_t>(*tc), config.here(tree, node)};
        return State::read;
    }
    if (what == "dscp") {
        const auto dscp = parse_dscp(word);
        if (!dscp)
            return State::unrecognised;
        entry.set_dscp = {*dscp, config.here(tree, node)};
        return State::read;
    }
    return State::unsupported;
}

PolicyClass make_class(Config& config, std::string_view name, Span at)
{
    PolicyClass entry;
    entry.name = name;
    entry.at = at;
    if (name == "class-default") {
        entry.matches_everything = true;
        return entry;
    }
    const auto found = config.class_map_by_name.find(name);
    if (found == config.class_map_by_name.end()) {
        entry.matches_other = true;
        config.warn(at, fmt::format("class-map \"{}\" is not in the files read", name.substr(0, 80)));
        return entry;
    }
    entry = config.device.class_maps[found->second];
    entry.at = at;
    return entry;
}

void build_policy(Config& config, const Tree& tree, const Node& node)
{
    ClassPolicy policy;
    policy.name = parse_header(Words(node.key)).name;
    policy.at = tree.span(node);
    node.mark(State::read);
    for (const Node& line : node) {
        Words words(line.key);
        if (!words.take("class")) {
            line.mark_subtree(State::unsupported);
            continue;
        }
        if (words.take("type"))
            words.next();
        PolicyClass entry = make_class(config, words.next(), tree.span(line));
        line.mark(State::read);
        for (const Node& action : line)
            action.mark_subtree(read_class_action(config, entry, tree, action));
        policy.classes.push_back(entry);
    }
    config.policy_by_name[policy.name] = static_cast<std::uint32_t>(config.device.policies.size());
    config.device.policies.push_back(std::move(policy));
}

}

void read_class_map(Config& config, const Tree& tree, const Node& node)
{
    const TypedHeader header = parse_header(Words(node.key));
    if (!header.qos || header.name.empty()) {
        // Control-plane and policy-based-routing classes do not queue traffic that is forwarded.
        node.mark_subtree(header.name.empty() ? State::unrecognised : State::irrelevant);
        return;
    }
    config.policy_stanzas.push_back({&tree, &node});
}

void build_policies(Config& config)
{
    for (const Stanza& stanza : config.policy_stanzas) {
        if (!stanza.node->key.starts_with("class-map"))
            continue;
        const TypedHeader header = parse_header(Words(stanza.node->key));
        PolicyClass entry;
        entry.name = header.name;
        entry.at = stanza.tree->span(*stanza.node);
        entry.definition = entry.at;
        entry.matches_nothing = true;
        stanza.node->mark(State::read);
        std::size_t matches = 0;
        for (const Node& line : *stanza.node) {
            Words words(line.key);
            if (words.take("match")) {
                line.mark_subtree(read_match(config, entry, words));
                ++matches;
            } else {
                line.mark_subtree(State::unsupported);
            }
        }
        // Of several conditions that must all hold, the model can keep only one.
        if (header.match_all && matches > 1) {
            entry.dscps = {};
            entry.pcps = {};
            entry.matches_everything = false;
            entry.matches_other = true;
        }
        config.class_map_by_name[entry.name] = static_cast<std::uint32_t>(config.device.class_maps.size());
        config.device.class_maps.push_back(entry);
    }
    for (const Stanza& stanza : config.policy_stanzas) {
        if (stanza.node->key.starts_with("policy-map"))
            build_policy(config, *stanza.tree, *stanza.node);
    }
    config.policy_stanzas.clear();
}

}
