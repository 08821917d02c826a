// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::catalog {

/// One entry of platform_defaults.yaml: what a platform does when the configuration is silent.
struct PlatformDefault {
    std::string_view value; ///< as written in the catalog; empty when there is no entry
    std::string_view source; ///< manual or upstream file that states it; lives as long as the program
    [[nodiscard]] bool known() const { return !source.empty(); }
    /// The value as a whole number; 0 when it is none.
    [[nodiscard]] std::uint64_t number() const;
};

/// The default of `name` on `platform` ("eos", "mtu"). Unknown when the catalog has none: then the setting is unread.
[[nodiscard]] PlatformDefault platform_default(std::string_view platform, std::string_view name);

/// A policy that is shipped with the program.
struct Profile {
    std::string_view name;
    std::string_view text; ///< a rocelint.yaml
};

/// Every profile that is shipped.
[[nodiscard]] std::span<const Profile> all_profiles();
/// Text of a policy profile shipped with the program, or empty.
[[nodiscard]] std::string_view profile_text(std::string_view name);
/// Names of all shipped profiles, comma separated, for messages.
[[nodiscard]] const std::string& profile_names();

}
