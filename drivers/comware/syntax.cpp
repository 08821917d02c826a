// SPDX-License-Identifier: Apache-2.0
// What is not a line of its own: names of ports, models and their cells, and what percentages of the buffer stand for.
#include "drivers/comware/config.h"
#include "drivers/line_cli/grammar/port_ranges.h"
#include "models/catalog/catalog.h"
#include "models/syntax/indent_tree.h"

#include <algorithm>

namespace rocelint::comware {
namespace {

struct TypeWord {
    std::string_view word;
    PortKind kind = PortKind::physical;
    std::uint64_t gigabits = 0;
};
// H3C S6850 Layer 2 - LAN Switching Configuration Guide, Ethernet interface naming conventions.
constexpr TypeWord type_words[]{{"GigabitEthernet", PortKind::physical, 1},
    {"Ten-GigabitEthernet", PortKind::physical, 10},
    {"Twenty-FiveGigE", PortKind::physical, 25},
    {"FortyGigE", PortKind::physical, 40},
    {"FiftyGigE", PortKind::physical, 50},
    {"HundredGigE", PortKind::physical, 100},
    {"TwoHundredGigE", PortKind::physical, 200},
    {"FourHundredGigE", PortKind::physical, 400},
    {"EightHundredGigE", PortKind::physical, 800},
    {"Bridge-Aggregation", PortKind::lag},
    {"Route-Aggregation", PortKind::lag},
    {"Vlan-interface", PortKind::vlan},
    {"Vsi-interface", PortKind::vlan},
    {"LoopBack", PortKind::loopback},
    {"M-GigabitEthernet", PortKind::management},
    {"MGE", PortKind::management},
    {"Tunnel", PortKind::tunnel},
    {"IRF-port", PortKind::internal},
    {"InLoopBack", PortKind::loopback}};

const TypeWord* type_of(std::string_view name)
{
    const std::string_view letters = name.substr(0, name.find_first_of("0123456789 "));
    const auto* const found = std::ranges::find(type_words, letters, &TypeWord::word);
    return found == std::end(type_words) ? nullptr : found;
}

// The percentages up to which a share of the free buffer is meant, for the exponents from -7 to 3 (H3C S6805 & S6825 & S6850 &
// S9850 & S9820 RDMA Technical Reference-6W100, dynamic back pressure frame triggering thresholds).
constexpr std::array<std::uint64_t, 11> highest_percent{0, 1, 3, 5, 11, 20, 33, 50, 66, 80, 100};
constexpr std::int64_t least_exponent = -7;

}

std::uint64_t cell_of_model(std::string_view model)
{
    for (Words models(catalog::platform_default("comware", "cell_models").value); !models.at_end();) {
        const std::string_view word = models.next();
        if (!model.empty() && model == word)
            return catalog::platform_default("comware", "cell_bytes").number();
    }
    return 0;
}

std::string_view model_of(std::string_view text)
{
    const std::size_t end = text.find(" uptime is ");
    return end == std::string_view::npos ? std::string_view{} : text.substr(0, text.find(' '));
}

std::int64_t exponent_of(std::uint64_t percent)
{
    const auto* const found = std::ranges::lower_bound(highest_percent, percent);
    return least_exponent + (found - highest_percent.begin());
}

std::optional<std::uint64_t> percent_of(std::int64_t exponent)
{
    const std::int64_t at = exponent - least_exponent;
    return at < 0 || at >= static_cast<std::int64_t>(highest_percent.size())
        ? std::nullopt
        : std::optional(highest_percent.at(static_cast<std::size_t>(at)));
}

BitsPerSecond speed_of(std::string_view port)
{
    constexpr std::uint64_t giga = 1'000'000'000;
    const TypeWord* type = type_of(port);
    return type == nullptr ? BitsPerSecond{} : BitsPerSecond{type->gigabits * giga};
}

PortKind kind_of_port(std::string_view name)
{
    const TypeWord* type = type_of(name);
    return type == nullptr ? PortKind::other : line_cli::kind_of_name(name, type->kind);
}

std::array<std::uint8_t, queue_count> usual_numbers(std::string_view entry)
{
    return line_cli::listed_numbers<queue_count>(catalog::platform_default("comware", entry).value);
}

}
