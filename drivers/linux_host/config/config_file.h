// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/linux_host/setter/setter.h"

#include <vector>

namespace rocelint::linux_host {

/// The kind of a host's configuration file, by its name and beginning.
enum class ConfigKind : std::uint8_t {
    none, ///< a capture
    script,
    unit, ///< systemd.service(5)
    udev, ///< udev(7)
    key_file, ///< systemd.link(5), systemd.network(5), NetworkManager's keyfile, ifcfg-*
    interfaces, ///< interfaces(5) of ifupdown
    netplan, ///< netplan(5)
};
[[nodiscard]] ConfigKind config_kind(const Source& source);
[[nodiscard]] ConfigKind config_kind(std::string_view path, std::string_view text);

/// Whether the file sets something that RDMA traffic depends on.
[[nodiscard]] Detection detect_config(const Source& source);
/// Returns a node for each line that is not a comment; for netplan, the YAML tree.
[[nodiscard]] Tree parse_config(const Source& source, ConfigKind kind);
/// The host named in a file that rocelint wrote ("# rocelint host: NAME"), or empty.
[[nodiscard]] std::string_view named_host(const Source& source);

/// An interface that a file makes a member of a bond.
struct BondMember {
    std::string_view bond;
    std::string_view interface;
    /// The bond's name, or the member's name in the bond's list.
    Span at;
};

/// What a file sets, in order.
struct ConfigFile {
    ConfigKind kind = ConfigKind::none;
    const Tree* tree = nullptr;
    std::string_view path;
    /// What it contains: all of the source, or a here-document of a script that writes this file.
    std::string_view text;
    std::vector<Setter> setters;
    std::vector<BondMember> bond_members;
    std::vector<SyntaxProblem> problems;
    /// The host's RDMA devices, while the file is read.
    std::span<const ShellDevice> devices;
    /// Where a new command goes if nothing else determines its place: at the end of a script or before its
    /// `exit`; in a unit that accepts several ExecStart, after the last one. 0xffffffff: nowhere.
    std::uint32_t insert_at = 0xffffffffU;
};
/// Reads one file and marks its lines. `scripts` are the
/// names of the host's own scripts, which units may run; `devices` are its RDMA devices.
[[nodiscard]] ConfigFile read_config(const Tree& tree,
    ConfigKind kind,
    std::span<const std::string_view> scripts,
    std::span<const ShellDevice> devices,
    Arena& arena);

/// The coverage state of each line of a file: a line with several settings gets the worst of their states.
class LineMarks {
public:
    explicit LineMarks(const Tree& tree);
    /// Marks the lines that [begin, end) touches.
    void mark(std::uint32_t begin, std::uint32_t end, CoverageState state);
    /// Unmarked lines get the state `rest`; those at or after the offset `from` get `behind`.
    void finish(CoverageState rest, std::uint32_t from, CoverageState behind) const;

private:
    std::vector<const Node*> lines_;
    std::vector<int> states_;
};

// One function for each kind of file.
void read_script(ConfigFile& file, LineMarks& marks, Arena& arena);
void read_unit(ConfigFile& file, LineMarks& marks, std::span<const std::string_view> scripts, Arena& arena);
void read_udev(ConfigFile& file, LineMarks& marks, Arena& arena);
void read_key_file(ConfigFile& file, LineMarks& marks);
void read_interfaces(ConfigFile& file, LineMarks& marks, Arena& arena);
void read_netplan(ConfigFile& file, Arena& arena);

/// Follows a command line in a file and adds what it sets. Returns the worst state of its commands.
CoverageState read_command_line(
    ConfigFile& file, std::string_view line, const ShellDialect& dialect, std::uint32_t after, Arena& arena);

/// A logical line: a line joined with those that follow a backslash at its end.
struct LogicalLine {
    std::string_view text; ///< trimmed
    std::uint32_t begin = 0;
    std::uint32_t end = 0; ///< offset after its line end
};
/// The logical lines of a text that are neither blank nor comments; the text begins at this offset of its file.
[[nodiscard]] std::vector<LogicalLine> logical_lines(
    std::string_view text, std::string_view comment_characters, std::uint32_t at = 0);
/// The logical lines of a file.
[[nodiscard]] std::vector<LogicalLine> logical_lines(
    const ConfigFile& file, std::string_view comment_characters);
/// Reads what a script writes to a file with a here-document, and marks its lines. `scripts` are the names of
/// the scripts that units may run.
void read_document(ConfigFile& file,
    std::string_view path,
    const ShellCommand& command,
    std::span<const std::string_view> scripts,
    LineMarks& marks,
    Arena& arena);

/// Adds an MTU setting if the value is a number in range; returns false otherwise.
[[nodiscard]] bool add_mtu(
    ConfigFile& file, std::string_view interface, std::string_view value, std::uint32_t after);
/// Whether a name is a single interface rather than a pattern.
[[nodiscard]] bool is_one_name(std::string_view name);

}
