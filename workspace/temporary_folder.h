// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <filesystem>
#include <mutex>

namespace rocelint::workspace {

/// A new folder among those for temporary files, for its owner alone. It goes with this object, and with the program where
/// Ctrl-C, SIGTERM or SIGHUP ends it: copies of configurations must not outlive the run that needed them.
class TemporaryFolder {
public:
    [[nodiscard]] static Result<TemporaryFolder> make();

    TemporaryFolder() = default; ///< none
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; } ///< empty: none

private:
    explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) { }

    std::filesystem::path path_;
};

/// While it lives, Ctrl-C, SIGTERM and SIGHUP do not end the program; what came meanwhile ends it then. For the moment in which a
/// file has a name that is not its own yet. One at a time: another thread waits for it.
class EndLater {
public:
    EndLater();
    EndLater(const EndLater&) = delete;
    EndLater& operator=(const EndLater&) = delete;
    ~EndLater() = default;

private:
    std::unique_lock<std::mutex> held_;
};

}
