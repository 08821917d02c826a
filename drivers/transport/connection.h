// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/descriptor.h"
#include "drivers/transport/socket_watch.h"
#include "models/text/result.h"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct ssh_session_struct;
struct ssh_channel_struct;

namespace rocelint {

class Relay;

/// One SSH connection, logged in, and everything it depends on. Used by one thread at a time.
struct Connection {
    Connection();
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    std::string name; ///< Endpoint::name
    const CancelFlag* cancel = nullptr;
    std::chrono::milliseconds command_timeout{0};
    /// The connection through the jump host; must be destroyed after `handle`.
    std::unique_ptr<Relay> relay;
    /// Our own descriptor for the socket of `handle`, for SocketWatch; the library closes its own.
    Descriptor socket;
    ssh_session_struct* handle = nullptr;

    [[nodiscard]] bool alive() const;
    [[nodiscard]] Limit limit(std::chrono::milliseconds time) const;
    /// The error to report when a watched library call failed: timed out, cancelled, or lost.
    [[nodiscard]] tl::unexpected<Error> failure(
        const SocketWatch::Guard& guard, std::string_view doing) const;
    /// The same for our own waiting, which leaves the connection usable.
    [[nodiscard]] tl::unexpected<Error> gave_up(const Limit& limit, std::string_view doing) const;
};

/// Connects (through the jump hosts), checks the host key and logs in.
[[nodiscard]] Result<std::shared_ptr<Connection>> open_connection(
    const Endpoint& endpoint, const CancelFlag* cancel);

/// Checks the server's host key against known_hosts; the error contains the fingerprint and what to do.
[[nodiscard]] Result<void> check_host_key(const Connection& connection, const Endpoint& endpoint);

/// The files of known hosts of an endpoint, in the order in which they count.
[[nodiscard]] std::vector<std::string> known_hosts_files(const Endpoint& endpoint);

/// Logs in by keys (those that are named, then the agent's others), keyboard-interactive or password, each only
/// where the server offers it, in the order of Endpoint::methods. An answer of the device is `refused`. The clock
/// of `guard` stops while Endpoint::ask waits for an answer; `asked` grows by that time.
[[nodiscard]] Result<void> authenticate(const Connection& connection,
    const Endpoint& endpoint,
    SocketWatch::Guard& guard,
    std::chrono::steady_clock::duration& asked);

}
