// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/linux_host/setter/setter.h"

#include <optional>
#include <string>
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
    kernel, ///< sysctl.d(5), sysctl.conf
    tuned, ///< a profile of TuneD, tuned.conf(5)
    tuned_choice, ///< the names of the profiles of TuneD that are active, /etc/tuned/active_profile
    netplan, ///< netplan(5)
    ansible, ///< plays or tasks of Ansible
    cloud_init, ///< cloud-init's user data
    machine_config, ///< a MachineConfig of OpenShift
    cluster, ///< objects of Kubernetes that set up NICs of nodes, or the list of nodes
};
/// Whether a file of this kind may be for several hosts, whose interfaces have different names.
[[nodiscard]] constexpr bool is_for_several_hosts(ConfigKind kind)
{
    return kind == ConfigKind::ansible || kind == ConfigKind::machine_config || kind == ConfigKind::cluster;
}
[[nodiscard]] ConfigKind config_kind(const Source& source);
[[nodiscard]] ConfigKind config_kind(std::string_view path, std::string_view text);

/// Whether the file sets something that RDMA traffic depends on.
[[nodiscard]] Detection detect_config(const Source& source);
/// Whether a text sets up NICs for RDMA, by the names of the tools and files that do.
[[nodiscard]] bool has_setup_sign(std::string_view text);
/// Whether a text holds keys by which network configuration sets the MTU or pause of a link.
[[nodiscard]] bool sets_link(std::string_view text);
/// Whether a text names kernel settings that decide which interface answers for an address.
[[nodiscard]] bool sets_addresses(std::string_view text);
/// Whether a YAML file holds plays or tasks of Ansible.
[[nodiscard]] bool is_ansible(std::string_view text);
/// Whether a YAML file holds a MachineConfig of OpenShift.
[[nodiscard]] bool is_machine_config(std::string_view text);
/// Whether a text holds objects of a Kubernetes cluster that set up NICs of its nodes, or its nodes.
[[nodiscard]] bool holds_cluster_objects(std::string_view text);
/// Whether the files in it set up NICs.
[[nodiscard]] bool machine_config_sets_nics(const Source& source);
/// The roles of nodes that it is for, "worker". Nothing if the file holds none.
[[nodiscard]] std::optional<std::vector<std::string>> roles_of_machine_config(const Source& source);
/// What the plays of a file name as their hosts: names of hosts and of groups. Nothing if the file holds none.
[[nodiscard]] std::optional<std::vector<std::string>> hosts_of_plays(const Source& source);
/// Returns a node for each line that is not a comment; for YAML, its tree.
[[nodiscard]] Tree parse_config(const Source& source, ConfigKind kind);
/// The host named in a file that rocelint wrote ("# rocelint host: NAME"), or empty.
[[nodiscard]] std::string_view named_host(const Source& source);
/// The same, or the name that cloud-init gives the host.
[[nodiscard]] std::string_view stated_host(const Source& source);

/// An interface that a file makes a member of a bond.
struct BondMember {
    std::string_view bond;
    std::string_view interface;
    /// The bond's name, or the member's name in the bond's list.
    Span at;
};

/// A network interface of a host; `driver` is empty if it is not known.
struct HostInterface {
    std::string_view name;
    std::string_view driver;
};

struct ProfileSection;

/// What is known of a host from its captures, for files that refer to it.
struct KnownHost {
    std::string_view name;
    std::vector<ShellRdmaDevice>
        rdma_devices; ///< all of them, with their Ethernet interfaces; empty if unknown
    std::vector<HostInterface> interfaces;
};

/// What one file of a host may refer to.
struct HostParts {
    std::span<const std::string_view> scripts; ///< names of the host's own scripts, which units may run
    const KnownHost* host = nullptr; ///< null if nothing is known
    /// Whether a profile of TuneD is active, by itself or because one that is active includes it.
    enum class ProfileUse : std::uint8_t { active, inactive, unknown } profile_use = ProfileUse::active;
    /// What the active profiles of the host set together, of which this one may be a part. Null: only this one counts.
    const std::vector<ProfileSection>* merged = nullptr;
};

