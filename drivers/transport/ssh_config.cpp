// SPDX-License-Identifier: Apache-2.0
// Users reach their devices through ~/.ssh/config, so we honor it. A directive that would change where or how
// we connect and that we do not support is refused, never ignored.
#include "drivers/transport/ssh_config.h"

#include "drivers/transport/ssh_config_lines.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <charconv>
#include <unistd.h>

namespace rocelint {
namespace {

// The first value of a keyword that counts once, without quotes; empty if it is not set.
std::string first_value(
    const std::vector<SshConfigLine>& lines, const SshTarget& target, std::string_view keyword)
{
    const auto values = host_values(lines, target, keyword);
    const auto words = values.empty() ? std::vector<std::string>() : config_words(values.front());
    return words.empty() ? std::string() : words.front();
}

// 1 to 65535; 0 if the text is not a port.
std::uint16_t read_port(std::string_view text)
{
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    return error == std::errc() && end == text.data() + text.size() ? port : 0;
}

// Expands ~ and the percent tokens that matter for files (ssh_config(5), TOKENS).
std::string expand(std::string text, const Endpoint& endpoint, const SshSurroundings& around)
{
    if (text == "~" || text.starts_with("~/"))
        text = around.home + text.substr(1);
    std::string result;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] != '%' || at + 1 == text.size()) {
            result += text[at];
            continue;
        }
        switch (text[++at]) {
        case 'd':
            result += around.home;
            break;
        case 'h':
            result += endpoint.host;
            break;
        case 'n':
            result += endpoint.name;
            break;
        case 'p':
            result += std::to_string(endpoint.port);
            break;
        case 'r':
            result += endpoint.user;
            break;
        case 'u':
            result += around.local_user;
            break;
        default:
            result += text[at];
            break;
        }
    }
    return result;
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
        jump.port = read_port(port.substr(1));
        if (port.front() != ':' || jump.port == 0)
            return false;
    }
    jump.host = word;
    jump.name = word;
    return !word.empty();
}

Result<Endpoint> complete_one(
    Endpoint wanted, const SshSurroundings& around, const std::vector<SshConfigLine>& lines)
{
    const std::string alias = wanted.host;
    const std::string asked_user = wanted.user;
    const SshTarget target{alias, asked_user, around.local_user};
    const std::string unjudged = unjudged_keyword(lines,
        target,
        {"hostname", "port", "user", "identityfile", "proxyjump", "proxycommand", "userknownhostsfile"});
    if (!unjudged.empty())
        return fail(ErrorKind::invalid,
            fmt::format(
                "{}: {} sets {} in a Match block whose condition is not supported: use Host, or Match with host, "
                "originalhost, user or localuser",
                wanted.name,
                around.config_file,
                unjudged));
    if (wanted.port == 0) {
        const std::string port = first_value(lines, target, "port");
        wanted.port = port.empty() ? std::uint16_t{22} : read_port(port);
        if (wanted.port == 0)
            return fail(ErrorKind::invalid,
                fmt::format("{}: {}: '{}' is not a port number", wanted.name, around.config_file, port));
    }
    if (wanted.user.empty())
        wanted.user = first_value(lines, target, "user");
    if (wanted.user.empty())
        wanted.user = around.local_user;
    if (const std::string host = first_value(lines, target, "hostname"); !host.empty())
        wanted.host = expand(host, wanted, around);
    if (wanted.agent_socket.empty())
        wanted.agent_socket = around.agent_socket;
    if (wanted.known_hosts.empty()) {
        const std::string file = first_value(lines, target, "userknownhostsfile");
        wanted.known_hosts = expand(file.empty() ? "~/.ssh/known_hosts" : file, wanted, around);
    }
    if (wanted.identity_files.empty()) {
        for (const std::string& value : host_values(lines, target, "identityfile")) {
            for (const std::string& word : config_words(value))
                wanted.identity_files.push_back(expand(word, wanted, around));
        }
    }
    if (wanted.identity_files.empty()) {
        for (const std::string_view name : {"id_ed25519", "id_ecdsa", "id_rsa"}) {
            std::string file = fmt::format("{}/.ssh/{}", around.home, name);
            if (::access(file.c_str(), F_OK) == 0)
                wanted.identity_files.push_back(std::move(file));
        }
    }
    return wanted;
}

}

Result<Endpoint> complete_endpoint(Endpoint wanted, const SshSurroundings& around)
{
    auto lines = around.config_file.empty() ? std::vector<SshConfigLine>()
                                            : read_ssh_config(around.config_file, around.home);
    if (!lines)
        return tl::unexpected(lines.error());
    const std::string alias = wanted.host;
    const std::string asked_user = wanted.user;
    const SshTarget target{alias, asked_user, around.local_user};
    const auto proxy_jump = host_values(*lines, target, "proxyjump");
    const auto proxy_command = host_values(*lines, target, "proxycommand");
    if (wanted.jumps.empty() && !proxy_command.empty() && !equal_ignoring_case(proxy_command.front(), "none")
        && proxy_jump.empty())
        return fail(ErrorKind::invalid,
            fmt::format("{}: {} gives it a ProxyCommand, which is not supported: use ProxyJump",
                wanted.name,
                around.config_file));
    std::vector<Endpoint> jumps = std::move(wanted.jumps);
    if (jumps.empty() && !proxy_jump.empty() && !equal_ignoring_case(proxy_jump.front(), "none")) {
        std::string_view rest = proxy_jump.front();
        while (!rest.empty()) {
            const std::size_t comma = std::min(rest.find(','), rest.size());
            if (!read_jump(rest.substr(0, comma), jumps.emplace_back()))
                return fail(ErrorKind::invalid,
                    fmt::format("{}: {}: '{}' is not a list of jump hosts",
                        wanted.name,
                        around.config_file,
                        proxy_jump.front()));
            rest.remove_prefix(std::min(comma + 1, rest.size()));
        }
    }
    auto result = complete_one(std::move(wanted), around, *lines);
    if (!result)
        return result;
    for (Endpoint& jump : jumps) {
        jump.ask = jump.ask ? jump.ask : result->ask;
        auto complete = complete_one(std::move(jump), around, *lines);
        if (!complete)
            return complete;
        jump = *std::move(complete);
    }
    result->jumps = std::move(jumps);
    return result;
}

}
