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

/// What we cannot know ourselves and must ask for while logging in.
struct SecretQuestion {
    enum class Kind : std::uint8_t { passphrase, password, other };
    Kind kind = Kind::password;
    std::string endpoint; ///< Endpoint::name
    std::string user;
    std::string text; ///< passphrase: the key file; other: the server's own words
};

/// Answers a question, or has no answer. It is called on the thread that connects, and once for each endpoint: who
/// wants to type a password once for many devices keeps it there. Answers go into no message and no log.
using AskSecret = std::function<std::optional<std::string>(const SecretQuestion&)>;

/// Where a device is and how to get in. A value: what ~/.ssh/config says has been filled in before (ssh_config.h).
struct Endpoint {
    std::string name; ///< what the user calls it; begins every message
    std::string host; ///< name or address to connect to; known_hosts is searched for it
    std::uint16_t port = 22; ///< 0 asks complete_endpoint() for what ~/.ssh/config says
    std::string user;
    std::vector<std::string> identity_files; ///< private keys, tried in this order
    std::string agent_socket; ///< path of the agent's socket; empty: no agent
    std::string known_hosts; ///< file; one that is not there knows nobody
    /// The machine's own: its keys are known and its @revoked ones refused too.
    std::string global_known_hosts = "/etc/ssh/ssh_known_hosts";
    std::vector<Endpoint> jumps; ///< the first is connected directly; the jumps of a jump are not looked at
    AskSecret ask; ///< may be empty: then only keys without passphrase and the agent are tried
    std::chrono::milliseconds connect_timeout{
        10000}; ///< for all jumps, greetings and logins, but not for `ask`
    std::chrono::milliseconds command_timeout{30000}; ///< for one command, transfer or RPC
};

/// Raised by another thread or a signal handler: what is under way ends with ErrorKind::cancelled within 50 ms.
using CancelFlag = std::atomic<bool>;

}
