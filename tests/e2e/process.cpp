// SPDX-License-Identifier: Apache-2.0
#include "tests/e2e/process.h"

#include <doctest/doctest.h>

#include <arpa/inet.h>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <netinet/in.h>
#include <pwd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace rocelint::e2e {
namespace {

std::vector<char*> pointers(std::vector<std::string>& words)
{
    std::vector<char*> list;
    list.reserve(words.size() + 1);
    for (std::string& word : words)
        list.push_back(word.data());
    list.push_back(nullptr);
    return list;
}

// Between fork and exec only async-signal-safe calls: another thread may hold a lock.
pid_t start(std::vector<std::string> arguments, std::vector<std::string> environment, const std::string& log)
{
    environment.insert(
        environment.begin(), {"PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL=C", "HOME=/nonexistent"});
    const std::vector<char*> argv = pointers(arguments);
    const std::vector<char*> envp = pointers(environment);
    const int output = ::open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
    const int input = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    REQUIRE(output >= 0);
    REQUIRE(input >= 0);
    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    REQUIRE(pid >= 0);
    if (pid == 0) {
        ::prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (::getppid() != parent)
            ::_exit(127);
        ::dup2(input, 0);
        ::dup2(output, 1);
        ::dup2(output, 2);
        ::execve(argv[0], argv.data(), envp.data());
        ::_exit(127);
    }
    ::close(output);
    ::close(input);
    return pid;
}

sockaddr_in loopback(std::uint16_t port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

}

Folder::Folder()
{
    std::string pattern = (std::filesystem::temp_directory_path() / "rocelint-e2e-XXXXXX").string();
    REQUIRE(::mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
}

Folder::~Folder()
{
    // A server that was told to end may write once more while its folder is being removed.
    std::error_code error;
    constexpr int tries = 50;
    for (int tried = 0; tried < tries; ++tried) {
        std::filesystem::remove_all(path_, error);
        if (!error && !std::filesystem::exists(path_, error))
            return;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
}

std::string Folder::path(std::string_view name) const { return path_ + '/' + std::string(name); }

// A process that another thread has just forked holds our descriptors until it execs, and a file open for writing cannot be
// executed ("Text file busy"). A read lease is granted only if nobody has it open for writing (fcntl(2)).
static void wait_for_writers(const std::string& file)
{
    constexpr int most_tries = 60'000;
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    for (int tries = 0; tries < most_tries; ++tries) {
        if (::fcntl(descriptor, F_SETLEASE, F_RDLCK) == 0 || errno != EAGAIN)
            break;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ::close(descriptor); // releases the lease
}

std::string Folder::write(std::string_view name, std::string_view text, unsigned mode) const
{
    std::string file = path(name);
    std::filesystem::create_directories(std::filesystem::path(file).parent_path());
    std::ofstream(file, std::ios::binary) << text;
    std::filesystem::permissions(file, static_cast<std::filesystem::perms>(mode));
    if ((mode & 0100U) != 0)
        wait_for_writers(file);
    return file;
}

std::string file_text(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Process::Process(std::vector<std::string> arguments, std::vector<std::string> environment, std::string log)
    : pid_(start(std::move(arguments), std::move(environment), log)), log_(std::move(log))
{
}

Process::~Process() { kill(); }

bool Process::running()
{
    if (pid_ > 0 && ::waitpid(pid_, nullptr, WNOHANG) == pid_)
        pid_ = -1;
    return pid_ > 0;
}

void Process::kill()
{
    if (pid_ <= 0)
        return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
    pid_ = -1;
}

std::string run_tool(std::vector<std::string> arguments, std::vector<std::string> environment)
{
    const Folder folder;
    const std::string log = folder.path("output");
    const std::string name = arguments.front();
    const pid_t pid = start(std::move(arguments), std::move(environment), log);
    int status = 0;
    REQUIRE(::waitpid(pid, &status, 0) == pid);
    std::string text = file_text(log);
    INFO(name, ": ", text);
    REQUIRE(WIFEXITED(status));
    REQUIRE(WEXITSTATUS(status) == 0);
    return text;
}

bool wait_for(const std::function<bool()>& ready, std::chrono::milliseconds most)
{
    const auto end = std::chrono::steady_clock::now() + most;
    while (!ready()) {
        if (std::chrono::steady_clock::now() > end)
            return false;
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return true;
}

std::uint16_t free_port()
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address = loopback(0);
    socklen_t size = sizeof address;
    REQUIRE(::bind(socket, reinterpret_cast<sockaddr*>(&address), size) == 0);
    REQUIRE(::getsockname(socket, reinterpret_cast<sockaddr*>(&address), &size) == 0);
    ::close(socket);
    return ntohs(address.sin_port);
}

bool accepts_connections(std::uint16_t port)
{
    const int socket = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_in address = loopback(port);
    const bool accepted = ::connect(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    ::close(socket);
    return accepted;
}

std::string user_name()
{
    const passwd* entry = ::getpwuid(::getuid());
    REQUIRE(entry != nullptr);
    return entry->pw_name;
}

}
