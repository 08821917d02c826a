// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/config/config_file.h"

#include <span>
#include <string_view>
#include <vector>

namespace rocelint::linux_host {

/// Which profiles of TuneD a host has, and which of them are active.
class TunedChoice {
public:
    /// `files` are those of one host.
    explicit TunedChoice(std::span<const Tree* const> files);

    /// How a file of the host is used that is a profile, or a script that belongs to one.
    [[nodiscard]] HostParts::ProfileUse use_of(const Tree& file) const;
    /// The texts of the active profiles, each after those that it includes. Empty where nothing shows which are active.
    [[nodiscard]] std::span<const std::string_view> active() const { return active_; }

private:
    struct Profile {
        std::string_view name;
        std::string_view folder; ///< with its path
        std::string_view text;
        bool is_active = false;
    };

    [[nodiscard]] Profile* named(std::string_view name);
    // Loads a profile after those that it includes.
    void load(std::string_view name);

    std::vector<Profile> profiles_;
    std::vector<std::string_view> active_;
    bool is_known_ = false;
};

}
