// SPDX-License-Identifier: Apache-2.0
// ethtool's output is meant for people and differs between
// versions. Lines that are not understood stay unrecognised.
#include "drivers/linux_host/knob/knob.h"
#include "drivers/linux_host/knob/notation.h"
#include "drivers/linux_host/knob/words.h"
#include "drivers/linux_host/output/outputs.h"
#include "models/text/ascii.h"

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// The words that ethtool also takes for link pause; nothing for any other.
std::optional<bool> on_or_off(std::string_view word)
{
    const SpeltKnob pause = spelt_by(Knob::pause, Tool::ethtool);
    const auto amount = parse_amount(*pause.row, *pause.spelling, word);
    return amount ? std::optional(*amount != 0) : std::nullopt;
}

// "yes", "no", "no (No cable)": since ethtool 5.11 with the reason.
std::optional<bool> yes_or_no(std::string_view value)
{
    return value_of<bool>(yes_no_words, value.substr(0, value.find(" (")));
}

// A word that decides something and that ethtool does not print in English. The value of a capture that was cut is empty.
State report_word(HostBuilder& host, Span at, std::string_view what, std::string_view word)
{
    if (!word.empty() && !word.starts_with("Unknown"))
        host.unreadable(at, what, word);
    return State::unrecognised;
}

// A line whose value is one of two words.
struct ShownSwitch {
    Output output;
    std::string_view key;
    Setting<bool> Port::*member;
    std::string_view what;
    std::optional<bool> (*read)(std::string_view value);
};
constexpr ShownSwitch shown_switches[]{
    {Output::ethtool_pause, "RX", &Port::pause_rx, "link pause that the port obeys", on_or_off},
    {Output::ethtool_pause, "TX", &Port::pause_tx, "link pause that the port sends", on_or_off},
    {Output::ethtool, "Auto-negotiation", &Port::autoneg, "whether the port negotiates", on_or_off},
    {Output::ethtool, "Link detected", &Port::link_up, "whether the link is up", yes_or_no},
};

State take_switch(
    HostBuilder& host, Port& port, Output output, std::string_view key, std::string_view value, Span at)
{
    for (const ShownSwitch& known : shown_switches) {
        if (known.output != output || known.key != key)
            continue;
        const auto is_on = known.read(value);
        if (!is_on)
            return report_word(host, at, known.what, value);
        port.*known.member = {*is_on, host.origins().explicit_at(at)};
        return State::read;
    }
    return State::irrelevant;
}

State take_fec(HostBuilder& host, Port& port, const Node& line, Span at)
{
    auto fec = value_of(line.key, "Active FEC encoding");
    if (!fec)
        fec = value_of(line.key, "Active FEC encodings");
    if (!fec)
        return State::irrelevant;
    const OriginId why = host.origins().explicit_at(at);
    const auto known = value_of<Fec>(active_fec_words, *fec);
    if (known)
        port.fec = {*known, why};
    return known ? State::read : State::unrecognised;
}

// "Speed: 100000Mb/s"
State take_speed(HostBuilder& host, Port& port, std::string_view text, Span at)
{
    const std::size_t unit = text.find("Mb/s");
    const auto megabits = unit == std::string_view::npos ? std::nullopt : parse_number(text.substr(0, unit));
    if (!megabits || *megabits > 100'000'000) {
        port.speed = Setting<BitsPerSecond>::unread(host.origins().unread("ethtool shows no speed: no link"));
        return text.starts_with("Unknown") ? State::read : State::unrecognised;
    }
    port.speed = {BitsPerSecond{*megabits * 1'000'000}, host.origins().explicit_at(at)};
    return State::read;
}

// "EEE status: enabled - active", "disabled", "not supported"
State take_eee(HostBuilder& host, Port& port, std::string_view key, std::string_view value, Span at)
{
    if (key != "EEE status")
        return State::irrelevant;
    const bool on = value.starts_with("enabled");
    if (!on && value != "disabled" && value != "not supported")
        return report_word(host, at, "Energy-Efficient Ethernet", value);
    port.energy_efficient = {on, host.origins().explicit_at(at)};
    return State::read;
}

