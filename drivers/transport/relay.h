// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/connection.h"

#include <memory>
#include <thread>

namespace rocelint {

/// Carries the bytes of one connection through another (a jump host): a channel of type direct-tcpip on one side, a
/// socket on the other, and a thread between, since the connection that uses the socket blocks in its library.
class Relay {
public:
    /// Asks `jump` for a channel to the endpoint's host and port. `jump` belongs to the relay from then on.
    [[nodiscard]] static Result<std::unique_ptr<Relay>> open(
        std::shared_ptr<Connection> jump, const Endpoint& endpoint, const Limit& limit);
    ~Relay();
    Relay(const Relay&) = delete;
    Relay& operator=(const Relay&) = delete;

    /// The near end, for the connection that goes through. Given once.
    [[nodiscard]] Descriptor take_socket() { return std::move(near_); }

private:
    Relay(std::shared_ptr<Connection> jump, ssh_channel_struct* channel, Descriptor near, Descriptor far);
    void run();
    bool to_channel();
    bool to_socket();

    std::shared_ptr<Connection> jump_;
    ssh_channel_struct* channel_;
    Descriptor near_;
    Descriptor far_;
    std::string pending_; ///< read from the channel, not yet taken by the socket
    std::thread thread_;
};

}
