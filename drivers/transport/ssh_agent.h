// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/descriptor.h"

#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace rocelint {

/// An SSH agent on a Unix socket (draft-ietf-sshm-ssh-agent, sections 3.5 and 3.6). libssh offers every key of
/// an agent in the agent's order; this one lists the keys, and shows libssh a single one to sign with.
class SshAgent {
public:
    /// Whether the connection that the keys are for has ended; asked while the agent does not answer.
    using GivenUp = std::function<bool()>;

    /// Null if nothing answers at this path.
    [[nodiscard]] static std::unique_ptr<SshAgent> connect(const std::string& path, GivenUp given_up);
    ~SshAgent();
    SshAgent(const SshAgent&) = delete;
    SshAgent& operator=(const SshAgent&) = delete;

    /// The public keys that it holds, in its order, as binary data (RFC 4253 section 6.6).
    [[nodiscard]] const std::vector<std::string>& keys() const { return keys_; }
    /// From now on the socket of take_socket() shows only this key.
    void show(const std::string& key);
    /// A socket for ssh_set_agent_socket(), which closes it, or -1 without an agent. Call it once.
    [[nodiscard]] int take_socket();

private:
    SshAgent(Descriptor agent, GivenUp given_up);
    [[nodiscard]] bool list();
    [[nodiscard]] std::string ask(const std::string& request);
    [[nodiscard]] std::string answer(const std::string& request);
    void serve();

    Descriptor agent_;
    GivenUp given_up_;
    std::vector<std::string> keys_;
    std::mutex mutex_; ///< guards shown_
    std::string shown_;
    Descriptor near_; ///< our end of the socket that libssh has the other end of
    std::atomic<bool> ends_{false};
    std::thread thread_;
};

}
