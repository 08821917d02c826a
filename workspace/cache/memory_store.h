// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/stored/store.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace rocelint::workspace {

/// Keeps results for as long as it lives, for a program that checks again and again.
class MemoryStore : public stored::Store {
public:
    [[nodiscard]] Sha256 begin_key(stored::EntryKind kind) const override;
    [[nodiscard]] bool load(stored::EntryKind kind, const Digest& key, std::string& bytes) override;
    void refuse(stored::EntryKind kind, std::string_view reason) override;
    void outdate(stored::EntryKind kind) override;
    void save(stored::EntryKind kind, const Digest& key, std::string_view bytes) override;

    /// To be called between two checks: forgets what none of the last few has used, such as what was worked out of a text that
    /// was edited since. What is taken back soon is still there.
    void forget_unused();
    /// What all entries take together, without what finds them.
    [[nodiscard]] std::size_t bytes() const;

private:
    struct Entry {
        std::string bytes;
        std::uint64_t used = 0; ///< the check that used it last
    };
    struct Hash {
        std::size_t operator()(const Digest& digest) const
        {
            std::size_t value = 0;
            std::memcpy(&value, digest.data(), sizeof(value));
            return value;
        }
    };

    mutable std::mutex mutex_;
    std::unordered_map<Digest, Entry, Hash> entries_; ///< the kind is part of the key
    std::uint64_t check_ = 0;
};

}
