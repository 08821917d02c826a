// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <sys/types.h>
#include <vector>

namespace rocelint::e2e {

/// The program, running next to the test.
class Running {
public:
    /// `nohup`: SIGHUP is ignored from the start.
    Running(std::vector<std::string> arguments,
        const std::string& home,
        const std::string& log,
        bool nohup = false);
    ~Running();
    Running(const Running&) = delete;
    Running& operator=(const Running&) = delete;
    /// Returns the exit code; -1 if it was killed, -2 if it did not end within minutes.
    [[nodiscard]] int wait();
    void signal(int number) const;
    void limit_files_to(std::uint64_t bytes) const;

private:
    pid_t pid_ = -1;
};

}
