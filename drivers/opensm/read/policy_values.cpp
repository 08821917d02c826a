// SPDX-License-Identifier: Apache-2.0
// The contents of the sections of qos-policy.conf: `key: value`, and the rows of qos-ulps.
#include "drivers/opensm/read/policy_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::opensm {
namespace {

constexpr std::uint64_t largest_sl = 15;

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

// Reads "any, target-port-guid 0x1234 : 5".
void PolicyReader::read_ulp(std::string_view line)
{
    const std::size_t colon = line.rfind(':');
    const std::string_view match = trimmed(line.substr(0, colon));
    const std::string_view word = match.substr(0, match.find_first_of(", \t"));
    static constexpr std::array<std::string_view, 7> words{
        "default", "sdp", "rds", "iser", "srp", "ipoib", "any"};
    const bool known
        = std::ranges::any_of(words, [word](std::string_view one) { return equal_ignoring_case(one, word); });
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
