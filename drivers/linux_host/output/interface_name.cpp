// SPDX-License-Identifier: Apache-2.0
// Bridges, bonds and containers carry no RDMA of their own; without `ip -d` only their names identify them.
#include "drivers/linux_host/output/interface_name.h"

#include "models/text/ascii.h"

namespace rocelint::linux_host {
namespace {

bool ends_in_digits_after(std::string_view name, std::string_view stem)
{
    if (!name.starts_with(stem) || name.size() == stem.size())
        return false;
    return name.substr(stem.size()).find_first_not_of("0123456789") == std::string_view::npos;
}

}

std::optional<PortKind> kind_by_name(std::string_view name)
{
    if (name == "lo")
        return PortKind::loopback;
    if (ends_in_digits_after(name, "bond") || ends_in_digits_after(name, "team"))
        return PortKind::lag;
    for (const std::string_view stem : {"docker", "virbr", "cni", "ifb", "dummy", "tun", "tap", "wg", "ib"}) {
        if (ends_in_digits_after(name, stem))
            return PortKind::other;
    }
    for (const std::string_view stem : {"br-", "veth", "cali", "flannel", "cilium", "lxc", "ovs-"}) {
        if (name.starts_with(stem))
            return PortKind::other;
    }
    return std::nullopt;
}

std::string_view stem_of_virtual_function(std::string_view name)
{
    const std::size_t digits = name.find_last_not_of("0123456789");
    if (digits == std::string_view::npos || digits + 1 == name.size() || name[digits] != 'v' || digits < 3)
        return {};
    const char before = name[digits - 1];
    return ascii::is_digit(before) ? name.substr(0, digits) : std::string_view{};
}

// "en[P<domain>](p<bus>s<slot>|s<slot>)[f<function>][n<port>]"; the function is left out for a device that has only one
// (systemd.net-naming-scheme(7)).
std::optional<std::uint8_t> card_port_by_name(std::string_view name)
{
    if (!name.starts_with("en"))
        return std::nullopt;
    name.remove_prefix(2);
    if (name.starts_with('P')) {
        const std::size_t behind = name.find_first_not_of("0123456789", 1);
        if (behind == 1 || behind == std::string_view::npos)
            return std::nullopt;
        name.remove_prefix(behind);
    }
    if (!name.starts_with('s') && !(name.starts_with('p') && name.find('s') != std::string_view::npos))
        return std::nullopt;
    const auto ends_in_number = [](std::string_view text, std::size_t begin) {
        return begin < text.size() && text.find_first_not_of("0123456789", begin) == std::string_view::npos;
    };
    if (const std::size_t port = name.rfind("np"); port > 0 && ends_in_number(name, port + 2))
        name = name.substr(0, port);
    const std::size_t function = name.rfind('f');
    if (function == std::string_view::npos)
        return name.find_first_not_of("0123456789ps") == std::string_view::npos
                && ascii::is_digit(name.back())
            ? std::optional<std::uint8_t>(std::uint8_t{1})
            : std::nullopt;
    // An NVIDIA card has a function for each of up to eight ports.
    if (!ends_in_number(name, function + 1) || name.size() != function + 2 || name.back() > '7')
        return std::nullopt;
    return static_cast<std::uint8_t>(name.back() - '0' + 1);
}

bool is_representor(std::string_view name)
{
    const std::size_t pf = name.rfind("pf");
    const std::size_t vf = name.rfind("vf");
    if (pf != std::string_view::npos && vf != std::string_view::npos && pf + 2 < vf && vf + 2 < name.size()
        && ascii::is_digit(name[vf + 2]))
        return true;
    const std::size_t low = name.rfind('_');
    return low != std::string_view::npos && name.starts_with("en") && low + 1 < name.size()
        && name.find_first_not_of("0123456789", low + 1) == std::string_view::npos;
}

}
