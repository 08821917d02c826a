// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/edit.h"

#include <cstdint>
#include <string>
#include <vector>

namespace rocelint {

/// A change that a driver cannot make, and the reason.
struct Refusal {
    std::uint32_t change = 0; ///< index in the requested list
    std::string reason; ///< "Ethernet4 shares this row with Ethernet8, which must not change"
};

/// One newly written file of a device's configuration.
struct RenderedFile {
    std::string name; ///< relative to the device's folder, or the file itself: "leaf1.json"
    std::string text;
    bool executable = false;
    bool secret = false; ///< holds keys, so only its owner may read it
};

/// A driver's result for a list of changes: edits of the device's files.
struct Editing {
    std::vector<Edit> edits; ///< of any of the device's files, by their Span's source; without overlaps
    /// additional files, where no file of the device could hold the change
    std::vector<RenderedFile> created;
    std::vector<Refusal> refused;
};

/// A link that goes down while the device applies the commands, however harmless the change itself is.
struct Interruption {
    std::uint32_t change = 0; ///< index in the requested list
    std::string reason; ///< a sentence without full stop, with the source
};

/// A driver's result for a list of changes: input for the device itself.
struct Commands {
    std::string text; ///< in the device's own language: lines, a JSON patch, XML or a shell script
    /// What makes the change survive a reboot, where `text` itself does not (a systemd unit, a udev rule).
    /// May be empty.
    std::string persistent;
    /// The same as the `<config>` of a NETCONF `<edit-config>` (RFC 6241). Empty if the platform has no
    /// NETCONF.
    std::string netconf;
    std::vector<Interruption> interruptions;
    /// what the device may refuse for reasons that its files do not show; a sentence, or empty
    std::string doubt;
    std::vector<Refusal> refused;
};

}
