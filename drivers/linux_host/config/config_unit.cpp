// SPDX-License-Identifier: Apache-2.0
// systemd units (systemd.service(5)), udev rules (udev(7)) and
// ifupdown's interfaces(5): files that contain command lines.
#include "drivers/linux_host/config/config_file.h"
#include "drivers/linux_host/shell/arguments.h"

#include <algorithm>
#include <optional>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// Whether a command line only runs one of the host's own scripts, directly or through a shell.
bool runs_script(std::string_view line, std::span<const std::string_view> scripts)
{
    for (const std::string_view shell : {"/bin/sh ", "/bin/bash ", "/usr/bin/bash ", "/usr/bin/sh "}) {
        if (line.starts_with(shell))
            line = trimmed(line.substr(shell.size()));
    }
    const std::string_view name = last_part(line);
    return name.find(' ') == std::string_view::npos && std::ranges::find(scripts, name) != scripts.end();
}

class UnitReader {
public:
    UnitReader(ConfigFile& file, LineMarks& marks, std::span<const std::string_view> scripts, Arena& arena)
        : file_(file), marks_(marks), scripts_(scripts), arena_(arena)
    {
    }

    void read()
    {
        bool oneshot = false;
        std::uint32_t last_start = 0xffffffffU;
        for (const LogicalLine& line : logical_lines(file_, "#;")) {
            const std::size_t equals = line.text.find('=');
            if (equals == std::string_view::npos)
                continue;
            const std::string_view key = trimmed(line.text.substr(0, equals));
            const std::string_view value = trimmed(line.text.substr(equals + 1));
            if (key == "Type")
                oneshot = value == "oneshot";
            if (!key.starts_with("Exec"))
                continue;
            if (key == "ExecStart")
                last_start = line.end;
            marks_.mark(line.begin, line.end, take(key, value, line.end));
        }
        // Only such a unit accepts more than one ExecStart.
        if (oneshot)
            file_.insert_at = last_start;
    }

private:
    State take(std::string_view key, std::string_view value, std::uint32_t after)
    {
        value = value.substr(std::min(value.find_first_not_of("-@+!:|"), value.size()));
        if (runs_script(value, scripts_))
            return State::read;
        const ShellDialect dialect{.systemd = true};
        const std::size_t before = file_.setters.size();
        const std::size_t firmware_before = file_.firmware.size();
        const std::size_t addresses_before = file_.addresses.size();
        const State state = read_command_line(file_, value, dialect, after, arena_);
        if (key == "ExecStart" || key == "ExecStartPre" || key == "ExecStartPost")
            return state;
        file_.setters.resize(before);
        file_.firmware.resize(firmware_before);
        file_.addresses.resize(addresses_before);
        return state == State::read ? State::unsupported : State::irrelevant; // not run at the start
    }

    ConfigFile& file_;
    LineMarks& marks_;
    std::span<const std::string_view> scripts_;
    Arena& arena_;
};

// KEY{attribute}OP"value"
struct UdevPart {
    std::string_view key;
    std::string_view op;
    std::string_view value;
};

// Takes the next part from the front of a rule.
bool take_part(std::string_view& rule, UdevPart& part)
{
    const std::size_t first = rule.find_first_not_of(" \t\r\n,\\");
    if (first == std::string_view::npos)
        return false;
    rule.remove_prefix(first);
    const std::size_t key_end = rule.find_first_of("=!+-:");
    const std::size_t quote = rule.find('"', key_end);
    if (key_end == std::string_view::npos || quote == std::string_view::npos)
        return false;
    std::size_t close = quote + 1;
    while (close < rule.size() && rule[close] != '"')
        close += rule[close] == '\\' ? 2 : 1;
    if (close >= rule.size())
        return false;
    part = {trimmed(rule.substr(0, key_end)),
        trimmed(rule.substr(key_end, quote - key_end)),
        rule.substr(quote + 1, close - quote - 1)};
    rule.remove_prefix(close + 1);
    return true;
}

