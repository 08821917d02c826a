// SPDX-License-Identifier: Apache-2.0
#include "drivers/transport/ssh_config.h"

#include "drivers/transport/ssh_config_lines.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <libssh/libssh.h>
#include <memory>
#include <unistd.h>

namespace rocelint {
namespace {

struct FreeSession {
    void operator()(ssh_session_struct* session) const { ssh_free(session); }
};

std::string option(ssh_session session, enum ssh_options_e which)
{
    char* value = nullptr;
    if (ssh_options_get(session, which, &value) != SSH_OK || !value)
        return {};
    std::string text = value;
    ssh_string_free_char(value);
    return text;
}

// What the library's own parser makes of the file, Match blocks included.
struct ParsedConfig {
    std::string host;
    std::string user;
    unsigned port = 0;
};

Result<ParsedConfig> parse_with_library(const Endpoint& wanted, const SshSurroundings& around)
{
    const std::unique_ptr<ssh_session_struct, FreeSession> session(ssh_new());
    if (!session)
        return fail(ErrorKind::invalid, fmt::format("{}: no more memory", wanted.name));
    ssh_options_set(session.get(), SSH_OPTIONS_HOST, wanted.host.c_str());
    if (!wanted.user.empty())
        ssh_options_set(session.get(), SSH_OPTIONS_USER, wanted.user.c_str());
    if (!around.config_file.empty() && ::access(around.config_file.c_str(), F_OK) == 0
        && ssh_options_parse_config(session.get(), around.config_file.c_str()) != SSH_OK)
        return fail(ErrorKind::invalid,
            fmt::format("{}: cannot be read as an SSH configuration", around.config_file));
    ParsedConfig result{option(session.get(), SSH_OPTIONS_HOST), option(session.get(), SSH_OPTIONS_USER), 0};
    ssh_options_get_port(session.get(), &result.port);
    return result;
}

// ~ and the percent tokens that matter for files (ssh_config(5), TOKENS).
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

// [user@]host[:port] or ssh://…; false where it is malformed.
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
        const auto [end, error] = std::from_chars(port.data() + 1, port.data() + port.size(), jump.port);
        if (port.front() != ':' || error != std::errc() || end != port.data() + port.size() || jump.port == 0)
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
    auto parsed = parse_with_library(wanted, around);
    if (!parsed)
        return tl::unexpected(parsed.error());
    if (!parsed->host.empty())
        wanted.host = parsed->host;
    if (wanted.port == 0)
        wanted.port
            = parsed->port > 0 && parsed->port < 65536 ? static_cast<std::uint16_t>(parsed->port) : 22;
    if (wanted.user.empty())
        wanted.user = parsed->user.empty() ? around.local_user : parsed->user;
    if (wanted.agent_socket.empty())
        wanted.agent_socket = around.agent_socket;
    if (wanted.known_hosts.empty()) {
        const auto files = host_values(lines, alias, "userknownhostsfile");
        const auto words = files.empty() ? std::vector<std::string>() : config_words(files.front());
        wanted.known_hosts = expand(words.empty() ? "~/.ssh/known_hosts" : words.front(), wanted, around);
    }
    if (wanted.identity_files.empty()) {
        for (const std::string& value : host_values(lines, alias, "identityfile")) {
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
    const auto proxy_jump = host_values(*lines, alias, "proxyjump");
    const auto proxy_command = host_values(*lines, alias, "proxycommand");
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
                    fmt::format("{}: {}: '{}' is no list of jump hosts",
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
