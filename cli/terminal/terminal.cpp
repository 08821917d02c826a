// SPDX-License-Identifier: Apache-2.0
// The only file that writes to the standard streams. Color and progress are for terminals only, and a reader
// that exits (`| head`) is not a failure.
#include "cli/terminal/terminal.h"

#include "cli/terminal/visible.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <limits>
#include <mutex>
#include <stop_token>
#include <sys/ioctl.h>
#include <thread>
#include <unistd.h>

namespace rocelint::cli {
namespace {

bool is_set(const char* variable)
{
    const char* value = std::getenv(variable);
    return value != nullptr && *value != '\0';
}

bool write_all(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written < 0)
            return errno == EPIPE;
        text.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

}

bool wants_colour(ColourMode mode)
{
    if (mode != ColourMode::automatic)
        return mode == ColourMode::always;
    const char* terminal = std::getenv("TERM");
    return ::isatty(STDOUT_FILENO) == 1 && !is_set("NO_COLOR") && terminal != nullptr
        && std::string_view(terminal) != "dumb";
}

std::size_t output_width()
{
    constexpr std::size_t usual = 80;
    struct winsize size { };
    return ::isatty(STDOUT_FILENO) == 1 && ::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0
        ? size.ws_col
        : usual;
}

std::size_t terminal_width() { return ::isatty(STDOUT_FILENO) == 1 ? output_width() : 0; }

std::size_t table_width()
{
    return prints_to_terminal() ? output_width() : std::numeric_limits<std::size_t>::max();
}

bool prints_to_terminal() { return ::isatty(STDOUT_FILENO) == 1; }

bool print(std::string_view text) { return write_all(STDOUT_FILENO, text); }

void print_error(std::string_view text) { write_all(STDERR_FILENO, text); }

void print_failure(const Error& error)
{
    const bool placed = error.kind == ErrorKind::invalid && error.at.somewhere();
    print_error(fmt::format("{}{}\n", placed ? "" : "rocelint: ", visible(error.message)));
    for (const std::string& further : error.further)
        print_error(visible(further) + '\n');
}

void guard_standard_streams()
{
    std::signal(SIGPIPE, SIG_IGN);
    // A write beyond the file size limit then returns an error, as on a full disk.
    std::signal(SIGXFSZ, SIG_IGN);
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        // open() returns the lowest free number, which is this one.
        if (::fcntl(stream, F_GETFD) < 0)
            static_cast<void>(::open("/dev/null", O_RDWR));
    }
}

struct Progress::Display {
    std::atomic<const char*> stage{"starting"};
    WorkCount count;
    std::mutex mutex;
    std::condition_variable_any wake;
    std::jthread thread;

    void run(const std::stop_token& stop)
    {
        using namespace std::chrono_literals;
        std::unique_lock lock(mutex);
        const auto begin = std::chrono::steady_clock::now();
        bool shown = false;
        while (!wake.wait_for(lock, stop, shown ? 200ms : 1000ms, [] { return false; })
            && !stop.stop_requested()) {
            const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
            const char* noun = count.noun;
            const std::string amount = noun == nullptr
                ? std::string()
                : fmt::format(", {} of {} {}", count.done.load(), count.total.load(), noun);
            print_error(
                fmt::format("\r\x1b[Krocelint: {}{} ({:.0f} s)", stage.load(), amount, passed.count()));
            shown = true;
        }
        if (shown)
            print_error("\r\x1b[K");
    }
};

Progress::Progress(bool wanted)
{
    if (!wanted || ::isatty(STDERR_FILENO) != 1)
        return;
    display_ = std::make_unique<Display>();
    display_->thread
        = std::jthread([display = display_.get()](const std::stop_token& stop) { display->run(stop); });
}

Progress::~Progress() = default;

void Progress::stage(const char* stage)
{
    if (display_ != nullptr)
        display_->stage = stage;
}

WorkCount* Progress::count() { return display_ == nullptr ? nullptr : &display_->count; }

std::function<void(const char*)> Progress::sink()
{
    return [this](const char* now) { stage(now); };
}

}
