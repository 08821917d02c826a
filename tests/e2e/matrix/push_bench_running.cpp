// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/matrix/push_bench_running.h"

#include "tests/e2e/process.h"

#include <array>
#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <sys/resource.h>
#include <sys/wait.h>

namespace rocelint::e2e {

Running::Running(
    std::vector<std::string> arguments, const std::string& home, const std::string& log, bool nohup)
{
    arguments.insert(arguments.begin(), ROCELINT_BINARY);
    if (nohup)
        arguments.insert(arguments.begin(), "/usr/bin/nohup");
    std::vector<char*> argv;
    for (std::string& word : arguments)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    // The plan is made once, under another home than the pushes, hence the common key. Leak checking would double the run time of
    // each start, and other tests do it.
    std::array<std::string, 4> variables{"HOME=" + home,
        "PATH=/usr/bin:/bin",
        "ROCELINT_STATE_KEY=of-all-runs-of-the-bench-together",
        "ASAN_OPTIONS=detect_leaks=0"};
    std::array<char*, 5> environment{
        variables[0].data(), variables[1].data(), variables[2].data(), variables[3].data(), nullptr};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    const int failed = ::posix_spawn(&pid_, argv.front(), &actions, nullptr, argv.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    if (failed != 0)
        throw std::runtime_error("the program cannot be run");
}

Running::~Running()
{
    if (pid_ <= 0)
        return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
}

int Running::wait()
{
    int status = 0;
    pid_t ended = 0;
    // Only a hang takes this long: with many tests on two cores, one step can take a minute.
    if (!wait_for(
            [&] { return (ended = ::waitpid(pid_, &status, WNOHANG)) != 0; }, std::chrono::seconds(400)))
        return -2;
    pid_ = -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void Running::signal(int number) const { ::kill(pid_, number); }

void Running::limit_files_to(std::uint64_t bytes) const
{
    const rlimit limit{bytes, bytes};
    if (::prlimit(pid_, RLIMIT_FSIZE, &limit, nullptr) != 0)
        throw std::runtime_error("no limit can be set");
}

}
