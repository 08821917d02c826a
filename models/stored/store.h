// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/digest.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace rocelint::stored {

/// What an entry holds.
enum class EntryKind : std::uint8_t {
    model, ///< what was read of the files of one device
    proof, ///< what was proved of the whole fabric
    findings, ///< what the rules of single devices found at one of them
    file, ///< of a file, what needs no second look
};
inline constexpr std::size_t entry_kinds = 4;

/// Keeps results under the digest of everything that they were made of, from one run to the next. Many threads may ask.
///
/// A key is begun by the store, since it holds what makes the program itself, and completed by who knows what the result
/// depends on. What is found under a key may be wrong (torn, written by somebody else): load() gives nothing back that is not
/// as it was saved, and who cannot read it calls refuse() and works the result out.
class Store {
public:
    Store() = default;
    virtual ~Store() = default;
    Store(const Store&) = delete;
    Store& operator=(const Store&) = delete;

    /// The begin of a key.
    [[nodiscard]] virtual Sha256 begin_key(EntryKind kind) const = 0;
    /// What was saved under this key, in `bytes`; false where there is nothing, or nothing that can be trusted.
    [[nodiscard]] virtual bool load(EntryKind kind, const Digest& key, std::string& bytes) = 0;
    /// What load() gave cannot be read: it counts as refused, not as used.
    virtual void refuse(EntryKind kind, std::string_view reason) = 0;
    /// What load() gave tells of a state that is no more: it counts as missing, not as used.
    virtual void outdate(EntryKind kind) = 0;
    /// Keeps bytes for later runs, if that is possible.
    virtual void save(EntryKind kind, const Digest& key, std::string_view bytes) = 0;
};

}
