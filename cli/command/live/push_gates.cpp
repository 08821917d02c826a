// SPDX-License-Identifier: Apache-2.0
// Gates at which people and their programs take part in a push: drain a host, notify a chat, stop after the
// canary.
#include "cli/command/live/push_gates.h"

#include "cli/command/live/access.h"
#include "cli/terminal/terminal.h"
#include "cli/terminal/visible.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <pwd.h>
#include <spawn.h>
#include <sys/wait.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <vector>

extern char** environ; // NOLINT(readability-redundant-declaration): no POSIX header declares it

namespace rocelint::cli {
namespace {

std::vector<std::string> words_of(const std::string& text)
{
    std::vector<std::string> words;
    std::string word;
    for (const char c : text + ' ') {
        if (c != ' ') {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

// Runs the program. Returns why it failed, or an empty string.
std::string run_program(const std::string& program, const std::vector<std::string>& arguments)
{
    std::vector<std::string> words = words_of(program);
    if (words.empty())
        return "no program is named";
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> list;
    for (std::string& word : words)
        list.push_back(word.data());
    list.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    ::posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    pid_t child = 0;
    const int code = ::posix_spawnp(&child, list.front(), &actions, nullptr, list.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    if (code != 0)
        return fmt::format("{} cannot be run: {}", words.front(), std::generic_category().message(code));
    int status = 0;
    bool told = false;
    while (::waitpid(child, &status, WNOHANG) == 0) {
        // While a step waits for its program, none of it is in force, so the program can be stopped.
        if (interrupt_flag().load() && !told)
            told = ::kill(child, SIGTERM) == 0;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return {};
    return WIFEXITED(status) ? fmt::format("{} ended with {}", words.front(), WEXITSTATUS(status))
                             : fmt::format("{} was killed by signal {}", words.front(), WTERMSIG(status));
}

// Whether the next line of standard input begins like a yes.
bool says_yes()
{
    std::string line;
    char byte = 0;
    while (!interrupt_flag().load()) {
        pollfd ready{STDIN_FILENO, POLLIN, 0};
        if (::poll(&ready, 1, 100) <= 0)
            continue;
        if (::read(STDIN_FILENO, &byte, 1) != 1)
            return false;
        if (byte == '\n')
            break;
        line += byte;
    }
    return line == "y" || line == "yes";
}

}

void add_gates(const LiveOptions& options, push::PushReport& report)
{
    if (!options.before.empty())
        report.before_step = [program = options.before](const push::PlanDevice& device, std::uint32_t step) {
            const std::string why = run_program(program, {device.name, std::to_string(step + 1)});
            return why.empty() ? why : "--before: " + why;
        };
    if (!options.after.empty())
        report.after_step = [program = options.after](const push::StepOutcome& outcome) {
            const std::string why = run_program(
                program, {outcome.device, std::to_string(outcome.step + 1), push::name_of(outcome.end)});
            return why.empty() ? why : "--after: " + why;
        };
    if (options.ask)
        report.after_canary = [](const push::Wave& wave) -> std::string {
            print_error(fmt::format("{}: good. Go on? [y/N] ", wave.title));
            return says_yes() ? std::string() : "the answer after the canaries was not yes";
        };
}

Result<void> may_begin(const LiveOptions& options, const Beginning& beginning)
{
    if (options.yes)
        return {};
    if (::isatty(STDIN_FILENO) != 1)
        return fail(ErrorKind::usage,
            fmt::format("standard input is not a terminal, so {} cannot ask whether to begin: nothing was "
                        "begun; with --yes it begins without asking",
                beginning.resumed        ? "push --resume"
                    : beginning.rollback ? "rollback"
                                         : "push"));
    std::size_t devices = 0;
    std::size_t steps = 0;
    std::size_t disruptive = 0;
    for (const push::PlanDevice& device : beginning.plan.devices) {
        devices += device.steps.empty() ? 0 : 1;
        steps += device.steps.size();
        disruptive += static_cast<std::size_t>(std::ranges::count(
            device.steps, FixClass::disruptive, [](const push::PlanStep& step) { return step.fix_class; }));
    }
    const std::string path = visible(beginning.path);
    const std::string journal = visible(beginning.journal);
    const std::string what = fmt::format("{}{} on {}, {} of them disruptive",
        beginning.rollback ? counted(steps, "step to undo", "steps to undo") : counted(steps, "step"),
        beginning.resumed ? " left" : "",
        counted(devices, "device"),
        disruptive);
    print_error(fmt::format(
        "{}: {}{}; made {}\n"
        "a device rolls back changes that are not confirmed within {} seconds; the {} stops after {}\n"
        "what is done is kept in {}, by which {}\n"
        "Begin? [y/N] ",
        path,
        what,
        beginning.open_steps == 0 ? std::string()
            : beginning.resumed   ? fmt::format(", {} of them interrupted", beginning.open_steps)
                                  : fmt::format(", after {} that {} interrupted",
                                    counted(beginning.open_steps, "step"),
                                    one_or_many(beginning.open_steps, "was", "were")),
        visible(beginning.plan.made),
        options.window.count(),
        beginning.rollback ? "rollback" : "push",
        counted(options.failures, "failure"),
        journal,
        beginning.rollback ? fmt::format("`rocelint push --resume {}` goes on with it", journal)
                           : std::string("`rocelint rollback` undoes it")));
    if (!says_yes())
        return fail(ErrorKind::usage, "the answer was not yes: nothing was begun");
    return {};
}

std::string author_of_push()
{
    const passwd* user = ::getpwuid(::geteuid());
    std::string name = user == nullptr ? std::to_string(::geteuid()) : std::string(user->pw_name);
    if (const char* real = std::getenv("SUDO_USER"); real != nullptr && *real != '\0')
        name = fmt::format("{} ({})", real, name);
    char host[256] = "?";
    (void)::gethostname(host, sizeof host - 1);
    return fmt::format("{}@{}", name, host);
}

}
