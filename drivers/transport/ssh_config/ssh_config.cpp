// SPDX-License-Identifier: Apache-2.0
// Users reach their devices through ~/.ssh/config, so we honor it.
#include "drivers/transport/ssh_config/ssh_config.h"

#include "drivers/transport/ssh_config/ssh_endpoint_values.h"
#include "drivers/transport/ssh_config/ssh_host_settings.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <arpa/inet.h>

namespace rocelint {
namespace {

bool is_address(const std::string& host)
{
    unsigned char bytes[sizeof(in6_addr)];
    return ::inet_pton(AF_INET, host.c_str(), bytes) == 1 || ::inet_pton(AF_INET6, host.c_str(), bytes) == 1;
}

// Parses [user@]host[:port] or ssh://…; false if it is malformed.
bool read_jump(std::string_view word, Endpoint& jump)
{
    if (word.starts_with("ssh://"))
        word.remove_prefix(6);
    if (const std::size_t at = word.rfind('@'); at != std::string_view::npos) {
        jump.user = word.substr(0, at);
        word.remove_prefix(at + 1);
    }
    std::string_view port;
    if (word.starts_with('[')) {
        const std::size_t end = word.find(']');
        if (end == std::string_view::npos)
            return false;
        port = word.substr(end + 1);
        word = word.substr(1, end - 1);
    } else if (const std::size_t colon = word.rfind(':'); colon != std::string_view::npos) {
        port = word.substr(colon);
        word = word.substr(0, colon);
    }
    jump.port = 0;
    if (!port.empty()) {
        jump.port = read_port_number(port.substr(1));
        if (port.front() != ':' || jump.port == 0)
            return false;
    }
    jump.host = word;
    jump.name = word;
    return !word.empty();
}

// Both files, the user's first.
Result<std::vector<SshConfigLine>> read_both(const SshSurroundings& around)
{
    std::vector<SshConfigLine> lines;
    if (!around.config_file.empty()) {
        auto own = read_ssh_config(around.config_file, around.home + "/.ssh", around.home);
        if (!own)
            return own;
        lines = *std::move(own);
    }
    if (!around.system_config_file.empty()) {
        auto machine = read_ssh_config(around.system_config_file, "/etc/ssh", around.home);
        if (!machine)
            return machine;
        // The last block of the user's file ends with it.
        if (!machine->empty())
            lines.push_back({0, "host", "*", around.system_config_file, 0});
        lines.insert(
            lines.end(), std::make_move_iterator(machine->begin()), std::make_move_iterator(machine->end()));
    }
    return lines;
}

Result<std::vector<Endpoint>> read_jumps(const SshHostSettings& settings)
{
    std::vector<Endpoint> jumps;
    const std::string list = settings.word("ProxyJump");
    if (equal_ignoring_case(list, "none") || settings.find("ProxyJump") == nullptr
        || settings.find("ProxyJump")->keyword != "proxyjump")
        return jumps;
    std::string_view rest = list;
    while (!rest.empty()) {
        const std::size_t comma = std::min(rest.find(','), rest.size());
        if (!read_jump(rest.substr(0, comma), jumps.emplace_back()))
            return settings.wrong("ProxyJump", fmt::format("'{}' is not a list of jump hosts", list));
        rest.remove_prefix(std::min(comma + 1, rest.size()));
    }
    return jumps;
}

}

Result<Endpoint> complete_endpoint(Endpoint wanted, const SshSurroundings& around)
{
    const auto lines = read_both(around);
    if (!lines)
        return tl::unexpected(lines.error());
    const auto settings_for = [&](const Endpoint& endpoint, bool has_proxy) {
        return SshHostSettings::of(*lines,
            {endpoint.host, endpoint.user, around.local_user},
            endpoint.name,
            {has_proxy, is_address(endpoint.host)});
    };
    const auto settings = settings_for(wanted, !wanted.jumps.empty());
    if (!settings)
        return tl::unexpected(settings.error());
    if (wanted.jumps.empty()) {
        auto jumps = read_jumps(*settings);
        if (!jumps)
            return tl::unexpected(jumps.error());
        wanted.jumps = *std::move(jumps);
    }
    if (auto done = set_endpoint_values(wanted, around, *settings); !done)
        return tl::unexpected(done.error());
    for (Endpoint& jump : wanted.jumps) {
        jump.ask = jump.ask ? jump.ask : wanted.ask;
        const auto of_jump = settings_for(jump, true);
        if (!of_jump)
            return tl::unexpected(of_jump.error());
        if (auto done = set_endpoint_values(jump, around, *of_jump); !done)
            return tl::unexpected(done.error());
    }
    return wanted;
}

}