// "28.43.1014 (MT_0000000834)": the parentheses contain the
// board, whose name decides which firmware exists for it.
void take_firmware(Nic& nic, std::string_view value, OriginId why)
{
    const std::size_t bracket = value.find(" (");
    nic.firmware = {value.substr(0, bracket), why};
    if (bracket != std::string_view::npos && value.ends_with(')'))
        nic.board = {value.substr(bracket + 2, value.size() - bracket - 3), why};
}

// "pfc-prevention-tout: 100". The NIC chooses if all 16 bits
// are set (linux/ethtool.h, PFC_STORM_PREVENTION_AUTO).
State take_tunable(HostBuilder& host, NetDevice& net, std::string_view key, std::string_view value, Span at)
{
    if (key != "pfc-prevention-tout")
        return State::irrelevant;
    constexpr std::uint64_t chosen_by_nic = 0xffff;
    constexpr std::uint32_t mlx5_choice = 100; // MLX5E_PFC_PREVEN_AUTO_TOUT_MSEC of mlx5 en_ethtool.c
    const auto number = parse_number(value);
    if (!number || *number > chosen_by_nic)
        return State::unrecognised;
    const auto time = *number == chosen_by_nic ? mlx5_choice : static_cast<std::uint32_t>(*number);
    net.nic.storm_prevention = {Milliseconds{time}, host.origins().explicit_at(at)};
    net.has_nic = true;
    return State::read;
}

// "fw-lldp-agent          : on"; each driver has its own flags.
State take_flag(HostBuilder& host, std::uint32_t index, std::string_view key, std::string_view value, Span at)
{
    const SpeltKnob spelt
        = find_spelling(Tool::ethtool, "--set-priv-flags", ascii::trimmed_back(key, ascii::is_blank));
    if (!spelt)
        return State::irrelevant;
    const auto parsed = parse_value(*spelt.row, *spelt.spelling, value);
    if (!parsed)
        return report_word(host, at, spelt.row->title, value);
    const OriginId why = host.origins().explicit_at(at);
    spelt.row->member->put({host.port_at(index), host.net(index).nic, host.origins(), at, why}, *parsed);
    return State::read;
}

State take_lanes(HostBuilder& host, Port& port, std::string_view value, Span at)
{
    constexpr std::uint8_t most = 16;
    const auto lanes = small_number(value, most);
    if (!lanes || *lanes == 0)
        return State::unrecognised;
    port.lanes = {*lanes, host.origins().explicit_at(at)};
    return State::read;
}

State take_ethtool_line(HostBuilder& host, std::uint32_t index, const Node& line, Output output, Span at)
{
    Port& port = host.port_at(index);
    if (output == Output::ethtool_fec)
        return take_fec(host, port, line, at);
    const std::size_t colon = line.key.find(':');
    const std::string_view key = line.key.substr(0, colon);
    const std::string_view value = value_of(line.key, key).value_or("");
    if (output == Output::ethtool_driver) {
        NetDevice& net = host.net(index);
        if (key == "bus-info" && value.find(':') != std::string_view::npos) {
            net.pci = value;
            return State::read;
        }
        if (key == "firmware-version" && !value.empty()) {
            take_firmware(net.nic, value, host.origins().explicit_at(at));
            return State::read;
        }
        Setting<std::string_view>* place = key == "driver" ? &net.nic.driver
            : key == "version"                             ? &net.nic.driver_version
                                                           : nullptr;
        if (place == nullptr || value.empty())
            return State::irrelevant;
        *place = {value, host.origins().explicit_at(at)};
        return State::read;
    }
    if (output == Output::ethtool_tunable)
        return take_tunable(host, host.net(index), key, value, at);
    if (output == Output::ethtool_flags)
        return take_flag(host, index, key, value, at);
    if (output == Output::ethtool_eee)
        return take_eee(host, port, key, value, at);
    if (key == "Lanes" && output == Output::ethtool)
        return take_lanes(host, port, value, at);
    if (output == Output::ethtool && key == "Duplex" && value == "Half") {
        host.complain(at,
            "the link runs at half duplex: pause and PFC are defined for full duplex only (IEEE 802.3 annex 31B)");
        return State::read;
    }
    if (output == Output::ethtool && key == "Speed")
        return take_speed(host, port, value, at);
    return take_switch(host, port, output, key, value, at);
}

}

