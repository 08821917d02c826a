// SPDX-License-Identifier: Apache-2.0
#include "drivers/transport/relay.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <libssh/libssh.h>
#include <poll.h>
#include <sys/socket.h>

namespace rocelint {

Result<std::unique_ptr<Relay>> Relay::open(
    std::shared_ptr<Connection> jump, const Endpoint& endpoint, const Limit& limit)
{
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
        return fail(ErrorKind::unreachable,
            fmt::format("{}: no more sockets for the way through {}", endpoint.name, jump->name));
    Descriptor near(ends[0]);
    Descriptor far(ends[1]);
    ssh_channel channel = ssh_channel_new(jump->handle);
    const SocketWatch::Guard guard(jump->socket.get(), limit);
    if (!channel
        || ssh_channel_open_forward(channel, endpoint.host.c_str(), endpoint.port, "localhost", 0)
            != SSH_OK) {
        auto error
            = jump->failure(guard, fmt::format("forwarding to {} port {}", endpoint.host, endpoint.port));
        if (channel)
            ssh_channel_free(channel);
        error.value().message = fmt::format("{}: {}", endpoint.name, error.value().message);
        return error;
    }
    ssh_channel_set_blocking(channel, 1);
    return std::unique_ptr<Relay>(new Relay(std::move(jump), channel, std::move(near), std::move(far)));
}

Relay::Relay(std::shared_ptr<Connection> jump, ssh_channel_struct* channel, Descriptor near, Descriptor far)
    : jump_(std::move(jump))
    , channel_(channel)
    , near_(std::move(near))
    , far_(std::move(far))
    , thread_([this] { run(); })
{
}

Relay::~Relay()
{
    // Both ends: the thread may wait for either.
    ::shutdown(far_.get(), SHUT_RDWR);
    ::shutdown(jump_->socket.get(), SHUT_RDWR);
    thread_.join();
    ssh_channel_free(channel_);
}

bool Relay::to_channel()
{
    std::array<char, 32768> bytes;
    while (true) {
        const ssize_t count = ::recv(far_.get(), bytes.data(), bytes.size(), 0);
        if (count < 0)
            return errno == EAGAIN || errno == EINTR;
        if (count == 0)
            return false;
        // Waits for the window, and takes in what arrives meanwhile.
        if (ssh_channel_write(channel_, bytes.data(), static_cast<std::uint32_t>(count)) != count)
            return false;
    }
}

bool Relay::to_socket()
{
    std::array<char, 32768> bytes;
    while (true) {
        if (pending_.empty()) {
            const int count = ssh_channel_read_nonblocking(
                channel_, bytes.data(), static_cast<std::uint32_t>(bytes.size()), 0);
            if (count < 0)
                return false;
            if (count == 0)
                return !ssh_channel_is_eof(channel_);
            pending_.assign(bytes.data(), static_cast<std::size_t>(count));
        }
        const ssize_t sent = ::send(far_.get(), pending_.data(), pending_.size(), MSG_NOSIGNAL);
        if (sent < 0)
            return errno == EAGAIN || errno == EINTR;
        pending_.erase(0, static_cast<std::size_t>(sent));
    }
}

void Relay::run()
{
    while (to_socket() && to_channel()) {
        std::array<pollfd, 2> wait{{{far_.get(), POLLIN, 0}, {jump_->socket.get(), POLLIN, 0}}};
        // What the channel still holds goes on when the socket has room for what is pending.
        if (!pending_.empty()) {
            wait[0].events |= POLLOUT;
            wait[1].fd = -1;
        }
        if (::poll(wait.data(), wait.size(), 1000) < 0 && errno != EINTR)
            break;
    }
    ::shutdown(far_.get(), SHUT_RDWR);
}

}
