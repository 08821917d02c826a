// SPDX-License-Identifier: Apache-2.0
// Code of other people (expressions of a policy) that may loop or grow runs in processes that the system stops: a thread
// cannot be ended from outside, nor what it holds be given back.
#include "models/confined/confined.h"

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
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <system_error>
#include <unistd.h>

extern char** environ;

namespace rocelint::confined {

static constexpr std::size_t most_processes = 256;

/// In memory that all processes share.
struct Shared {
    std::atomic<std::uint32_t> next_batch{0};
    /// What each process is at; known to the parent however it ends.
    std::array<std::atomic<std::uint32_t>, most_processes> kinds{};
};

namespace {

constexpr std::uint32_t most_kinds = 1024;
constexpr int tick_ms = 50;
constexpr int look_ms = 100;
constexpr int most_idle = 5; // looks
constexpr int most_tries = 10;
constexpr int exit_step_time = 81;
constexpr int exit_kind_time = 82;
constexpr int exit_memory = 83;
constexpr int exit_broken = 84;
constexpr int exit_abort = 85;

// UndefinedBehaviorSanitizer opens pipes to find out what memory there is.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer)
constexpr std::size_t files_of_sanitizers = 64;
#else
constexpr std::size_t files_of_sanitizers = 0;
#endif
#else
constexpr std::size_t files_of_sanitizers = 0;
#endif

// What the signal handler of a worker looks at.
std::atomic<std::uint32_t>* current_kind = nullptr;
std::atomic<std::uint64_t> current_step{0};
std::uint64_t seen_step = 0;
std::int64_t step_ticks = 0;
std::array<std::int64_t, most_kinds> kind_ticks{};
std::int64_t most_step_ticks = 0;
std::int64_t most_kind_ticks = 0;

void on_tick(int)
{
    const std::uint32_t kind = current_kind->load();
    if (kind == no_kind)
        return;
    const std::uint64_t step = current_step.load();
    step_ticks = step == seen_step ? step_ticks + 1 : 0;
    seen_step = step;
    if (step_ticks > most_step_ticks)
        ::_exit(exit_step_time);
    if (kind < most_kinds && ++kind_ticks[kind] > most_kind_ticks)
        ::_exit(exit_kind_time);
}

void on_crash(int) { ::_exit(exit_memory); }

// libraries abort where they are refused memory, and where something is not as they count on. Which of them it was shows in
// whether there is still some.
void on_abort(int)
{
    constexpr std::size_t some = std::size_t{16} << 20;
    void* const page = ::mmap(nullptr, some, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ::_exit(page == MAP_FAILED ? exit_memory : exit_abort);
}

// VmData: what RLIMIT_DATA counts.
std::size_t data_bytes()
{
    std::array<char, 4096> text{};
    const int file = ::open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    const auto length = ::read(file, text.data(), text.size() - 1);
    ::close(file);
    const char* const row = length > 0 ? std::strstr(text.data(), "VmData:") : nullptr;
    constexpr std::size_t kilobyte = 1024;
    return row == nullptr ? 0 : std::strtoull(row + 7, nullptr, 10) * kilobyte;
}

// Its state is behind the name, which may hold anything, in parentheses.
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

void limit(int resource, std::size_t most)
{
    const rlimit both{most, most};
    if (::setrlimit(static_cast<__rlimit_resource>(resource), &both) != 0)
        ::_exit(exit_broken);
}

void handle(int signal, void (*handler)(int))
{
    struct sigaction action { };
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    ::sigaction(signal, &action, nullptr);
}

void confine(const Limits& limits)
{
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    const int nowhere = ::open("/dev/null", O_RDWR);
    if (nowhere < 0)
        ::_exit(exit_broken);
    for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(nowhere, descriptor);
    most_step_ticks = limits.step.count() / tick_ms + 1;
    most_kind_ticks = limits.kind.count() / tick_ms + 1;
    limit(RLIMIT_DATA, data_bytes() + limits.memory);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_NOFILE, files_of_sanitizers);
    static char home[] = "HOME=/nonexistent";
    static char* only[] = {home, nullptr};
    environ = only;
    // On a stack of its own, as the other one may be what ran out.
    static std::array<std::byte, 65536> room;
    const stack_t own_stack{.ss_sp = room.data(), .ss_flags = 0, .ss_size = room.size()};
    ::sigaltstack(&own_stack, nullptr);
    for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL})
        handle(signal, on_crash);
    handle(SIGABRT, on_abort);
    handle(SIGPROF, on_tick);
    constexpr int microseconds = 1000;
    const itimerval every{{0, tick_ms * microseconds}, {0, tick_ms * microseconds}};
    ::setitimer(ITIMER_PROF, &every, nullptr);
}

bool write_all(int out, const void* data, std::size_t size)
{
    const char* at = static_cast<const char*>(data);
    while (size > 0) {
        const auto written = ::write(out, at, size);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        at += written;
        size -= static_cast<std::size_t>(written);
    }
    return true;
}

struct Child {
    pid_t process = -1;
    int out = -1; ///< what it gives
    std::size_t place = 0; ///< in Shared::kinds
    std::string bytes{};
    std::int64_t used = -1; ///< CPU time when it was last looked at, in nanoseconds
    int idle = 0; ///< so many looks ago that changed
};

struct Frame {
    std::uint32_t batch = 0;
    std::uint32_t padding = 0;
    std::uint64_t length = 0;
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
            current_kind = &shared.kinds[all_.size()];
            confine(limits);
            if (::getppid() != parent)
                ::_exit(exit_broken);
            run_child(shared, out[1], batches, work);
        }
        ::close(out[1]);
        all_.push_back({process, out[0], all_.size()});
    }

    // Reads what they give until all have ended, or one failed.
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
    [[noreturn]] static void run_child(
        Shared& shared, int out, std::uint32_t batches, const std::function<void(Worker&)>& work)
    {
        int code = 0;
        try {
            Worker worker(shared, out, batches);
            work(worker);
        } catch (const std::bad_alloc&) {
            code = exit_memory;
        } catch (...) {
            code = exit_broken;
        }
        ::_exit(code);
    }

    // It waits for what nobody gives: a lock that another thread held when the process was made. glibc's allocator sees to its
    // own, that of AddressSanitizer does not. One that only waits for a processor or a page is not asleep.
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

// What all processes see. Freed by itself.
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

std::optional<std::uint32_t> Worker::take()
{
    const std::uint32_t batch = shared_->next_batch.fetch_add(1);
    return batch < batches_ ? std::optional(batch) : std::nullopt;
}

void Worker::begin_step(std::uint32_t kind)
{
    current_kind->store(kind, std::memory_order_relaxed);
    current_step.store(current_step.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
}

void Worker::give(std::uint32_t batch, std::string_view bytes)
{
    const Frame frame{.batch = batch, .length = bytes.size()};
    if (!write_all(out_, &frame, sizeof frame) || !write_all(out_, bytes.data(), bytes.size()))
        ::_exit(exit_broken);
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
