// SPDX-License-Identifier: Apache-2.0
// Code points, aliases, sizes and rates in the spellings of the CLI Reference. Other spellings are reported,
// never rounded.
#include "drivers/junos/read/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::junos {
namespace {

struct PointName {
    std::string_view name;
    std::uint8_t point;
};

// Standard code-point aliases: Junos OS Class of Service User Guide, Default Code-Point Aliases.
constexpr std::array dscp_names{PointName{"ef", 46},
    PointName{"af11", 10},
    PointName{"af12", 12},
    PointName{"af13", 14},
    PointName{"af21", 18},
    PointName{"af22", 20},
    PointName{"af23", 22},
    PointName{"af31", 26},
    PointName{"af32", 28},
    PointName{"af33", 30},
    PointName{"af41", 34},
    PointName{"af42", 36},
    PointName{"af43", 38},
    PointName{"be", 0},
    PointName{"cs1", 8},
    PointName{"cs2", 16},
    PointName{"cs3", 24},
    PointName{"cs4", 32},
    PointName{"cs5", 40},
    PointName{"cs6", 48},
    PointName{"cs7", 56},
    PointName{"nc1", 48},
    PointName{"nc2", 56}};
// Junos OS Traffic Management User Guide for the QFX Series, Understanding CoS Code-Point Aliases, Table 1.
// On EX switches except the EX4600, ef and af11 are swapped.
constexpr std::array pcp_names{PointName{"be", 0},
    PointName{"be1", 1},
    PointName{"ef", 2},
    PointName{"ef1", 3},
    PointName{"af11", 4},
    PointName{"af12", 5},
    PointName{"nc1", 6},
    PointName{"nc2", 7}};

template <std::size_t Count>
std::optional<std::uint8_t> named_point(const std::array<PointName, Count>& names, std::string_view text)
{
    for (const PointName& candidate : names) {
        if (candidate.name == text)
            return candidate.point;
    }
    return std::nullopt;
}

struct KindPrefix {
    std::string_view prefix;
    PortKind kind;
};

// Interface names begin with their media type: Junos OS Interfaces Fundamentals, Interface Naming.
constexpr std::array kind_prefixes{KindPrefix{"et-", PortKind::physical},
    KindPrefix{"xe-", PortKind::physical},
    KindPrefix{"ge-", PortKind::physical},
    KindPrefix{"mge-", PortKind::physical},
    KindPrefix{"fe-", PortKind::physical},
    KindPrefix{"ae", PortKind::lag},
    KindPrefix{"reth", PortKind::lag},
    KindPrefix{"irb", PortKind::vlan},
    KindPrefix{"vlan", PortKind::vlan},
    KindPrefix{"lo", PortKind::loopback},
    KindPrefix{"em", PortKind::management},
    KindPrefix{"fxp", PortKind::management},
    KindPrefix{"me", PortKind::management},
    KindPrefix{"re0:", PortKind::management},
    KindPrefix{"re1:", PortKind::management},
    KindPrefix{"vme", PortKind::management},
    KindPrefix{"fti", PortKind::tunnel},
    KindPrefix{"gr-", PortKind::tunnel},
    KindPrefix{"ip-", PortKind::tunnel},
    KindPrefix{"st0", PortKind::tunnel},
    KindPrefix{"vt-", PortKind::tunnel},
    KindPrefix{"vtep", PortKind::tunnel},
    KindPrefix{"lt-", PortKind::internal},
    KindPrefix{"ps", PortKind::internal}};

}

std::optional<std::uint8_t> parse_point(std::string_view text, unsigned bits)
{
    if (text.size() == bits && text.find_first_not_of("01") == std::string_view::npos) {
        std::uint8_t point = 0;
        for (const char c : text)
            point = static_cast<std::uint8_t>(point * 2U + (c == '1' ? 1U : 0U));
        return point;
    }
    return bits == 6 ? named_point(dscp_names, text) : named_point(pcp_names, text);
}

std::optional<Percent> percent_of(Config& config, const Statement& statement)
{
    const auto number = number_of(config, statement, percent_limit, 100);
    return number ? std::optional(Percent::whole(static_cast<std::uint32_t>(*number))) : std::nullopt;
}

std::optional<BitsPerSecond> parse_rate(std::string_view text)
{
    if (text.empty())
        return std::nullopt;
    std::uint64_t scale = 1;
    const char last = text.back();
    if (last == 'g' || last == 'G')
        scale = 1'000'000'000;
    else if (last == 'm' || last == 'M')
        scale = 1'000'000;
    else if (last == 'k' || last == 'K')
        scale = 1'000;
    const auto number = parse_number(scale == 1 ? text : text.substr(0, text.size() - 1));
    constexpr std::uint64_t most = 100'000'000'000'000;
    if (!number || *number > most / scale)
        return std::nullopt;
    return BitsPerSecond{*number * scale};
}

PortKind kind_of(std::string_view name)
{
    for (const KindPrefix& candidate : kind_prefixes) {
        if (name.starts_with(candidate.prefix))
            return candidate.kind;
    }
    return PortKind::other;
}

std::optional<std::uint64_t> number_of(Config& config, const Statement& statement, std::uint64_t most)
{
    const auto number = parse_number(statement.key);
    if (number && *number <= most)
        return number;
    config.reject(statement,
        fmt::format("{} \"{}\" is not a number from 0 to {}", statement.word(), statement.key, most));
    return std::nullopt;
}

std::optional<std::uint64_t> number_of(
    Config& config, const Statement& statement, const Limit& limit, std::uint64_t holds)
{
    const auto number = parse_number(statement.key);
    if (!number || *number > holds) {
        config.reject(statement,
            fmt::format("{} \"{}\" is not a number from {} to {}",
                statement.word(),
                statement.key,
                limit.least,
                limit.most));
        return std::nullopt;
    }
    if (!limit.takes_unsigned(*number))
        config.warn(statement, range_sentence(limit, statement.key));
    return number;
}

const Statement* class_of_service(const Config& config) { return config.root.child("class-of-service"); }

bool is_class_of_other_hardware(std::string_view name)
{
    constexpr std::array others{"be",
        "ef",
        "af",
        "nc",
        "expedited-forwarding",
        "assured-forwarding",
        "mcast-be",
        "mcast-ef",
        "mcast-af",
        "mcast-nc"};
    return std::ranges::find(others, name) != others.end();
}

OriginId Config::lost(const Statement& reference, std::string_view what, std::string_view name)
{
    // Parts of a configuration commonly refer to objects in other parts.
    if (device.fragment)
        return device.origins.unread("the object that it names is not in the files read");
    constexpr std::pair<std::string_view, std::string_view> blocks[]{{"classifier", "classifiers"},
        {"forwarding class", "forwarding-classes"},
        {"scheduler", "schedulers"},
        {"scheduler map", "scheduler-maps"},
        {"drop profile", "drop-profiles"},
        {"congestion notification profile", "congestion-notification-profile"}};
    const auto block = std::ranges::find(blocks, what, &std::pair<std::string_view, std::string_view>::first);
    return lost_names.take(
        what, name, reference.at, block == std::end(blocks) ? std::string_view() : block->second);
}

}
