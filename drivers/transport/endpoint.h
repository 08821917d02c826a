// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// A question that only the user can answer during login.
struct SecretQuestion {
    enum class Kind : std::uint8_t { passphrase, password, other };
    Kind kind = Kind::password;
    std::string endpoint; ///< Endpoint::name
    std::string user;
    std::string text; ///< passphrase: the key file; other: the server's own text
};

/// Answers a question, or returns nothing. Called on the connecting thread,
/// once for each endpoint: a caller that wants to ask for one password for
/// many devices must remember it. Answers never appear in messages or logs.
using AskSecret = std::function<std::optional<std::string>(const SecretQuestion&)>;

/// How to log in, by the names of RFC 4252 and RFC 4256.
enum class LoginMethod : std::uint8_t { public_key, keyboard_interactive, password };

/// Algorithms that the SSH configuration asks for, as comma-separated lists in order of preference; empty: those of the
/// library.
struct SshAlgorithms {
    std::string key_exchange;
    std::string host_keys;
    std::string public_keys; ///< with which the user may sign
    std::string ciphers;
    std::string macs;
    int least_rsa_bits = 0; ///< 0: the library's own limit
};

/// Which addresses of a name are tried.
enum class AddressFamily : std::uint8_t { any, ipv4, ipv6 };

/// Where a device is and how to log in. A plain value: ~/.ssh/config has already been applied (ssh_config.h).
struct Endpoint {
    /// The user's name for the device; begins every message.
    std::string name;
    /// Name or address to connect to, also looked up in known_hosts.
    std::string host;
    std::uint16_t port = 22; ///< 0: complete_endpoint() takes it from ~/.ssh/config
    std::string user;
    AddressFamily family = AddressFamily::any;
    /// Private keys, tried in this order and before the agent's other keys. The agent signs with those that it
    /// holds.
    std::vector<std::string> identity_files;
    /// The user named no files: identity_files are the ones that OpenSSH looks for by default, and the agent's keys
    /// are tried first.
    bool default_identities = false;
    bool identities_only = false; ///< of the agent's keys, only those of identity_files are tried
    std::string agent_socket; ///< path of the agent's socket; empty: no agent
    std::vector<LoginMethod> methods{
        LoginMethod::public_key, LoginMethod::keyboard_interactive, LoginMethod::password};
    SshAlgorithms algorithms;
    std::string known_hosts; ///< file; if it does not exist, no host key is known
    /// The file of the whole machine: its keys are known too, and its @revoked keys are refused.
    std::string global_known_hosts = "/etc/ssh/ssh_known_hosts";
    /// Further files that count like the two above.
    std::vector<std::string> more_known_hosts;
    /// Looked up in known_hosts instead of host and port (HostKeyAlias); empty: host and port.
    std::string host_key_alias;
    /// The first is connected to directly; the jumps of a jump are ignored.
    std::vector<Endpoint> jumps;
    /// May be empty: then only the agent and keys without a passphrase are tried.
    AskSecret ask;
    /// For all jumps, greetings and logins, but not for `ask`.
    std::chrono::milliseconds connect_timeout{10000};
    std::chrono::milliseconds command_timeout{30000}; ///< for one command, transfer or RPC
};

/// Raised by another thread or a signal handler; ends the running call with `cancelled` within 50 ms.
using CancelFlag = std::atomic<bool>;

}
