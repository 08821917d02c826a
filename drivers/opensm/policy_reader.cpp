// SPDX-License-Identifier: Apache-2.0
// qos-policy.conf as osm_qos_parser_y.y of opensm 3.3.23 takes it: sections of sections of `key: value`. One thing that it does
// not take, and the whole policy is given up (ERR AC03, AC04).
#include "drivers/opensm/option_value.h"
#include "drivers/opensm/reader.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::opensm {
namespace {

using State = CoverageState;
using Kind = SmFault::Kind;

enum class Section : std::uint8_t {
    top,
    ulps,
    groups,
    group,
    setup,
    vlarb_tables,
    vlarb_scope,
    sl2vl_tables,
    sl2vl_scope,
    levels,
    level,
    rules,
    rule,
};

struct SectionWord {
    std::string_view begin;
    Section section;
    Section within;
};

constexpr std::array<SectionWord, 12> section_words{{
    {"qos-ulps", Section::ulps, Section::top},
    {"port-groups", Section::groups, Section::top},
    {"port-group", Section::group, Section::groups},
    {"qos-setup", Section::setup, Section::top},
    {"vlarb-tables", Section::vlarb_tables, Section::setup},
    {"vlarb-scope", Section::vlarb_scope, Section::vlarb_tables},
    {"sl2vl-tables", Section::sl2vl_tables, Section::setup},
    {"sl2vl-scope", Section::sl2vl_scope, Section::sl2vl_tables},
    {"qos-levels", Section::levels, Section::top},
    {"qos-level", Section::level, Section::levels},
    {"qos-match-rules", Section::rules, Section::top},
    {"qos-match-rule", Section::rule, Section::rules},
}};

constexpr std::array<std::string_view, 7> group_keys{
    "name", "use", "port-guid", "port-name", "pkey", "partition", "node-type"};
constexpr std::array<std::string_view, 8> level_keys{
    "name", "use", "sl", "mtu-limit", "rate-limit", "packet-life", "path-bits", "pkey"};
constexpr std::array<std::string_view, 7> rule_keys{
    "use", "qos-class", "qos-level-name", "source", "destination", "service-id", "pkey"};
constexpr std::array<std::string_view, 5> vlarb_keys{
    "group", "across", "vlarb-high", "vlarb-low", "vl-high-limit"};
constexpr std::array<std::string_view, 7> sl2vl_keys{
    "group", "across", "across-from", "across-to", "from", "to", "sl2vl-table"};

std::span<const std::string_view> keys_of(Section section)
{
    switch (section) {
    case Section::group:
        return group_keys;
    case Section::level:
        return level_keys;
    case Section::rule:
        return rule_keys;
    case Section::vlarb_scope:
        return vlarb_keys;
    case Section::sl2vl_scope:
        return sl2vl_keys;
    default:
        return {};
    }
}

// Keys of which a section has one at most.
bool stands_once(std::string_view key)
{
    return key == "name" || key == "use" || key == "sl" || key == "mtu-limit" || key == "rate-limit"
        || key == "packet-life" || key == "qos-level-name" || key == "sl2vl-table";
}

// A number of the policy: digits, or 0x and hexadecimal digits.
std::optional<std::uint64_t> policy_number(std::string_view text)
{
    const bool decimal = !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
    if (decimal) {
        while (text.size() > 1 && text.front() == '0')
            text.remove_prefix(1);
    }
    return base_zero_number(text);
}

constexpr std::uint64_t largest_sl = 15;

class PolicyReader {
public:
    PolicyReader(ManagerReader& reader, const Tree& tree)
        : reader_(reader), policy_(reader.manager().qos_policy), tree_(tree)
    {
    }

    void read()
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

private:
    struct Open {
        Section section = Section::top;
        Span at;
        std::vector<std::string_view> keys;
    };

    [[nodiscard]] Section section() const { return open_.empty() ? Section::top : open_.back().section; }
    [[nodiscard]] Span span_of(std::string_view text) const { return tree_.source->span_of(text); }

    SmFault& drop(Span at, const std::string& message)
    {
        dropped_ = true;
        return reader_.fault(Kind::policy_dropped, at, tree_.source->text_at(at), message);
    }

    void mend(SmFault& fault, std::string_view wrong, const std::string& right)
    {
        reader_.mend(fault, span_of(wrong), wrong, right);
    }

