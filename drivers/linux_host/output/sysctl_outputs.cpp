// SPDX-License-Identifier: Apache-2.0
// Kernel settings that decide which interface answers for an IPv4 address: `sysctl`, or files under
// /proc/sys/net/ipv4/conf (Linux Documentation/networking/ip-sysctl.rst).
#include "drivers/linux_host/output/outputs.h"
#include "models/text/ascii.h"

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

constexpr std::string_view variables_of_interfaces = "net.ipv4.conf.";

struct KernelSetting {
    std::string_view name;
    Setting<std::uint8_t> AddressSettings::*member;
};

constexpr std::array kernel_settings{
    KernelSetting{"arp_ignore", &AddressSettings::arp_ignore},
    KernelSetting{"arp_announce", &AddressSettings::arp_announce},
    KernelSetting{"arp_filter", &AddressSettings::arp_filter},
    KernelSetting{"rp_filter", &AddressSettings::reverse_path},
};

// `path` is "all/arp_ignore" or "all.arp_ignore"; `separator` is the sign before the setting's name.
State take_setting(HostBuilder& host, std::string_view path, char separator, std::string_view value, Span at)
{
    const std::size_t end = path.rfind(separator);
    if (end == std::string_view::npos)
        return State::irrelevant;
    const std::string_view interface = path.substr(0, end);
    for (const KernelSetting& setting : kernel_settings) {
        if (path.substr(end + 1) != setting.name)
            continue;
        const auto number = small_number(value, 8);
        if (!number)
            return State::unrecognised;
        const std::uint32_t port = host.find_port(interface);
        if (interface != "all" && port == Port::no_index)
            return State::irrelevant;
        AddressSettings& into = interface == "all" ? host.for_all_interfaces() : host.net(port).addresses;
        into.*setting.member = {*number, host.origins().explicit_at(at)};
        return State::read;
    }
    return State::irrelevant;
}

}

bool decides_addresses(std::string_view variable)
{
    if (!variable.starts_with(variables_of_interfaces))
        return false;
    return is_address_setting(variable.substr(variable.rfind('.') + 1));
}

bool is_address_setting(std::string_view name)
{
    return std::ranges::find(kernel_settings, name, &KernelSetting::name) != kernel_settings.end();
}

Setting<std::uint8_t>& address_setting(AddressSettings& addresses, std::string_view name)
{
    const auto found = std::ranges::find(kernel_settings, name, &KernelSetting::name);
    return addresses.*(found == kernel_settings.end() ? kernel_settings.front() : *found).member;
}

void read_sysctl(HostBuilder& host, const Section& section)
{
    constexpr std::string_view variable = variables_of_interfaces;
    constexpr std::string_view folder = "/proc/sys/net/ipv4/conf/";
    section.take_lines([&](const Node& line) {
        const Span at = section.span(line);
        const std::string_view text = line.key;
        if (text.starts_with(variable)) {
            const std::size_t equals = text.find('=');
            if (equals == std::string_view::npos)
                return State::irrelevant;
            return take_setting(host,
                ascii::trimmed(text.substr(variable.size(), equals - variable.size()), ascii::is_blank_or_cr),
                '.',
                ascii::trimmed(text.substr(equals + 1), ascii::is_blank_or_cr),
                at);
        }
        if (text.starts_with(folder)) {
            const std::size_t colon = text.rfind(':');
            if (colon == std::string_view::npos || colon < folder.size())
                return State::irrelevant;
            return take_setting(
                host, text.substr(folder.size(), colon - folder.size()), '/', text.substr(colon + 1), at);
        }
        // `cat` of one file
        if (section.command.subject.starts_with(folder))
            return take_setting(host, section.command.subject.substr(folder.size()), '/', text, at);
        return State::irrelevant;
    });
}

// The kernel uses the larger of the interface's own value and that for all interfaces (Linux
// Documentation/networking/ip-sysctl.rst). If only one was captured, it decides once it is large enough. With arp_filter
// the kernel answers only on the interface by which it would route to the asker, so that values of 0 say nothing.
void HostBuilder::settle_addresses()
{
    const auto larger = [this](Setting<std::uint8_t> AddressSettings::*which,
                            const NetDevice& net,
                            std::uint8_t enough) -> Setting<std::uint8_t> {
        const Setting<std::uint8_t>& own = net.addresses.*which;
        const Setting<std::uint8_t>& all = for_all_interfaces_.*which;
        const Setting<std::uint8_t>& more
            = !own.peek_known() || (all.peek_known() && all.value >= own.value) ? all : own;
        const bool both = own.peek_known() && all.peek_known();
        return more.peek_known() && (both || more.value >= enough) ? more : Setting<std::uint8_t>{};
    };
    for (NetDevice& net : nets_) {
        net.nic.arp_ignore = larger(&AddressSettings::arp_ignore, net, 1);
        net.nic.arp_announce = larger(&AddressSettings::arp_announce, net, 1);
        const Setting<std::uint8_t> filter = larger(&AddressSettings::arp_filter, net, 1);
        for (Setting<std::uint8_t>* setting : {&net.nic.arp_ignore, &net.nic.arp_announce}) {
            if (filter.peek_known() && filter.value != 0 && (!setting->peek_known() || setting->value == 0))
                *setting = Setting<std::uint8_t>::unread(
                    origins().unread("arp_filter is on, and routes decide which NIC answers"));
        }
        net.nic.reverse_path = larger(&AddressSettings::reverse_path, net, 2);
    }
}

}
