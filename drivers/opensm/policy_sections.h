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

/// The word that opens a section, behind "end-" closes it, and the section that it stands in.
struct PolicySectionWord {
    std::string_view begin;
    PolicySection section;
    PolicySection within;
};

/// All of them.
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

/// The keys that may stand in a section.
[[nodiscard]] std::span<const std::string_view> policy_keys_of(PolicySection section);
/// Whether a section has one of this key at most.
[[nodiscard]] bool stands_once(std::string_view key);
/// A number of the policy: digits, or 0x and hexadecimal digits. Nothing for what is none.
[[nodiscard]] std::optional<std::uint64_t> policy_number(std::string_view text);

}
