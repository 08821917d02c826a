// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::catalog {

/// One entry of platform_defaults.yaml: what a platform does if the configuration says nothing.
struct PlatformDefault {
    std::string_view value; ///< as written in the catalog; empty if there is no entry
    std::string_view source; ///< manual or upstream file that states it; lives as long as the program
    [[nodiscard]] bool known() const { return !source.empty(); }
    /// The value as a whole number, or 0 if it is not one.
    [[nodiscard]] std::uint64_t number() const;
};

/// The default of `name` on `platform` ("eos", "mtu"). Unknown if the catalog has none: the setting is then
/// unread.
[[nodiscard]] PlatformDefault platform_default(std::string_view platform, std::string_view name);

/// A policy shipped with the program.
struct Profile {
    std::string_view name;
    std::string_view text; ///< a rocelint.yaml
};

/// Every shipped profile.
[[nodiscard]] std::span<const Profile> all_profiles();
/// The text of a shipped policy profile, or empty.
[[nodiscard]] std::string_view profile_text(std::string_view name);
/// Names of all shipped profiles, comma separated, for messages.
[[nodiscard]] const std::string& profile_names();

}
