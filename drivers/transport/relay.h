// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/channel.h"

#include <atomic>
#include <functional>
#include <memory>
#include <thread>

namespace rocelint {

/// What is made of the bytes on their way: appends to the second what goes on of the first. False ends the relay. Called
/// on the relay's thread.
using RelayFilter = std::function<bool(std::string_view, std::string&)>;
struct RelayFilters {
    RelayFilter to_socket; ///< empty: as they are
    RelayFilter to_channel;
};

/// Makes a channel look like a socket, for libraries that want one: a channel on one side, a socket on the other, and a
/// thread between, since the library that uses the socket blocks. The connection of the channel belongs to the relay.
class Relay {
public:
    /// The way through a jump host: asks `jump` for a channel to the endpoint's host and port.
    [[nodiscard]] static Result<std::unique_ptr<Relay>> through(
        const std::shared_ptr<Connection>& jump, const Endpoint& endpoint, const Limit& limit);
    /// Of an open channel, whose bytes are changed on the way. `first` is what the socket gives before all else.
    [[nodiscard]] static Result<std::unique_ptr<Relay>> of(
        Channel channel, RelayFilters filters = {}, std::string first = {});
    ~Relay();
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    /// The near end, for the library. Given once. It reads as ended when the channel or its connection is; writing to
    /// it never fails (no SIGPIPE): what nobody wants any more is thrown away.
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
    std::string pending_; ///< read from the channel, not yet taken by the socket
    RelayFilters filters_;
    std::atomic<bool> ends_{false};
    std::thread thread_;
};

}
