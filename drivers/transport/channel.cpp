// SPDX-License-Identifier: Apache-2.0
// RAII over a libssh channel, whose library calls block:
// every wait has a limit, and errors say what ended it.
#include "drivers/transport/channel.h"

#include <fmt/format.h>

#include <array>
#include <libssh/libssh.h>

namespace rocelint {

Result<Channel> Channel::open(const std::shared_ptr<Connection>& connection, const Limit& limit)
{
    if (!connection->alive())
        return fail(ErrorKind::unreachable, fmt::format("{}: the connection was lost", connection->name));
    const SocketWatch::Guard guard(connection->socket.get(), limit);
    Channel channel(connection, ssh_channel_new(connection->handle));
    if (channel.handle_ && ssh_channel_open_session(channel.handle_) == SSH_OK)
        return channel;
    return connection->failure(guard, "opening a channel");
}

Result<Channel> Channel::open_forward(const std::shared_ptr<Connection>& connection,
    const std::string& host,
    std::uint16_t port,
    const Limit& limit)
{
    const SocketWatch::Guard guard(connection->socket.get(), limit);
    Channel channel(connection, ssh_channel_new(connection->handle));
    if (channel.handle_
        && ssh_channel_open_forward(channel.handle_, host.c_str(), port, "localhost", 0) == SSH_OK)
        return channel;
    return connection->failure(guard, fmt::format("forwarding to {} port {}", host, port));
}

Channel::~Channel()
{
    if (!handle_)
        return;
    const SocketWatch::Guard guard(connection_->socket.get(), Limit::in(std::chrono::seconds(2), nullptr));
    ssh_channel_close(handle_);
    ssh_channel_free(handle_);
}

Result<void> Channel::write(std::string_view text, const Limit& limit, std::string_view doing)
{
    const SocketWatch::Guard guard(connection_->socket.get(), limit);
    while (!text.empty()) {
        const auto part = static_cast<std::uint32_t>(std::min<std::size_t>(text.size(), 32768));
        const int sent = ssh_channel_write(handle_, text.data(), part);
        if (sent < 0)
            return connection_->failure(guard, doing);
        text.remove_prefix(static_cast<std::size_t>(sent));
    }
    return {};
}

int Channel::read(std::string& out, bool standard_error, int wait_ms)
{
    std::array<char, 65536> bytes;
    const int count = ssh_channel_read_timeout(
        handle_, bytes.data(), static_cast<std::uint32_t>(bytes.size()), standard_error ? 1 : 0, wait_ms);
    if (count > 0) {
        out.append(bytes.data(), static_cast<std::size_t>(count));
        return count;
    }
    if (count == SSH_AGAIN)
        return 0;
    return count < 0 || ssh_channel_is_eof(handle_) || !connection_->alive() ? -1 : 0;
}

}
