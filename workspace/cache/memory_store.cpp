// SPDX-License-Identifier: Apache-2.0
#include "workspace/cache/memory_store.h"

namespace rocelint::workspace {
namespace {

// An entry that so many checks in turn did not use is forgotten.
constexpr std::uint64_t kept_unused = 4;

}

Sha256 MemoryStore::begin_key(stored::EntryKind kind) const
{
    Sha256 key;
    key.add_number(static_cast<std::uint64_t>(kind));
    return key;
}

bool MemoryStore::load(stored::EntryKind, const Digest& key, std::string& bytes)
{
    const std::scoped_lock lock(mutex_);
    const auto found = entries_.find(key);
    if (found == entries_.end())
        return false;
    found->second.used = check_;
    bytes = found->second.bytes;
    return true;
}

// Nobody but we has written it, so that it is never torn; what does not hold any more is written anew.
void MemoryStore::refuse(stored::EntryKind, std::string_view) { }
void MemoryStore::outdate(stored::EntryKind) { }

void MemoryStore::save(stored::EntryKind, const Digest& key, std::string_view bytes)
{
    const std::scoped_lock lock(mutex_);
    entries_.insert_or_assign(key, Entry{std::string(bytes), check_});
}

void MemoryStore::forget_unused()
{
    const std::scoped_lock lock(mutex_);
    ++check_;
    std::erase_if(entries_, [this](const auto& entry) { return entry.second.used + kept_unused < check_; });
}

std::size_t MemoryStore::bytes() const
{
    const std::scoped_lock lock(mutex_);
    std::size_t sum = 0;
    for (const auto& [key, entry] : entries_)
        sum += entry.bytes.size();
    return sum;
}

}
