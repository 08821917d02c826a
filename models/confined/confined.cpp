// SPDX-License-Identifier: Apache-2.0
// Foreign code (expressions of a policy) that may loop or use ever more memory runs in processes that the
// system can stop. A thread cannot be killed from outside, and its memory cannot be reclaimed.
#include "models/confined/inside.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <stdexcept>
#include <sys/mman.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

namespace rocelint::confined {
namespace {

constexpr int look_ms = 100;
constexpr int most_idle = 5; // checks
constexpr int most_tries = 10;

// The state follows the name, which is in parentheses and may contain anything.
bool is_asleep(pid_t process)
{
    std::array<char, 32> path{};
    std::snprintf(path.data(), path.size(), "/proc/%d/stat", static_cast<int>(process));
    std::array<char, 512> text{};
    const int file = ::open(path.data(), O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return false;
    const auto length = ::read(file, text.data(), text.size() - 1);
    ::close(file);
    const char* const end = length > 0 ? std::strrchr(text.data(), ')') : nullptr;
    return end != nullptr && std::strncmp(end, ") S", 3) == 0;
}

struct Child {
    pid_t process = -1;
    int out = -1; ///< pipe with its results
    std::size_t place = 0; ///< index in Shared::kinds
    std::string bytes{};
    std::int64_t used = -1; ///< CPU time at the last check, in nanoseconds
    int idle = 0; ///< number of checks since `used` changed
};

struct Stuck { };

class Children {
public:
    ~Children()
    {
        for (Child& child : all_) {
            if (child.process > 0) {
                ::kill(child.process, SIGKILL);
                ::waitpid(child.process, nullptr, 0);
            }
            if (child.out >= 0)
                ::close(child.out);
        }
    }
    Children() = default;
    Children(const Children&) = delete;
    Children& operator=(const Children&) = delete;

    void start(
        Shared& shared, std::uint32_t batches, const Limits& limits, const std::function<void(Worker&)>& work)
    {
        std::array<int, 2> out{};
        if (::pipe2(out.data(), O_CLOEXEC) != 0)
            throw std::system_error(errno, std::generic_category(), "pipe");
        const pid_t parent = ::getpid();
        const pid_t process = ::fork();
        if (process < 0)
            throw std::system_error(errno, std::generic_category(), "fork");
        if (process == 0) {
            confine(limits, shared.kinds[all_.size()]);
            if (::getppid() != parent)
                ::_exit(exit_broken);
            run_child(shared, out[1], batches, work);
        }
        ::close(out[1]);
        all_.push_back({process, out[0], all_.size()});
    }

    // Reads the results until all processes have ended or one has failed.
    std::optional<Failure> collect(const Shared& shared)
    {
        for (std::size_t open = all_.size(); open > 0;) {
            std::vector<pollfd> waiting;
            std::vector<Child*> whose;
            for (Child& child : all_) {
                if (child.out >= 0) {
                    waiting.push_back({child.out, POLLIN, 0});
                    whose.push_back(&child);
                }
            }
            const int ready = ::poll(waiting.data(), waiting.size(), look_ms);
            if (ready == 0 && std::ranges::any_of(all_, is_stuck))
                throw Stuck{};
            if (ready < 0 && errno != EINTR)
                throw std::system_error(errno, std::generic_category(), "poll");
            for (std::size_t index = 0; index < waiting.size(); ++index) {
                if (waiting[index].revents == 0 || take_from(*whose[index]))
                    continue;
                --open;
                if (const auto failure = end_of(*whose[index], shared))
                    return failure;
            }
        }
        return std::nullopt;
    }

    void part(std::vector<std::string>& batches) const
    {
        for (const Child& child : all_) {
            for (std::size_t at = 0; at < child.bytes.size();) {
                Frame frame;
                std::memcpy(&frame, child.bytes.data() + at, sizeof frame);
                at += sizeof frame;
                batches.at(frame.batch) = child.bytes.substr(at, frame.length);
                at += frame.length;
            }
        }
    }

private:
    // Whether the process waits forever: for a lock that another thread held at the fork. glibc's allocator
    // handles its own locks, but AddressSanitizer's does not. A process that waits for a processor or a page
    // is not asleep.
    static bool is_stuck(Child& child)
    {
        if (child.out < 0 || !is_asleep(child.process)) {
            child.idle = 0;
            return false;
        }
        clockid_t clock{};
        timespec used{};
        if (::clock_getcpuclockid(child.process, &clock) != 0 || ::clock_gettime(clock, &used) != 0)
            return false;
        constexpr std::int64_t second = 1'000'000'000;
        const std::int64_t now = used.tv_sec * second + used.tv_nsec;
        child.idle = now == child.used ? child.idle + 1 : 0;
        child.used = now;
        return child.idle >= most_idle;
    }

    static bool take_from(Child& child)
    {
        static constexpr std::size_t at_once = std::size_t{1} << 16;
        const std::size_t before = child.bytes.size();
        child.bytes.resize(before + at_once);
        const auto got = ::read(child.out, child.bytes.data() + before, at_once);
        child.bytes.resize(before + (got > 0 ? static_cast<std::size_t>(got) : 0));
        return got > 0 || (got < 0 && errno == EINTR);
    }

    static std::optional<Failure> end_of(Child& child, const Shared& shared)
    {
        ::close(child.out);
        child.out = -1;
        int status = 0;
        while (::waitpid(child.process, &status, 0) < 0 && errno == EINTR) { }
        child.process = -1;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
            return std::nullopt;
        const std::uint32_t kind = shared.kinds[child.place].load();
        const int code = WIFEXITED(status) ? WEXITSTATUS(status) : exit_memory;
        if (kind == no_kind || code == exit_broken)
            throw std::runtime_error("a process that evaluates own rules has ended early");
        return Failure{code == exit_step_time ? Failure::Why::step_time
                : code == exit_kind_time      ? Failure::Why::kind_time
                : code == exit_abort          ? Failure::Why::aborted
                                              : Failure::Why::memory,
            kind};
    }

    std::vector<Child> all_;
};

// The memory that all processes share. Unmaps itself.
class SharedPage {
public:
    SharedPage()
    {
        void* const page
            = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (page == MAP_FAILED)
            throw std::system_error(errno, std::generic_category(), "mmap");
        shared_ = new (page) Shared;
        for (std::atomic<std::uint32_t>& kind : shared_->kinds)
            kind = no_kind;
    }
    ~SharedPage() { ::munmap(shared_, sizeof(Shared)); }
    SharedPage(const SharedPage&) = delete;
    SharedPage& operator=(const SharedPage&) = delete;
    [[nodiscard]] Shared& operator*() const { return *shared_; }

private:
    Shared* shared_ = nullptr;
};

}

Outcome run(std::size_t processes,
    std::uint32_t batches,
    std::uint32_t kinds,
    const Limits& limits,
    const std::function<void(Worker&)>& work)
{
    Outcome outcome;
    outcome.batches.resize(batches);
    if (batches == 0)
        return outcome;
    if (kinds > most_kinds)
        throw std::runtime_error("too many kinds of steps");
    for (int tries = 1;; ++tries) {
        const SharedPage shared;
        Children children;
        try {
            for (std::size_t index = 0; index < std::min<std::size_t>({processes, batches, most_processes});
                 ++index)
                children.start(*shared, batches, limits, work);
            outcome.failure = children.collect(*shared);
        } catch (const Stuck&) {
            if (tries == most_tries)
                throw std::runtime_error("processes that evaluate own rules stand still");
            continue;
        }
        if (outcome.failure)
            outcome.batches.clear();
        else
            children.part(outcome.batches);
        return outcome;
    }
}

}
