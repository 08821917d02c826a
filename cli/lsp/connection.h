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

/// The client at the other end of two descriptors. A separate thread reads, so that edits and cancellations
/// are noticed while a check runs, and a client that waits for us to read does not block forever.
class Connection {
public:
    using Clock = std::chrono::steady_clock;

    Connection(int in, int out);
    ~Connection();
    Connection(const Connection&) = delete;
    Connection& operator=(const Connection&) = delete;

    /// Returns the next message, or nothing at `deadline`, or when the client has disconnected and all of its
    /// messages were taken.
    [[nodiscard]] std::optional<Message> take(std::optional<Clock::time_point> deadline);
    /// Whether the connection is closed and all of its messages were taken.
    [[nodiscard]] bool closed() const;
    /// Whether a message waits that makes a check of the current texts useless: an edit, or the end of the
    /// connection.
    [[nodiscard]] bool edits_wait() const;
    /// Whether the client has cancelled this request. Returns true only once for each cancellation.
    [[nodiscard]] bool take_cancelled(const std::string& id);

    /// Sends a JSON text. Closes the connection if the client no longer reads.
    void send(std::string_view body);

private:
    void read();
    void push(Message message);
    void close();

    int in_;
    int out_;
    int wake_[2] = {-1, -1}; ///< a pipe that stops the reading thread
    mutable std::mutex mutex_;
    std::condition_variable something_;
    std::deque<Message> waiting_;
    std::size_t edits_ = 0; ///< number of waiting edits
    std::set<std::string> cancelled_;
    bool closed_ = false;
    std::thread reader_;
};

}
