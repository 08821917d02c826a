// SPDX-License-Identifier: Apache-2.0
// The classes of an AMD Pensando NIC, from `nicctl show qos` (forms: amd/node-scraper, test_network_collector.py;
// AMD, MoRI inference recipe for Pollara, "Verify QoS Classification"; ROCm/cvs, preflight pfc_qos_dcqcn).
#include "drivers/linux_host/nicctl/nicctl_qos.h"

#include "drivers/linux_host/shell/arguments.h"
#include "models/syntax/indent_tree.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace rocelint::linux_host {
namespace {

using State = CoverageState;

constexpr std::string_view nicctl_arrow = "==>";

// "priority : 3" after the arrow.
std::optional<std::uint8_t> target_priority(std::string_view text)
{
    const auto priority = value_of(text, "priority ");
    return small_number(priority.value_or(value_of(text, "priority").value_or("")), 7);
}

// The code points before the arrow: "0-25, 27-47", or "0x0000000004000000".
std::optional<DscpSet> nicctl_dscps(std::string_view value)
{
    const std::string_view text = trimmed(value.substr(0, value.find(nicctl_arrow)));
    if (!text.starts_with("0x"))
        return parse_dscps(text);
    const auto bits = nicctl_bits(text);
    return bits ? std::optional(DscpSet{*bits}) : std::nullopt;
}

// The purposes that `nicctl update qos dscp-to-purpose` takes.
bool is_nicctl_purpose(std::string_view text)
{
    constexpr std::array<std::string_view, 4> purposes{"rdma-ack", "xccl-cts", "data", "none"};
    return text.starts_with("purpose") || std::ranges::find(purposes, text) != purposes.end();
}

// What the arrow points to; empty without an arrow.
std::string_view arrow_target(std::string_view value)
{
    const std::size_t at = value.find(nicctl_arrow);
    return at == std::string_view::npos ? std::string_view{}
                                        : trimmed(value.substr(at + nicctl_arrow.size()));
}

}

std::optional<std::uint64_t> nicctl_bits(std::string_view text)
{
    constexpr std::size_t most_digits = 16;
    if (!text.starts_with("0x") || text.size() == 2 || text.size() > 2 + most_digits)
        return std::nullopt;
    std::uint64_t bits = 0;
    for (const char c : text.substr(2)) {
        const int digit = ascii::hex_value(c);
        if (digit < 0)
            return std::nullopt;
        bits = bits * 16 + static_cast<std::uint64_t>(digit);
    }
    return bits;
}

std::optional<State> NicctlQos::take(const NicctlLine& line)
{
    if (line.key == "Classification type")
        return take_type(line);
    if (line.key == "DSCP bitmap" || line.key == "DSCP")
        return is_nicctl_purpose(arrow_target(line.value)) ? take_purpose(line) : take_dscps(line);
    if (line.key == "DSCP-to-purpose")
        return line.value.empty() ? State::irrelevant : take_purpose(line);
    if (line.key == "PFC priority bitmap" || line.key == "PFC no-drop priorities")
        return take_priorities(line);
    // The map of PCP counts only for tagged packets, and PFC and the classes are stated by priority.
    if (line.key == "PCP" || line.key == "PCP bitmap")
        return State::unsupported;
    const bool heading = line.key == "DSCP-to-priority" || line.key == "PCP-to-priority" || line.key == "PFC"
        || line.key == "Scheduling";
    return heading ? std::optional(State::irrelevant) : std::nullopt;
}

State NicctlQos::take_type(const NicctlLine& line)
{
    const OriginId why = host_.origins().explicit_at(line.at);
    if (line.value == "DSCP")
        trust_ = {Trust::dscp, why};
    else if (line.value == "PCP")
        trust_ = {Trust::pcp, why};
    else
        host_.unreadable(line.at, "what the NIC trusts", line.value);
    return trust_.known() ? State::read : State::unrecognised;
}

// "0x0000000004000000 ==> priority : 3", and the same again as "0-25, 27-47, 49-63 ==> priority : 0"
State NicctlQos::take_dscps(const NicctlLine& line)
{
    const auto priority = target_priority(arrow_target(line.value));
    const auto dscps = nicctl_dscps(line.value);
    if (!priority || !dscps) {
        host_.unreadable(line.at, "the priority of DSCPs", line.value);
        return State::unrecognised;
    }
    const OriginId why = host_.origins().explicit_at(line.at);
    if (!map_.at.somewhere())
        map_.at = line.at;
    bool told = false;
    for (const Dscp dscp : *dscps) {
        if (mapped_.test(dscp) && map_.to[dscp] != *priority && !told) {
            host_.warn(line.at,
                fmt::format(
                    "DSCP {} is shown with priority {} and with {}: this output is not as it was printed",
                    dscp,
                    map_.to[dscp],
                    *priority));
            told = true;
        }
        mapped_.set(dscp);
        map_.set(dscp, *priority, why);
    }
    return State::read;
}

