// SPDX-License-Identifier: Apache-2.0
// Names of ports: the type of a port is its speed.
#include "drivers/iosxr/config.h"
#include "drivers/line_cli/grammar/port_ranges.h"

namespace rocelint::iosxr {
namespace {

constexpr line_cli::KindWord kind_words[]{{"GigabitEthernet", PortKind::physical, 1},
    {"TenGigE", PortKind::physical, 10},
    {"TwentyFiveGigE", PortKind::physical, 25},
    {"FortyGigE", PortKind::physical, 40},
    {"FiftyGigE", PortKind::physical, 50},
    {"HundredGigE", PortKind::physical, 100},
    {"TwoHundredGigE", PortKind::physical, 200},
    {"FourHundredGigE", PortKind::physical, 400},
    {"EightHundredGigE", PortKind::physical, 800},
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

PortKind kind_of_port(std::string_view name) { return line_cli::kind_by_word(name, kind_words); }

std::string_view type_word(std::string_view letters)
{
    return line_cli::word_of_letters(letters, kind_words);
}

BitsPerSecond speed_of_type(std::string_view port) { return line_cli::speed_by_word(port, kind_words); }

}
