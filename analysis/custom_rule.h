// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/known_rule.h"
#include "analysis/severity.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// What an own rule is asked of, once for each.
enum class CustomSubject : std::uint8_t { device, port, link, host, job, fabric };

/// As policies write it.
[[nodiscard]] std::string_view name_of(CustomSubject subject);

/// A text of a policy and where it stands.
struct PolicyText {
    std::string text;
    std::string path;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    [[nodiscard]] bool given() const { return !text.empty(); }
    /// "rocelint.yaml:12:9"
    [[nodiscard]] std::string place() const;
    /// Whether it says the same, wherever it stands.
    bool operator==(const PolicyText& other) const { return text == other.text; }
};

/// One device of an example.
struct CustomExampleFile {
    std::string platform;
    std::string device;
    std::string text;
    bool operator==(const CustomExampleFile&) const = default;
};

/// Configuration on which an own rule is tried.
struct CustomExample {
    enum class Expect : std::uint8_t { clean, flagged, not_checked };
    PolicyText title;
    Expect expect = Expect::clean;
    std::string line; ///< text that stands on the flagged line, or empty: any line will do
    std::vector<CustomExampleFile> files;
    std::string topology; ///< text of topology.yaml, or empty
    bool operator==(const CustomExample&) const = default;
};

/// As policies write it.
[[nodiscard]] std::string_view name_of(CustomExample::Expect expect);

/// A rule that a policy states, as expressions of jq over the model's JSON (docs/model.md).
struct CustomRule {
    std::string code; ///< "SITE001"
    std::string name;
    Severity severity = Severity::warning;
    CustomSubject subject = CustomSubject::port;
    PolicyText where; ///< which subjects it is about; not given: all
    PolicyText assertion;
    PolicyText message; ///< with \(…) as in a string of jq
    PolicyText at; ///< a path: the value whose line a finding points at
    std::string why;
    std::string source;
    std::vector<CustomExample> examples;
    PolicyText place; ///< of the rule; its text is the code
    bool operator==(const CustomRule&) const = default;
};

using CustomRules = std::vector<std::shared_ptr<const CustomRule>>;

/// Own rules of one policy may not be more.
inline constexpr std::size_t most_custom_rules = 200;

}
