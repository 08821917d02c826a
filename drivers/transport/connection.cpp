// SPDX-License-Identifier: Apache-2.0
// One SSH connection. Keeps libssh from reading configuration, printing or running programs by itself: this
// file or the caller decides all of that.
#include "drivers/transport/connection.h"

#include "drivers/transport/relay.h"
#include "drivers/transport/tcp.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <libssh/callbacks.h>
#include <libssh/libssh.h>
#include <mutex>
#include <unistd.h>

namespace rocelint {
namespace {

constexpr const char* no_file = "/dev/null";

void print_nothing(int, const char*, const char*, void*) { }

void silence_library()
{
    static std::once_flag once;
    std::call_once(once, [] { ssh_set_log_callback(print_nothing); });
    // The log level is per thread.
    ssh_set_log_level(SSH_LOG_NOLOG);
}

// The library takes two files of known hosts, and prefers the types of host key that they list: the first two
// that name the host.
void set_known_hosts(ssh_session handle, const Endpoint& endpoint)
{
    std::vector<std::string> naming;
    ssh_options_set(handle, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, no_file);
    for (const std::string& file : known_hosts_files(endpoint)) {
        ssh_options_set(handle, SSH_OPTIONS_KNOWNHOSTS, file.c_str());
        if (ssh_session_has_known_hosts_entry(handle) == SSH_KNOWN_HOSTS_OK)
            naming.push_back(file);
    }
    ssh_options_set(handle, SSH_OPTIONS_KNOWNHOSTS, naming.empty() ? no_file : naming.front().c_str());
    if (naming.size() > 1)
        ssh_options_set(handle, SSH_OPTIONS_GLOBAL_KNOWNHOSTS, naming[1].c_str());
}

Result<void> set_algorithms(ssh_session handle, const Endpoint& endpoint)
{
    const SshAlgorithms& wanted = endpoint.algorithms;
    const std::pair<ssh_options_e, const std::string*> lists[] = {
        {SSH_OPTIONS_KEY_EXCHANGE, &wanted.key_exchange},
        {SSH_OPTIONS_HOSTKEYS, &wanted.host_keys},
        {SSH_OPTIONS_PUBLICKEY_ACCEPTED_TYPES, &wanted.public_keys},
        {SSH_OPTIONS_CIPHERS_C_S, &wanted.ciphers},
        {SSH_OPTIONS_CIPHERS_S_C, &wanted.ciphers},
        {SSH_OPTIONS_HMAC_C_S, &wanted.macs},
        {SSH_OPTIONS_HMAC_S_C, &wanted.macs},
    };
    for (const auto& [option, list] : lists) {
        if (!list->empty() && ssh_options_set(handle, option, list->c_str()) != SSH_OK)
            return fail(ErrorKind::invalid,
                fmt::format("{}: this version has none of these algorithms: {}", endpoint.name, *list));
    }
    if (wanted.least_rsa_bits > 0
        && ssh_options_set(handle, SSH_OPTIONS_RSA_MIN_SIZE, &wanted.least_rsa_bits) != SSH_OK)
        return fail(ErrorKind::invalid,
            fmt::format("{}: {} bits are too few for RSA keys", endpoint.name, wanted.least_rsa_bits));
    return {};
}

// Sets what this connection needs, and keeps the library from reading files and running programs by itself.
Result<void> set_options(ssh_session handle, const Endpoint& endpoint, int socket)
{
    // The socket is connected already: host and port only say what known_hosts is searched for.
    const bool aliased = !endpoint.host_key_alias.empty();
    const std::string& host = aliased ? endpoint.host_key_alias : endpoint.host;
    const bool no_config = false;
    const int port = aliased ? 22 : endpoint.port;
    const long seconds
        = std::chrono::duration_cast<std::chrono::seconds>(endpoint.connect_timeout).count() + 2;
    ssh_options_set(handle, SSH_OPTIONS_FD, &socket);
    ssh_options_set(handle, SSH_OPTIONS_PROCESS_CONFIG, &no_config);
    // The library takes only letters, digits, - and dots.
    if (ssh_options_set(handle, SSH_OPTIONS_HOST, host.c_str()) != SSH_OK)
        return fail(ErrorKind::invalid,
            fmt::format(
                "{}: {} cannot be looked up in known_hosts: use a name of letters, digits, - and dots, "
                "or give it one with HostKeyAlias in ~/.ssh/config",
                endpoint.name,
                host));
    ssh_options_set(handle, SSH_OPTIONS_PORT, &port);
    ssh_options_set(handle, SSH_OPTIONS_USER, endpoint.user.c_str());
    set_known_hosts(handle, endpoint);
    // SocketWatch ends calls that take too long; this is only the library's own timeout.
    ssh_options_set(handle, SSH_OPTIONS_TIMEOUT, &seconds);
    return set_algorithms(handle, endpoint);
}

Result<std::shared_ptr<Connection>> connect_one(
    const Endpoint& endpoint, const CancelFlag* cancel, Limit& limit, std::shared_ptr<Connection> jump)
{
    silence_library();
    auto connection = std::make_shared<Connection>();
    connection->name = endpoint.name;
    connection->cancel = cancel;
    connection->command_timeout = endpoint.command_timeout;
    if (jump) {
        auto relay = Relay::through(std::move(jump), endpoint, limit);
        if (!relay)
            return tl::unexpected(relay.error());
        connection->relay = *std::move(relay);
        connection->socket = connection->relay->take_socket();
    } else {
        auto socket = connect_tcp(endpoint, limit);
        if (!socket)
            return tl::unexpected(socket.error());
        connection->socket = *std::move(socket);
    }
    connection->handle = ssh_new();
    // The library closes its descriptor in some cases only, so it gets a duplicate, which
    // ssh_silent_disconnect() closes.
    const int for_library = ::fcntl(connection->socket.get(), F_DUPFD_CLOEXEC, 0);
    if (!connection->handle || for_library < 0)
        return fail(ErrorKind::unreachable, fmt::format("{}: out of memory or sockets", endpoint.name));
    if (auto set = set_options(connection->handle, endpoint, for_library); !set) {
        ::close(for_library);
        return tl::unexpected(set.error());
    }
    SocketWatch::Guard guard(connection->socket.get(), limit);
    if (ssh_connect(connection->handle) != SSH_OK) {
        auto error
            = connection->failure(guard, fmt::format("greeting {} port {}", endpoint.host, endpoint.port));
        // The library may leave the socket open after an invalid greeting.
        if (error.value().kind == ErrorKind::refused)
            error.value().kind = ErrorKind::unreachable;
        return error;
    }
    auto done = check_host_key(*connection, endpoint);
    // The time the user takes to answer does not count against the device.
    std::chrono::steady_clock::duration asked{};
    if (done)
        done = authenticate(*connection, endpoint, guard, asked);
    limit.until += asked;
    if (!done)
        return tl::unexpected(done.error());
    return connection;
}

}

Connection::Connection() = default;

Connection::~Connection()
{
    if (!handle)
        return;
    // No disconnect message, because sending it could block;
    // and ssh_disconnect() would leave our socket open.
    ssh_silent_disconnect(handle);
    ssh_free(handle);
}

bool Connection::alive() const { return handle && ssh_is_connected(handle); }

Limit Connection::limit(std::chrono::milliseconds time) const
{
    return Limit::in(time.count() > 0 ? time : command_timeout, cancel);
}

tl::unexpected<Error> Connection::failure(const SocketWatch::Guard& guard, std::string_view doing) const
{
    switch (guard.strike()) {
    case SocketWatch::Strike::timed_out:
        return fail(ErrorKind::timed_out, fmt::format("{}: {}: no answer in time", name, doing));
    case SocketWatch::Strike::cancelled:
        return fail(ErrorKind::cancelled, fmt::format("{}: {}: cancelled", name, doing));
    case SocketWatch::Strike::none:
        break;
    }
    const bool lost = !alive();
    std::string why = handle ? ssh_get_error(handle) : "";
    if (why.empty())
        why = lost ? "the connection was lost" : "the device refused";
    return fail(
        lost ? ErrorKind::unreachable : ErrorKind::refused, fmt::format("{}: {}: {}", name, doing, why));
}

tl::unexpected<Error> Connection::gave_up(const Limit& limit, std::string_view doing) const
{
    if (limit.cancelled())
        return fail(ErrorKind::cancelled, fmt::format("{}: {}: cancelled", name, doing));
    return fail(ErrorKind::timed_out, fmt::format("{}: {}: no answer in time", name, doing));
}

Result<std::shared_ptr<Connection>> open_connection(const Endpoint& endpoint, const CancelFlag* cancel)
{
    Limit limit = Limit::in(endpoint.connect_timeout, cancel);
    std::shared_ptr<Connection> jump;
    for (Endpoint hop : endpoint.jumps) {
        if (!hop.ask)
            hop.ask = endpoint.ask;
        hop.connect_timeout = endpoint.connect_timeout;
        auto next = connect_one(hop, cancel, limit, std::move(jump));
        if (!next) {
            next.error().message = fmt::format(
                "{}: connecting through its jump host: {}", endpoint.name, next.error().message);
            return next;
        }
        jump = *std::move(next);
    }
    return connect_one(endpoint, cancel, limit, std::move(jump));
}

}
