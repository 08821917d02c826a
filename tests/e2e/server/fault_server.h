// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>
#include <vector>

namespace rocelint::e2e {

/// Servers on 127.0.0.1 that behave as sshd cannot: password logins, silence, gibberish. They answer one client after another
/// until they are destroyed.
class FaultServer {
public:
    enum class Play : std::uint8_t {
        password, ///< accepts only the password below
        questions, ///< accepts the password below and the code "42", both keyboard-interactive
        silence, ///< accepts the connection and sends nothing
        gibberish, ///< greets with 1 MB that is not SSH
        drop, ///< greets and closes
    };
    static constexpr const char* password = "a-password-for-tests";

    explicit FaultServer(Play play);
    ~FaultServer();
    FaultServer(const FaultServer&) = delete;
    FaultServer& operator=(const FaultServer&) = delete;
    [[nodiscard]] std::uint16_t port() const { return port_; }
    /// The number of connections it accepted.
    [[nodiscard]] int clients() const { return clients_; }
    /// The number of passwords it received.
    [[nodiscard]] int passwords() const { return passwords_; }
    /// The last password it received; read it only after the client has disconnected.
    [[nodiscard]] const std::string& last_password() const { return last_password_; }

private:
    void run();
    void play_raw(int client) const;
    void play_ssh(int client);

    Play play_;
    std::uint16_t port_ = 0;
    int listener_ = -1;
    std::string last_password_;
    std::atomic<int> clients_{0};
    std::atomic<int> passwords_{0};
    std::atomic<bool> ends_{false};
    std::thread thread_;
};

}
