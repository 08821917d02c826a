// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/lsp/message.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <thread>

namespace rocelint::cli {

/// The client at the other end of two descriptors. A thread of its own reads, so that an edit or a cancellation is known
/// while a check runs, and a client that waits for us to read never waits for ever.
class Connection {
public:
    using Clock = std::chrono::steady_clock;

    Connection(int in, int out);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// The next message. Nothing when `deadline` has come, or when the client is gone and nothing is left of what it said.
    [[nodiscard]] std::optional<Message> take(std::optional<Clock::time_point> deadline);
    /// Nothing more will come.
    [[nodiscard]] bool closed() const;
    /// Whether something waits that makes a check of what is open now useless: an edit, or the end.
    [[nodiscard]] bool edits_wait() const;
    /// Whether the client does not want the answer any longer. Asking forgets it.
    [[nodiscard]] bool take_cancelled(const std::string& id);

    /// Sends a JSON text. When nobody reads any longer, the connection is closed.
    void send(std::string_view body);

private:
    void read();
    void push(Message message);
    void close();

    int in_;
    int out_;
    int wake_[2] = {-1, -1}; ///< a pipe that ends the reading thread
    mutable std::mutex mutex_;
    std::condition_variable something_;
    std::deque<Message> waiting_;
    std::size_t edits_ = 0; ///< of those that wait
    std::set<std::string> cancelled_;
    bool closed_ = false;
    std::thread reader_;
};

}
