// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/syntax/tree.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// How sure a driver is that a file is its own.
struct Detection {
    /// 0: not mine. 100: the file says so itself. Of two drivers the surer one gets the file.
    int confidence = 0;
    /// Why, in words that `rocelint debug` shows; a literal.
    std::string_view reason;
};

/// What a driver read from the files of one device.
struct Reading {
    Device device;
    /// Besides the trees' own problems: a value out of its range, a reference to nothing, and the like (SYN001).
    std::vector<SyntaxProblem> problems;
};

/// Everything that one platform brings along. A driver knows no rule and no other driver.
///
/// The road is parse(Source) -> Tree, read(Trees) -> Device. Both are pure: no output, no environment, no clock, and
/// no input makes them throw or end the program. read() marks every node that it understands (Node::mark); what it
/// leaves alone is counted and shown as unrecognised.
struct Driver {
    std::string_view name; ///< platform name of the command line
    std::string_view title; ///< for people: "Arista EOS"
    std::string_view
        comment; ///< what begins a comment line, for inline waivers; empty where the format has none
    /// By content first, by path where the content is a bare number (mirrored /sys files).
    Detection (*detect)(const Source& source) = nullptr;
    Tree (*parse)(const Source& source) = nullptr;
    /// The device name that a file states, or empty. Decides which files belong together.
    std::string_view (*identity)(const Tree& tree) = nullptr;
    /// Reads the files of one device, in path order. `fallback_name` is used where no file states the name.
    Reading (*read)(std::span<const Tree> trees, std::string_view fallback_name) = nullptr;
    /// Whether the recognised files of a folder together are one device (host captures).
    bool folder_is_one_device = false;
    /// Whether a file may lie among host captures without making them many devices (job environments).
    bool joins_folder = false;
    /// A common name for files of one folder that are parts of one device by their file names, or empty. May be null.
    std::string_view (*file_set)(std::string_view file_name) = nullptr;
    /// A complete clean device in this platform's own language, `@NAME@` standing for its name: the ground on which
    /// rule examples stand. It classifies DSCP 26 into lossless priority 3 and DSCP 48 into priority 6.
    std::string_view base_example;
    std::string_view base_file_name; ///< the name that such a file usually has
};

/// Every driver, in the order in which they are documented.
[[nodiscard]] std::span<const Driver* const> all_drivers();
/// The driver of this platform name, or null.
[[nodiscard]] const Driver* find_driver(std::string_view name);
/// The surest driver for this file, or null with the reason why there is none.
struct Recognition {
    const Driver* driver = nullptr;
    std::string_view reason;
};
[[nodiscard]] Recognition recognise(const Source& source);

}
