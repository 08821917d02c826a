// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/text/source.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rocelint {

/// A device that was read from files. Owns everything that the Device points into.
struct ReadDevice {
    std::vector<std::unique_ptr<Source>> sources;
    std::vector<Tree> trees;
    Device device;
};

/// The files of one device, read, whose owner lives longer than the call.
struct DeviceFiles {
    const Driver& driver; ///< has `edit`
    std::span<const Tree> trees;
    const Device& device;
    std::string folder; ///< what stands before the name of a new file: "host1/", or empty
};

/// One file that is not as it was.
struct AmendedFile {
    SourceId source = no_source; ///< of a new file: no_source
    std::string name; ///< of a new file, as RenderedFile has it; else the path
    std::string text;
    std::vector<Edit> edits; ///< what made it of the old text
    bool executable = false; ///< of a new file
};

/// What became of some changes of one device.
struct Amended {
    std::vector<std::uint32_t> made; ///< indices of the changes, in ascending order
    std::vector<Refusal> refused; ///< all the others, each once, with the reason
    std::vector<AmendedFile> files; ///< changed ones in the order of the trees, then new ones
    ReadDevice after; ///< the files read again; empty where nothing is made
    /// What the edits change besides (is_side_effect): "watchdog of Ethernet1/2".
    std::vector<std::string> side_effects;
};

/// Makes as many of the changes as can be made together: what the driver refuses is taken out and the rest tried again,
/// the edited files are parsed and read again, every change must then be made (is_made), and nothing else may differ, but what a
/// line of the whole device does to a port that carries nothing. What does not pass is refused, so that nobody has to trust an
/// editor; a change that is refused takes no other with it, whatever the order of the changes. What is refused is tried again on the
/// amended files, until nothing more can be made.
[[nodiscard]] Amended amend(const DeviceFiles& before, std::span<const Change> changes);

/// Commands for so many changes as a driver gave them, or all changes refused: no command holds a control character but line feeds and
/// tabs, which a terminal, a shell or a person who pastes it would take for more than a name.
[[nodiscard]] Commands without_control_characters(Commands made, std::size_t changes);

/// The commands for as many of the changes as the driver has commands for. `refused` are the others.
[[nodiscard]] Commands commands_for(const DeviceFiles& before, std::span<const Change> changes);

}
