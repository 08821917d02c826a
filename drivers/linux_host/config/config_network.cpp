// SPDX-License-Identifier: Apache-2.0
// The MTU and the bond members in network configuration: systemd.link(5), systemd.network(5),
// NetworkManager's nm-settings-keyfile(5), Red Hat's ifcfg files, netplan(5).
#include "drivers/linux_host/config/config_file.h"
#include "drivers/linux_host/shell/arguments.h"
#include "models/fabric/value/quantity.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

struct KeyName {
    std::string_view section; ///< empty: for files without sections
    std::string_view key;
};
constexpr std::array mtu_keys{KeyName{"Link", "MTUBytes"},
    KeyName{"ethernet", "mtu"},
    KeyName{"802-3-ethernet", "mtu"},
    KeyName{"", "MTU"}};
// Later keys win: a link file may rename the interface that it matches.
constexpr std::array name_keys{KeyName{"Match", "OriginalName"},
    KeyName{"Match", "Name"},
    KeyName{"Link", "Name"},
    KeyName{"connection", "interface-name"},
    KeyName{"", "DEVICE"}};

// systemd.network(5), nm-settings-keyfile(5) (older and newer name), ifcfg.
constexpr std::array bond_keys{KeyName{"Network", "Bond"},
    KeyName{"connection", "master"},
    KeyName{"connection", "controller"},
    KeyName{"", "MASTER"}};
// What NetworkManager's interface is a port of: a bond, a bridge and so on.
constexpr std::array port_type_keys{KeyName{"connection", "slave-type"}, KeyName{"connection", "port-type"}};

// Link pause of one direction: systemd.link(5), nm-settings-nmcli(5). The first two are for receiving.
constexpr std::array pause_keys{KeyName{"Link", "RxFlowControl"},
    KeyName{"ethtool", "pause-rx"},
    KeyName{"Link", "TxFlowControl"},
    KeyName{"ethtool", "pause-tx"}};
constexpr int first_pause_key_of_sending = 2;

// A boolean of systemd.syntax(7), whose words those of NetworkManager are among.
std::optional<bool> boolean_of(std::string_view value)
{
    for (const std::string_view word : {"1", "yes", "y", "true", "t", "on"}) {
        if (value == word)
            return true;
    }
    for (const std::string_view word : {"0", "no", "n", "false", "f", "off"}) {
        if (value == word)
            return false;
    }
    return std::nullopt;
}

struct PauseLine {
    const LogicalLine* line = nullptr;
    std::string_view value;
    std::uint8_t side = 0; ///< as of Knob::pause
};

State add_pause(ConfigFile& file, std::string_view interface, const PauseLine& pause)
{
    const auto on = boolean_of(pause.value);
    SetterSink sink{*file.tree->source, file.setters, file.problems};
    if (pause.value.empty())
        return State::irrelevant; // as without the line
    if (!on && !is_unfilled_text(pause.value))
        return sink.refuse(sink.source.span_of(pause.value),
            fmt::format("\"{:.40}\" is neither yes nor no, so link pause is not set here", pause.value));
    if (!on || !is_one_name(interface))
        return State::unsupported;
    Setter setter;
    setter.knob = Knob::pause;
    setter.subject = interface;
    setter.number = pause.side;
    setter.amount = *on ? 1 : 0;
    setter.at = file.tree->source->span_of(pause.value);
    setter.after = pause.line->end;
    file.setters.push_back(setter);
    return State::read;
}

// A value of a file, without the comment after it if a shell reads the file.
std::string_view before_comment(std::string_view value, bool is_of_shell)
{
    if (!is_of_shell || value.starts_with('"') || value.starts_with('\''))
        return value;
    return trimmed(value.substr(0, std::min(value.find(" #"), value.find("\t#"))));
}

// "9K" is 9216 for systemd: "The usual suffixes K, M, G, are supported and are understood to the base of 1024"
// (systemd.link(5), systemd.network(5), MTUBytes=).
std::string_view bytes_of_systemd(std::string_view size, Arena& arena)
{
    constexpr std::string_view suffixes = "KMG";
    const std::size_t rank = size.size() < 2 ? std::string_view::npos : suffixes.find(size.back());
    const auto number
        = rank == std::string_view::npos ? std::nullopt : parse_number(size.substr(0, size.size() - 1));
    if (!number || *number > UINT32_MAX)
        return size;
    return arena.keep(fmt::format("{}", *number << (10 * (rank + 1))));
}

template <std::size_t count>
int rank_of(const std::array<KeyName, count>& names, std::string_view section, std::string_view key)
{
    for (std::size_t index = 0; index < count; ++index) {
        if (names[index].section == section && names[index].key == key)
            return static_cast<int>(index);
    }
    return -1;
}

}

