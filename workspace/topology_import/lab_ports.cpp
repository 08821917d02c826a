// SPDX-License-Identifier: Apache-2.0
// Interfaces of containers by kind of node. Sources: containerlab.dev, "Interface naming" of the pages of the
// kinds, 0.68.
#include "workspace/topology_import/lab_ports.h"

#include "models/text/ascii.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace rocelint::workspace {
namespace {

struct LabKind {
    std::string_view kind;
    std::string_view in_container; ///< what precedes the number
    std::string_view on_device;
    std::uint32_t first = 1; ///< number on the device of the container's first data interface
    std::uint32_t step = 1;
    char separator = '\0'; ///< between the numbers of a port in the container, written '/' on the device
};

constexpr std::array lab_kinds{
    LabKind{.kind = "arista_ceos", .in_container = "eth", .on_device = "Ethernet", .separator = '_'},
    LabKind{.kind = "ceos", .in_container = "eth", .on_device = "Ethernet", .separator = '_'},
    LabKind{.kind = "nokia_srlinux", .in_container = "e", .on_device = "ethernet-", .separator = '-'},
    LabKind{.kind = "srl", .in_container = "e", .on_device = "ethernet-", .separator = '-'},
    // eth1 is the wire of Ethernet0, eth2 that of Ethernet4.
    LabKind{.kind = "sonic-vs", .in_container = "eth", .on_device = "Ethernet", .first = 0, .step = 4},
    LabKind{.kind = "cisco_n9kv", .in_container = "eth", .on_device = "Ethernet1/"},
    LabKind{.kind = "vr-n9kv", .in_container = "eth", .on_device = "Ethernet1/"},
    LabKind{.kind = "juniper_vjunosevolved", .in_container = "eth", .on_device = "et-0/0/", .first = 0},
    LabKind{.kind = "vr-vjunosevolved", .in_container = "eth", .on_device = "et-0/0/", .first = 0},
};

// "1-1" as "1/1"; nothing if it is not made of numbers.
std::optional<std::string> numbers_on_device(std::string_view text, char separator)
{
    std::string out;
    while (!text.empty()) {
        const std::string_view number = ascii::take_until(text, separator);
        if (!ascii::is_number(number))
            return std::nullopt;
        add_item(out, number, "/");
    }
    return out;
}

}

std::string lab_port_name(std::string_view kind, std::string_view interface)
{
    const auto* const found = std::ranges::find(lab_kinds, kind, &LabKind::kind);
    std::string name(interface);
    if (found == lab_kinds.end() || !interface.starts_with(found->in_container))
        return name;
    const std::string_view numbers = interface.substr(found->in_container.size());
    if (found->separator != '\0') {
        const auto on_device = numbers_on_device(numbers, found->separator);
        return on_device && !on_device->empty() ? fmt::format("{}{}", found->on_device, *on_device) : name;
    }
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(numbers.data(), numbers.data() + numbers.size(), number);
    constexpr std::uint32_t most = 1000;
    if (error != std::errc{} || end != numbers.data() + numbers.size() || number == 0 || number > most)
        return name;
    return fmt::format("{}{}", found->on_device, found->first + (number - 1) * found->step);
}

}
