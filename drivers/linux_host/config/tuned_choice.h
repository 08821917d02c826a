// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/linux_host/config/config_file.h"
#include "drivers/linux_host/config/tuned_profile.h"

#include <cstddef>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace rocelint::linux_host {

/// Which profiles of TuneD a host has, and which of them are active.
class TunedChoice {
public:
    /// `files` are those of one host.
    explicit TunedChoice(std::span<const Tree* const> files);

    /// How a file of the host is used that is a profile, or a script that belongs to one.
    [[nodiscard]] HostParts::ProfileUse use_of(const Tree& file) const;
    /// What the active profiles set together, each laid over those that it includes. Null where nothing shows which are
    /// active.
    [[nodiscard]] const std::vector<ProfileSection>* merged() const
    {
        return active_.empty() ? nullptr : &merged_;
    }

private:
    struct Profile {
        std::string_view text;
        bool is_active = false;
    };

    void add(std::string_view folder, std::string_view text);
    // Loads a profile after those that it includes.
    void load(std::string_view name);

    std::vector<Profile> profiles_;
    std::unordered_map<std::string_view, std::size_t> by_name_;
    std::unordered_map<std::string_view, std::size_t> by_folder_; ///< with its path
    std::vector<std::string_view> active_; ///< their texts, each after those that it includes
    std::vector<ProfileSection> merged_;
    bool is_known_ = false;
};

}
