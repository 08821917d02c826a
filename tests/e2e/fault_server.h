// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace rocelint::e2e {

/// Servers on 127.0.0.1 that sshd cannot play: logins by password, silence, gibberish. They answer one client after
/// the other, until they go.
class FaultServer {
public:
    enum class Play : std::uint8_t {
        password, ///< takes only the password below
        questions, ///< takes the password below, asked for keyboard-interactively, and a code "42"
        silence, ///< takes the connection and says nothing
        gibberish, ///< greets with 1 MB that is no SSH
        drop, ///< greets and closes
    };
    static constexpr const char* password = "a-password-for-tests";

    explicit FaultServer(Play play);
    ~FaultServer();
    FaultServer(const FaultServer&) = delete;
    FaultServer& operator=(const FaultServer&) = delete;
    [[nodiscard]] std::uint16_t port() const { return port_; }
    /// How many passwords it was sent.
    [[nodiscard]] int passwords() const { return passwords_; }
    /// The one that it was sent last; to be read when the client has gone.
    [[nodiscard]] const std::string& last_password() const { return last_password_; }

private:
    void run();
    void play_raw(int client) const;
    void play_ssh(int client);

    Play play_;
    std::uint16_t port_ = 0;
    int listener_ = -1;
    std::string last_password_;
    std::atomic<int> passwords_{0};
    std::atomic<bool> ends_{false};
    std::thread thread_;
};

}
