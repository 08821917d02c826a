// SPDX-License-Identifier: Apache-2.0
// The only file that asks for passwords. They stay in memory, are asked once for each user, and are never
// taken from an option, because the process list would show them.
#include "cli/command/live/access.h"

#include "cli/command/state_key.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/text/sentence.h"
#include "workspace/input/inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <poll.h>
#include <pwd.h>
#include <termios.h>
#include <unistd.h>

namespace rocelint::cli {
namespace {

std::string environment(const char* name)
{
    const char* value = std::getenv(name);
    return value == nullptr ? std::string{} : std::string(value);
}

CancelFlag& raised()
{
    static CancelFlag flag{false};
    return flag;
}

extern "C" void on_signal(int signal)
{
    raised().store(true);
    // A second signal ends the program as usual; that is safe for the devices.
    std::signal(signal, SIG_DFL);
}

bool heed_signals()
{
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
        struct sigaction now { };
        // A user who starts the program with nohup wants it to outlive the terminal.
        if (signal == SIGHUP && ::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN)
            continue;
        std::signal(signal, on_signal);
    }
    return true;
}

// Reads a line from the terminal without echo.
std::optional<std::string> ask_on_terminal(const std::string& question)
{
    if (::isatty(STDIN_FILENO) != 1 || raised().load())
        return std::nullopt;
    termios before{};
    if (::tcgetattr(STDIN_FILENO, &before) != 0)
        return std::nullopt;
    termios silent = before;
    silent.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &silent);
    print_error(visible(question));
    std::string answer;
    char byte = 0;
    bool complete = false;
    // A signal does not interrupt read(), and a second signal would end the program with echo still off, so
    // use poll().
    while (!complete && !raised().load()) {
        pollfd ready{STDIN_FILENO, POLLIN, 0};
        const int count = ::poll(&ready, 1, 100);
        if (count < 0 && errno != EINTR)
            break;
        if (count <= 0)
            continue;
        if (::read(STDIN_FILENO, &byte, 1) != 1)
            break;
        complete = byte == '\n';
        if (!complete)
            answer += byte;
    }
    ::tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    print_error("\n");
    return complete ? std::optional(answer) : std::nullopt;
}

// Secrets that were typed, so that a password that is the same on 200 switches is typed once.
struct Answers {
    std::mutex mutex;
    std::map<std::string, std::string> known;
};

AskSecret answer_for(const push::InventoryDevice& device, const std::shared_ptr<Answers>& answers)
{
    return [variable = device.password_env, name = device.name, answers](
               const SecretQuestion& question) -> std::optional<std::string> {
        // A jump host also asks for a password, but must not get a device's: neither the one in the variable
        // nor one typed for a device.
        const bool is_device = question.endpoint == name;
        if (question.kind == SecretQuestion::Kind::password && is_device && !variable.empty()) {
            const std::string value = environment(variable.c_str());
            return value.empty() ? std::nullopt : std::optional(value);
        }
        const std::scoped_lock lock(answers->mutex);
        const bool is_key = question.kind == SecretQuestion::Kind::passphrase;
        const std::string key = fmt::format("{} {} {} {}",
            static_cast<int>(question.kind),
            is_device || is_key ? std::string_view{} : std::string_view(question.endpoint),
            question.user,
            question.text);
        if (const auto known = answers->known.find(key); known != answers->known.end())
            return known->second;
        const std::string words = question.kind == SecretQuestion::Kind::password
            ? fmt::format("password of {} on {}: ", question.user, question.endpoint)
            : fmt::format("{} ({}): ", visible(question.text), question.endpoint);
        auto answer = ask_on_terminal(words);
        if (answer)
            answers->known[key] = *answer;
        return answer;
    };
}

}

Result<push::Inventory> read_inventory_file(
    const std::string& path, const std::vector<std::string>& limit, bool tell_skipped)
{
    auto source = Source::read_named(0, path);
    if (!source)
        return fail(ErrorKind::usage, source.error().message);
    auto inventory = push::read_inventory(**source, limit);
    if (!inventory || !tell_skipped)
        return inventory;
    for (const push::SkippedDevice& device : inventory->skipped)
        print_error(fmt::format(
            "rocelint: {} is skipped: this version cannot reach devices with ansible_network_os {}\n",
            visible(device.name),
            visible(device.network_os)));
    return inventory;
}

ExitCode refuse(const Error& error)
{
    print_failure(error);
    switch (error.kind) {
    case ErrorKind::usage:
    case ErrorKind::invalid:
        return ExitCode::usage;
    case ErrorKind::unreadable:
        return ExitCode::unreadable;
    case ErrorKind::unreachable:
    case ErrorKind::refused:
    case ErrorKind::timed_out:
    case ErrorKind::cancelled:
        return ExitCode::device;
    }
    return ExitCode::device;
}

push::Access make_access(const LiveOptions& options)
{
    push::Access access;
    const passwd* user = ::getpwuid(::geteuid());
    access.around.home = environment("HOME");
    if (access.around.home.empty() && user != nullptr)
        access.around.home = user->pw_dir;
    access.around.local_user = user != nullptr ? user->pw_name : environment("USER");
    access.around.config_file = access.around.home + "/.ssh/config";
    access.around.agent_socket = environment("SSH_AUTH_SOCK");
    access.around.system_config_file = "/etc/ssh/ssh_config";
    access.around.environment = [](const std::string& name) { return environment(name.c_str()); };
    access.connect_timeout = options.connect_timeout;
    access.command_timeout = options.command_timeout;
    access.retries = options.retries;
    access.cancel = &interrupt_flag();
    auto answers = std::make_shared<Answers>();
    access.ask = [answers](const push::InventoryDevice& device) { return answer_for(device, answers); };
    return access;
}

Result<push::Access> make_keyed_access(const LiveOptions& options)
{
    auto key = read_state_key();
    if (!key)
        return tl::unexpected(key.error());
    push::Access access = make_access(options);
    access.state_key = *std::move(key);
    return access;
}

const CancelFlag& interrupt_flag()
{
    static const bool installed = heed_signals();
    static_cast<void>(installed);
    return raised();
}

void lower_interrupt_flag()
{
    raised().store(false);
    heed_signals();
}

struct DeviceCount::State {
    std::mutex mutex;
    std::size_t all = 0;
    std::size_t done = 0;
    bool terminal = false;
};

DeviceCount::DeviceCount(std::size_t all) : state_(std::make_unique<State>())
{
    state_->all = all;
    state_->terminal = ::isatty(STDERR_FILENO) == 1;
    show();
}

DeviceCount::~DeviceCount() { clear(); }

void DeviceCount::one_more()
{
    const std::scoped_lock lock(state_->mutex);
    ++state_->done;
    show();
}

void DeviceCount::say(std::string_view line)
{
    const std::scoped_lock lock(state_->mutex);
    clear();
    print_error(fmt::format("{}\n", line));
    show();
}

void DeviceCount::show()
{
    if (state_->terminal)
        print_error(fmt::format("\r{} of {}", state_->done, counted(state_->all, "device")));
}

void DeviceCount::clear()
{
    if (state_->terminal)
        print_error("\r\033[K");
}

}
