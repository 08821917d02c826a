// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/fabric/topology.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// One input file with its recognized platform.
struct InputFile {
    std::shared_ptr<const Source> source;
    const Driver* driver = nullptr;
    std::string_view reason;
    std::size_t bytes = 0; ///< size as read
    std::uint32_t lines = 0; ///< only for a file of no known platform
    Span conflict; ///< the first mark of an unfinished merge
    std::uint32_t conflicts = 0; ///< number of unfinished merges in the file
    Span failed_capture; ///< the first error message, in a file that contains only command-line errors
    std::vector<std::string> quoted; ///< texts quoted in a document, if they are to be read
    std::uint32_t block = 0; ///< the number of the quoted text in its document, from 1; 0: a file
};

/// Files that are read as one device.
struct FileGroup {
    /// Indices, in path order; then those of several devices, which may be of another platform.
    std::vector<std::size_t> files;
    std::vector<std::size_t> shared; ///< among them, those of several devices
    std::string name; ///< from the topology, otherwise from the folder or the file
    bool name_is_given = false; ///< by the topology, which overrides what the files state
};

/// Decides which files form one device: those that the topology assigns to it; the host captures of one
/// folder, unless they name different hosts; sets that a driver recognizes by file name. Every other file is
/// a device of its own: a folder with fragments of many devices is never merged.
[[nodiscard]] std::vector<FileGroup> group_files(
    const std::vector<InputFile>& files, const Topology* topology);

/// Whether the topology assigns this file, or a folder above it, to a device.
[[nodiscard]] bool gives_to_device(const Topology& topology, const std::string& path);

/// The absolute path of a device's files according to the topology; empty if it does not say.
[[nodiscard]] std::string planned_path(const Topology& topology, const TopologyDevice& device);

/// The folder of the device that this file belongs to. A file of a mirrored root directory (host_trees.h)
/// belongs to the folder that contains the mirror.
[[nodiscard]] std::string device_folder(std::string_view path);

}
