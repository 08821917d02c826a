// SPDX-License-Identifier: Apache-2.0
// The contents of the sections of qos-policy.conf: `key: value`, and the rows of qos-ulps.
#include "drivers/opensm/read/policy_reader.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <vector>

namespace rocelint::opensm {
namespace {

constexpr std::uint64_t largest_sl = 15;

// The rows that qos-ulps takes (osm_qos_parser_l.l of opensm 3.3.23). Anything else is a syntax error.
struct UlpForm {
    std::string_view word; ///< in any case
    std::array<std::string_view, 5> keys; ///< what may follow its comma, as written here
    bool alone = false; ///< whether it may stand without a list
};

constexpr std::array<UlpForm, 7> ulp_forms{{
    {"default", {}, true},
    {"sdp", {"port-num"}, true},
    {"rds", {"port-num"}, true},
    {"iser", {"port-num"}, true},
    {"srp", {"target-port-guid"}, false},
    {"ipoib", {"pkey"}, true},
    {"any", {"service-id", "pkey", "target-port-guid", "source-port-guid", "source-target-port-guid"}, false},
}};

std::vector<std::string_view> keys_of(const UlpForm& form)
{
    std::vector<std::string_view> keys;
    std::ranges::copy_if(
        form.keys, std::back_inserter(keys), [](std::string_view key) { return !key.empty(); });
    return keys;
}

// Whether a text is one number, or two with a dash between them.
bool is_range(std::string_view item)
{
    const std::size_t dash = item.find('-');
    return policy_number(trimmed(item.substr(0, dash)))
        && (dash == std::string_view::npos || policy_number(trimmed(item.substr(dash + 1))));
}

}

void PolicyReader::read_value(std::string_view key, std::string_view value)
{
    switch (section()) {
    case PolicySection::group:
        read_group(key, value);
        break;
    case PolicySection::level:
        read_level(key, value);
        break;
    case PolicySection::rule:
        read_rule(key, value);
        break;
    default:
        break; // nothing in qos-setup is used
    }
}

void PolicyReader::read_group(std::string_view key, std::string_view value)
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

std::optional<std::uint64_t> PolicyReader::number(std::string_view value)
{
    const auto found = policy_number(value);
    if (!found)
        drop(span_of(value), "is not a number");
    return found;
}

void PolicyReader::read_level(std::string_view key, std::string_view value)
{
    SmQosLevel& level = policy_.levels.back();
    if (key == "name") {
        level.name = value;
    } else if (key == "use") {
        level.use = value;
    } else if (key == "sl") {
        if (const auto sl = number(value)) {
            constexpr unsigned sl_bits = 0xf; // as in a path record
            level.sl = {static_cast<std::uint8_t>(*sl & sl_bits), written()};
            if (*sl > largest_sl)
                reader_.fault(Kind::policy_value,
                    tree_.span(*node_),
                    node_->key,
                    fmt::format(
                        "is not a service level from 0 to 15: paths get service level {}", level.sl.value));
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

void PolicyReader::read_limit(
    Setting<std::uint8_t>& limit, std::string_view value, std::uint64_t least, std::uint64_t most)
{
    const auto found = number(value);
    if (found && (*found < least || *found > most))
        drop(tree_.span(*node_), fmt::format("is not a code from {} to {}", least, most));
    else if (found)
        limit = {static_cast<std::uint8_t>(*found), written()};
}

void PolicyReader::read_rule(std::string_view key, std::string_view value)
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

// Checks what follows the first word of a row, before its colon: ", target-port-guid 0x1234,0x1240-0x124f".
void PolicyReader::read_ulp_match(
    std::string_view line, std::string_view rest, std::span<const std::string_view> keys, bool may_be_empty)
{
    rest = trimmed(rest);
    if (rest.empty() && may_be_empty)
        return;
    const bool has_key = rest.starts_with(',') && !keys.empty();
    rest = has_key ? trimmed(rest.substr(1)) : std::string_view{};
    const std::string_view key = rest.substr(0, rest.find_first_of(" \t"));
    if (std::ranges::find(keys, key) == keys.end()) {
        const std::string_view meant = nearest(key, keys);
        SmFault& fault = drop(span_of(line),
            meant.empty() ? "is not a row of qos-ulps"
                          : fmt::format("is not a row of qos-ulps; with '{}' it is one", meant));
        if (!meant.empty())
            mend(fault, key, std::string(meant));
        return;
    }
    const std::string_view list = trimmed(rest.substr(key.size()));
    bool are_ranges = !list.empty();
    for_each_item(list, [&are_ranges](std::string_view item) { are_ranges = are_ranges && is_range(item); });
    if (!are_ranges)
        drop(span_of(line), fmt::format("has no list of numbers after '{}'", key));
}

// Reads "any, target-port-guid 0x1234 : 5".
void PolicyReader::read_ulp(std::string_view line)
{
    const std::size_t colon = line.rfind(':');
    const std::string_view match = trimmed(line.substr(0, colon));
    const std::string_view word = match.substr(0, match.find_first_of(", \t"));
    const auto* const form = std::ranges::find_if(
        ulp_forms, [word](const UlpForm& one) { return equal_ignoring_case(one.word, word); });
    if (colon == std::string_view::npos || form == ulp_forms.end()) {
        drop(span_of(line), "is not a row of qos-ulps");
        return;
    }
    read_ulp_match(line, match.substr(word.size()), keys_of(*form), form->alone);
    if (dropped_)
        return;
    const std::string_view value = trimmed(line.substr(colon + 1));
    const auto sl = policy_number(value);
    if (!sl || *sl > largest_sl) {
        drop(span_of(line), "has no service level from 0 to 15");
        return;
    }
    if (equal_ignoring_case(word, "default"))
        has_default_ulp_ = true;
    SmQosRule rule;
    rule.ulp = match;
    rule.sl = {static_cast<std::uint8_t>(*sl), written()};
    rule.at = tree_.span(*node_);
    rule.level_at = rule.at;
    ulp_rules_.push_back(rule);
}

}