    void drop_unclosed()
    {
        SmFault& fault = drop(open_.back().at, "is never closed");
        std::string closed(last_line_);
        for (auto open = open_.rbegin(); open != open_.rend(); ++open)
            closed += fmt::format("\nend-{}", word_of(open->section));
        mend(fault, last_line_, closed);
    }

    static std::string_view word_of(Section section)
    {
        return std::ranges::find(section_words, section, &SectionWord::section)->begin;
    }

    void read_line(std::string_view line)
    {
        if (line.empty() || open_section(line) || close_section(line))
            return;
        if (section() == Section::ulps)
            read_ulp(line);
        else
            read_pair(line);
    }

    bool open_section(std::string_view line)
    {
        const auto* const found = std::ranges::find(section_words, line, &SectionWord::begin);
        if (found == section_words.end())
            return false;
        if (found->within != section()) {
            drop(span_of(line), "does not belong here");
            return true;
        }
        open_.push_back({found->section, span_of(line), {}});
        if (found->section == Section::setup)
            policy_.qos_setup = span_of(line);
        else if (found->section == Section::group)
            policy_.groups.push_back({.at = span_of(line)});
        else if (found->section == Section::level)
            policy_.levels.push_back({.at = span_of(line)});
        else if (found->section == Section::rule)
            policy_.rules.push_back({.at = span_of(line)});
        return true;
    }

