// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/mutation/subject.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::testing {

/// The files of a fabric, and what goes with them.
struct Texts {
    std::vector<std::pair<std::string, std::string>>
        files; ///< paths and texts, in the order in which they are read
    std::string topology;
    std::string policy;
    std::string_view platform; ///< of the switches
};

/// A change of a fabric's files that leaves their meaning as it is.
struct Transformation {
    const char* name;
    /// False where there is nothing to transform. The seed decides among several ways.
    bool (*apply)(Texts& texts, std::uint32_t seed);
    bool keeps_statements = true; ///< findings stand at the same words as before
    std::map<std::string, std::string> renamed{}; ///< devices, by their name before
};

[[nodiscard]] std::span<const Transformation> all_transformations();

/// What a report says, without lines and messages: code, severity, devices and ports, and the words at the place.
[[nodiscard]] std::multiset<std::string> verdicts_of(const workspace::Outcome& outcome,
    bool with_statements,
    const std::map<std::string, std::string>& renamed);

/// Checks texts.
[[nodiscard]] std::unique_ptr<workspace::Outcome> check_of(const Texts& texts);

}