namespace {

// The interface in a line like "Pause parameters for ens1f0np0:"; empty for any other line.
std::string_view interface_of_heading(std::string_view line)
{
    constexpr std::string_view before = " for ";
    const std::size_t at = line.find(before);
    if (at == std::string_view::npos || !line.ends_with(':'))
        return {};
    const std::string_view name = line.substr(at + before.size(), line.size() - at - before.size() - 1);
    return name.find(' ') == std::string_view::npos ? name : std::string_view{};
}

// The line that ethtool prints for a member of its JSON (netlink/pause.c and netlink/fec.c); empty for others.
std::string_view line_of_member(const Node& member)
{
    const bool on = member.value == "true";
    if (member.key == "rx" && member.kind == Node::Kind::boolean)
        return on ? "RX: on" : "RX: off";
    if (member.key == "tx" && member.kind == Node::Kind::boolean)
        return on ? "TX: on" : "TX: off";
    return {};
}

// `ethtool --json -a`, `ethtool --json --show-fec`: an object for each interface.
void read_ethtool_json(HostBuilder& host, const Section& section, const Node& object)
{
    object.mark(State::read);
    const Node* name = object.child("ifname");
    const std::string_view interface = name != nullptr ? host.keep(name->value, section.tree)
        : section.command.subject.empty()              ? host.only_interface()
                                                       : section.command.subject;
    const std::uint32_t port = host.port(interface, section.place());
    for (const Node& member : object) {
        if (port == Port::no_index) {
            member.mark_subtree(State::unsupported);
            continue;
        }
        if (&member == name) {
            member.mark(State::read);
            continue;
        }
        Node line = member;
        line.key = line_of_member(member);
        if (member.key == "active" && section.command.output == Output::ethtool_fec
            && member.first != nullptr)
            line.key = host.device().arena->keep("Active FEC encoding: " + std::string(member.first->value));
        member.mark_subtree(line.key.empty()
                ? State::irrelevant
                : take_ethtool_line(host, port, line, section.command.output, section.span(member)));
    }
}

}

// The interface that ethtool names in "Settings for X:", else that of the command line or the file's name.
std::uint32_t ethtool_port(HostBuilder& host, const Section& section)
{
    const Node* first = section.node.first;
    if (first != nullptr && first->kind == Node::Kind::line) {
        if (const std::string_view name = interface_of_heading(first->key); !name.empty()) {
            first->mark(State::read);
            return host.port(name, section.span(*first));
        }
    }
    const std::string_view name
        = section.command.subject.empty() ? host.only_interface() : section.command.subject;
    return host.port(name, section.place());
}

std::uint32_t port_of_output(HostBuilder& host, const Section& section, std::string_view tool)
{
    const std::string_view name
        = section.command.subject.empty() ? host.only_interface() : section.command.subject;
    const std::uint32_t port = host.port(name, section.place());
    if (port == Port::no_index && section.node.first != nullptr)
        host.warn(section.place(),
            "the interface that this " + std::string(tool) + " output is about is not known");
    return port;
}

void read_ethtool(HostBuilder& host, const Section& section)
{
    if (section.node.first == nullptr)
        return;
    std::uint32_t port = ethtool_port(host, section);
    bool all_known = port != Port::no_index;
    for (const Node& line : section.node) {
        if (line.kind == Node::Kind::array) {
            line.mark(State::read);
            for (const Node& object : line)
                read_ethtool_json(host, section, object);
            return;
        }
        if (line.kind != Node::Kind::line || line.state != State::unrecognised)
            continue;
        // A loop over interfaces prints a heading for each.
        if (const std::string_view name = interface_of_heading(line.key); !name.empty()) {
            port = host.port(name, section.span(line));
            all_known = all_known && port != Port::no_index;
            line.mark(State::read);
            continue;
        }
        if (port == Port::no_index)
            line.mark(State::unsupported);
        else
            line.mark(take_ethtool_line(host, port, line, section.command.output, section.span(line)));
    }
    if (!all_known)
        host.warn(section.place(), "the interface that this ethtool output is about is not known");
}

}
