// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <string>
#include <string_view>

namespace rocelint::workspace {

/// A folder for files whose names somebody else chose. Whatever the names are, nothing is written outside of it: each part of a path is
/// opened by itself, and a symbolic link in it is an error and never followed.
class BeneathFolder {
public:
    /// `unreadable` where the folder cannot be opened, or is a symbolic link.
    [[nodiscard]] static Result<BeneathFolder> open(const std::string& folder);
    BeneathFolder(BeneathFolder&& other) noexcept;
    BeneathFolder& operator=(BeneathFolder&&) = delete;
    ~BeneathFolder();

    /// Writes a file that is not there yet, for its owner alone (0600), with the folders above it; `path` is relative. A file that is
    /// there stays as it is.
    [[nodiscard]] Result<void> write_new(const std::string& path, std::string_view text);
    /// The same of a file that may be there: it is replaced whole or not at all. A symbolic link of this name is replaced and not followed.
    [[nodiscard]] Result<void> replace(const std::string& path, std::string_view text);
    /// Makes a symbolic link where nothing is yet. Where the target leads is for the caller to judge.
    [[nodiscard]] Result<void> link_new(const std::string& path, const std::string& target);

private:
    BeneathFolder(std::string name, int folder) : name_(std::move(name)), folder_(folder) { }
    // The folder that the file lies in, made where it is not there; its descriptor is kept for the next file. -1: errno says why.
    int enter(std::string_view folder);
    void leave();

    std::string name_;
    int folder_ = -1;
    std::string entered_; ///< the folder below that was entered last
    int inner_ = -1; ///< its descriptor; -1: none
};

}
