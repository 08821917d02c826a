// SPDX-License-Identifier: Apache-2.0
#include "tests/cli/rocelint_run.h"

#include "drivers/driver.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace rocelint {
namespace {

std::string file_text(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string base_example(std::string_view platform, std::string_view name)
{
    std::string text(find_driver(platform)->base_example);
    constexpr std::string_view placeholder = "@NAME@";
    for (std::size_t at = text.find(placeholder); at != std::string::npos; at = text.find(placeholder, at))
        text.replace(at, placeholder.size(), name);
    return text;
}

class Descriptor {
public:
    explicit Descriptor(int number) : number_(number) { }
    ~Descriptor()
    {
        if (number_ >= 0)
            ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return number_; }

private:
    int number_;
};

// Redirects the program's standard output. For a terminal, returns the master end.
int lead_output(posix_spawn_file_actions_t& actions, Output output, const std::string& file)
{
    constexpr int create = O_WRONLY | O_CREAT | O_TRUNC;
    switch (output) {
    case Output::file:
        posix_spawn_file_actions_addopen(&actions, 1, file.c_str(), create, 0600);
        return -1;
    case Output::full_disk:
        posix_spawn_file_actions_addopen(&actions, 1, "/dev/full", O_WRONLY, 0);
        return -1;
    case Output::closed:
        posix_spawn_file_actions_addclose(&actions, 1);
        return -1;
    case Output::broken_pipe: {
        int ends[2];
        REQUIRE(::pipe2(ends, O_CLOEXEC) == 0);
        ::close(ends[0]);
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
        return ends[1];
    }
    case Output::terminal:
        break;
    }
    const int master = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
    REQUIRE(master >= 0);
    REQUIRE(::grantpt(master) == 0);
    REQUIRE(::unlockpt(master) == 0);
    posix_spawn_file_actions_addopen(&actions, 1, ::ptsname(master), O_WRONLY | O_NOCTTY, 0);
    return master;
}

// Everything that the program writes to its terminal until it closes it.
std::string terminal_text(int master)
{
    std::string text;
    char block[4096];
    for (ssize_t got = 0; (got = ::read(master, block, sizeof block)) > 0;)
        text.append(block, static_cast<std::size_t>(got));
    return text;
}

}

TemporaryFolder::TemporaryFolder()
    : path_((std::filesystem::temp_directory_path() / "rocelint.XXXXXX").string())
{
    REQUIRE(::mkdtemp(path_.data()) != nullptr);
}

TemporaryFolder::~TemporaryFolder()
{
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

std::string TemporaryFolder::write(const std::string& name, std::string_view text) const
{
    const std::filesystem::path file = path(name);
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary).write(text.data(), static_cast<std::streamsize>(text.size()));
    return file.string();
}

std::string TemporaryFolder::read(const std::string& name) const { return file_text(path(name)); }

bool TemporaryFolder::has(const std::string& name) const { return std::filesystem::exists(path(name)); }

Run rocelint(const std::vector<std::string>& arguments, const RunOptions& options)
{
    // Files instead of pipes, so that a child with much output never blocks on us.
    const TemporaryFolder own;
    const std::string in = own.write("in", options.input);
    const std::string out = own.path("out");
    const std::string err = own.path("err");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, in.c_str(), O_RDONLY, 0);
    const Descriptor other_end(lead_output(actions, options.output, out));
    posix_spawn_file_actions_addopen(&actions, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (!options.folder.empty())
        posix_spawn_file_actions_addchdir_np(&actions, options.folder.c_str());

    std::string program = ROCELINT_BINARY;
    std::vector<std::string> words = arguments;
    if (!options.before.empty()) {
        words.insert(words.begin(), {"-c", options.before + " \"$0\" \"$@\"", program});
        program = "/bin/sh";
    }
    std::vector<char*> argv{program.data()};
    for (std::string& word : words)
        argv.push_back(word.data());
    argv.push_back(nullptr);
    std::vector<std::string> variables = options.environment;
    variables.emplace_back("PATH=/usr/bin:/bin");
    variables.emplace_back("TERM=xterm");
    std::vector<char*> environment;
    environment.reserve(variables.size() + 1);
    for (std::string& variable : variables)
        environment.push_back(variable.data());
    environment.push_back(nullptr);

    pid_t child = 0;
    const int failed
        = ::posix_spawn(&child, program.c_str(), &actions, nullptr, argv.data(), environment.data());
    posix_spawn_file_actions_destroy(&actions);
    REQUIRE_MESSAGE(failed == 0, "cannot run " << program);
    const std::string shown = options.output == Output::terminal ? terminal_text(other_end.get()) : "";
    int status = 0;
    REQUIRE(::waitpid(child, &status, 0) == child);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, shown + file_text(out), file_text(err)};
}

std::string clean_switch(std::string_view name) { return base_example("eos", name); }

std::string broken_switch(std::string_view name)
{
    std::string text = base_example("eos", name);
    constexpr std::string_view good = "priority 3 no-drop";
    const std::size_t at = text.find(good);
    REQUIRE(at != std::string::npos);
    return text.replace(at, good.size(), "priority 3 drop");
}

std::string clean_sonic(std::string_view name) { return base_example("sonic", name); }

std::string clean_onyx(std::string_view name) { return base_example("onyx", name); }

std::string clean_nxos(std::string_view name) { return base_example("nxos", name); }

}
