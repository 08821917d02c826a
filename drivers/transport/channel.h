// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/connection.h"

namespace rocelint {

/// A channel that closes itself when destroyed. Keeps its connection alive.
class Channel {
public:
    /// Opens a channel of type session.
    [[nodiscard]] static Result<Channel> open(
        const std::shared_ptr<Connection>& connection, const Limit& limit);
    /// Opens a channel of type direct-tcpip: a connection forwarded by a jump host.
    [[nodiscard]] static Result<Channel> open_forward(const std::shared_ptr<Connection>& connection,
        const std::string& host,
        std::uint16_t port,
        const Limit& limit);
    ~Channel();
    Channel(Channel&& other) noexcept
        : connection_(std::move(other.connection_)), handle_(std::exchange(other.handle_, nullptr))
    {
    }
    Channel& operator=(Channel&& other) noexcept
    {
        std::swap(connection_, other.connection_);
        std::swap(handle_, other.handle_);
        return *this;
    }
    [[nodiscard]] ssh_channel_struct* get() const { return handle_; }
    [[nodiscard]] const Connection& connection() const { return *connection_; }

    /// Writes the whole text. Waits for the remote window, up to the limit.
    [[nodiscard]] Result<void> write(std::string_view text, const Limit& limit, std::string_view doing);
    /// Appends the available bytes to `out`, waiting at most `wait_ms`. Returns the number of bytes: 0 if
    /// there are none yet, -1 at the end of this stream.
    [[nodiscard]] int read(std::string& out, bool standard_error, int wait_ms);

private:
    Channel(std::shared_ptr<Connection> connection, ssh_channel_struct* handle)
        : connection_(std::move(connection)), handle_(handle)
    {
    }
    std::shared_ptr<Connection> connection_;
    ssh_channel_struct* handle_;
};

}
