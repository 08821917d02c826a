// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/e2e/push/push_fabric.h"

#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace rocelint::e2e {

/// The names of all files and folders below a folder.
inline std::set<std::string> names_below(const std::string& folder)
{
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        names.insert(std::filesystem::relative(entry.path(), folder).string());
    return names;
}

/// One switch without PFC, which is planned, pushed and rolled back in a second or two.
struct OneSwitch {
    OneSwitch()
    {
        fleet.add("leaf1", Device::Kind::eos, broken_switch("leaf1"));
        (void)fleet.work().write("rocelint.yaml", "version: 1\nprofile: lossless\n");
        (void)fleet.inventory();
    }
    [[nodiscard]] Run run(const std::vector<std::string>& arguments, const std::string& before = {}) const
    {
        RunOptions options;
        options.folder = fleet.work().path();
        options.environment = fleet.environment();
        options.before = before;
        return rocelint(arguments, options);
    }
    [[nodiscard]] std::set<std::string> names() const { return names_below(fleet.work().path()); }
    Fleet fleet;
};

/// Checks that the run prints one sentence that contains `message`, and exits with `code`.
inline void check_refusal(const Run& run, int code, const std::string& message)
{
    CAPTURE(run.err);
    CHECK(run.code == code);
    CHECK(run.err.find(message) != std::string::npos);
    CHECK(run.err.find('\n') == run.err.size() - 1);
}

}
