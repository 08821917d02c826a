// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/stored/store.h"

#include <array>
#include <cstddef>
#include <map>
#include <mutex>
#include <string>

namespace rocelint::testing {

/// Keeps what it is given, and counts.
class MemoryStore : public stored::Store {
public:
    struct Count {
        std::size_t used = 0;
        std::size_t missing = 0;
        std::size_t refused = 0;
    };

    Sha256 begin_key(stored::EntryKind kind) const override
    {
        Sha256 key;
        key.add_number(static_cast<std::uint64_t>(kind));
        return key;
    }
    bool load(stored::EntryKind kind, const Digest& key, std::string& bytes) override
    {
        const std::scoped_lock lock(mutex_);
        const auto entry = entries.find({kind, key});
        Count& counted = counts[static_cast<std::size_t>(kind)];
        if (entry == entries.end()) {
            ++counted.missing;
            return false;
        }
        ++counted.used;
        bytes = entry->second;
        return true;
    }
    void refuse(stored::EntryKind kind, std::string_view) override
    {
        const std::scoped_lock lock(mutex_);
        ++counts[static_cast<std::size_t>(kind)].refused;
    }
    void outdate(stored::EntryKind kind) override
    {
        const std::scoped_lock lock(mutex_);
        Count& counted = counts[static_cast<std::size_t>(kind)];
        --counted.used;
        ++counted.missing;
    }
    void save(stored::EntryKind kind, const Digest& key, std::string_view bytes) override
    {
        const std::scoped_lock lock(mutex_);
        entries.insert_or_assign({kind, key}, std::string(bytes));
    }
    [[nodiscard]] Count& count(stored::EntryKind kind) { return counts[static_cast<std::size_t>(kind)]; }

    std::map<std::pair<stored::EntryKind, Digest>, std::string> entries;
    std::array<Count, stored::entry_kinds> counts{};

private:
    std::mutex mutex_;
};

}
