// SPDX-License-Identifier: Apache-2.0
// The values of keywords, as OpenSSH understands them: ssh_config(5) of OpenSSH 9.2.
#include "drivers/transport/ssh_config/ssh_endpoint_values.h"

#include "drivers/transport/ssh_algorithms.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unistd.h>

namespace rocelint {
namespace {

// Fills one endpoint from its settings; the first error counts.
class Completion {
public:
    Completion(Endpoint& endpoint, const SshSurroundings& around, const SshHostSettings& settings)
        : endpoint_(endpoint), around_(around), settings_(settings), alias_(endpoint.host)
    {
    }

    Result<void> run()
    {
        set_address();
        set_agent();
        set_known_hosts();
        set_identities();
        set_methods();
        set_algorithms();
        return error_;
    }

private:
    void wrong(std::string_view keyword, std::string_view what)
    {
        if (error_)
            error_ = reading_ != nullptr ? settings_.wrong(*reading_, keyword, what)
                                         : settings_.wrong(keyword, what);
    }

    // Expands ~, the percent tokens that OpenSSH allows in names of files, and ${NAME} (ssh_config(5), TOKENS and
    // ENVIRONMENT VARIABLES).
    std::string expand(std::string text, std::string_view keyword)
    {
        if (text == "~" || text.starts_with("~/"))
            text = around_.home + text.substr(1);
        std::string result;
        for (std::size_t at = 0; at < text.size(); ++at) {
            if (text.compare(at, 2, "${") == 0) {
                const std::size_t end = std::min(text.find('}', at), text.size());
                result += variable(text.substr(at + 2, end - at - 2), keyword);
                at = end;
            } else if (text[at] == '%' && at + 1 < text.size()) {
                result += token(text[++at], keyword);
            } else {
                result += text[at];
            }
        }
        return result;
    }

    std::string variable(const std::string& name, std::string_view keyword)
    {
        std::string value = around_.environment ? around_.environment(name) : std::string();
        if (value.empty())
            wrong(keyword, fmt::format("names the environment variable {}, which is not set", name));
        return value;
    }

    std::string token(char letter, std::string_view keyword)
    {
        switch (letter) {
        case '%':
            return "%";
        case 'd':
            return around_.home;
        case 'h':
            return endpoint_.host;
        case 'i':
            return std::to_string(::getuid());
        case 'k':
            return endpoint_.host_key_alias.empty() ? alias_ : endpoint_.host_key_alias;
        case 'n':
            return alias_;
        case 'p':
            return std::to_string(endpoint_.port);
        case 'r':
            return endpoint_.user;
        case 'u':
            return around_.local_user;
        default:
            wrong(keyword,
                fmt::format("has the token %{}, which is not supported: write what it stands for", letter));
            return {};
        }
    }

    // yes or no; what is not set is `otherwise`.
    bool flag(std::string_view keyword, bool otherwise)
    {
        const std::string value = settings_.word(keyword);
        if (equal_ignoring_case(value, "yes") || equal_ignoring_case(value, "true"))
            return true;
        if (equal_ignoring_case(value, "no") || equal_ignoring_case(value, "false"))
            return false;
        if (settings_.find(keyword) != nullptr)
            wrong(keyword, fmt::format("is '{}': write yes or no", value));
        return otherwise;
    }

    void set_address()
    {
        if (endpoint_.port == 0) {
            const std::string port = settings_.word("Port");
            endpoint_.port = settings_.find("Port") == nullptr ? std::uint16_t{22} : read_port_number(port);
            if (endpoint_.port == 0)
                wrong("Port", fmt::format("'{}' is not a port number", port));
        }
        if (endpoint_.user.empty())
            endpoint_.user = settings_.word("User");
        if (endpoint_.user.empty())
            endpoint_.user = around_.local_user;
        if (const std::string host = settings_.word("Hostname"); !host.empty())
            endpoint_.host = expand(host, "Hostname");
        endpoint_.host_key_alias = settings_.word("HostKeyAlias");
        const std::string family = settings_.word("AddressFamily");
        if (equal_ignoring_case(family, "inet"))
            endpoint_.family = AddressFamily::ipv4;
        else if (equal_ignoring_case(family, "inet6"))
            endpoint_.family = AddressFamily::ipv6;
        else if (!family.empty() && !equal_ignoring_case(family, "any"))
            wrong("AddressFamily", fmt::format("is '{}': write any, inet or inet6", family));
    }

    void set_agent()
    {
        if (!endpoint_.agent_socket.empty())
            return;
        const std::string agent = settings_.word("IdentityAgent");
        if (agent.empty() || agent == "SSH_AUTH_SOCK")
            endpoint_.agent_socket = around_.agent_socket;
        else if (agent.starts_with('$') && !agent.starts_with("${"))
            endpoint_.agent_socket = variable(agent.substr(1), "IdentityAgent");
        else if (!equal_ignoring_case(agent, "none"))
            endpoint_.agent_socket = expand(agent, "IdentityAgent");
    }

