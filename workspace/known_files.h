// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/stored/store.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <sys/stat.h>

namespace rocelint::workspace {

/// By what the file system tells a file, and a state of it, from others.
struct FileState {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t changed = 0; ///< mtime, in nanoseconds since 1970
    std::int64_t touched = 0; ///< ctime, which no program can set
    friend bool operator==(const FileState&, const FileState&) = default;
};

/// The state of a file now; nothing where it cannot be asked for, or is no regular file.
[[nodiscard]] std::optional<FileState> state_of(const std::string& path);

/// What reading a file showed that needs no second look while the file is in the same state.
struct KnownFile {
    Digest content{}; ///< of its text
    const Driver* driver = nullptr; ///< null: no known platform
    std::string_view reason; ///< lives as long as the program
};

/// Files that an earlier run has read, with the state that they were in.
///
/// A state stands for a content only if the file cannot have been written since without a sign of it. So one is kept only where it
/// was the same before and after reading, and is older than a while: within one tick of its clock a file system cannot tell
/// two writes apart.
class KnownFiles {
public:
    /// `trusted`: whether states are believed; else nothing is known, and nothing is kept. `store` must outlive it, and may be
    /// null.
    KnownFiles(stored::Store* store, bool trusted) : store_(store), trusted_(trusted && store != nullptr) { }

    [[nodiscard]] std::optional<KnownFile> find(const std::string& path, const FileState& state) const;
    /// `state` is the one before it was read, which was found again after that.
    void keep(const std::string& path, const FileState& state, const KnownFile& known) const;

private:
    [[nodiscard]] Digest key_of(const std::string& path) const;

    stored::Store* store_;
    bool trusted_;
};

}