/// The settings of a file, in order.
struct ConfigFile {
    ConfigKind kind = ConfigKind::none;
    const Tree* tree = nullptr;
    std::string_view path;
    /// What it contains: all of the source, or a here-document of a script that writes this file.
    std::string_view text;
    std::vector<Setter> setters;
    std::vector<FirmwareSetting> firmware;
    std::vector<AddressSetting> addresses;
    std::vector<BondMember> bond_members;
    std::vector<SyntaxProblem> problems;
    HostParts parts; ///< empty once the file is read
    /// Where a new command goes if nothing else determines its place: at the end of a script or before its
    /// `exit`; in a unit that accepts several ExecStart, after the last one. 0xffffffff: nowhere.
    std::uint32_t insert_at = 0xffffffffU;
};
/// Reads one file and marks its lines.
[[nodiscard]] ConfigFile read_config(const Tree& tree, ConfigKind kind, const HostParts& parts, Arena& arena);

/// The coverage state of each line of a file: a line with several settings gets the worst of their states.
class LineMarks {
public:
    /// `base`: the offset in the file of a part of it whose own offsets mark() gets.
    explicit LineMarks(const Tree& tree, std::uint32_t base = 0);
    /// Marks the lines that [begin, end) touches.
    void mark(std::uint32_t begin, std::uint32_t end, CoverageState state);
    /// Unmarked lines get the state `rest`; those at or after the offset `from` get `behind`.
    void finish(CoverageState rest, std::uint32_t from, CoverageState behind) const;

private:
    std::vector<const Node*> lines_;
    std::vector<int> states_;
    std::uint32_t base_;
};

// One function for each kind of file.
void read_script(ConfigFile& file, LineMarks& marks, Arena& arena);
void read_unit(ConfigFile& file, LineMarks& marks, std::span<const std::string_view> scripts, Arena& arena);
void read_udev(ConfigFile& file, LineMarks& marks, Arena& arena);
void read_key_file(ConfigFile& file, LineMarks& marks, Arena& arena);
void read_interfaces(ConfigFile& file, LineMarks& marks, Arena& arena);
void read_kernel_settings(ConfigFile& file, LineMarks& marks);
void read_tuned(ConfigFile& file, LineMarks& marks);
void read_netplan(ConfigFile& file, Arena& arena);
void read_ansible(ConfigFile& file, Arena& arena);
void read_cloud_init(ConfigFile& file, Arena& arena);
void read_machine_config(ConfigFile& file, Arena& arena);

/// Follows a command line in a file and adds what it sets. Returns the worst state of its commands, and marks
/// their lines in `marks`, if given.
CoverageState read_command_line(ConfigFile& file,
    std::string_view line,
    const ShellDialect& dialect,
    std::uint32_t after,
    Arena& arena,
    LineMarks* marks = nullptr);
/// Marks all nodes of a YAML tree, which readers then mark again where they use them.
void mark_all(const Tree& tree, CoverageState state);

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

/// The MTU that a file gives an interface.
struct StatedMtu {
    std::string_view interface; ///< empty or a pattern where it is not known which
    std::string_view value;
    Span at; ///< of the value
    std::uint32_t after = 0xffffffffU; ///< offset after which a line may be inserted
    bool zero_is_automatic = false; ///< 0 leaves the MTU to the reader of the file
    bool editable = true; ///< `at` contains only the value
};
/// Adds an MTU setting, and returns the state of its line. What is not a number, and a number that the kernel refuses,
/// is an error and sets nothing.
[[nodiscard]] CoverageState add_mtu(ConfigFile& file, const StatedMtu& mtu);
/// Whether something has yet to fill in the value: a template, or a variable of a shell.
[[nodiscard]] bool is_unfilled_text(std::string_view value);
/// Whether a name is a single interface rather than a pattern.
[[nodiscard]] bool is_one_name(std::string_view name);

}
