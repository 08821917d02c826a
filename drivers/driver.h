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
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

class LiveDevice;
struct LiveTarget;

/// How sure a driver is that a file belongs to its platform.
struct Detection {
    /// 0: not mine. 100: the file states its platform. The driver with the highest confidence gets the file.
    int confidence = 0;
    /// The reason that `rocelint debug` shows; a string literal.
    std::string_view reason;
};

/// A line that speaks for a platform or against it. One pass over a file finds the signs of all platforms, so
/// no driver needs to know another's. Only signs of unsupported platforms have negative weights.
struct Sign {
    /// A file with this sign states its platform, whatever else it contains.
    static constexpr std::int16_t certain = 1000;
    /// The weights of all signs found in a file, each counted once, must add up to at least this.
    static constexpr int enough = 35;

    /// Beginning of the line, without leading blanks; at least three bytes.
    std::string_view begins;
    std::int16_t weight = 0;
    /// As Detection::reason; the reason of the heaviest sign is shown.
    std::string_view reason;
    /// Text that must follow somewhere after the beginning; may be empty.
    std::string_view holds;
    /// Characters, one of which must end the line; may be empty.
    std::string_view ends;
    /// Most leading blanks, for lines that the platform never indents further.
    std::uint8_t most_blanks = 0xff;
};

/// A command that shows on a device what rules judge, so that a person can verify a finding there.
struct ShowCommand {
    /// The families of rules that it is for, as their codes begin: "PFC WD".
    std::string_view families;
    /// As a person types it; names of ports and the like are examples.
    std::string_view command;
    /// Completes "It shows ...": "the priorities that each port pauses".
    std::string_view shows;
};

/// A command that shows counters on a live device and changes nothing there.
struct CounterCommand {
    std::string_view command; ///< as it is typed; for a shell, a script
    std::string_view file; ///< where its output is stored, in the device's folder: "pfc.json"
};

/// How a device is reached.
enum class Protocol : std::uint8_t {
    none, ///< not reached: only its files are read
    command_line, ///< a command line on a terminal, over SSH
    shell, ///< a POSIX shell over SSH
    netconf, ///< NETCONF over SSH (RFC 6242)
};

/// The result of reading the files of one device.
struct Reading {
    Device device;
    /// Problems besides those of the trees: a value out of range,
    /// a reference to something undefined, and so on (SYN001).
    std::vector<SyntaxProblem> problems;
};

/// The configuration that a driver writes for a device of a design.
struct Rendering {
    std::vector<RenderedFile> files;
    /// The parts of the design that this platform cannot express, each as a sentence for the user.
    std::vector<std::string> left_out;
    /// Why the files would lose RDMA packets, since the platform cannot express a part that the design needs, or
    /// why the platform would not take them. Empty if they are sound. The device is then refused, and nothing is
    /// written.
    std::string refused;
};

/// Where to find a setting that a file of the platform lacks.
struct Capture {
    /// The first words of what is lacking: the setting as its row in fields.h calls it, or the reason that read()
    /// gives for not having it.
    std::string_view lacks;
    /// How to get it, in the imperative: "capture `ethtool -i`".
    std::string_view advice;
};

