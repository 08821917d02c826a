// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <string>
#include <string_view>

namespace rocelint::workspace {

/// A folder for files whose names come from an untrusted source. Nothing is ever written outside of it: each
/// part of a path is opened separately, and a symbolic link in a path is an error and is never followed.
class BeneathFolder {
public:
    /// Fails with `unreadable` if the folder cannot be opened or is a symbolic link.
    [[nodiscard]] static Result<BeneathFolder> open(const std::string& folder);
    BeneathFolder(BeneathFolder&& other) noexcept;
    BeneathFolder& operator=(BeneathFolder&&) = delete;
    ~BeneathFolder();

    /// Writes a new file, readable only by its owner (0600), and creates the folders above it; `path` is
    /// relative. Fails if the file exists already, and leaves it unchanged.
    [[nodiscard]] Result<void> write_new(const std::string& path, std::string_view text);
    /// Like write_new(), but replaces an existing file atomically. A symbolic link of this name is replaced,
    /// not followed.
    [[nodiscard]] Result<void> replace(const std::string& path, std::string_view text);
    /// Creates a symbolic link where nothing exists yet. The caller must check where the target leads.
    [[nodiscard]] Result<void> link_new(const std::string& path, const std::string& target);

private:
    BeneathFolder(std::string name, int folder) : name_(std::move(name)), folder_(folder) { }
    // Opens the folder that the file lies in, and creates it if needed. Keeps the descriptor for the next
    // file. Returns -1 on error, with the reason in errno.
    int enter(std::string_view folder);
    void leave();

    std::string name_;
    int folder_ = -1;
    std::string entered_; ///< the subfolder that was entered last
    int inner_ = -1; ///< descriptor of that subfolder; -1: none
};

}
