// SPDX-License-Identifier: Apache-2.0
// The inside of a confined process: its limits, the timer that ends it, and the Worker that its code uses.
#include "models/confined/inside.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

extern char** environ;

namespace rocelint::confined {
namespace {

constexpr int tick_ms = 50;

// UndefinedBehaviorSanitizer opens pipes to probe memory.
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(undefined_behavior_sanitizer)
constexpr std::size_t files_of_sanitizers = 64;
#else
constexpr std::size_t files_of_sanitizers = 0;
#endif
#else
constexpr std::size_t files_of_sanitizers = 0;
#endif

// State that a worker's signal handler reads.
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

// Libraries abort when they are refused memory, and when an assumption fails. Memory being still available
// tells the cases apart.
void on_abort(int)
{
    constexpr std::size_t some = std::size_t{16} << 20;
    void* const page = ::mmap(nullptr, some, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ::_exit(page == MAP_FAILED ? exit_memory : exit_abort);
}

// VmData, the size that RLIMIT_DATA limits.
std::size_t data_bytes()
{
    std::array<char, 4096> text{};
    const int file = ::open("/proc/self/status", O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return 0;
    // If nothing can be read, the text stays empty.
    [[maybe_unused]] const auto length = ::read(file, text.data(), text.size() - 1);
    ::close(file);
    const char* const row = std::strstr(text.data(), "VmData:");
    constexpr std::size_t kilobyte = 1024;
    return row == nullptr ? 0 : std::strtoull(row + 7, nullptr, 10) * kilobyte;
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

}

void confine(const Limits& limits, std::atomic<std::uint32_t>& kind)
{
    current_kind = &kind;
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
    // Run the handler on its own stack, because stack overflow may be the cause of the signal.
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

void run_child(Shared& shared, int out, std::uint32_t batches, const std::function<void(Worker&)>& work)
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

}
