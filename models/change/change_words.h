// SPDX-License-Identifier: Apache-2.0
// The words that change_document.cpp writes and read_change.cpp reads, in the order of their enumerators.
#pragma once

#include <array>
#include <string_view>

namespace rocelint::change_words {

inline constexpr std::array maps{std::string_view("dscp-to-tc"),
    std::string_view("pcp-to-tc"),
    std::string_view("tc-to-queue"),
    std::string_view("tc-to-priority-group"),
    std::string_view("priority-to-queue"),
    std::string_view("priority-to-priority-group"),
    std::string_view("tc-to-dscp"),
    std::string_view("tc-to-pcp")};
inline constexpr std::array trusts{std::string_view("none"),
    std::string_view("dscp"),
    std::string_view("pcp"),
    std::string_view("dscp-else-pcp")};
inline constexpr std::array fecs{std::string_view("none"),
    std::string_view("base-r"),
    std::string_view("rs528"),
    std::string_view("rs544"),
    std::string_view("rs"),
    std::string_view("auto")};
inline constexpr std::array versions{std::string_view("v1"), std::string_view("v2")};
inline constexpr std::array schedulers{std::string_view("strict"), std::string_view("weighted")};
inline constexpr std::array hash_fields{std::string_view("source-ip"),
    std::string_view("destination-ip"),
    std::string_view("ip-protocol"),
    std::string_view("source-port"),
    std::string_view("destination-port"),
    std::string_view("other")};
inline constexpr std::array classes{std::string_view("none"),
    std::string_view("hitless"),
    std::string_view("disruptive"),
    std::string_view("manual")};

}
