// SPDX-License-Identifier: Apache-2.0
// libssh channels are not file descriptors, but libraries and
// jump hosts need those; hence a socket pair and a thread.
#include "drivers/transport/relay.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <libssh/libssh.h>
#include <poll.h>
#include <sys/socket.h>

namespace rocelint {

Result<std::unique_ptr<Relay>> Relay::through(
    const std::shared_ptr<Connection>& jump, const Endpoint& endpoint, const Limit& limit)
{
    auto channel = Channel::open_forward(jump, endpoint.host, endpoint.port, limit);
    if (channel)
        return of(*std::move(channel));
    channel.error().message = fmt::format("{}: {}", endpoint.name, channel.error().message);
    return tl::unexpected(channel.error());
}

Result<std::unique_ptr<Relay>> Relay::of(Channel channel, RelayFilters filters, std::string first)
{
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends) != 0)
        return fail(ErrorKind::unreachable, fmt::format("{}: out of sockets", channel.connection().name));
    return std::unique_ptr<Relay>(new Relay(
        std::move(channel), Descriptor(ends[0]), Descriptor(ends[1]), std::move(filters), std::move(first)));
}

Relay::Relay(Channel channel, Descriptor near, Descriptor far, RelayFilters filters, std::string first)
    : channel_(std::move(channel))
    , near_(std::move(near))
    , far_(std::move(far))
    , pending_(std::move(first))
    , filters_(std::move(filters))
    , thread_([this] { run(); })
{
}

Relay::~Relay()
{
    // The thread may be waiting for either.
    ends_ = true;
    ::shutdown(far_.get(), SHUT_RDWR);
    ::shutdown(channel_.connection().socket.get(), SHUT_RDWR);
    thread_.join();
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
        std::string_view part(bytes.data(), static_cast<std::size_t>(count));
        std::string changed;
        if (filters_.to_channel) {
            if (!filters_.to_channel(part, changed))
                return false;
            part = changed;
        }
        // The write waits for the window, and meanwhile reads what arrives.
        while (!part.empty()) {
            const auto length = static_cast<std::uint32_t>(std::min<std::size_t>(part.size(), bytes.size()));
            const int written = ssh_channel_write(channel_.get(), part.data(), length);
            if (written <= 0)
                return false;
            part.remove_prefix(static_cast<std::size_t>(written));
        }
    }
}

bool Relay::to_socket()
{
    std::array<char, 32768> bytes;
    while (true) {
        if (pending_.empty()) {
            const int count = ssh_channel_read_nonblocking(
                channel_.get(), bytes.data(), static_cast<std::uint32_t>(bytes.size()), 0);
            if (count < 0)
                return false;
            if (count == 0)
                return !ssh_channel_is_eof(channel_.get()) && channel_.connection().alive();
            const std::string_view part(bytes.data(), static_cast<std::size_t>(count));
            if (!filters_.to_socket)
                pending_ = part;
            else if (!filters_.to_socket(part, pending_))
                return false;
            else if (pending_.empty())
                continue;
        }
        const ssize_t sent = ::send(far_.get(), pending_.data(), pending_.size(), MSG_NOSIGNAL);
        if (sent < 0)
            return errno == EAGAIN || errno == EINTR;
        pending_.erase(0, static_cast<std::size_t>(sent));
    }
}

void Relay::run()
{
    // Writing to the channel also reads what the channel receives, so pass that on before waiting.
    while (!ends_ && to_socket() && to_channel() && to_socket()) {
        std::array<pollfd, 2> wait{
            {{far_.get(), POLLIN, 0}, {channel_.connection().socket.get(), POLLIN, 0}}};
        // While the socket has not taken all pending bytes, nothing more is read from the channel.
        if (!pending_.empty()) {
            wait[0].events |= POLLOUT;
            wait[1].fd = -1;
        }
        if (::poll(wait.data(), wait.size(), 1000) < 0 && errno != EINTR)
            break;
    }
    drain();
}

void Relay::drain()
{
    ::shutdown(far_.get(), SHUT_WR);
    std::array<char, 32768> bytes;
    while (!ends_) {
        pollfd wait{far_.get(), POLLIN, 0};
        if (::poll(&wait, 1, 1000) <= 0)
            continue;
        const ssize_t count = ::recv(far_.get(), bytes.data(), bytes.size(), 0);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
            return;
    }
}

}
