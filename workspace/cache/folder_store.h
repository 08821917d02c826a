// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/stored/store.h"
#include "workspace/cache/pack.h"

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::workspace {

/// What became of the entries of one kind.
struct EntryCounts {
    std::uint64_t used = 0;
    std::uint64_t missing = 0; ///< there was none, or one that does not hold any more
    std::uint64_t refused = 0; ///< there was one that could not be used
    std::uint64_t saved = 0;
};

/// What a run had of its cache.
struct CacheReport {
    std::array<EntryCounts, stored::entry_kinds> kinds{};
    std::map<std::string, std::uint64_t> refusals; ///< of entries and packs, by reason
    std::string unusable; ///< why nothing could be read, or empty
    std::string unwritable; ///< why nothing was kept, or empty
};

/// A folder of packs. Whatever is wrong with it costs time and nothing else.
///
/// A pack is written beside its place and renamed, so that many runs may use one folder at once. Every entry is held against a
/// digest of its key and content. Files are of mode 0600, a folder that is made is of mode 0700; links are not followed.
/// Nothing is ever removed but files that are called as packs are.
class FolderStore : public stored::Store {
public:
    /// What the packs of a folder may take together.
    static constexpr std::uint64_t usual_bytes = std::uint64_t{1} << 30;

    /// `program` stands for everything that can make a result another one besides its inputs.
    FolderStore(std::string folder, const Digest& program, std::uint64_t most_bytes = usual_bytes);
    ~FolderStore() override;

    [[nodiscard]] Sha256 begin_key(stored::EntryKind kind) const override;
    [[nodiscard]] bool load(stored::EntryKind kind, const Digest& key, std::string& bytes) override;
    void refuse(stored::EntryKind kind, std::string_view reason) override;
    void outdate(stored::EntryKind kind) override;
    void save(stored::EntryKind kind, const Digest& key, std::string_view bytes) override;

    /// Puts what was saved into the folder, and removes what is too much: what was not used for the longest time. To be called
    /// once, when no thread asks any longer.
    void finish();
    [[nodiscard]] CacheReport report() const;

private:
    struct Count {
        std::atomic<std::uint64_t> used{0};
        std::atomic<std::uint64_t> missing{0};
        std::atomic<std::uint64_t> refused{0};
        std::atomic<std::uint64_t> saved{0};
    };
    struct Place {
        std::uint32_t pack;
        std::uint32_t row;
    };
    struct Hash {
        std::size_t operator()(const Digest& digest) const
        {
            std::size_t value = 0;
            std::memcpy(&value, digest.data(), sizeof(value));
            return value;
        }
    };

    void open_packs();
    void miss(stored::EntryKind kind, const char* reason);
    void note_use();
    [[nodiscard]] std::vector<bool> choose_small() const;
    /// Adds the entries of these packs to the one that is written: all, or only those that this run has used.
    [[nodiscard]] bool absorb(const std::vector<bool>& packs, bool only_used);
    void remove(const std::vector<bool>& packs);
    [[nodiscard]] std::vector<bool> choose_unused(std::uint64_t& sum) const;
    [[nodiscard]] bool is_used(std::size_t pack) const;
    void stop_writing(int code);
    [[nodiscard]] bool begin_writing();
    [[nodiscard]] Count& count(stored::EntryKind kind) { return counts_[static_cast<std::size_t>(kind)]; }

    Digest program_;
    std::uint64_t most_bytes_;
    std::uint64_t run_ = 0; ///< tells what this run writes from what others do
    int folder_ = -1;
    std::vector<Pack> packs_; ///< by age
    std::vector<std::string> broken_; ///< names of packs that nobody can read
    std::vector<std::vector<std::atomic<bool>>> used_; ///< by pack and row
    std::unordered_map<Digest, Place, Hash> places_; ///< of several entries of one key the youngest
    std::array<Count, stored::entry_kinds> counts_;

    mutable std::mutex mutex_; ///< of what follows
    PackWriter writer_;
    bool writable_ = true;
    std::map<std::string, std::uint64_t> refusals_;
    std::string unusable_;
    std::string unwritable_;
};

}
