// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/endpoint.h"
#include "models/text/result.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace rocelint {

struct Connection;

/// The result of a remote command.
struct Execution {
    int status = -1; ///< exit status; -1 if a signal ended the command
    std::string signal; ///< "KILL", or empty
    std::string out;
    std::string err;
};

/// A logged-in SSH connection. Used by one thread at a time; prints nothing
/// and throws nothing, and every error is one sentence that begins with the
/// endpoint's name. A timeout of 0 means the endpoint's command_timeout.
class SshSession {
public:
    /// Limit of a command's output and of a download.
    static constexpr std::size_t max_bytes = std::size_t{256} << 20;

    /// Connects through the jump hosts, checks the host key strictly and logs in: keys,
    /// keyboard-interactive, password. `cancel` may be null; it must outlive the session. Errors:
    /// `unreachable`, `timed_out`, `cancelled`, and `refused` for a host key that is unknown, changed or
    /// revoked and for a refused login.
    [[nodiscard]] static Result<SshSession> connect(
        const Endpoint& endpoint, const CancelFlag* cancel = nullptr);

    SshSession(SshSession&& other) noexcept;
    SshSession& operator=(SshSession&& other) noexcept;
    ~SshSession();

    /// Runs a command without a terminal and feeds it `input`. Any exit status counts
    /// as success here. A command that takes too long is abandoned and may still be
    /// running: the session stays usable. `unreachable` means that the connection was
    /// lost while the command ran: it may or may not have taken effect.
    [[nodiscard]] Result<Execution> exec(
        std::string_view command, std::string_view input = {}, std::chrono::milliseconds timeout = {});

    /// Writes a file: next to the target, with fsync, then `mv -fT` (GNU, busybox) over it, so that the old
    /// or the new file is always complete. The folder must exist. `mode` is as for chmod.
    [[nodiscard]] Result<void> upload(const std::string& path,
        std::string_view content,
        unsigned mode = 0600,
        std::chrono::milliseconds timeout = {});

    /// Reads a whole file by SFTP. `refused` if it does not exist, may not be read or is larger than `most`.
    [[nodiscard]] Result<std::string> download(
        const std::string& path, std::size_t most = max_bytes, std::chrono::milliseconds timeout = {});

    /// Sends a message that needs no answer, so that firewalls
    /// keep the connection. False: the connection is lost.
    [[nodiscard]] bool keep_alive();
    /// Whether the connection was still up when it was last used.
    [[nodiscard]] bool alive() const;
    /// Endpoint::name.
    [[nodiscard]] const std::string& name() const;

    /// For the session types built on this one.
    [[nodiscard]] std::shared_ptr<Connection> connection() const { return connection_; }

private:
    explicit SshSession(std::shared_ptr<Connection> connection);
    std::shared_ptr<Connection> connection_;
};

/// `word` as one word of a POSIX shell: in single quotes.
[[nodiscard]] std::string shell_word(std::string_view word);

}