// "46 ==> rdma-ack", "46 ==> purpose : xccl-cts"
State NicctlQos::take_purpose(const NicctlLine& line)
{
    const std::string_view purpose = line.value.substr(line.value.find_last_of(" \t:>") + 1);
    if (purpose != "rdma-ack")
        return State::irrelevant; // what other purposes do to packets is not documented
    const auto dscps = nicctl_dscps(line.value);
    if (!dscps || dscps->size() != 1)
        return State::unrecognised;
    ack_dscp_ = {*dscps->begin(), host_.origins().explicit_at(line.at)};
    return State::read;
}

State NicctlQos::take_priorities(const NicctlLine& line)
{
    std::optional<PrioritySet> priorities;
    const bool bitmap = line.key == "PFC priority bitmap";
    if (!bitmap)
        priorities = parse_priorities(line.value);
    else if (const auto bits = nicctl_bits(line.value); bits && *bits < 256)
        priorities = PrioritySet{static_cast<std::uint8_t>(*bits)};
    if (!priorities) {
        host_.unreadable(
            line.at, bitmap ? "the priorities with PFC" : "the priorities that are not dropped", line.value);
        return State::unrecognised;
    }
    (bitmap ? pfc_ : no_drop_) = {*priorities, host_.origins().explicit_at(line.at)};
    return State::read;
}

State NicctlQos::take_row(std::string_view row, Span at)
{
    // A further line of the map to purposes: "46 ==> rdma-ack".
    if (is_nicctl_purpose(arrow_target(row)))
        return take_purpose({{}, row, at});
    Words words(row);
    const auto priority = small_number(words.next(), 7);
    const std::string_view kind = words.next();
    const std::string_view share = words.next();
    const std::string_view rate = words.next();
    if (!priority || rate.empty() || !words.at_end())
        return State::unrecognised;
    const OriginId why = host_.origins().explicit_at(at);
    ServedClass served;
    served.present = true;
    served.at = at;
    if (kind == "strict" || kind == "STRICT" || kind == "SP") {
        served.kind = {SchedulerKind::strict, why};
    } else if (kind == "DWRR") {
        const auto percent = small_number(share, 100);
        if (!percent)
            return State::unrecognised;
        served.kind = {SchedulerKind::weighted, why};
        served.bandwidth = {Percent::whole(*percent), why};
    } else {
        return State::unrecognised;
    }
    if (rate != "N/A") {
        const auto limit = gigabits(rate);
        if (!limit)
            return State::unrecognised;
        if (limit->count != 0)
            served.limit = {*limit, why};
    }
    classes_.classes[*priority] = served;
    has_classes_ = true;
    return State::read;
}

void NicctlQos::apply_map(Port& port, std::uint32_t index)
{
    if (mapped_.all())
        apply_dscp_map(host_, index, map_);
    else
        port.dscp_to_tc = Setting<Ref>::unread(host_.origins().unread(
            "nicctl show qos lists every DSCP, and this output has only some of them"));
}

void NicctlQos::apply_to(std::uint32_t index)
{
    Port& port = host_.port_at(index);
    NetDevice& net = host_.net(index);
    if (trust_.known()) {
        port.trust = trust_;
        port.pcp_to_tc = {Ref{}, trust_.origin};
        port.dscp_to_tc = {};
        net.trust_from_app_table = false;
        if (trust_.value == Trust::dscp)
            apply_map(port, index);
    }
    if (pfc_.known())
        apply_pfc(host_, index, pfc_.value, host_.origins().span(pfc_.origin));
    if (no_drop_.known())
        net.nic.no_drop = no_drop_;
    if (ack_dscp_.known())
        net.nic.ack_dscp = ack_dscp_;
    if (!has_classes_)
        return;
    // Each priority is served by itself.
    OriginId why;
    for (const ServedClass& served : classes_.classes)
        why = served.present ? served.kind.origin : why;
    for (const Priority priority : PrioritySet::all()) {
        classes_.of_priority[priority] = priority;
        classes_.of_priority_origin[priority] = why;
    }
    linux_host::apply(host_, index, classes_);
}

}
