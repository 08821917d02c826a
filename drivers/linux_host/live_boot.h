// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <optional>
#include <string>
#include <string_view>

namespace rocelint::linux_host {

/// The files that a Commands::persistent installs, taken apart.
struct BootFiles {
    std::string script_path;
    std::string script;
    std::string unit_path;
    std::string unit;
    std::string key; ///< of the persistent text, or of the one that it takes back
    bool takes_back = false;
};
/// Nothing where the text installs no files, because people have to.
[[nodiscard]] std::optional<BootFiles> read_boot_files(std::string_view persistent);

/// A script that prints what stands in these files now, and what a former persist() left beside for the way back.
[[nodiscard]] std::string boot_state_script(const BootFiles& files);
struct BootState {
    bool has_script = false;
    bool has_unit = false;
    bool enabled = false;
    std::string script;
    std::string unit;
    /// Of this key: what stood there before, and what we wrote. Nothing where no such thing was written.
    bool has_record = false;
    bool had_script = false;
    bool had_unit = false;
    bool was_enabled = false;
    std::string old_script;
    std::string old_unit;
    std::string our_script;
    std::string our_unit;
};
[[nodiscard]] BootState read_boot_state(std::string_view printed);

/// What is to stand in the files; nothing in them means that they go.
struct BootWish {
    bool changes = false;
    bool keep_files = true;
    bool enable = true;
    bool forget_record = false;
    std::string script;
    std::string unit;
};
/// New settings behind the old ones of the same files, of which those go that are set anew; or, to take something back,
/// exactly what stood there, unless somebody changed the files since: then the old values as new settings.
[[nodiscard]] BootWish wanted_boot(const BootFiles& files, const BootState& now);
[[nodiscard]] std::string boot_script_text(
    const Transaction& transaction, const BootFiles& files, const BootState& now, const BootWish& wish);
/// Whether the files stand as they should.
[[nodiscard]] bool is_as_wished(const BootState& now, const BootWish& wish);

}
