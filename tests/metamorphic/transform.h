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

/// The files of a fabric with its topology and policy.
struct Texts {
    std::vector<std::pair<std::string, std::string>>
        files; ///< path and text, in the order in which they are read
    std::string topology;
    std::string policy;
    std::string_view platform; ///< the switches' platform
};

/// Changes a fabric's files without changing what they mean.
struct Transformation {
    const char* name;
    /// Returns false if there is nothing to transform. The seed picks one of several variants.
    bool (*apply)(Texts& texts, std::uint32_t seed);
    bool keeps_statements = true; ///< findings point at the same words as before
    std::map<std::string, std::string> renamed{}; ///< old device name to new
};

[[nodiscard]] std::span<const Transformation> all_transformations();

/// The verdicts of a report, without lines and messages: code, severity, devices and ports, and the words at the place.
[[nodiscard]] std::multiset<std::string> verdicts_of(const workspace::Outcome& outcome,
    bool with_statements,
    const std::map<std::string, std::string>& renamed);

/// The report on these texts.
[[nodiscard]] std::unique_ptr<workspace::Outcome> check_of(const Texts& texts);

}
