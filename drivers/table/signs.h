// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace rocelint {

/// The signs of several drivers, by their first bytes: a file is looked through once, however many there are.
class SignIndex {
public:
    /// The drivers must outlive the index.
    explicit SignIndex(std::span<const Driver* const> drivers);

    struct Answer {
        const Driver* driver = nullptr;
        Detection detection;
    };
    /// What each driver makes of the file, in their order. Behind one that is certain, to which nobody can be preferred, drivers
    /// are not asked themselves: their signs alone count.
    [[nodiscard]] std::vector<Answer> detect(const Source& source) const;

private:
    struct Entry {
        const Sign* sign = nullptr;
        std::uint32_t driver = 0;
        std::uint32_t next = 0; ///< index + 1 of the next sign in the same bucket; 0: none
    };
    struct Tally {
        int score = 0;
        const Sign* heaviest = nullptr;
    };
    static constexpr std::size_t buckets = 512;

    [[nodiscard]] static std::size_t bucket_of(std::string_view text);
    void weigh(std::string_view line,
        std::size_t blanks,
        std::vector<bool>& seen,
        std::vector<Tally>& tallies) const;

    std::span<const Driver* const> drivers_;
    std::vector<Entry> entries_;
    std::array<std::uint32_t, buckets> first_{};
};

}
