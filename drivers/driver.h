// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "models/change/editing.h"
#include "models/fabric/design.h"
#include "models/fabric/device.h"
#include "models/syntax/tree.h"
#include "models/text/result.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

class LiveDevice;
struct LiveTarget;

/// How sure a driver is that a file is its own.
struct Detection {
    /// 0: not mine. 100: the file says so itself. Of two drivers the surer one gets the file.
    int confidence = 0;
    /// Why, in words that `rocelint debug` shows; a literal.
    std::string_view reason;
};

/// A line that speaks for a platform, or against it. Files are looked through once for the signs of all platforms, so that
/// no driver needs to know another's: only words of platforms that have no driver weigh less than nothing.
struct Sign {
    /// A file with this sign says itself what it is, whatever else stands in it.
    static constexpr std::int16_t certain = 1000;
    /// The weights of all signs that a file has, each counted once, must come to this much.
    static constexpr int enough = 35;

    std::string_view begins; ///< of a line, without the blanks in front; three bytes at least
    std::int16_t weight = 0;
    std::string_view reason; ///< as Detection::reason; the heaviest sign's is shown
    std::string_view holds; ///< what else the line holds behind its beginning; may be empty
    std::string_view ends; ///< bytes of which one ends the line; may be empty
    std::uint8_t most_blanks = 0xff; ///< in front of the line, where the platform never indents it further
};

/// How a device is reached.
enum class Protocol : std::uint8_t {
    none, ///< not at all: its files are read
    command_line, ///< a command line on a terminal, over SSH
    shell, ///< a POSIX shell over SSH
    netconf, ///< NETCONF over SSH (RFC 6242)
};

/// What a driver read from the files of one device.
struct Reading {
    Device device;
    /// Besides the trees' own problems: a value out of its range, a reference to nothing, and the like (SYN001).
    std::vector<SyntaxProblem> problems;
};

/// The configuration that a driver writes for a designed device.
struct Rendering {
    std::vector<RenderedFile> files;
    /// What the design wants and this platform cannot say, each a sentence for people.
    std::vector<std::string> left_out;
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
    /// Lines by which a file of this platform is recognised.
    std::span<const Sign> signs;
    /// What no single line tells: the structure of JSON, XML or a shell script, the path where the content is a bare
    /// number (mirrored /sys files). May be null. Ask detect() below, which looks at the signs too.
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
    /// Whether "${NAME}" belongs to the platform's own language, as in a shell, and is not what a template left behind.
    bool has_variables = false;
    /// A common name for files of one folder that are parts of one device by their file names, or empty. May be null.
    std::string_view (*file_set)(std::string_view file_name) = nullptr;
    /// The smallest edits that make the changes, in one go: a place that several ports share (a range, a profile, a map)
    /// is edited there only if all its users want the change. Trees are those that `device` was read from. Null where
    /// the platform cannot be written yet. Where anything is refused the edits of the rest are not to be used, since they
    /// belong together: amend() asks again without it.
    Editing (*edit)(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
        = nullptr;
    /// The same as input for the device, in the order in which it takes it; where anything is refused the rest is asked
    /// for again too. Null where the platform has none yet.
    Commands (*commands)(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
        = nullptr;
    /// What brings a device that is as `after` says back to what `before` says: made of the same changes, in the languages
    /// of Commands. Changes that cannot be taken back are refused. Null where the platform has no way back: then nothing
    /// is pushed to it.
    Commands (*undo)(std::span<const Tree> before,
        std::span<const Tree> after,
        const Device& device_before,
        std::span<const Change> changes)
        = nullptr;
    /// Values of Ansible's ansible_network_os that mean this platform; the first is the one that is shown. An empty one
    /// stands for an inventory that has no such variable.
    std::span<const std::string_view> ansible_names;
    Protocol protocol = Protocol::none; ///< none exactly where `open` is null
    std::uint16_t port = 22; ///< where the protocol is usually answered
    /// Connects to a device of this platform (drivers/live.h). Null where it is not reached.
    Result<std::unique_ptr<LiveDevice>> (*open)(const LiveTarget& target) = nullptr;
    /// A POSIX shell script for a device that nothing reaches: it prints what read() reads, and sets nothing. Null where the
    /// platform has none.
    std::string (*capture_script)() = nullptr;
    /// Writes the complete lossless configuration of a device from nothing: maps, PFC, headroom, ECN, shares, watchdog,
    /// MTU, LLDP. What read() makes of it is what the design says. Null where the platform cannot be written.
    Rendering (*render)(const DeviceDesign& design) = nullptr;
    /// Whether `render` is for subnet managers (DeviceDesign::manager), which an intent has in a section of their own.
    bool renders_managers = false;
    /// The words of the platform's language that read() knows, besides those of the example below: what a line that is not
    /// understood is held against. Null for what nobody writes by hand (captures).
    std::vector<std::string_view> (*words)() = nullptr;
    /// A complete clean device in this platform's own language, `@NAME@` standing for its name: the ground on which
    /// rule examples stand. It classifies DSCP 26 into lossless priority 3 and DSCP 48 into priority 6.
    std::string_view base_example;
    std::string_view base_file_name; ///< the name that such a file usually has
};

/// Every driver, in the order in which they are documented.
[[nodiscard]] std::span<const Driver* const> all_drivers();
/// The driver of this platform name, or null.
[[nodiscard]] const Driver* find_driver(std::string_view name);
/// The driver of this value of ansible_network_os, or null.
[[nodiscard]] const Driver* find_driver_of_ansible(std::string_view network_os);

/// How sure one driver is of a file: by its signs, and by what Driver::detect says.
[[nodiscard]] Detection detect(const Driver& driver, const Source& source);
/// The surest driver for this file, or null with the reason why there is none.
struct Recognition {
    const Driver* driver = nullptr;
    std::string_view reason;
};
[[nodiscard]] Recognition recognise(const Source& source);

}
