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

/// What identifies a file, and a state of it, in the file system.
struct FileState {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    std::uint64_t size = 0;
    std::int64_t changed = 0; ///< mtime, in nanoseconds since 1970
    std::int64_t touched = 0; ///< ctime, which no program can set
    friend bool operator==(const FileState&, const FileState&) = default;
};

/// The current state of a file; no value if it cannot be read or the path is not a regular file.
[[nodiscard]] std::optional<FileState> state_of(const std::string& path);

/// The result of reading a file, valid while the file stays in the same state.
struct KnownFile {
    Digest content{}; ///< digest of the text
    const Driver* driver = nullptr; ///< null: no known platform
    std::string_view reason; ///< a string that lives as long as the program
};

/// Files that an earlier run has read, with their states.
///
/// A state stands for a content only if any later write would have changed the state. A state is therefore
/// stored only if it was the same before and after reading and is old enough: within one tick of a file
/// system's clock, two writes cannot be told apart.
class KnownFiles {
public:
    /// `trusted`: whether states are believed; if not, nothing is looked up or stored. `store` must outlive
    /// this object and may be null.
    KnownFiles(stored::Store* store, bool trusted) : store_(store), trusted_(trusted && store != nullptr) { }

    [[nodiscard]] std::optional<KnownFile> find(const std::string& path, const FileState& state) const;
    /// `state` is the state before reading; it must have been the same afterwards.
    void keep(const std::string& path, const FileState& state, const KnownFile& known) const;

private:
    [[nodiscard]] Digest key_of(const std::string& path) const;

    stored::Store* store_;
    bool trusted_;
};

}
