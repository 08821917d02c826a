// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "models/fabric/topology.h"
#include "models/text/digest.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::workspace {

/// One input file with the platform that it was recognised as.
struct InputFile {
    std::unique_ptr<Source> source;
    const Driver* driver = nullptr;
    std::string_view reason;
    Digest content{}; ///< of its text, where anything is kept for later runs
    std::size_t bytes = 0; ///< as read
    std::uint32_t lines = 0; ///< of a file of no known platform
    Span conflict; ///< the first mark of a merge that was never finished
    std::uint32_t conflicts = 0; ///< how many such places the file has
    Span failed_capture; ///< the first error of a command line, in a file that holds nothing else
    std::vector<std::string> quoted; ///< texts that a document quotes, where they are to be read
    std::uint32_t block = 0; ///< of a text that a document quotes, which one it is, from 1; 0: a file
};

/// Files that are read as one device.
struct FileGroup {
    std::vector<std::size_t> files; ///< indices, in path order
    std::string name; ///< the topology's name for it, else the folder's or the file's
    bool name_is_given = false; ///< by the topology: stronger than what the files say
};

/// Which files form one device: those that the topology puts together; the host captures of one folder, unless they
/// name different hosts; sets that a driver knows by their file names. Every other file is a device of its own: a
/// folder of many devices' fragments is never merged.
[[nodiscard]] std::vector<FileGroup> group_files(
    const std::vector<InputFile>& files, const Topology* topology);

/// Whether the topology names this file, or a folder above it, as a device's.
[[nodiscard]] bool gives_to_device(const Topology& topology, const std::string& path);

/// Where the files of a device of the topology are: absolute, or empty where it does not say.
[[nodiscard]] std::string planned_path(const Topology& topology, const TopologyDevice& device);

/// The folder of the device that this file belongs to: a file of a mirrored root directory (host_trees.h) belongs to the
/// folder that mirrors it.
[[nodiscard]] std::string device_folder(std::string_view path);

}
