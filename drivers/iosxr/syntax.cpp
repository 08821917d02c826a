// SPDX-License-Identifier: Apache-2.0
// Names of ports: the type of a port is its speed.
#include "drivers/iosxr/config.h"
#include "drivers/line_cli/grammar/port_ranges.h"

namespace rocelint::iosxr {
namespace {

constexpr std::uint64_t gigabit = 1'000'000'000;

struct PortType {
    std::string_view word;
    std::uint64_t speed; ///< bit/s
};
constexpr PortType types[]{{"GigabitEthernet", gigabit},
    {"TenGigE", 10 * gigabit},
    {"TwentyFiveGigE", 25 * gigabit},
    {"FortyGigE", 40 * gigabit},
    {"FiftyGigE", 50 * gigabit},
    {"HundredGigE", 100 * gigabit},
    {"TwoHundredGigE", 200 * gigabit},
    {"FourHundredGigE", 400 * gigabit},
    {"EightHundredGigE", 800 * gigabit}};

constexpr line_cli::KindWord kind_words[]{{"GigabitEthernet", PortKind::physical},
    {"TenGigE", PortKind::physical},
    {"TwentyFiveGigE", PortKind::physical},
    {"FortyGigE", PortKind::physical},
    {"FiftyGigE", PortKind::physical},
    {"HundredGigE", PortKind::physical},
    {"TwoHundredGigE", PortKind::physical},
    {"FourHundredGigE", PortKind::physical},
    {"EightHundredGigE", PortKind::physical},
    {"Bundle-Ether", PortKind::lag},
    {"BVI", PortKind::vlan},
    {"Loopback", PortKind::loopback},
    {"MgmtEth", PortKind::management},
    {"tunnel-ip", PortKind::tunnel},
    {"tunnel-te", PortKind::tunnel},
    {"nve", PortKind::tunnel},
    {"Null", PortKind::internal},
    {"PTP", PortKind::internal}};

}

PortKind kind_of_port(std::string_view name)
{
    const PortKind kind = line_cli::kind_by_word(name, kind_words);
    const bool dotted = name.find('.') != std::string_view::npos;
    return dotted && (kind == PortKind::physical || kind == PortKind::lag) ? PortKind::subinterface : kind;
}

std::string_view type_word(std::string_view letters)
{
    return line_cli::word_of_letters(letters, kind_words);
}

std::uint64_t speed_of_type(std::string_view port)
{
    for (const PortType& type : types) {
        if (port.starts_with(type.word))
            return type.speed;
    }
    return 0;
}

}
