// SPDX-License-Identifier: Apache-2.0
// Kernel settings that decide which interface answers for an IPv4 address (Linux Documentation/networking/ip-sysctl.rst),
// written by `sysctl` (sysctl(8) of procps-ng 4) or a file of sysctl.d(5).
#include "drivers/linux_host/output/outputs.h"
#include "drivers/linux_host/setter/setter.h"
#include "models/fabric/value/quantity.h"
#include "models/text/ascii.h"

#include <algorithm>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

constexpr std::uint64_t largest_address_setting = 8; // arp_ignore

}

State add_address_setting(std::string_view variable, std::string_view value, Span at, SetterSink& sink)
{
    // "If the first separator is a slash, remaining slashes and dots are left intact" (sysctl.d(5)).
    const std::size_t first = variable.find_first_of("./");
    if (first == std::string_view::npos)
        return State::irrelevant;
    const char separator = variable[first];
    const std::string_view conf = separator == '.' ? "net.ipv4.conf." : "net/ipv4/conf/";
    const std::size_t last = variable.rfind(separator);
    if (!variable.starts_with(conf) || last < conf.size())
        return State::irrelevant;
    const std::string_view name = variable.substr(last + 1);
    if (!is_address_setting(name))
        return State::irrelevant;
    const std::string_view interface = variable.substr(conf.size(), last - conf.size());
    const auto number = parse_number(value);
    // Of `default`, interfaces get what it is when they appear. Between dots, a slash stands for a dot in the name.
    const std::string_view others = separator == '.' ? "*?[$/" : "*?[$";
    const bool is_one = interface.find_first_of(others) == std::string_view::npos && interface != "default";
    if (!number || *number > largest_address_setting || !is_one || sink.addresses == nullptr)
        return State::unsupported;
    sink.addresses->push_back({interface, name, static_cast<std::uint8_t>(*number), at});
    return State::read;
}

State read_sysctl_setter(std::span<const ShellWord> words, SetterSink& sink)
{
    State worst = State::irrelevant;
    for (const ShellWord& word : words) {
        const std::size_t equals = word.text.find('=');
        if (word.text.starts_with('-') || equals == std::string_view::npos)
            continue;
        const std::string_view variable = word.text.substr(0, equals);
        const bool is_ours = decides_addresses(variable);
        const State state = word.known
            ? add_address_setting(variable, word.text.substr(equals + 1), place_of(sink, word), sink)
            : is_ours ? State::unsupported
                      : State::irrelevant;
        worst = std::max(worst, state);
    }
    return worst;
}

}
