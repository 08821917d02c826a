// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/edit.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rocelint {

/// A change that a driver cannot make, and why.
struct Refusal {
    std::uint32_t change = 0; ///< index in the list that was asked for
    std::string reason; ///< "Ethernet4 shares this row with Ethernet8, which must not change"
};

/// One file of a device's configuration, newly written.
struct RenderedFile {
    std::string name; ///< relative to the device's own folder, or, of a single file, the file: "leaf1.json"
    std::string text;
    bool executable = false;
    bool secret = false; ///< holds keys, so that its owner alone may read it
};

/// What a driver makes of a list of changes: edits of the device's files.
struct Editing {
    std::vector<Edit> edits; ///< of any of the device's files, by their Span's source; they do not overlap
    std::vector<RenderedFile> created; ///< further files, where none of the device could hold the change
    std::vector<Refusal> refused;
};

/// A link that goes down while the device takes the commands, however harmless the change itself is.
struct Interruption {
    std::uint32_t change = 0; ///< index in the list that was asked for
    std::string reason; ///< a sentence without its full stop, with the source
};

/// What a driver makes of a list of changes: input for the device itself.
struct Commands {
    std::string text; ///< in the device's own language: lines, a JSON patch, XML or a shell script
    /// What keeps the change over a reboot, where the text itself does not (a unit, a rule of udev). May be empty.
    std::string persistent;
    /// The same as the `<config>` of a NETCONF `<edit-config>` (RFC 6241). Empty where the platform has no NETCONF.
    std::string netconf;
    std::vector<Interruption> interruptions;
    std::string
        doubt; ///< what the device may refuse for reasons that its files do not tell; a sentence, or empty
    std::vector<Refusal> refused;
};

}