void read_key_file(ConfigFile& file, LineMarks& marks, Arena& arena)
{
    const Source& source = *file.tree->source;
    constexpr std::string_view red_hat = "ifcfg-";
    const std::string_view file_name = last_part(file.path);
    const bool is_of_red_hat = file_name.starts_with(red_hat);
    std::string_view name = is_of_red_hat ? file_name.substr(red_hat.size()) : std::string_view{};
    int name_rank = -1;
    std::string_view section;
    const LogicalLine* mtu_line = nullptr;
    std::string_view mtu;
    bool is_of_systemd = false;
    const LogicalLine* bond_line = nullptr;
    std::string_view bond;
    bool is_port_of_other = false;
    std::vector<PauseLine> pauses;
    const std::vector<LogicalLine> lines = logical_lines(file, "#;");
    for (const LogicalLine& line : lines) {
        if (line.text.front() == '[') {
            section = line.text.substr(1, line.text.find(']') - 1);
            continue;
        }
        const std::size_t equals = line.text.find('=');
        if (equals == std::string_view::npos)
            continue;
        const std::string_view key = trimmed(line.text.substr(0, equals));
        const std::string_view value
            = unquoted(before_comment(trimmed(line.text.substr(equals + 1)), is_of_red_hat));
        if (const int by_name = rank_of(name_keys, section, key); by_name > name_rank) {
            name = value;
            name_rank = by_name;
            marks.mark(line.begin, line.end, State::read);
        } else if (rank_of(mtu_keys, section, key) >= 0) {
            mtu = value;
            mtu_line = &line;
            is_of_systemd = section == mtu_keys.front().section;
        } else if (const int rank = rank_of(pause_keys, section, key); rank >= 0) {
            pauses.push_back(
                {&line, value, static_cast<std::uint8_t>(rank < first_pause_key_of_sending ? 0 : 1)});
        } else if (rank_of(bond_keys, section, key) >= 0) {
            bond = value;
            bond_line = &line;
        } else if (rank_of(port_type_keys, section, key) >= 0) {
            is_port_of_other = value != "bond";
        }
    }
    if (bond_line != nullptr && !is_port_of_other && is_one_name(name) && is_one_name(bond)) {
        file.bond_members.push_back({bond, name, source.span_of(bond)});
        marks.mark(bond_line->begin, bond_line->end, State::read);
    }
    for (const PauseLine& pause : pauses)
        marks.mark(pause.line->begin, pause.line->end, add_pause(file, name, pause));
    if (mtu_line != nullptr)
        marks.mark(mtu_line->begin,
            mtu_line->end,
            add_mtu(file,
                {.interface = name,
                    .value = is_of_systemd ? bytes_of_systemd(mtu, arena) : mtu,
                    .at = source.span_of(mtu),
                    .after = mtu_line->end,
                    .zero_is_automatic = !is_of_systemd}));
}

namespace {

// The interface of a netplan entry: its key, unless `match` makes the key a mere label.
std::string_view netplan_interface(const Node& entry)
{
    if (const Node* renamed = entry.child("set-name"); renamed != nullptr)
        return renamed->value;
    const Node* match = entry.child("match");
    if (match == nullptr)
        return entry.key;
    const Node* name = match->child("name");
    return name != nullptr && is_one_name(name->value) ? name->value : std::string_view{};
}

void read_bond_members(ConfigFile& file, const Node& entry, Arena& arena)
{
    const Node* members = entry.child("interfaces");
    if (members == nullptr)
        return;
    members->mark(State::read);
    const std::string_view bond = arena.keep(netplan_interface(entry));
    for (const Node& member : *members) {
        member.mark(State::read);
        if (is_one_name(member.value) && is_one_name(bond))
            file.bond_members.push_back({bond, arena.keep(member.value), file.tree->value_span(member)});
    }
}

void read_netplan_entry(ConfigFile& file, const Node& entry, Arena& arena)
{
    const Node* mtu = entry.child("mtu");
    if (mtu == nullptr)
        return;
    const Span place = mtu->is_scalar() ? file.tree->value_span(*mtu) : file.tree->span(*mtu);
    // Keep a copy of the name, because the YAML tree, which
    // owns its keys, will be gone when the name is used.
    const std::string_view name = arena.keep(netplan_interface(entry));
    mtu->mark(add_mtu(file,
        {.interface = name,
            .value = mtu->is_scalar() ? mtu->value : mtu->key,
            .at = place,
            .after = mtu->value_offset + mtu->value_length,
            .zero_is_automatic = true,
            .editable = file.tree->source->text_at(place) == mtu->value}));
}

}

void read_netplan(ConfigFile& file, Arena& arena)
{
    const Node* root = file.tree->root;
    if (root == nullptr)
        return;
    // All of it concerns addresses and links and is known; only the MTU and bonds matter here.
    mark_all(*file.tree, State::irrelevant);
    const Node* network = root->child("network");
    if (network == nullptr)
        return;
    for (const Node& group : *network) {
        if (group.key != "ethernets" && group.key != "bonds" && group.key != "vlans"
            && group.key != "bridges")
            continue;
        for (const Node& entry : group) {
            read_netplan_entry(file, entry, arena);
            if (group.key == "bonds")
                read_bond_members(file, entry, arena);
        }
    }
}

}
