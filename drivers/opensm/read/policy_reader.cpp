// SPDX-License-Identifier: Apache-2.0
// qos-policy.conf as osm_qos_parser_y.y of opensm 3.3.23 reads it: sections of sections of `key: value`. A
// single error makes opensm give up the whole policy (ERR AC03, AC04).
#include "drivers/opensm/read/policy_reader.h"

#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::opensm {

void PolicyReader::read()
{
    reader_.manager().has_qos_policy = true;
    policy_.at = tree_.source->whole();
    policy_.at.length = 0;
    for_each_line(tree_, [this](const Node& node) {
        if (dropped_)
            return;
        node_ = &node;
        node.mark(State::read);
        const std::string_view line = without_comment(node.key);
        read_line(line);
        if (!line.empty())
            last_line_ = line;
        if (dropped_)
            node.mark(State::unrecognised);
    });
    if (!dropped_ && !open_.empty())
        drop_unclosed();
    if (!dropped_)
        check_names();
    std::ranges::move(ulp_rules_, std::back_inserter(policy_.rules));
}

SmFault& PolicyReader::drop(Span at, const std::string& message)
{
    dropped_ = true;
    return reader_.fault(Kind::policy_dropped, at, tree_.source->text_at(at), message);
}

void PolicyReader::mend(SmFault& fault, std::string_view wrong, const std::string& right)
{
    reader_.mend(fault, span_of(wrong), wrong, right);
}

void PolicyReader::drop_unclosed()
{
    SmFault& fault = drop(open_.back().at, "is never closed");
    std::string closed(last_line_);
    for (auto open = open_.rbegin(); open != open_.rend(); ++open)
        closed += fmt::format("\nend-{}", word_of(open->section));
    mend(fault, last_line_, closed);
}

std::string_view PolicyReader::word_of(PolicySection section)
{
    return std::ranges::find(policy_section_words, section, &PolicySectionWord::section)->begin;
}

void PolicyReader::read_line(std::string_view line)
{
    if (line.empty() || open_section(line) || close_section(line))
        return;
    if (section() == PolicySection::ulps)
        read_ulp(line);
    else
        read_pair(line);
}

bool PolicyReader::open_section(std::string_view line)
{
    const auto* const found = std::ranges::find(policy_section_words, line, &PolicySectionWord::begin);
    if (found == policy_section_words.end())
        return false;
    if (found->within != section()) {
        drop(span_of(line), "does not belong here");
        return true;
    }
    open_.push_back({found->section, span_of(line), {}});
    if (found->section == PolicySection::setup)
        policy_.qos_setup = span_of(line);
    else if (found->section == PolicySection::group)
        policy_.groups.push_back({.at = span_of(line)});
    else if (found->section == PolicySection::level)
        policy_.levels.push_back({.at = span_of(line)});
    else if (found->section == PolicySection::rule)
        policy_.rules.push_back({.at = span_of(line)});
    return true;
}

bool PolicyReader::close_section(std::string_view line)
{
    if (!line.starts_with("end-"))
        return false;
    const auto* const found
        = std::ranges::find(policy_section_words, line.substr(4), &PolicySectionWord::begin);
    if (found == policy_section_words.end() || found->section != section()) {
        SmFault& fault = drop(span_of(line), "closes what is not open");
        const bool of_outer = found != policy_section_words.end() && open_.size() > 1
            && open_[open_.size() - 2].section == found->section;
        if (of_outer)
            mend(fault, line, fmt::format("end-{}\n{}", word_of(section()), line));
        return true;
    }
    const Open closed = open_.back();
    open_.pop_back();
    const auto lacks = [&closed](std::string_view key) {
        return std::ranges::find(closed.keys, key) == closed.keys.end();
    };
    for (const auto& [in, key] : {std::pair{PolicySection::group, "name"},
             std::pair{PolicySection::level, "sl"},
             std::pair{PolicySection::level, "name"},
             std::pair{PolicySection::rule, "qos-level-name"},
             std::pair{PolicySection::sl2vl_scope, "sl2vl-table"}}) {
        if (closed.section == in && lacks(key) && !dropped_)
            drop(closed.at, fmt::format("has no '{}'", key));
    }
    return true;
}

void PolicyReader::read_pair(std::string_view line)
{
    const std::size_t colon = line.find(':');
    const std::string_view key = trimmed(line.substr(0, colon));
    const std::span<const std::string_view> keys = policy_keys_of(section());
    if (colon == std::string_view::npos || std::ranges::find(keys, key) == keys.end()) {
        const std::string_view meant = nearest(key, keys);
        SmFault& fault = drop(span_of(line),
            meant.empty() ? "is nothing that may stand here"
                          : fmt::format("is nothing that may stand here; '{}' may", meant));
        if (!meant.empty() && colon != std::string_view::npos)
            mend(fault, line, fmt::format("{}{}", meant, line.substr(key.size())));
        return;
    }
    std::vector<std::string_view>& seen = open_.back().keys;
    if (stands_once(key) && std::ranges::find(seen, key) != seen.end()) {
        drop(span_of(line), fmt::format("states '{}' a second time", key));
        return;
    }
    seen.push_back(key);
    read_value(key, trimmed(line.substr(colon + 1)));
}

// ERR AC10 to AC13: what rules and paths refer to must exist.
void PolicyReader::check_names()
{
    const auto has_level = [this](std::string_view name) {
        return std::ranges::any_of(policy_.levels,
            [name](const SmQosLevel& level) { return equal_ignoring_case(level.name, name); });
    };
    const auto has_group = [this](std::string_view name) {
        return std::ranges::find(policy_.groups, name, &SmPortGroup::name) != policy_.groups.end();
    };
    if (!has_level("DEFAULT") && !has_default_ulp_) {
        drop(policy_.at, "has no qos-level DEFAULT");
        return;
    }
    for (const SmQosRule& rule : policy_.rules) {
        if (!has_level(rule.level)) {
            drop_unknown_level(rule);
            return;
        }
        for (const std::string_view list : {rule.source, rule.destination}) {
            for_each_item(list, [&](std::string_view name) {
                if (!dropped_ && !has_group(name))
                    drop_unknown_group(name);
            });
        }
    }
}

void PolicyReader::drop_unknown_level(const SmQosRule& rule)
{
    SmFault& fault = drop(rule.level_at, "names a qos-level that is not there");
    std::vector<std::string_view> names;
    for (const SmQosLevel& level : policy_.levels)
        names.push_back(level.name);
    if (const std::string_view meant = nearest(rule.level, names); !meant.empty())
        mend(fault, rule.level, std::string(meant));
}

void PolicyReader::drop_unknown_group(std::string_view name)
{
    SmFault& fault = drop(span_of(name), "names a port-group that this file does not define");
    std::vector<std::string_view> names;
    for (const SmPortGroup& group : policy_.groups)
        names.push_back(group.name);
    if (const std::string_view meant = nearest(name, names); !meant.empty())
        mend(fault, name, std::string(meant));
}

void read_policy(ManagerReader& reader, const Tree& tree) { PolicyReader(reader, tree).read(); }

}
