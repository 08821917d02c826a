// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace rocelint {

/// How long a text may be in one place of a platform's configuration, and which characters it may have. A
/// longer one is reported when it is read, and shortened or refused when it is to be written.
struct TextLimit {
    std::uint16_t longest = 0; ///< in bytes; 0: no known source states a length
    /// The document that states the limit (title and version), or the reason why no limit is known.
    std::string_view source;
    /// Characters that the text may have besides letters and digits; empty: no known source lists them.
    std::string_view punctuation{};
    /// False: the length is not this platform's own but a precaution. Texts that are written keep to it, and a
    /// longer one that is read is not reported.
    bool documented = true;
    /// The text is known outside of the device. It is not shortened: a design with a longer one is refused.
    bool fixed = false;
    /// The first character must be a letter.
    bool letter_first = false;
    /// Words that the platform keeps for itself.
    std::span<const std::string_view> reserved{};
};

/// Which limits count: those that the platform documents, or also the precautions.
enum class Measures : std::uint8_t { documented, all };

/// Returns what is wrong with a text: "has 41 characters, where at most 40 are taken (SOURCE)". Empty if
/// nothing is.
[[nodiscard]] std::string text_objection(
    const TextLimit& limit, std::string_view text, Measures measures = Measures::documented);

// Limits that are no platform's own.

/// Words that the platform itself has: ports, releases, modes.
inline constexpr TextLimit own_words{.source = "a word or name of the platform itself"};
/// Descriptions and names whose longest length no known source states.
inline constexpr TextLimit free_text{.source = "no source was found for a length"};
/// The name of the device, by which the fabric knows it.
inline constexpr TextLimit host_name{.longest = 63,
    .source
    = "RFC 1123, section 2.1: software handles host names of up to 63 characters; no source was found for the platform's own limit",
    .documented = false,
    .fixed = true};

}
