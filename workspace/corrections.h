// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/edit.h"
#include "rules/fix.h"
#include "workspace/outcome.h"

#include <string>
#include <vector>

namespace rocelint::workspace {

/// One file with its corrected text, or a new one.
struct CorrectedFile {
    SourceId source = no_source; ///< of a new file: no_source
    std::string path;
    std::string text;
    std::string diff; ///< as `diff -u` prints it; of a new file, against /dev/null
    bool executable = false; ///< of a new file
    std::vector<Edit> edits; ///< what makes `text` of the old text
};

/// A change that is not made, and why.
struct NotMade {
    Change change;
    std::vector<std::uint32_t> findings;
    std::string reason;
};

/// One device, corrected. The files were read again and mean what was wanted, and nothing else.
struct Correction {
    std::uint32_t device = 0;
    std::vector<CorrectedFile> files;
    std::vector<PlannedChange> made;
    std::vector<NotMade> not_made;
    std::vector<std::string> side_effects; ///< Amended::side_effects
    std::string commands; ///< for the device itself; empty unless asked for
    std::string persistent; ///< what keeps them over a reboot
    std::vector<NotMade> interruptions; ///< made, but links go down while the device takes the commands
    std::string doubt; ///< Commands::doubt
    std::vector<NotMade> not_in_commands; ///< made in the files, but the device takes no command for it
    std::string netconf; ///< the same for NETCONF
};

/// Whether files, commands or both are wanted.
struct CorrectionWish {
    bool files = true;
    bool commands = false;
    bool hitless = false; ///< nothing that takes a link down on the way
    std::string sku; ///< of all switches, where their files do not tell; empty: not known
    std::string release; ///< of all switches' operating system; empty: not known
};

/// Whether the file begins with a byte order mark, which its text does not have and a corrected file keeps.
[[nodiscard]] bool has_byte_order_mark(const Source& source);

/// Corrects every device of a plan, in parallel, in the plan's order. Never fails as a whole: what cannot be made is
/// listed with its reason.
[[nodiscard]] std::vector<Correction> correct(
    const Outcome& outcome, const FixPlan& plan, const CorrectionWish& wish);

}
