// SPDX-License-Identifier: Apache-2.0
// session_bench FOLDER: how long a session takes to recheck the files below FOLDER after an edit of one of them.
#include "workspace/editor/session.h"
#include "workspace/find/find_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

int main(int count, char** arguments)
{
    using namespace rocelint;
    using Clock = std::chrono::steady_clock;
    if (count != 2)
        return 2;
    workspace::Session session;
    std::vector<std::string> switches;
    std::size_t files = 0;
    for (const std::string& path : workspace::find_files({arguments[1]}, {}).files) {
        const auto source = Source::read(0, path);
        if (!source)
            return 3;
        session.put(path, std::string((*source)->text()));
        if (path.ends_with(".cfg"))
            switches.push_back(path);
        ++files;
    }
    const auto timed = [&] {
        const auto begin = Clock::now();
        const auto cpu = std::clock();
        const auto outcome = session.check("2026-01-01");
        const std::chrono::duration<double, std::milli> wall = Clock::now() - begin;
        return std::pair{wall.count(), 1000.0 * static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC};
    };
    const auto [first, first_cpu] = timed();
    std::fputs(fmt::format("{} files; first check {:.0f} ms, processor {:.0f} ms\n", files, first, first_cpu)
                   .c_str(),
        stdout);
    for (std::size_t edit = 0; edit < 5 && edit < switches.size(); ++edit) {
        const auto source = Source::read(0, switches[edit]);
        session.put(switches[edit], std::string((*source)->text()) + "! a remark\n");
        const auto [wall, cpu] = timed();
        std::fputs(
            fmt::format("after an edit of one switch {:.0f} ms, processor {:.0f} ms; {} devices kept\n",
                wall,
                cpu,
                session.known_devices())
                .c_str(),
            stdout);
    }
    return 0;
}