    bool close_section(std::string_view line)
    {
        if (!line.starts_with("end-"))
            return false;
        const auto* const found = std::ranges::find(section_words, line.substr(4), &SectionWord::begin);
        if (found == section_words.end() || found->section != section()) {
            SmFault& fault = drop(span_of(line), "closes what is not open");
            const bool of_outer = found != section_words.end() && open_.size() > 1
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
        for (const auto& [in, key] : {std::pair{Section::group, "name"},
                 std::pair{Section::level, "sl"},
                 std::pair{Section::level, "name"},
                 std::pair{Section::rule, "qos-level-name"},
                 std::pair{Section::sl2vl_scope, "sl2vl-table"}}) {
            if (closed.section == in && lacks(key) && !dropped_)
                drop(closed.at, fmt::format("has no '{}'", key));
        }
        return true;
    }

    void read_pair(std::string_view line)
    {
        const std::size_t colon = line.find(':');
        const std::string_view key = trimmed(line.substr(0, colon));
        const std::span<const std::string_view> keys = keys_of(section());
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

    void read_value(std::string_view key, std::string_view value)
    {
        switch (section()) {
        case Section::group:
            read_group(key, value);
            break;
        case Section::level:
            read_level(key, value);
            break;
        case Section::rule:
            read_rule(key, value);
            break;
        default:
            break; // of qos-setup nothing is used
        }
    }

    void read_group(std::string_view key, std::string_view value)
    {
        SmPortGroup& group = policy_.groups.back();
        if (key == "name")
            group.name = value;
        else if (key == "use")
            group.use = value;
        else if (key != "port-guid")
            group.selectors.push_back(value);
        else
            for_each_item(value, [&group](std::string_view item) {
                if (const auto guid = policy_number(item))
                    group.guids.push_back(*guid);
            });
    }

    template <class Visit>
    static void for_each_item(std::string_view list, Visit&& visit)
    {
        while (!list.empty()) {
            const std::size_t comma = list.find(',');
            visit(trimmed(list.substr(0, comma)));
            list = comma == std::string_view::npos ? std::string_view{} : list.substr(comma + 1);
        }
    }

    OriginId written() { return reader_.origins().explicit_at(tree_.span(*node_)); }

    std::optional<std::uint64_t> number(std::string_view value)
    {
        const auto found = policy_number(value);
        if (!found)
            drop(span_of(value), "is not a number");
        return found;
    }

    void read_level(std::string_view key, std::string_view value)
    {
        SmQosLevel& level = policy_.levels.back();
        if (key == "name") {
            level.name = value;
        } else if (key == "use") {
            level.use = value;
        } else if (key == "sl") {
            if (const auto sl = number(value)) {
                constexpr unsigned sl_bits = 0xf; // of a path record
                level.sl = {static_cast<std::uint8_t>(*sl & sl_bits), written()};
                if (*sl > largest_sl)
                    reader_.fault(Kind::policy_value,
                        tree_.span(*node_),
                        node_->key,
                        fmt::format("is not a service level from 0 to 15: paths get service level {}",
                            level.sl.value));
            }
        } else if (key == "mtu-limit") {
            read_limit(level.mtu_limit, value, 1, 5);
        } else if (key == "rate-limit") {
            read_limit(level.rate_limit, value, 2, 22);
        } else if (key == "packet-life") {
            if (const auto life = number(value))
                level.packet_life = {static_cast<std::uint8_t>(*life), written()};
        } else if (key == "pkey") {
            for_each_item(value, [&level](std::string_view item) {
                if (const auto pkey = policy_number(item.substr(0, item.find('-'))))
                    level.pkeys.push_back(static_cast<std::uint16_t>(*pkey));
            });
        }
    }

    void read_limit(
        Setting<std::uint8_t>& limit, std::string_view value, std::uint64_t least, std::uint64_t most)
    {
        const auto found = number(value);
        if (found && (*found < least || *found > most))
            drop(tree_.span(*node_), fmt::format("is not a code from {} to {}", least, most));
        else if (found)
            limit = {static_cast<std::uint8_t>(*found), written()};
    }

    void read_rule(std::string_view key, std::string_view value)
    {
        SmQosRule& rule = policy_.rules.back();
        if (key == "use")
            rule.use = value;
        else if (key == "qos-class")
            rule.qos_classes = value;
        else if (key == "source")
            rule.source = value;
        else if (key == "destination")
            rule.destination = value;
        else if (key == "service-id")
            rule.service_ids = value;
        else if (key == "pkey")
            rule.pkeys = value;
        else {
            rule.level = value;
            rule.level_at = tree_.span(*node_);
        }
    }

    // "any, target-port-guid 0x1234 : 5"
    void read_ulp(std::string_view line)
    {
        const std::size_t colon = line.rfind(':');
        const std::string_view match = trimmed(line.substr(0, colon));
        const std::string_view word = match.substr(0, match.find_first_of(", \t"));
        static constexpr std::array<std::string_view, 7> words{
            "default", "sdp", "rds", "iser", "srp", "ipoib", "any"};
        const bool known = std::ranges::any_of(
            words, [word](std::string_view one) { return equal_ignoring_case(one, word); });
        if (colon == std::string_view::npos || !known) {
            drop(span_of(line), "is not a row of qos-ulps");
            return;
        }
        const std::string_view value = trimmed(line.substr(colon + 1));
        const auto sl = policy_number(value);
        if (!sl || *sl > largest_sl) {
            drop(span_of(line), "has no service level from 0 to 15");
            return;
        }
        if (equal_ignoring_case(word, "default")) {
            has_default_ulp_ = true;
            default_sl_ = {static_cast<std::uint8_t>(*sl), written()};
        }
        SmQosRule rule;
        rule.ulp = match;
        rule.sl = {static_cast<std::uint8_t>(*sl), written()};
        rule.at = tree_.span(*node_);
        rule.level_at = rule.at;
        ulp_rules_.push_back(rule);
    }

    // ERR AC10 to AC13: what rules and paths refer to has to be there.
    void check_names()
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

    void drop_unknown_level(const SmQosRule& rule)
    {
        SmFault& fault = drop(rule.level_at, "names a qos-level that is not there");
        std::vector<std::string_view> names;
        for (const SmQosLevel& level : policy_.levels)
            names.push_back(level.name);
        if (const std::string_view meant = nearest(rule.level, names); !meant.empty())
            mend(fault, rule.level, std::string(meant));
    }

    void drop_unknown_group(std::string_view name)
    {
        SmFault& fault = drop(span_of(name), "names a port-group that this file does not define");
        std::vector<std::string_view> names;
        for (const SmPortGroup& group : policy_.groups)
            names.push_back(group.name);
        if (const std::string_view meant = nearest(name, names); !meant.empty())
            mend(fault, name, std::string(meant));
    }

    ManagerReader& reader_;
    SmQosPolicy& policy_;
    const Tree& tree_;
    const Node* node_ = nullptr;
    std::string_view last_line_; ///< the last one with a text, without its comment
    std::vector<Open> open_;
    std::vector<SmQosRule> ulp_rules_;
    Setting<std::uint8_t> default_sl_;
    bool has_default_ulp_ = false;
    bool dropped_ = false;
};

}

void read_policy(ManagerReader& reader, const Tree& tree) { PolicyReader(reader, tree).read(); }

}
