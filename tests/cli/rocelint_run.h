// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// A temporary folder, removed with its contents.
class TemporaryFolder {
public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    /// Writes a file, creating the folders above it, and returns its path, which most callers know.
    // NOLINTNEXTLINE(modernize-use-nodiscard)
    std::string write(const std::string& name, std::string_view text) const;
    [[nodiscard]] std::string path(const std::string& name) const { return path_ + '/' + name; }
    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::string read(const std::string& name) const;
    [[nodiscard]] bool has(const std::string& name) const;

private:
    std::string path_;
};

/// The result of a run of the program.
struct Run {
    int code = -1; ///< -1: killed by a signal
    std::string out;
    std::string err;
    [[nodiscard]] bool says(std::string_view text) const
    {
        return out.find(text) != std::string::npos || err.find(text) != std::string::npos;
    }
};

/// Where the program's standard output goes.
enum class Output { file, terminal, broken_pipe, closed, full_disk };

/// How to run it.
struct RunOptions {
    std::string input; ///< standard input
    std::vector<std::string> environment; ///< "NAME=value", in addition to a fixed small one
    std::string folder; ///< working directory; empty: the current one
    Output output = Output::file;
    std::string before; ///< shell words before the program's: "ulimit -f 8; exec"
};

/// Runs the built program.
[[nodiscard]] Run rocelint(const std::vector<std::string>& arguments, const RunOptions& options = {});

/// A clean EOS switch of this name, and one that carries RDMA on a port without PFC (PFC001).
[[nodiscard]] std::string clean_switch(std::string_view name);
[[nodiscard]] std::string broken_switch(std::string_view name);
/// A clean SONiC switch.
[[nodiscard]] std::string clean_sonic(std::string_view name);
/// The same on Onyx.
[[nodiscard]] std::string clean_onyx(std::string_view name);
/// The same on NX-OS.
[[nodiscard]] std::string clean_nxos(std::string_view name);

}