    void set_known_hosts()
    {
        if (endpoint_.known_hosts.empty()) {
            std::vector<std::string> files = settings_.words("UserKnownHostsFile");
            if (files.empty())
                files = {"~/.ssh/known_hosts", "~/.ssh/known_hosts2"};
            if (!equal_ignoring_case(files.front(), "none"))
                endpoint_.known_hosts = expand(files.front(), "UserKnownHostsFile");
            for (std::size_t at = 1; at < files.size(); ++at)
                endpoint_.more_known_hosts.push_back(expand(files[at], "UserKnownHostsFile"));
        }
        std::vector<std::string> files = settings_.words("GlobalKnownHostsFile");
        if (files.empty())
            files = {endpoint_.global_known_hosts, "/etc/ssh/ssh_known_hosts2"};
        endpoint_.global_known_hosts = files.front();
        endpoint_.more_known_hosts.insert(endpoint_.more_known_hosts.end(), files.begin() + 1, files.end());
    }

    void set_identities()
    {
        endpoint_.identities_only = flag("IdentitiesOnly", false);
        if (!endpoint_.identity_files.empty())
            return;
        bool set = false;
        for (const SshConfigLine* line : settings_.identity_files()) {
            reading_ = line;
            for (const std::string& word : config_words(line->value)) {
                set = true;
                if (!equal_ignoring_case(word, "none"))
                    endpoint_.identity_files.push_back(expand(word, "IdentityFile"));
            }
        }
        reading_ = nullptr;
        if (set)
            return;
        endpoint_.default_identities = true;
        for (const std::string_view name : {"id_ed25519", "id_ecdsa", "id_rsa"}) {
            std::string file = fmt::format("{}/.ssh/{}", around_.home, name);
            if (::access(file.c_str(), F_OK) == 0)
                endpoint_.identity_files.push_back(std::move(file));
        }
    }

    void set_methods()
    {
        if (settings_.find("PreferredAuthentications") != nullptr) {
            endpoint_.methods.clear();
            std::string_view rest;
            const std::string list = settings_.word("PreferredAuthentications");
            for (rest = list; !rest.empty();) {
                const std::size_t comma = std::min(rest.find(','), rest.size());
                const std::string_view name = rest.substr(0, comma);
                if (name == "publickey")
                    endpoint_.methods.push_back(LoginMethod::public_key);
                else if (name == "keyboard-interactive")
                    endpoint_.methods.push_back(LoginMethod::keyboard_interactive);
                else if (name == "password")
                    endpoint_.methods.push_back(LoginMethod::password);
                rest.remove_prefix(std::min(comma + 1, rest.size()));
            }
            if (endpoint_.methods.empty())
                wrong("PreferredAuthentications",
                    fmt::format(
                        "is '{}': rocelint logs in with publickey, keyboard-interactive or password", list));
        }
        const std::string keys = settings_.word("PubkeyAuthentication");
        const bool bound = equal_ignoring_case(keys, "unbound") || equal_ignoring_case(keys, "host-bound");
        if (!bound && !flag("PubkeyAuthentication", true))
            std::erase(endpoint_.methods, LoginMethod::public_key);
        if (!flag("KbdInteractiveAuthentication", true))
            std::erase(endpoint_.methods, LoginMethod::keyboard_interactive);
        if (!flag("PasswordAuthentication", true))
            std::erase(endpoint_.methods, LoginMethod::password);
    }

    void set_algorithms()
    {
        SshAlgorithms& to = endpoint_.algorithms;
        const auto take = [&](std::string_view keyword, SshAlgorithmList list, std::string& into) {
            if (settings_.find(keyword) == nullptr)
                return;
            into = whole_algorithm_list(list, settings_.word(keyword));
            if (into.empty())
                wrong(keyword, "leaves no algorithm");
            else if (!has_any_algorithm(list, into))
                wrong(keyword, fmt::format("names no algorithm that this version has: {}", into));
        };
        take("KexAlgorithms", SshAlgorithmList::key_exchange, to.key_exchange);
        take("HostKeyAlgorithms", SshAlgorithmList::host_keys, to.host_keys);
        take("PubkeyAcceptedAlgorithms", SshAlgorithmList::public_keys, to.public_keys);
        take("Ciphers", SshAlgorithmList::ciphers, to.ciphers);
        take("MACs", SshAlgorithmList::macs, to.macs);
        if (settings_.find("RequiredRSASize") != nullptr) {
            to.least_rsa_bits = read_port_number(settings_.word("RequiredRSASize"));
            if (to.least_rsa_bits == 0)
                wrong("RequiredRSASize", "is not a number of bits");
            else if (!can_require_rsa_bits(to.least_rsa_bits))
                wrong("RequiredRSASize", fmt::format("is {} bits, which is too small", to.least_rsa_bits));
        }
    }

    Endpoint& endpoint_;
    const SshSurroundings& around_;
    const SshHostSettings& settings_;
    const std::string alias_;
    const SshConfigLine* reading_ = nullptr; ///< of the lines of one keyword
    Result<void> error_;
};

}

std::uint16_t read_port_number(std::string_view text)
{
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
    return error == std::errc() && end == text.data() + text.size() ? port : 0;
}

Result<void> set_endpoint_values(
    Endpoint& endpoint, const SshSurroundings& around, const SshHostSettings& settings)
{
    return Completion(endpoint, around, settings).run();
}

}
