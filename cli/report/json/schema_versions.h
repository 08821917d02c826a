// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace rocelint::cli {

/// Versions of the formats written for programs (docs/schema). Within a version, members are added but never
/// renamed.
struct SchemaVersions {
    static constexpr std::uint64_t report = 1;
    static constexpr std::uint64_t trace = 1;
    static constexpr std::uint64_t headroom = 1;
    static constexpr std::uint64_t diff = 1;
    static constexpr std::uint64_t baseline_show = 1;
    static constexpr std::uint64_t policy_show = 1;
    static constexpr std::uint64_t config_show = 1;
    static constexpr std::uint64_t show = 1; ///< of `show files` and those like it
    static constexpr std::uint64_t advise = 1;
    static constexpr std::uint64_t simulate = 1;
    static constexpr std::uint64_t about = 1; ///< of `version --json`
};

}
