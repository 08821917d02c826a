// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/input/read_group.h"

#include <compare>
#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>
#include <vector>

namespace rocelint::workspace {

/// The files and devices that earlier loads have read, for a program that loads mostly the same texts again
/// and again. A file is identified by its Source object, a device by those of its files and its name. Thread-safe.
class KnownDevices {
public:
    /// The result of an earlier inspection of this source, or null. Valid until forget_unused().
    [[nodiscard]] const InputFile* find(const Source& source);
    /// Keeps a copy of the result for this source.
    void keep(std::shared_ptr<const Source> source, const InputFile& file);
    /// The device that was read from these files before, or null. Valid until forget_unused().
    [[nodiscard]] const ReadGroup* find(const FileGroup& group, const std::vector<InputFile>& files);
    /// Keeps a copy of the device that was read from these files.
    void keep(const FileGroup& group, const std::vector<InputFile>& files, const ReadGroup& read);
    /// Forgets every file and device that was neither found nor kept since the last call.
    void forget_unused();
    /// The number of devices that are known.
    [[nodiscard]] std::size_t size() const;

private:
    /// Everything that the reading of a group depends on. It owns the sources, so that no later Source can
    /// have the address of one of them.
    struct Key {
        const Driver* driver = nullptr;
        std::string name;
        bool name_is_given = false;
        std::vector<std::shared_ptr<const Source>> sources;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Entry {
        ReadGroup read;
        bool used = true;
    };
    struct File {
        std::shared_ptr<const Source> source; ///< as it was loaded; that of `found` may be a part of its text
        InputFile found;
        bool used = true;
    };

    [[nodiscard]] static Key key_of(const FileGroup& group, const std::vector<InputFile>& files);

    mutable std::mutex mutex_;
    std::map<Key, Entry> entries_;
    std::unordered_map<const Source*, File> files_;
};

}
