// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace rocelint::opensm {

/// Sections of qos-policy.conf.
enum class PolicySection : std::uint8_t {
    top,
    ulps,
    groups,
    group,
    setup,
    vlarb_tables,
    vlarb_scope,
    sl2vl_tables,
    sl2vl_scope,
    levels,
    level,
    rules,
    rule,
};

/// The word that opens a section (and after "end-" closes it), and the enclosing section.
struct PolicySectionWord {
    std::string_view begin;
    PolicySection section;
    PolicySection within;
};

/// All sections.
inline constexpr std::array<PolicySectionWord, 12> policy_section_words{{
    {"qos-ulps", PolicySection::ulps, PolicySection::top},
    {"port-groups", PolicySection::groups, PolicySection::top},
    {"port-group", PolicySection::group, PolicySection::groups},
    {"qos-setup", PolicySection::setup, PolicySection::top},
    {"vlarb-tables", PolicySection::vlarb_tables, PolicySection::setup},
    {"vlarb-scope", PolicySection::vlarb_scope, PolicySection::vlarb_tables},
    {"sl2vl-tables", PolicySection::sl2vl_tables, PolicySection::setup},
    {"sl2vl-scope", PolicySection::sl2vl_scope, PolicySection::sl2vl_tables},
    {"qos-levels", PolicySection::levels, PolicySection::top},
    {"qos-level", PolicySection::level, PolicySection::levels},
    {"qos-match-rules", PolicySection::rules, PolicySection::top},
    {"qos-match-rule", PolicySection::rule, PolicySection::rules},
}};

/// Returns the keys that a section may contain.
[[nodiscard]] std::span<const std::string_view> policy_keys_of(PolicySection section);
/// Whether a section may have this key only once.
[[nodiscard]] bool stands_once(std::string_view key);
/// Parses a number of the policy: digits, or 0x and hexadecimal digits. Nothing for any other text.
[[nodiscard]] std::optional<std::uint64_t> policy_number(std::string_view text);

}
