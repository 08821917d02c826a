// SPDX-License-Identifier: Apache-2.0
// Connects with a limit and can be cancelled, which libssh's own connect cannot.
#include "drivers/transport/tcp.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

namespace rocelint {
namespace {

struct FreeAddresses {
    void operator()(addrinfo* list) const { ::freeaddrinfo(list); }
};

void set_option(int socket, int level, int option, int value)
{
    // Not every kernel has every option, and the connection works without them.
    (void)::setsockopt(socket, level, option, &value, sizeof value);
}

void probe_when_idle(int socket)
{
    set_option(socket, SOL_SOCKET, SO_KEEPALIVE, 1);
    set_option(socket, IPPROTO_TCP, TCP_KEEPIDLE, 15);
    set_option(socket, IPPROTO_TCP, TCP_KEEPINTVL, 5);
    set_option(socket, IPPROTO_TCP, TCP_KEEPCNT, 3);
    set_option(socket, IPPROTO_TCP, TCP_USER_TIMEOUT, 30000);
    set_option(socket, IPPROTO_TCP, TCP_NODELAY, 1);
}

// 0, or the errno of the failure; ETIMEDOUT or ECANCELED if the limit was reached.
int finish_connect(int socket, const Limit& limit)
{
    while (true) {
        if (limit.cancelled())
            return ECANCELED;
        if (limit.passed())
            return ETIMEDOUT;
        pollfd wait{socket, POLLOUT, 0};
        if (::poll(&wait, 1, limit.left(50)) <= 0)
            continue;
        int code = 0;
        socklen_t size = sizeof code;
        ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &code, &size);
        return code;
    }
}

}

Result<Descriptor> connect_tcp(const Endpoint& endpoint, const Limit& limit)
{
    const auto says = [&](ErrorKind kind, const std::string& why) {
        return fail(kind,
            fmt::format(
                "{}: no connection to {} port {}: {}", endpoint.name, endpoint.host, endpoint.port, why));
    };
    addrinfo hints{};
    hints.ai_family = endpoint.family == AddressFamily::ipv4 ? AF_INET
        : endpoint.family == AddressFamily::ipv6             ? AF_INET6
                                                             : AF_UNSPEC;
    hints.ai_socktype = SOCK_STREAM;
    hints.ai_flags = AI_NUMERICSERV;
    addrinfo* list = nullptr;
    const int found
        = ::getaddrinfo(endpoint.host.c_str(), std::to_string(endpoint.port).c_str(), &hints, &list);
    if (found != 0)
        return says(ErrorKind::unreachable, ::gai_strerror(found));
    const std::unique_ptr<addrinfo, FreeAddresses> addresses(list);
    int code = EADDRNOTAVAIL;
    for (const addrinfo* at = list; at; at = at->ai_next) {
        Descriptor socket(
            ::socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, at->ai_protocol));
        if (socket.get() < 0) {
            code = errno;
            continue;
        }
        code = ::connect(socket.get(), at->ai_addr, at->ai_addrlen) == 0 ? 0 : errno;
        if (code == EINPROGRESS || code == EINTR)
            code = finish_connect(socket.get(), limit);
        if (code == 0) {
            probe_when_idle(socket.get());
            return socket;
        }
        if (limit.reached())
            break;
    }
    if (limit.cancelled())
        return says(ErrorKind::cancelled, "cancelled");
    if (limit.passed())
        return says(
            ErrorKind::timed_out, fmt::format("no answer within {} ms", endpoint.connect_timeout.count()));
    return says(ErrorKind::unreachable, std::strerror(code));
}

}
