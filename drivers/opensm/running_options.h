// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/opensm/reader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

namespace rocelint::opensm {

/// What is known of a key that stands hidden in a file: nothing, but that there is one.
inline constexpr std::string_view unknown_key = "?";

/// What each option runs with, as line after line is taken.
class RunningOptions {
public:
    struct Running {
        std::string_view value; ///< of a secret only while it is compared
        std::uint32_t option = Port::no_index; ///< index of the line that set it
    };

    /// `read`: whether there is an option file at all.
    RunningOptions(ManagerReader& reader, bool read) : reader_(reader), read_(read) { }

    /// What runs so far: of an option that no line states what the flavour's subnet manager starts with.
    [[nodiscard]] Running of(std::string_view name) const;
    /// The value that lines give the option, or null.
    [[nodiscard]] const Running* stated(std::string_view name) const;
    /// Takes the value of a line for the one that runs.
    void take(std::string_view name, std::string_view value, std::uint32_t option);
    /// No key stays in the model: of those that are compared a digest does.
    void keep_secret(std::string_view name, std::uint32_t option);
    /// Gives an option another value than its line says, and says why.
    void replace(std::string_view name, const std::string& value, std::string_view why);
    /// Where the running value is from.
    [[nodiscard]] OriginId origin_of(std::string_view name);
    [[nodiscard]] std::string_view fallback_of(std::string_view name) const;
    [[nodiscard]] ManagerReader& reader() { return reader_; }

private:
    ManagerReader& reader_;
    bool read_;
    std::unordered_map<std::string_view, Running> running_;
    std::unordered_map<std::string_view, std::string> secrets_;
};

/// What opensm sets to fit something else once all lines are read (osm_subn_verify_config).
void restrain(RunningOptions& running);
/// Makes the manager's settings of what runs.
void read_settings(RunningOptions& running);
/// Whether an option becomes one of the manager's settings, or names a file that is one of its own.
[[nodiscard]] bool is_setting(std::string_view name);

}
