// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/limit.h"

#include <condition_variable>
#include <cstdint>
#include <list>
#include <mutex>
#include <thread>

namespace rocelint {

/// Ends blocking library calls: shuts a socket down when its limit is
/// reached, so that every read and write on it returns. One thread does this
/// for all sessions of the process. After a strike the connection is lost.
class SocketWatch {
public:
    /// Why a socket was shut down.
    enum class Strike : std::uint8_t { none, timed_out, cancelled };

    /// Watches a socket for the lifetime of the guard. The socket must stay open until then.
    class Guard {
    public:
        Guard(int socket, Limit limit);
        ~Guard();
        Guard(const Guard&) = delete;
        Guard& operator=(const Guard&) = delete;
        /// The socket may not be shut down yet after a cancellation, which outweighs a timeout.
        [[nodiscard]] Strike strike() const;
        /// Stops the clock while the user is asked for a password; the cancel flag still counts.
        void stop_clock();
        /// Returns how long the clock stood still.
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
