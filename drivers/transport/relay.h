// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/channel.h"

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

namespace rocelint {

/// Changes bytes in transit: appends to the second argument what becomes
/// of the first. False ends the relay. Called on the relay's thread.
using RelayFilter = std::function<bool(std::string_view, std::string&)>;
struct RelayFilters {
    RelayFilter to_socket; ///< empty: bytes pass unchanged
    RelayFilter to_channel;
};

/// Makes a channel look like a socket, for libraries that need one: a channel on
/// one side, a socket on the other, and a thread in between, since the library
/// that uses the socket blocks. The relay owns the channel's connection.
class Relay {
public:
    /// A relay through a jump host: asks `jump` for a channel to the endpoint's host and port.
    [[nodiscard]] static Result<std::unique_ptr<Relay>> through(
        const std::shared_ptr<Connection>& jump, const Endpoint& endpoint, const Limit& limit);
    /// A relay for an open channel, whose bytes the filters
    /// change. The socket delivers `first` before anything else.
    [[nodiscard]] static Result<std::unique_ptr<Relay>> of(
        Channel channel, RelayFilters filters = {}, std::string first = {});
    ~Relay();
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    /// The library's end of the socket pair. Can be taken once. It reads
    /// end-of-file when the channel or its connection ends. Writing to it never
    /// fails (no SIGPIPE): after the relay has ended, what is written is discarded.
    [[nodiscard]] Descriptor take_socket() { return std::move(near_); }

private:
    Relay(Channel channel, Descriptor near, Descriptor far, RelayFilters filters, std::string first);
    void run();
    void drain();
    bool to_channel();
    bool to_socket();

    Channel channel_;
    Descriptor near_;
    Descriptor far_;
    std::string pending_; ///< read from the channel, not yet accepted by the socket
    RelayFilters filters_;
    std::atomic<bool> ends_{false};
    std::thread thread_;
};

}