// Whether a name matches a pattern of udev: "*", "?" and alternatives with "|" (udev(7)). Nothing for patterns
// with brackets.
std::optional<bool> matches(std::string_view name, std::string_view pattern)
{
    if (pattern.find('[') != std::string_view::npos)
        return std::nullopt;
    for (bool more = true; more;) {
        const std::size_t bar = pattern.find('|');
        more = bar != std::string_view::npos;
        const std::string_view one = pattern.substr(0, bar);
        pattern.remove_prefix(more ? bar + 1 : pattern.size());
        std::size_t at = 0;
        std::size_t in = 0;
        std::size_t star = std::string_view::npos;
        std::size_t retry = 0;
        while (at < name.size()) {
            if (in < one.size() && (one[in] == '?' || (one[in] == name[at] && one[in] != '*'))) {
                ++at;
                ++in;
            } else if (in < one.size() && one[in] == '*') {
                star = in++;
                retry = at;
            } else if (star != std::string_view::npos) {
                in = star + 1;
                at = ++retry;
            } else {
                break;
            }
        }
        while (in < one.size() && one[in] == '*')
            ++in;
        if (at == name.size() && in == one.size())
            return true;
    }
    return false;
}

bool has_rdma_device(const HostInterface& interface, const KnownHost& host)
{
    return std::ranges::find(host.rdma_devices, interface.name, &ShellRdmaDevice::interface)
        != host.rdma_devices.end();
}

// The driver of an interface; empty if it is not known. RDMA devices called mlx5_N are those of mlx5_core (Linux
// drivers/infiniband/hw/mlx5/main.c, "mlx5_%d").
std::string_view driver_of(const HostInterface& interface, const KnownHost& host)
{
    if (!interface.driver.empty())
        return interface.driver;
    const auto device = std::ranges::find(host.rdma_devices, interface.name, &ShellRdmaDevice::interface);
    return device != host.rdma_devices.end() && device->name.starts_with("mlx5_") ? "mlx5_core"
                                                                                  : std::string_view{};
}

// The interfaces that a rule is about.
struct RuleSubjects {
    std::vector<std::string_view> names;
    bool known = true; ///< false: there may be others
};

// Finds the interfaces among those of the host that meet all conditions of a rule.
RuleSubjects subjects_of(const ConfigFile& file, std::string_view rule)
{
    RuleSubjects subjects;
    std::vector<UdevPart> by_name;
    std::vector<UdevPart> by_driver;
    UdevPart part;
    for (std::string_view rest = rule; take_part(rest, part);) {
        const bool is_condition = part.op == "==" || part.op == "!=";
        if (!is_condition || part.key == "ACTION" || part.key == "SUBSYSTEM" || part.key == "SUBSYSTEMS")
            continue;
        if (part.key == "KERNEL" || part.key == "NAME" || part.key == "ENV{INTERFACE}")
            by_name.push_back(part);
        else if (part.key == "DRIVERS" || part.key == "ENV{ID_NET_DRIVER}")
            by_driver.push_back(part);
        else
            subjects.known = false;
    }
    if (!subjects.known || by_driver.empty() || file.parts.host == nullptr) {
        subjects.known = false;
        return subjects;
    }
    for (const HostInterface& interface : file.parts.host->interfaces) {
        const std::string_view driver = driver_of(interface, *file.parts.host);
        const bool is_unknown = driver.empty();
        bool meets = true;
        for (const UdevPart& condition : by_name) {
            const auto match = matches(interface.name, condition.value);
            subjects.known = subjects.known && match.has_value();
            meets = meets && match.value_or(false) == (condition.op == "==");
        }
        for (const UdevPart& condition : by_driver) {
            if (!meets)
                break;
            const auto match = is_unknown ? std::nullopt : matches(driver, condition.value);
            // Interfaces without RDMA do not matter.
            const bool matters = !is_unknown || has_rdma_device(interface, *file.parts.host);
            subjects.known = subjects.known && (match.has_value() || !matters);
            meets = match.value_or(false) == (condition.op == "==") && match.has_value();
        }
        if (meets)
            subjects.names.push_back(interface.name);
    }
    return subjects;
}

