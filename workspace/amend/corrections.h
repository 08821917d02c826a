// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/edit.h"
#include "rules/engine/fix.h"
#include "workspace/check/outcome.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// A corrected or new file.
struct CorrectedFile {
    SourceId source = no_source; ///< no_source for a new file
    std::string path;
    std::string text;
    std::string diff; ///< in the format of `diff -u`; a new file against /dev/null
    bool executable = false; ///< only for a new file
    std::vector<Edit> edits; ///< the edits that turn the old text into `text`
};

/// A change that is not made, and the reason.
struct NotMade {
    Change change;
    std::vector<std::uint32_t> findings;
    std::string reason;
};

/// One corrected device. The corrected files were read again and mean exactly what was wanted.
struct Correction {
    std::uint32_t device = 0;
    std::vector<CorrectedFile> files;
    std::vector<PlannedChange> made;
    std::vector<NotMade> not_made;
    std::vector<std::string> side_effects; ///< see Amended::side_effects
    std::string commands; ///< for the device itself; empty unless requested
    std::string persistent; ///< what makes the commands survive a reboot
    /// changes that are made, but take links down while the device applies the commands
    std::vector<NotMade> interruptions;
    std::string doubt; ///< see Commands::doubt
    std::vector<NotMade> not_in_commands; ///< made in the files, but the device has no command for it
    std::string netconf; ///< the commands for NETCONF
};

/// Whether to produce files, commands or both.
struct CorrectionWish {
    bool files = true;
    bool commands = false;
    bool hitless = false; ///< leave out whatever takes a link down
    std::string sku; ///< of all switches whose files do not state it; empty: unknown
    std::string release; ///< release of all switches' operating system; empty: unknown
};

/// Whether the file begins with a byte order mark. Its text does not include the mark, but a corrected file
/// keeps it.
[[nodiscard]] bool has_byte_order_mark(const Source& source);

/// Corrects every device of a plan, in parallel; the result is in the plan's order. Never fails as a whole:
/// what cannot be made is listed with its reason.
[[nodiscard]] std::vector<Correction> correct(
    const Outcome& outcome, const FixPlan& plan, const CorrectionWish& wish);

}
