// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/digest.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::stored {

/// The contents of an entry.
enum class EntryKind : std::uint8_t {
    model, ///< what the files of one device contain
    proof, ///< what was proven about the whole fabric
    findings, ///< what the rules of single devices found on one device
    file, ///< facts about a file that need no second look
};
inline constexpr std::size_t entry_kinds = 4;

/// Keeps results between runs, under a digest of everything that they depend on. Safe for many threads.
///
/// The store begins each key with what identifies the program itself; the caller adds everything that the
/// result depends on. An entry may be damaged or forged: load() returns only what was saved, unchanged, and a
/// caller that cannot read it calls refuse() and computes the result.
class Store {
public:
    Store() = default;
    virtual ~Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// The beginning of a key.
    [[nodiscard]] virtual Sha256 begin_key(EntryKind kind) const = 0;
    /// Gets what was saved under this key into `bytes`; false if there is nothing, or nothing trustworthy.
    [[nodiscard]] virtual bool load(EntryKind kind, const Digest& key, std::string& bytes) = 0;
    /// Reports that the result of load() is unreadable: counts it as refused, not as used.
    virtual void refuse(EntryKind kind, std::string_view reason) = 0;
    /// Reports that the result of load() describes an outdated state: counts it as missing, not as used.
    virtual void outdate(EntryKind kind) = 0;
    /// Keeps bytes for later runs, if possible.
    virtual void save(EntryKind kind, const Digest& key, std::string_view bytes) = 0;
};

}
