// SPDX-License-Identifier: Apache-2.0
// A file arrives completely or not at all: it is written next to the target and then renamed by `mv -T`,
// because SFTP version 3 cannot replace a file. -T keeps it from moving into a folder of that name.
#include "drivers/transport/connection.h"
#include "drivers/transport/ssh_session.h"

#include <fmt/format.h>

#include <array>
#include <fcntl.h>
#include <libssh/libssh.h>
#include <libssh/sftp.h>

namespace rocelint {
namespace {

struct FreeSftp {
    void operator()(sftp_session_struct* session) const { sftp_free(session); }
};
using Sftp = std::unique_ptr<sftp_session_struct, FreeSftp>;

struct CloseFile {
    void operator()(sftp_file_struct* file) const { sftp_close(file); }
};
using RemoteFile = std::unique_ptr<sftp_file_struct, CloseFile>;

std::string_view sftp_reason(sftp_session session)
{
    switch (sftp_get_error(session)) {
    case SSH_FX_NO_SUCH_FILE:
    case SSH_FX_NO_SUCH_PATH:
        return "no such file or folder";
    case SSH_FX_PERMISSION_DENIED:
    case SSH_FX_WRITE_PROTECT:
        return "permission denied";
    case SSH_FX_FILE_ALREADY_EXISTS:
        return "it exists already";
    default:
        return "the device refused";
    }
}

tl::unexpected<Error> sftp_failure(const Connection& connection,
    sftp_session session,
    const SocketWatch::Guard& guard,
    std::string_view doing)
{
    if (guard.strike() != SocketWatch::Strike::none || !connection.alive())
        return connection.failure(guard, doing);
    return fail(ErrorKind::refused, fmt::format("{}: {}: {}", connection.name, doing, sftp_reason(session)));
}

Result<Sftp> open_sftp(const Connection& connection, const SocketWatch::Guard& guard, std::string_view doing)
{
    if (!connection.alive())
        return fail(ErrorKind::unreachable, fmt::format("{}: the connection was lost", connection.name));
    Sftp sftp(sftp_new(connection.handle));
    if (!sftp || sftp_init(sftp.get()) != SSH_OK)
        return connection.failure(guard, fmt::format("{}: no SFTP", doing));
    return sftp;
}

bool write_all(sftp_file file, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t sent = sftp_write(file, content.data(), std::min<std::size_t>(content.size(), 32000));
        if (sent <= 0)
            return false;
        content.remove_prefix(static_cast<std::size_t>(sent));
    }
    return true;
}

}

Result<void> SshSession::upload(
    const std::string& path, std::string_view content, unsigned mode, std::chrono::milliseconds timeout)
{
    const Limit limit = connection_->limit(timeout);
    const std::string doing = fmt::format("writing {}", path);
    std::array<unsigned char, 8> random{};
    ssh_get_random(random.data(), static_cast<int>(random.size()), 0);
    const std::string beside = fmt::format("{}.{:02x}", path, fmt::join(random, ""));
    {
        const SocketWatch::Guard guard(connection_->socket.get(), limit);
        auto sftp = open_sftp(*connection_, guard, doing);
        if (!sftp)
            return tl::unexpected(sftp.error());
        RemoteFile file(
            sftp_open(sftp->get(), beside.c_str(), O_WRONLY | O_CREAT | O_EXCL, static_cast<mode_t>(mode)));
        if (!file)
            return sftp_failure(*connection_, sftp->get(), guard, doing);
        bool written = write_all(file.get(), content);
        // The server's umask may have removed mode bits.
        written = written && sftp_chmod(sftp->get(), beside.c_str(), static_cast<mode_t>(mode)) == SSH_OK;
        if (written && sftp_extension_supported(sftp->get(), "fsync@openssh.com", "1"))
            written = sftp_fsync(file.get()) == SSH_OK;
        // A full disk may show only at close.
        written = sftp_close(file.release()) == SSH_OK && written;
        if (!written) {
            auto error = sftp_failure(*connection_, sftp->get(), guard, doing);
            sftp_unlink(sftp->get(), beside.c_str());
            return error;
        }
    }
    // Version 3 of the protocol cannot rename over a file. -T: never move into a folder of that name.
    const auto moved
        = exec(fmt::format("mv -fT -- {} {}", shell_word(beside), shell_word(path)), {}, timeout);
    if (!moved)
        return tl::unexpected(moved.error());
    if (moved->status == 0)
        return {};
    (void)exec(fmt::format("rm -f -- {}", shell_word(beside)), {}, timeout);
    return fail(ErrorKind::refused,
        fmt::format("{}: {}: mv failed: {}",
            connection_->name,
            doing,
            moved->err.substr(0, std::min<std::size_t>(moved->err.find('\n'), 200))));
}

Result<std::string> SshSession::download(
    const std::string& path, std::size_t most, std::chrono::milliseconds timeout)
{
    const std::string doing = fmt::format("reading {}", path);
    const SocketWatch::Guard guard(connection_->socket.get(), connection_->limit(timeout));
    auto sftp = open_sftp(*connection_, guard, doing);
    if (!sftp)
        return tl::unexpected(sftp.error());
    const RemoteFile file(sftp_open(sftp->get(), path.c_str(), O_RDONLY, 0));
    if (!file)
        return sftp_failure(*connection_, sftp->get(), guard, doing);
    std::string content;
    std::array<char, 32000> bytes;
    while (true) {
        const ssize_t count = sftp_read(file.get(), bytes.data(), bytes.size());
        if (count < 0)
            return sftp_failure(*connection_, sftp->get(), guard, doing);
        if (count == 0)
            return content;
        content.append(bytes.data(), static_cast<std::size_t>(count));
        if (content.size() > most)
            return fail(ErrorKind::refused,
                fmt::format("{}: {}: it is larger than {} bytes", connection_->name, doing, most));
    }
}

}
