// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <filesystem>
#include <mutex>

namespace rocelint::workspace {

/// A new folder in the system's directory for temporary files, accessible only to its owner. It is deleted
/// when this object is destroyed, and also when Ctrl-C, SIGTERM or SIGHUP ends the program: copies of
/// configurations must not outlive the run that needed them.
class TemporaryFolder {
public:
    [[nodiscard]] static Result<TemporaryFolder> make();

    TemporaryFolder() = default; ///< no folder
    TemporaryFolder(TemporaryFolder&& other) noexcept;
    TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
    ~TemporaryFolder();

    [[nodiscard]] const std::filesystem::path& path() const { return path_; } ///< empty if there is no folder

private:
    explicit TemporaryFolder(std::filesystem::path path) : path_(std::move(path)) { }

    std::filesystem::path path_;
};

/// While this object exists, Ctrl-C, SIGTERM and SIGHUP do not end the program; a signal that arrives
/// meanwhile ends it afterwards. Protects the moment in which a file still has a temporary name. Only one
/// exists at a time: a second thread waits.
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
