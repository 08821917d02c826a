// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/endpoint.h"
#include "tests/e2e/process.h"

#include <memory>
#include <string>
#include <vector>

namespace rocelint::e2e {

/// Keys that are generated once per test run.
struct Keys {
    std::string user; ///< accepted by every server
    std::string user_public; ///< its public key line
    std::string encrypted; ///< also accepted; its passphrase is below
    std::string stranger; ///< accepted by no server
    std::string host; ///< every server's host key
    std::string host_public; ///< "ssh-ed25519 AAAA…"
    std::string other_host_public; ///< host key of another machine
    std::string authorized_keys;
    static constexpr const char* passphrase = "a-passphrase-for-tests";
};
[[nodiscard]] const Keys& keys();

/// Makes a key pair in a folder and returns the path of the private key.
std::string make_key(const Folder& folder, const std::string& name, const std::string& passphrase = {});

/// The settings of one server.
struct SshServerOptions {
    std::string force_command; ///< runs for every login; empty: a shell
    std::vector<std::string> environment; ///< "NAME=value", set in every session
    std::vector<std::string> lines; ///< additional lines of sshd_config
    std::uint16_t port = 0; ///< 0: any
};

/// OpenSSH's server on 127.0.0.1, for the user who runs the test.
class SshServer {
public:
    explicit SshServer(const SshServerOptions& options = {});
    [[nodiscard]] std::uint16_t port() const { return port_; }
    /// The endpoint with the user's key; the host key is known.
    [[nodiscard]] Endpoint endpoint(const std::string& name = "leaf1") const;
    [[nodiscard]] const Folder& folder() const { return folder_; }
    [[nodiscard]] std::string log() const { return file_text(process_->log()); }

private:
    Folder folder_;
    std::uint16_t port_ = 0;
    std::unique_ptr<Process> process_;
};

/// The known_hosts line for a test server.
[[nodiscard]] std::string known_hosts_line(std::uint16_t port, const std::string& public_key);

}
