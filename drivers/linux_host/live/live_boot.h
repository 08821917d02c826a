// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"

#include <optional>
#include <string>
#include <string_view>

namespace rocelint::linux_host {

/// The files that a Commands::persistent installs, extracted from its text.
struct BootFiles {
    std::string script_path;
    std::string script;
    std::string unit_path;
    std::string unit;
    /// Key of the persistent text, or of the one that it undoes.
    std::string key;
    bool takes_back = false;
};
/// Returns nothing if the text installs no files, because the user has to.
[[nodiscard]] std::optional<BootFiles> read_boot_files(std::string_view persistent);

/// A script that prints the current content of these files,
/// and what an earlier persist() stored for the undo.
[[nodiscard]] std::string boot_state_script(const BootFiles& files);
struct BootState {
    bool has_script = false;
    bool has_unit = false;
    bool enabled = false;
    std::string script;
    std::string unit;
    /// For this key: the content before our change, and what
    /// we wrote. has_record is false if we wrote nothing.
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

/// The wanted content of the files; keep_files is false if they are to be removed.
struct BootWish {
    bool changes = false;
    bool keep_files = true;
    bool enable = true;
    bool forget_record = false;
    std::string script;
    std::string unit;
};
/// Appends the new settings to those in the files, without the old settings that they replace. An undo
/// restores the former files exactly; if someone has changed the files since, it adds the old values as new
/// settings instead.
[[nodiscard]] BootWish wanted_boot(const BootFiles& files, const BootState& now);
[[nodiscard]] std::string boot_script_text(
    const Transaction& transaction, const BootFiles& files, const BootState& now, const BootWish& wish);
/// Whether the files are as wanted.
[[nodiscard]] bool is_as_wished(const BootState& now, const BootWish& wish);

}