/// One platform. A driver knows no rule and no other driver.
///
/// The pipeline is parse(Source) -> Tree, read(Trees) -> Device. Both steps are pure: no output, no
/// environment, no clock, and no input makes them throw or end the program. read() marks every node that it
/// understands (Node::mark); rocelint counts the other nodes and lists them as unrecognised.
struct Driver {
    /// Platform name on the command line.
    std::string_view name;
    /// Name in messages: "Arista EOS".
    std::string_view title;
    /// The beginning of a comment line, for inline waivers; empty where the format has no comments.
    std::string_view comment;
    /// Lines that identify a file of this platform.
    std::span<const Sign> signs;
    /// Recognizes what no single line shows: the structure of JSON, XML or a shell
    /// script, or the path of a file that holds a bare number (mirrored /sys files).
    /// May be null. Callers use detect() below, which also looks at the signs.
    Detection (*detect)(const Source& source) = nullptr;
    Tree (*parse)(const Source& source) = nullptr;
    /// The device name that a file states, or empty. Decides which files belong together.
    std::string_view (*identity)(const Tree& tree) = nullptr;
    /// Reads the files of one device, in path order. Uses `fallback_name` where no file states the name.
    Reading (*read)(std::span<const Tree> trees, std::string_view fallback_name) = nullptr;
    /// Whether all recognized files of a folder belong to one device (host captures).
    bool folder_is_one_device = false;
    /// For such a platform: whether the path is that of a file that holds the output of one command, so that its name
    /// says nothing of the device, such as "gpu01/rdma-link.txt". May be null.
    bool (*is_capture_name)(std::string_view path) = nullptr;
    /// Whether a folder of host captures that contains such a file is still one device (job environments).
    bool joins_folder = false;
    /// Whether "${NAME}" belongs to the platform's language, as in
    /// a shell, rather than being an unfilled template variable.
    bool has_variables = false;
    /// Whether "{{ … }}" belongs to the language of this file, as in a playbook of Ansible. May be null.
    bool (*has_marks)(const Source& source) = nullptr;
    /// The character that joins the parts of a port's name, such as '|' in "card2|asic0|Ethernet0": the platform's edits
    /// and scripts quote port names, so that no shell takes it for more. 0: names have one part.
    char name_separator = 0;
    /// For a file that sets up several devices, such as a playbook of Ansible: the names of devices and of
    /// groups of devices that it is for; nothing for any other file. Such a file is one more file of each device
    /// with such a name, or of all devices of the platform if none has one. May be null.
    std::optional<std::vector<std::string>> (*shared_by)(const Source& source) = nullptr;
    /// For a platform whose files also set up hosts of another platform, such as the objects of a cluster: the name of
    /// that platform. Each host of it with files of its own gets these files behind its own, and its read() finds what
    /// is for the host. Empty: none.
    std::string_view sets_up{};
    /// For such a platform: whether a file only shows which hosts the others are for, such as a list of nodes, and is
    /// not a device. May be null.
    bool (*only_selects)(const Source& source) = nullptr;
    /// A common name for the files of a folder whose file names
    /// mark them as parts of one device; else empty. May be null.
    std::string_view (*file_set)(std::string_view file_name) = nullptr;
    /// Returns the smallest edits that make all the changes. Where several ports share a
    /// range, a profile or a map, the edit changes it in place only if every user of it wants
    /// the change. `trees` are those that `device` was read from. Null where rocelint cannot
    /// write the platform yet. If any change is refused, callers must not use the edits of the
    /// others, because they belong together: amend() calls again without the refused change.
    Editing (*edit)(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
        = nullptr;
    /// Returns the same changes as input for the device, in the order in which the device accepts them. If
    /// any change is refused, callers ask again for the rest. Null where the platform has no commands yet.
    Commands (*commands)(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
        = nullptr;
    /// Returns commands that bring a device from the state in `after` back to the state in `before`, for the
    /// same changes and in the same languages as Commands. Refuses changes that cannot be undone. Null where
    /// the platform has no undo: then nothing is pushed to it.
    Commands (*undo)(std::span<const Tree> before,
        std::span<const Tree> after,
        const Device& device_before,
        std::span<const Change> changes)
        = nullptr;
    /// Values of Ansible's ansible_network_os that mean this platform; the first is the one shown. An empty
    /// value stands for an inventory without that variable.
    std::span<const std::string_view> ansible_names;
    Protocol protocol = Protocol::none; ///< none if and only if `open` is null
    std::uint16_t port = 22; ///< default port of the protocol
    /// Connects to a device of this platform (drivers/live.h). Null where rocelint cannot reach the platform.
    Result<std::unique_ptr<LiveDevice>> (*open)(const LiveTarget& target) = nullptr;
    /// Returns a POSIX shell script for a device that rocelint cannot reach: it prints what read()
    /// understands and changes nothing. Null where the platform has none.
    std::string (*capture_script)() = nullptr;
    /// Writes the complete lossless configuration of a new device: maps, PFC,
    /// headroom, ECN, shares, watchdog, MTU, LLDP. read() of the result gives
    /// what the design says. Null where the platform cannot be written.
    Rendering (*render)(const DeviceDesign& design) = nullptr;
    /// Whether `render` is for subnet managers (DeviceDesign::manager),
    /// which have their own section in an intent.
    bool renders_managers = false;
    /// When the state comes into force that read() gives where captures and files that set up the device differ.
    std::string_view next_state = "after the next boot";
    /// The keywords of the platform's language that read() knows, besides those
    /// in the example below; lines that read() does not understand are compared
    /// with them. Null for formats that are not written by hand (captures).
    std::vector<std::string_view> (*words)() = nullptr;
    /// A complete clean device in this platform's language, with `@NAME@` for its name; rule examples build
    /// on it. It classifies DSCP 26 into lossless priority 3 and DSCP 48 into priority 6; where it goes by the
    /// VLAN tag, PCP 3 and PCP 6.
    std::string_view base_example;
    /// The rocelint.yaml that no rule reports anything of the example under. Empty: the profile `lossless`.
    std::string_view base_policy;
    /// The usual name of such a file.
    std::string_view base_file_name;
    /// The captures that show settings which checks often lack.
    std::span<const Capture> captures{};
    /// What shows on the device itself what the rules judge, for their pages. Empty: only its files are read.
    std::span<const ShowCommand> show_commands{};
    /// What `collect --counters` runs. Empty: counters of the platform are not fetched.
    std::span<const CounterCommand> counter_commands{};
};

/// Every driver, in the order of the documentation.
[[nodiscard]] std::span<const Driver* const> all_drivers();
/// The driver with this platform name, or null.
[[nodiscard]] const Driver* find_driver(std::string_view name);
/// The driver for this value of ansible_network_os, or null.
[[nodiscard]] const Driver* find_driver_of_ansible(std::string_view network_os);

/// How sure one driver is of a file, by its signs and by Driver::detect.
[[nodiscard]] Detection detect(const Driver& driver, const Source& source);
/// The driver with the highest confidence for a file, or null with the reason why no driver fits.
struct Recognition {
    const Driver* driver = nullptr;
    std::string_view reason;
};
[[nodiscard]] Recognition recognise(const Source& source);

}
