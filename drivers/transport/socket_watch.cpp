// SPDX-License-Identifier: Apache-2.0
// Libraries block without a limit. Shutting the socket down is the only way to end all of their calls.
#include "drivers/transport/socket_watch.h"

#include <sys/socket.h>

namespace rocelint {

namespace {

// Raising a flag wakes no thread, so the flag is polled at this interval.
constexpr std::chrono::milliseconds flag_period{50};

}

SocketWatch& SocketWatch::shared()
{
    static SocketWatch watch;
    return watch;
}

SocketWatch::SocketWatch() : thread_([this] { run(); }) { }

SocketWatch::~SocketWatch()
{
    {
        const std::lock_guard lock(mutex_);
        ends_ = true;
    }
    changed_.notify_one();
    thread_.join();
}

void SocketWatch::run()
{
    std::unique_lock lock(mutex_);
    while (!ends_) {
        const auto now = std::chrono::steady_clock::now();
        auto next = now + std::chrono::hours(1);
        for (Guard::Entry& entry : entries_) {
            if (entry.strike != Strike::none)
                continue;
            if (entry.limit.cancelled() || (entry.limit.passed() && !entry.stands_still)) {
                entry.strike = entry.limit.cancelled() ? Strike::cancelled : Strike::timed_out;
                ::shutdown(entry.socket, SHUT_RDWR);
                continue;
            }
            if (!entry.stands_still)
                next = std::min(next, entry.limit.until);
            if (entry.limit.cancel)
                next = std::min(next, now + flag_period);
        }
        changed_.wait_until(lock, next);
    }
}

SocketWatch::Guard::Guard(int socket, Limit limit)
{
    SocketWatch& watch = shared();
    {
        const std::lock_guard lock(watch.mutex_);
        entry_ = watch.entries_.insert(watch.entries_.end(), Entry{socket, limit});
    }
    watch.changed_.notify_one();
}

SocketWatch::Guard::~Guard()
{
    SocketWatch& watch = shared();
    const std::lock_guard lock(watch.mutex_);
    watch.entries_.erase(entry_);
}

void SocketWatch::Guard::stop_clock()
{
    stopped_ = std::chrono::steady_clock::now();
    const std::lock_guard lock(shared().mutex_);
    entry_->stands_still = true;
}

std::chrono::steady_clock::duration SocketWatch::Guard::start_clock()
{
    const auto stood = std::chrono::steady_clock::now() - stopped_;
    SocketWatch& watch = shared();
    {
        const std::lock_guard lock(watch.mutex_);
        entry_->stands_still = false;
        entry_->limit.until += stood;
    }
    watch.changed_.notify_one();
    return stood;
}

SocketWatch::Strike SocketWatch::Guard::strike() const
{
    const std::lock_guard lock(shared().mutex_);
    // The flag may have been set since the watch last looked.
    return entry_->limit.cancelled() ? Strike::cancelled : entry_->strike;
}

}
