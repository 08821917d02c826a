// SPDX-License-Identifier: Apache-2.0
// Files of Broadcom's bnxt_re: congestion control in /sys/kernel/config/bnxt_re/DEV/ports/N/cc (bnxt_re configfs.c),
// which prints hexadecimal numbers, and counters in /sys/kernel/debug/bnxt_re/DEV/info (bnxt_re debugfs.c).
#include "drivers/linux_host/output/nic_tools.h"

#include <array>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

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

State take_congestion_file(
    HostBuilder& host, Nic& nic, std::string_view name, std::string_view value, Span at)
{
    struct NumberFile {
        std::string_view name;
        std::uint8_t limit;
        Setting<std::uint8_t> Nic::*field;
        std::string_view what;
    };
    constexpr NumberFile numbers[]{{"roce_dscp", 63, &Nic::congestion_dscp, "the DSCP of RDMA packets"},
        {"roce_prio", 7, &Nic::congestion_priority, "the priority of RDMA packets"},
        {"cnp_dscp", 63, &Nic::cnp_dscp, "the DSCP of CNPs"},
        {"cnp_prio", 7, &Nic::cnp_priority, "the priority of CNPs"}};
    const OriginId why = host.origins().explicit_at(at);
    for (const NumberFile& file : numbers) {
        if (file.name != name)
            continue;
        const auto number = number_up_to(value, file.limit);
        // Several words are the error of a command that could not show the file.
        if (!number && value.find(' ') == std::string_view::npos)
            host.unreadable(at, file.what, value);
        if (number)
            nic.*file.field = {*number, why};
        return number ? State::read : State::unrecognised;
    }
    if (name == "ecn_enable" || name == "ecn_marking") {
        // The two bits of the IP header: Not-ECT, ECT(1), ECT(0).
        const auto number = number_up_to(value, name == "ecn_enable" ? 255 : 3);
        if (!number)
            return State::unrecognised;
        if (name == "ecn_enable")
            set_both_halves(nic, *number != 0, why);
        else
            nic.ecn_capable = {*number != 0, why};
        return State::read;
    }
    // `apply` prints what is in force, each with an explanation: "ecn_enable=0x1    # ecn status : Enabled".
    if (const std::size_t equals = value.find('='); name == "apply" && equals != std::string_view::npos) {
        const std::string_view shown = value.substr(0, equals);
        std::string_view rest = value.substr(equals + 1);
        rest = rest.substr(0, rest.find_first_of(" \t"));
        return shown == "ecn_enable" || shown == "ecn_marking"
            ? take_congestion_file(host, nic, shown, rest, at)
            : State::irrelevant;
    }
    // Parameters of the algorithm, and how packets with a VLAN tag are sent.
    return State::unsupported;
}

}

State read_bnxt_file(HostBuilder& host, std::string_view path, std::string_view value, Span at)
{
    const std::string_view device = next_directory(path);
    const std::string_view directory = next_directory(path);
    if (directory == "info" && path.empty())
        return State::irrelevant;
    const auto number = small_number(next_directory(path), 254);
    if (device.empty() || directory != "ports" || !number || next_directory(path) != "cc")
        return State::unsupported;
    return take_congestion_file(host, host.rdma(device, *number).nic, path, value, at);
}

}
