// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/known_rule.h"
#include "analysis/policy/severity.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// The kind of object that a site's own rule is evaluated for, once per object.
enum class CustomSubject : std::uint8_t { device, port, link, host, job, fabric };

/// The name used in policies.
[[nodiscard]] std::string_view name_of(CustomSubject subject);

/// A text from a policy, with its location.
struct PolicyText {
    std::string text;
    std::string path;
    std::uint32_t line = 0;
    std::uint32_t column = 0;
    [[nodiscard]] bool given() const { return !text.empty(); }
    /// "rocelint.yaml:12:9"
    [[nodiscard]] std::string place() const;
    /// Compares the text only, not its location.
    bool operator==(const PolicyText& other) const { return text == other.text; }
};

/// The configuration of one device of an example.
struct CustomExampleFile {
    std::string platform;
    std::string device;
    std::string text;
    bool operator==(const CustomExampleFile&) const = default;
};

/// A configuration that tests a site's own rule.
struct CustomExample {
    enum class Expect : std::uint8_t { clean, flagged, not_checked };
    PolicyText title;
    Expect expect = Expect::clean;
    std::string line; ///< text on the flagged line; empty: any line
    std::vector<CustomExampleFile> files;
    std::string topology; ///< content of topology.yaml, or empty
    bool operator==(const CustomExample&) const = default;
};

/// The name used in policies.
[[nodiscard]] std::string_view name_of(CustomExample::Expect expect);

/// A rule defined in a policy, as jq expressions over the model's JSON (docs/model.md).
struct CustomRule {
    std::string code; ///< for example "SITE001"
    std::string name;
    Severity severity = Severity::warning;
    CustomSubject subject = CustomSubject::port;
    PolicyText where; ///< selects the subjects that the rule checks; not given: all
    PolicyText assertion;
    PolicyText message; ///< may contain \(…) interpolations, as in a jq string
    PolicyText at; ///< jq path to the value whose line a finding points at
    std::string why;
    std::string source;
    std::vector<CustomExample> examples;
    PolicyText place; ///< the place of the rule; the text is its code
    bool operator==(const CustomRule&) const = default;
};

using CustomRules = std::vector<std::shared_ptr<const CustomRule>>;

/// The maximum number of own rules in one policy.
inline constexpr std::size_t most_custom_rules = 200;

}
