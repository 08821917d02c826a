// SPDX-License-Identifier: Apache-2.0
// Commands and downloads over one connection, each bounded in time and size. Messages name only the first
// word of a command, since the rest may hold secrets.
#include "drivers/transport/ssh_session.h"

#include "drivers/transport/channel.h"

#include <fmt/format.h>

#include <libssh/callbacks.h>
#include <libssh/libssh.h>

namespace rocelint {
namespace {

void keep_signal(ssh_session, ssh_channel, const char* signal, int, const char*, const char*, void* data)
{
    *static_cast<std::string*>(data) = signal ? signal : "unknown";
}

// The rest of a command may hold secrets and be pages long.
std::string first_word(std::string_view command)
{
    return std::string(command.substr(0, std::min<std::size_t>(command.find_first_of(" \n\t"), 40)));
}

// Reads both streams to their ends.
Result<void> read_streams(Channel& channel, Execution& result, const Limit& limit, std::string_view doing)
{
    bool out_open = true;
    bool err_open = true;
    while (out_open || err_open) {
        const std::size_t before = result.out.size() + result.err.size();
        if (out_open)
            out_open = channel.read(result.out, false, limit.left(20)) >= 0;
        // Read all of it: while we wait for one stream, the library buffers the other without a bound.
        for (int count = 1; err_open && count > 0 && result.err.size() <= SshSession::max_bytes;) {
            count = channel.read(result.err, true, out_open ? 0 : limit.left(20));
            err_open = count >= 0;
        }
        if (result.out.size() + result.err.size() > SshSession::max_bytes)
            return fail(ErrorKind::refused,
                fmt::format("{}: {}: it printed more than {} MiB",
                    channel.connection().name,
                    doing,
                    SshSession::max_bytes >> 20));
        if (result.out.size() + result.err.size() == before && (out_open || err_open) && limit.reached())
            return channel.connection().gave_up(limit, doing);
        if (limit.reached())
            return channel.connection().gave_up(limit, doing);
    }
    return {};
}

}

SshSession::SshSession(std::shared_ptr<Connection> connection) : connection_(std::move(connection)) { }
SshSession::SshSession(SshSession&&) noexcept = default;
SshSession& SshSession::operator=(SshSession&&) noexcept = default;
SshSession::~SshSession() = default;

Result<SshSession> SshSession::connect(const Endpoint& endpoint, const CancelFlag* cancel)
{
    auto connection = open_connection(endpoint, cancel);
    if (!connection)
        return tl::unexpected(connection.error());
    return SshSession(*std::move(connection));
}

bool SshSession::alive() const { return connection_ && connection_->alive(); }
const std::string& SshSession::name() const { return connection_->name; }

bool SshSession::keep_alive()
{
    if (!alive())
        return false;
    const SocketWatch::Guard guard(connection_->socket.get(), connection_->limit(std::chrono::seconds(5)));
    // The library has no keepalive@openssh.com; SSH_MSG_IGNORE
    // (RFC 4253 section 11.2) sends a packet as well.
    return ssh_send_ignore(connection_->handle, "") == SSH_OK
        && ssh_blocking_flush(connection_->handle, 5000) == SSH_OK && connection_->alive();
}

Result<Execution> SshSession::exec(
    std::string_view command, std::string_view input, std::chrono::milliseconds timeout)
{
    const Limit limit = connection_->limit(timeout);
    const std::string doing = fmt::format("running {}", first_word(command));
    auto channel = Channel::open(connection_, limit);
    if (!channel)
        return tl::unexpected(channel.error());

    Execution result;
    ssh_channel_callbacks_struct callbacks{};
    ssh_callbacks_init(&callbacks);
    callbacks.userdata = &result.signal;
    callbacks.channel_exit_signal_function = keep_signal;
    ssh_set_channel_callbacks(channel->get(), &callbacks);
    {
        const SocketWatch::Guard guard(connection_->socket.get(), limit);
        if (ssh_channel_request_exec(channel->get(), std::string(command).c_str()) != SSH_OK)
            return connection_->failure(guard, doing);
    }
    if (auto written = channel->write(input, limit, doing); !written) {
        // A command may end without reading its input; only a lost connection is an error.
        if (!connection_->alive() || written.error().kind != ErrorKind::refused)
            return tl::unexpected(written.error());
    }
    ssh_channel_send_eof(channel->get());
    if (auto read = read_streams(*channel, result, limit, doing); !read) {
        ssh_remove_channel_callbacks(channel->get(), &callbacks);
        return tl::unexpected(read.error());
    }
    const SocketWatch::Guard guard(connection_->socket.get(), limit);
    result.status = ssh_channel_get_exit_status(channel->get());
    ssh_remove_channel_callbacks(channel->get(), &callbacks);
    if (result.status < 0 && result.signal.empty()) {
        if (guard.strike() != SocketWatch::Strike::none)
            return connection_->failure(guard, doing);
        return fail(ErrorKind::unreachable,
            fmt::format(
                "{}: {}: the connection was lost before the exit status arrived", connection_->name, doing));
    }
    return result;
}

std::string shell_word(std::string_view word)
{
    std::string result = "'";
    for (const char letter : word) {
        if (letter == '\'')
            result += "'\\''";
        else
            result += letter;
    }
    return result + '\'';
}

}
