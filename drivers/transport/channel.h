// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/connection.h"

namespace rocelint {

/// A channel that is closed when it goes. It keeps its connection.
class Channel {
public:
    /// A new channel of type session.
    [[nodiscard]] static Result<Channel> open(
        const std::shared_ptr<Connection>& connection, const Limit& limit);
    /// A new channel of type direct-tcpip: what a jump host forwards.
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

    /// Writes all of it. Waits for the other side's window, which the limit bounds.
    [[nodiscard]] Result<void> write(std::string_view text, const Limit& limit, std::string_view doing);
    /// Appends what there is to `out`, waiting for at most `wait_ms`. Gives the number of bytes, 0 for none yet and -1
    /// for the end of this stream.
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
