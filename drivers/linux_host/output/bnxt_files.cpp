// SPDX-License-Identifier: Apache-2.0
// Files of Broadcom's bnxt_re. Congestion control: /sys/kernel/config/bnxt_re/DEV/ports/N/cc (Broadcom's bnxt_re 236,
// configfs.c), which prints hexadecimal numbers, and /sys/kernel/debug/bnxt_re/PCI/cc_config (Linux 6.15, bnxt_re
// debugfs.c, bnxt_re_cc_gen0_name and map_cc_config_offset_gen0_ext0), which prints what the firmware has as decimal
// ones. Counters and capabilities: /sys/kernel/debug/bnxt_re/DEV/info (Broadcom's bnxt_re 236, debugfs.c).
#include "drivers/linux_host/output/nic_tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

// A number of congestion control, by the names of both trees. `field` is null for the two switches.
struct CongestionRow {
    std::string_view name; ///< below cc
    std::string_view in_debugfs; ///< below cc_config; empty if it is not there
    std::uint8_t limit;
    Setting<std::uint8_t> Nic::*field;
    std::string_view what;
};
constexpr std::string_view ecn_enable = "ecn_enable";
constexpr std::array congestion_rows{
    CongestionRow{ecn_enable, "enable_cc", 255, nullptr, "whether the NIC slows down on CNPs"},
    // The two bits of the IP header: Not-ECT, ECT(1), ECT(0).
    CongestionRow{"ecn_marking", "tos_ecn", 3, nullptr, "the ECN field of RDMA packets"},
    CongestionRow{"roce_dscp", "tos_dscp", 63, &Nic::congestion_dscp, "the DSCP of RDMA packets"},
    CongestionRow{"roce_prio", "", 7, &Nic::congestion_priority, "the priority of RDMA packets"},
    CongestionRow{"cnp_dscp", "alt_vlan_dscp", 63, &Nic::cnp_dscp, "the DSCP of CNPs"},
    CongestionRow{"cnp_prio", "alt_vlan_pcp", 7, &Nic::cnp_priority, "the priority of CNPs"}};

std::string_view next_directory(std::string_view& path)
{
    const std::size_t slash = path.find('/');
    const std::string_view part = path.substr(0, slash);
    path.remove_prefix(slash == std::string_view::npos ? path.size() : slash + 1);
    return part;
}

std::optional<std::uint8_t> number_up_to(std::string_view text, std::uint8_t limit)
{
    const auto number = number_in_any_base(text);
    if (!number || *number > limit)
        return std::nullopt;
    return static_cast<std::uint8_t>(*number);
}

// The switch is for all RDMA of the port: both halves, whatever the priority.
void set_both_halves(Nic& nic, bool on, OriginId why)
{
    const PrioritySet set = on ? PrioritySet::all() : PrioritySet{};
    nic.ecn_notification = {set, why};
    nic.ecn_reaction = {set, why};
    nic.notification_seen = PrioritySet::all();
    nic.reaction_seen = PrioritySet::all();
    nic.notification_at.fill(why);
    nic.reaction_at.fill(why);
}

void put_congestion(Nic& nic, const CongestionRow& row, std::uint8_t number, OriginId why)
{
    if (row.field != nullptr)
        nic.*row.field = {number, why};
    else if (row.name == ecn_enable)
        set_both_halves(nic, number != 0, why);
    else
        nic.ecn_capable = {number != 0, why};
}

// The number of a row. Several words are the error of a command that could not show the file.
std::optional<std::uint8_t> congestion_value(
    HostBuilder& host, const CongestionRow& row, std::string_view value, Span at)
{
    const auto number = number_up_to(value, row.limit);
    if (!number && value.find(' ') == std::string_view::npos)
        host.unreadable(at, row.what, value);
    return number;
}

State take_congestion_file(
    HostBuilder& host, Nic& nic, std::string_view name, std::string_view value, Span at)
{
    const auto* const row = std::ranges::find(congestion_rows, name, &CongestionRow::name);
    if (row != congestion_rows.end()) {
        const auto number = congestion_value(host, *row, value, at);
        if (number)
            put_congestion(nic, *row, *number, host.origins().explicit_at(at));
        return number ? State::read : State::unrecognised;
    }
    // `apply` prints what is in force, each with an explanation: "ecn_enable=0x1    # ecn status : Enabled".
    if (const std::size_t equals = value.find('='); name == "apply" && equals != std::string_view::npos) {
        const std::string_view shown = value.substr(0, equals);
        std::string_view rest = value.substr(equals + 1);
        rest = rest.substr(0, rest.find_first_of(" \t"));
        return shown == ecn_enable || shown == "ecn_marking"
            ? take_congestion_file(host, nic, shown, rest, at)
            : State::irrelevant;
    }
    // Parameters of the algorithm, and how packets with a VLAN tag are sent.
    return State::unsupported;
}

// The kernel's own driver names the directory by the NIC's PCI address, which later output may map to an interface.
State take_debug_file(
    HostBuilder& host, std::string_view device, std::string_view name, std::string_view value, Span at)
{
    const auto* const row = std::ranges::find(congestion_rows, name, &CongestionRow::in_debugfs);
    if (name.empty() || row == congestion_rows.end())
        return name.empty() ? State::unrecognised : State::unsupported; // numbers of the algorithm
    const auto number = congestion_value(host, *row, value, at);
    if (!number)
        return State::unrecognised;
    const OriginId why = host.origins().explicit_at(at);
    if (device.find(':') == std::string_view::npos)
        put_congestion(host.rdma(device, 1).nic, *row, *number, why);
    else
        host.note_congestion_number({device, row->name, *number, why});
    return State::read;
}

}

State read_bnxt_file(HostBuilder& host, std::string_view path, std::string_view value, Span at)
{
    const std::string_view device = next_directory(path);
    const std::string_view directory = next_directory(path);
    // Counters, and whether the firmware can give CNPs a queue of their own, which does not show that it does.
    if (directory == "info" && path.empty())
        return State::irrelevant;
    if (directory == "cc_config" && !device.empty())
        return take_debug_file(host, device, path, value, at);
    const auto number = small_number(next_directory(path), 254);
    if (device.empty() || directory != "ports" || !number || next_directory(path) != "cc")
        return State::unsupported;
    return take_congestion_file(host, host.rdma(device, *number).nic, path, value, at);
}

void put_congestion_number(Nic& nic, const HostBuilder::CongestionNumber& number)
{
    const auto* const row = std::ranges::find(congestion_rows, number.name, &CongestionRow::name);
    if (row != congestion_rows.end())
        put_congestion(nic, *row, number.value, number.at);
}

}
