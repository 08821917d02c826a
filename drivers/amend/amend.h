// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/text/source.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rocelint {

/// A device read from files. Owns everything that the Device points into.
struct ReadDevice {
    std::vector<std::unique_ptr<Source>> sources;
    std::vector<Tree> trees;
    Device device;
};

/// The files of one device, already read. Their owner must outlive the call.
struct DeviceFiles {
    /// Its `edit` is not null.
    const Driver& driver;
    std::span<const Tree> trees;
    const Device& device;
    /// Prefix of the name of a new file: "host1/", or empty.
    std::string folder;
};

/// One file that was changed or added.
struct AmendedFile {
    SourceId source = no_source; ///< no_source for a new file
    /// For a new file as in RenderedFile; else the path.
    std::string name;
    std::string text;
    std::vector<Edit> edits; ///< the edits that turn the old text into `text`
    bool executable = false; ///< for a new file
};

/// The result of some changes to one device.
struct Amended {
    std::vector<std::uint32_t> made; ///< indices of the changes, in ascending order
    /// All other changes, each once, with the reason.
    std::vector<Refusal> refused;
    /// Changed files in the order of the trees, then new ones.
    std::vector<AmendedFile> files;
    /// The device read from the amended files; empty if no change was made.
    ReadDevice after;
    /// Other things that the edits change (is_side_effect): "watchdog of Ethernet1/2".
    std::vector<std::string> side_effects;
};

/// Makes as many of the changes as can be made together. A change that the driver refuses is
/// removed and the others are tried again. The edited files are parsed and read again; then
/// every change must be made (is_made) and nothing else may differ, except for a device-wide
/// line that affects a port without RDMA traffic. Changes that fail this check are refused, so
/// that no editor has to be trusted. A refused change does not affect the others, whatever
/// their order. Refused changes are tried again on the amended files until no more can be made.
[[nodiscard]] Amended amend(const DeviceFiles& before, std::span<const Change> changes);

/// Returns `made`, a driver's commands for `changes` changes, or all changes
/// refused if a command holds a control character other than line feed or tab: a
/// terminal, a shell or a person who pastes it would treat it as more than a name.
[[nodiscard]] Commands without_control_characters(Commands made, std::size_t changes);

/// The commands for as many changes as the driver has commands for. The others are in `refused`.
[[nodiscard]] Commands commands_for(const DeviceFiles& before, std::span<const Change> changes);

}
