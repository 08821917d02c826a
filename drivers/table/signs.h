// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace rocelint {

/// The signs of several drivers, indexed by their first bytes, so that one pass over a file finds them all.
class SignIndex {
public:
    /// The drivers must outlive the index.
    explicit SignIndex(std::span<const Driver* const> drivers);

    struct Answer {
        const Driver* driver = nullptr;
        Detection detection;
    };
    /// Returns the confidence of each driver, in their order. Once a driver is certain no later one can be
    /// preferred, so later drivers are judged by their signs alone, without Driver::detect.
    [[nodiscard]] std::vector<Answer> detect(const Source& source) const;

private:
    struct Entry {
        const Sign* sign = nullptr;
        std::uint32_t driver = 0;
        /// Index + 1 of the next sign in the same bucket; 0: none.
        std::uint32_t next = 0;
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
