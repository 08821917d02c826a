// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/opensm/read/reader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace rocelint::opensm {

/// Stands for a redacted key: it is only known that there is one.
inline constexpr std::string_view unknown_key = "?";

/// The value with which each option runs, updated line by line.
class RunningOptions {
public:
    struct Running {
        std::string_view value; ///< for a secret, kept only while it is compared
        std::uint32_t option = Port::no_index; ///< index of the line that set it
    };

    /// `read`: whether an option file exists.
    RunningOptions(ManagerReader& reader, bool read) : reader_(reader), read_(read) { }

    /// Returns the value so far; for an option that no line states, the default of the flavor's subnet
    /// manager.
    [[nodiscard]] Running of(std::string_view name) const;
    /// Returns the value that the lines state for the option, or null.
    [[nodiscard]] const Running* stated(std::string_view name) const;
    /// Sets the running value from a line.
    void take(std::string_view name, std::string_view value, std::uint32_t option);
    /// Keeps no key in the model; keys that must be compared are replaced by a digest.
    void keep_secret(std::string_view name, std::uint32_t option);
    /// Replaces the value stated by the option's line, and records the reason.
    void replace(std::string_view name, const std::string& value, std::string_view why);
    /// Returns the origin of the running value.
    [[nodiscard]] OriginId origin_of(std::string_view name);
    [[nodiscard]] std::string_view fallback_of(std::string_view name) const;
    [[nodiscard]] ManagerReader& reader() { return reader_; }

private:
    ManagerReader& reader_;
    bool read_;
    std::unordered_map<std::string_view, Running> running_;
    std::unordered_map<std::string_view, std::string> secrets_;
};

/// Applies the adjustments that opensm makes once all lines are read (osm_subn_verify_config).
void restrain(RunningOptions& running);
/// Makes the manager's settings from the running values.
void read_settings(RunningOptions& running);
/// Whether an option becomes one of the manager's settings, or names one of its files.
[[nodiscard]] bool is_setting(std::string_view name);

}
