// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/config/config_file.h"

#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace rocelint::linux_host {

/// One option of a section in a profile of TuneD.
struct ProfileOption {
    std::string_view key;
    std::string_view value;
    LogicalLine line;
    bool is_continued = false; ///< the value has several lines
};

/// A section of a profile of TuneD: an instance of a plugin.
struct ProfileSection {
    std::string_view name;
    std::string_view plugin;
    std::vector<ProfileOption> options;

    /// The option with this key, or null. The last of several counts.
    [[nodiscard]] const ProfileOption* option(std::string_view key) const;
    [[nodiscard]] bool is_enabled() const;
    /// Whether it takes the place of a section with its name in the profiles that this one includes.
    [[nodiscard]] bool replaces() const;
    /// Whether it holds only for some processors or kernels, or takes its interfaces before or after others.
    [[nodiscard]] bool is_conditional() const;
};

/// The sections of a profile, in order. Sections of one name are one section. `base` is the offset of the text in its
/// file.
[[nodiscard]] std::vector<ProfileSection> profile_sections(std::string_view text, std::uint32_t base = 0);
/// The sections that remain if each profile is laid over those before it.
[[nodiscard]] std::vector<ProfileSection> merged_sections(std::span<const std::string_view> profiles);
/// The names of the profiles that this one includes; nothing if a variable is part of them.
[[nodiscard]] std::optional<std::vector<std::string_view>> included_profiles(
    const std::vector<ProfileSection>& sections);
/// Whether TuneD replaces a part of the text, by a variable or what a function makes.
[[nodiscard]] bool has_variable(std::string_view text);
/// Whether the value is what is written in one line.
[[nodiscard]] bool is_plain(const ProfileOption& option);
/// Words between separators.
[[nodiscard]] std::vector<std::string_view> words_between(std::string_view text, std::string_view separators);
/// The interfaces of a section. Nothing where patterns choose them, or where they are all that no other section has.
[[nodiscard]] std::optional<std::vector<std::string_view>> interfaces_of(const ProfileSection& section);
/// Whether a section may take an interface. TuneD gives each to the first section that matches it.
[[nodiscard]] bool may_take(const ProfileSection& section, std::string_view interface);

}
