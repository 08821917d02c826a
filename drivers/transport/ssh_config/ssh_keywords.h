// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace rocelint {

/// The effect of a keyword of ssh_config here.
enum class SshKeywordUse : std::uint8_t {
    honoured,
    without_effect, ///< it sets something that rocelint does not do or does by itself
    refused, ///< a device that it applies to is not reached
};

/// A keyword of ssh_config(5), OpenSSH 9.2, with those that Debian adds.
struct SshKeyword {
    std::string_view name; ///< as the manual writes it
    SshKeywordUse use = SshKeywordUse::honoured;
    std::string_view text; ///< without effect: why; refused: what to do instead
    std::string_view harmless; ///< refused: values that ask for nothing, separated by blanks
};

/// All of them, in the order of the manual.
[[nodiscard]] std::span<const SshKeyword> ssh_keywords();

/// The keyword that is written so, in any case, or by an older name; null if OpenSSH 9.2 has none.
[[nodiscard]] const SshKeyword* find_ssh_keyword(std::string_view written);

/// Whether the value of a refused keyword asks for nothing.
[[nodiscard]] bool is_harmless(const SshKeyword& keyword, std::string_view value);

}