// The settings of a rule for one interface.
State read_assignments(ConfigFile& file, const LogicalLine& line, std::string_view interface, Arena& arena)
{
    const ShellDialect dialect{.udev = true, .interface = interface};
    State worst = State::irrelevant;
    UdevPart part;
    for (std::string_view rest = line.text; take_part(rest, part);) {
        const bool runs = part.key == "RUN" || part.key == "RUN{program}";
        const bool mtu = part.key == "ATTR{mtu}" && part.op == "=";
        State state = State::irrelevant;
        if (runs && part.value.find('\\') == std::string_view::npos)
            state = read_command_line(file, part.value, dialect, line.end, arena);
        else if (runs)
            state = State::unsupported;
        else if (mtu)
            state = add_mtu(file,
                {.interface = interface,
                    .value = part.value,
                    .at = file.tree->source->span_of(part.value),
                    .after = line.end});
        worst = std::max(worst, state);
    }
    return worst;
}

State read_rule(ConfigFile& file, const LogicalLine& line, Arena& arena)
{
    std::string_view interface;
    bool removes = false;
    bool assigns = false;
    UdevPart part;
    for (std::string_view rest = line.text; take_part(rest, part);) {
        const bool names = part.key == "KERNEL" || part.key == "NAME" || part.key == "ENV{INTERFACE}";
        if (names && (part.op == "==" || part.key == "NAME") && is_one_name(part.value))
            interface = part.value;
        removes = removes || (part.key == "ACTION" && part.op == "==" && part.value == "remove");
        assigns = assigns || part.key.starts_with("RUN") || part.key == "ATTR{mtu}";
    }
    if (removes || !assigns)
        return State::irrelevant;
    if (!interface.empty())
        return read_assignments(file, line, interface, arena);
    const RuleSubjects subjects = subjects_of(file, line.text);
    // Commands that name their interface themselves are read for no particular one.
    if (!subjects.known || subjects.names.empty())
        return read_assignments(file, line, {}, arena);
    State worst = State::irrelevant;
    for (const std::string_view name : subjects.names)
        worst = std::max(worst, read_assignments(file, line, name, arena));
    return worst;
}

}

void read_unit(ConfigFile& file, LineMarks& marks, std::span<const std::string_view> scripts, Arena& arena)
{
    UnitReader(file, marks, scripts, arena).read();
}

void read_udev(ConfigFile& file, LineMarks& marks, Arena& arena)
{
    for (const LogicalLine& line : logical_lines(file, "#"))
        marks.mark(line.begin, line.end, read_rule(file, line, arena));
}

void read_interfaces(ConfigFile& file, LineMarks& marks, Arena& arena)
{
    ShellDialect dialect{.ifupdown = true};
    for (const LogicalLine& line : logical_lines(file, "#")) {
        const std::size_t blank = std::min(line.text.find_first_of(" \t"), line.text.size());
        const std::string_view key = line.text.substr(0, blank);
        const std::string_view value = trimmed(line.text.substr(blank));
        State state = State::irrelevant;
        if (key == "iface") {
            const std::string_view name = value.substr(0, value.find_first_of(" \t"));
            dialect.interface = is_one_name(name) ? name : std::string_view{};
        } else if (key == "auto" || key == "mapping" || key == "source" || key.starts_with("allow-")) {
            dialect.interface = {};
        } else if (key == "mtu") {
            state = add_mtu(file,
                {.interface = dialect.interface,
                    .value = value,
                    .at = file.tree->source->span_of(value),
                    .after = line.end});
        } else if (key == "up" || key == "post-up" || key == "pre-up") {
            state = read_command_line(file, value, dialect, line.end, arena);
        } else if (key == "bond-master" && is_one_name(dialect.interface) && is_one_name(value)) {
            // ifenslave's keyword for interfaces(5).
            file.bond_members.push_back({value, dialect.interface, file.tree->source->span_of(value)});
            state = State::read;
        }
        marks.mark(line.begin, line.end, state);
    }
}

}
