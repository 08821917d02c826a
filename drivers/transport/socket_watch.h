// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/limit.h"

#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>
#include <thread>

namespace rocelint {

/// Ends what blocks in a library: shuts a socket down when its limit is reached, so that every read and write on it
/// returns. One thread of the process does that for all sessions. After it struck, the connection is lost.
class SocketWatch {
public:
    /// Why a socket was shut down.
    enum class Strike : std::uint8_t { none, timed_out, cancelled };

    /// Watches a socket as long as it lives. The socket must not be closed before.
    class Guard {
    public:
        Guard(int socket, Limit limit);
        ~Guard();
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;
        [[nodiscard]] Strike strike() const;
        /// While somebody is asked for a password the time stands still; the flag still counts.
        void stop_clock();
        /// Gives how long it stood.
        std::chrono::steady_clock::duration start_clock();

    private:
        struct Entry;
        friend class SocketWatch;
        std::list<Entry>::iterator entry_;
        std::chrono::steady_clock::time_point stopped_;
    };

    SocketWatch(const SocketWatch&) = delete;
    SocketWatch& operator=(const SocketWatch&) = delete;

private:
    SocketWatch();
    ~SocketWatch();
    static SocketWatch& shared();
    void run();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::list<Guard::Entry> entries_;
    bool ends_ = false;
    std::thread thread_;
};

/// One watched socket.
struct SocketWatch::Guard::Entry {
    int socket;
    Limit limit;
    Strike strike = Strike::none;
    bool stands_still = false;
};

}
