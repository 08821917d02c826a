// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <sys/types.h>
#include <vector>

namespace rocelint::e2e {

/// A temporary folder, removed with its contents.
class Folder {
public:
    Folder();
    ~Folder();
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::string path(std::string_view name) const;
    /// Writes a file, creating the folders above it, and returns its path.
    // NOLINTNEXTLINE(modernize-use-nodiscard)
    std::string write(std::string_view name, std::string_view text, unsigned mode = 0600) const;

private:
    std::string path_;
};

[[nodiscard]] inline bool holds(std::string_view text, std::string_view part)
{
    return text.find(part) != std::string_view::npos;
}

[[nodiscard]] std::string file_text(const std::string& path);

/// A program that runs next to the test and ends with it, even if the test is killed. Start it from a thread that lives as long
/// as it should: the kernel kills it when that thread ends.
class Process {
public:
    /// `environment`: "NAME=value", in addition to a small fixed one. Output goes to the file `log`.
    Process(std::vector<std::string> arguments, std::vector<std::string> environment, std::string log);
    ~Process();
    Process(const Process&) = delete;
    Process& operator=(const Process&) = delete;
    [[nodiscard]] pid_t pid() const { return pid_; }
    [[nodiscard]] const std::string& log() const { return log_; }
    [[nodiscard]] bool running();
    /// Kills it at once.
    void kill();

private:
    pid_t pid_ = -1;
    std::string log_;
};

/// Runs a program to its end and returns its output; the test fails unless it exits with 0.
std::string run_tool(std::vector<std::string> arguments, std::vector<std::string> environment = {});

/// Waits until `ready`. Returns false on timeout; the default is long enough for a busy machine.
[[nodiscard]] bool wait_for(
    const std::function<bool()>& ready, std::chrono::milliseconds most = std::chrono::seconds(180));

/// A TCP port of 127.0.0.1 that was free a moment ago.
[[nodiscard]] std::uint16_t free_port();
[[nodiscard]] bool accepts_connections(std::uint16_t port);

/// The name of the user who runs the test.
[[nodiscard]] std::string user_name();

}
