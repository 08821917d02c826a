// SPDX-License-Identifier: Apache-2.0
// Turns neutral changes into AOS-CX lines. A setting that all ports share is changed only if every port requests the change.
// Refuses a change that AOS-CX has no line for, or accepts only while all ports are down.
#include "drivers/aoscx/aoscx.h"
#include "drivers/aoscx/aoscx_translator.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::aoscx {
namespace {

constexpr line_cli::ValueLine values[]{{.property = Property::speed, .fact = kind_of(LineKind::speed)},
    {.property = Property::fec,
        .fact = kind_of(LineKind::fec),
        .no_words = "AOS-CX has one word for the Reed-Solomon code of a speed"}};

constexpr std::string_view only_while_down
    = "the queue of a priority with PFC is to be changed only while all ports are down (QoS Guide, map queue)";

}

AoscxTranslator::AoscxTranslator(const line_cli::Task& task)
    : Translator({.platform = "AOS-CX",
                     .grammar = grammar(),
                     .top = scope::top,
                     .blocks = port_blocks(),
                     .values = values,
                     .of_members = line_cli::OfMembers::lag_if_stated},
        task)
    , blocks_(editor(), task.device, block_kinds)
{
}

std::string AoscxTranslator::take(const Change& change, const Port& port)
{
    switch (change.property) {
    case Property::mtu:
        return set_size(change, port, std::get<Bytes>(change.value));
    case Property::trust:
        return port.trust.is(std::get<Trust>(change.value))
            ? std::string{}
            : set_trust(change, std::get<Trust>(change.value));
    case Property::link_pause:
        return set_link_pause(change, port, std::get<bool>(change.value));
    case Property::headroom:
        return set_headroom(change, port);
    case Property::buffer_threshold:
        return set_buffer(change, port);
    case Property::reserve:
        return "AOS-CX has no line for the reserve of a priority";
    case Property::cable_length:
        if (family_of_model(device().model) == Family::fixed)
            return "the headroom of this series is fixed";
        return port.kind == PortKind::physical
            ? put(change, fact_of(LineKind::cable, {std::get<Metres>(change.value).count}))
            : "cable lengths are those of physical ports";
    default:
        return take_value(change);
    }
}

std::string AoscxTranslator::set_trust(const Change& change, Trust trust)
{
    if (trust == Trust::dscp_else_pcp)
        return "a port of AOS-CX trusts the DSCP or the 802.1p priority";
    Fact line = fact_of(LineKind::trust, {line_cli::number_of(trust)});
    // A line that gives packets a local priority is replaced as a whole.
    line.statement = row_with(LineKind::trust, "field");
    return put(change, line);
}

std::string AoscxTranslator::set_size(const Change& change, const Port& port, Bytes frame)
{
    const std::uint64_t payload = std::max(frame.count, physics::ethernet_header) - physics::ethernet_header;
    std::string reason = put(change, fact_of(LineKind::mtu, {payload}));
    // The packets of a routed port have a limit of their own.
    if (reason.empty() && port.routed.is(true) && port.ip_mtu.known() && port.ip_mtu.value.count != payload)
        reason = put(change, fact_of(LineKind::ip_mtu, {payload}));
    return reason;
}

std::string AoscxTranslator::set_link_pause(const Change& change, const Port& port, bool on)
{
    if (!on)
        return take_away(change, fact_of(LineKind::link_pause));
    if (!editor()
             .asked()
             .pfc_after(change.port.port, port.pfc_tx.value_or({}) | port.pfc_rx.value_or({}))
             .empty())
        return "an interface of AOS-CX has either PFC or link-level flow control (Fundamentals Guide, flow-control)";
    return "link-level flow control needs a lossless pool of its own, which is a choice";
}

std::string AoscxTranslator::set_map(const Change& change, const Port& port, const MapEntry& entry)
{
    const auto is_physical
        = [](std::uint32_t, const Port& other) { return other.kind == PortKind::physical; };
    if (entry.to >= queue_count && entry.kind == MapKind::dscp_to_tc)
        return "AOS-CX has local priorities from 0 to 7";
    if (entry.kind == MapKind::dscp_to_tc) {
        std::string reason
            = refuse_for_others(change, "qos dscp-map is that of the whole switch", is_physical);
        return reason.empty()
            ? lists().set(fact_of(LineKind::dscp_in, {std::uint64_t{1} << entry.from, entry.to}))
            : reason;
    }
    if (entry.kind == MapKind::tc_to_dscp) {
        if (entry.from >= queue_count)
            return "AOS-CX has local priorities from 0 to 7";
        if (!port.tc_to_dscp.known() || port.tc_to_dscp.value.none())
            return "the port does not rewrite the DSCP: `qos egress-rewrite dscp` is not set";
        std::string reason = refuse_for_others(change,
            "qos egress-rewrite-map is that of the whole switch",
            [](std::uint32_t, const Port& other) {
                return other.kind == PortKind::physical && other.tc_to_dscp.known()
                    && !other.tc_to_dscp.value.none();
            });
        return reason.empty()
            ? lists().set(fact_of(LineKind::dscp_out, {std::uint64_t{1} << entry.from, entry.to}))
            : reason;
    }
    if (entry.kind == MapKind::pcp_to_tc)
        return "qos cos-map also says which priority is paused for a class, and is to be changed only while all ports are "
               "down (QoS Guide, qos cos-map)";
    if (entry.kind == MapKind::tc_to_queue)
        return std::string(only_while_down);
    return "on AOS-CX the cos-map and the queue profile say which queue and which packets a priority pauses";
}

std::string AoscxTranslator::set_pfc(const Change& change, const Port& port, const PriorityDelta& delta)
{
    if (port.kind != PortKind::physical)
        return "PFC belongs to the physical ports";
    if (!port.pfc_tx.known() || !port.pfc_rx.known())
        return "which priorities the port pauses is not known";
    const Pausing now{port.pfc_rx.value, port.pfc_tx.value};
    const Pausing then{(now.rx | delta.add) - delta.remove, (now.tx | delta.add) - delta.remove};
    if (then.rx == now.rx && then.tx == now.tx)
        return {};
    const bool has_pool_lines = family_of_model(device().model) != Family::fixed;
    for (const Priority priority : has_pool_lines ? then.tx - now.tx : PrioritySet{}) {
        if (pool_of(priority) != nullptr)
            continue;
        const Change* pool = headroom_asked(change.port.port, priority);
        if (pool == nullptr)
            return fmt::format(
                "priority {} is in no lossless pool, without which an 8325, 9300 or 10000 takes no PFC for it: `qos "
                "pool` has to name it first",
                priority);
        // The pool takes the priority with this change, or the port gets no PFC for it.
        if (std::string reason = set_headroom(*pool, port); !reason.empty())
            return reason;
    }
    const Change no_pause{.port = change.port, .property = Property::link_pause, .value = false};
    if (editor().find(change.port.port, {kind_of(LineKind::link_pause)}).states()
        && !editor().asked().wants(change.port.port, no_pause))
        return "the port has link-level flow control, which PFC would replace (Fundamentals Guide, flow-control)";
    const std::string lists = lists_of(then);
    if (!lists.empty())
        return put(change, named(LineKind::pfc, lists));
    const line_cli::FoundLine line = editor().find(change.port.port, {kind_of(LineKind::pfc)});
    return line.fact == nullptr ? std::string{} : take_away(change, *line.fact);
}

std::string AoscxTranslator::set_watchdog(
    const Change& change, const Port& port, const WatchdogTarget& target)
{
    const PrioritySet paused
        = editor().asked().pfc_after(change.port.port, port.pfc_tx.value_or({}) | port.pfc_rx.value_or({}));
    if (family_of_model(device().model) == Family::fixed)
        return "only the 8325, 9300 and 10000 have a watchdog (Fundamentals Guide, flow-control watchdog)";
    if (port.kind != PortKind::physical || paused.empty())
        return "the watchdog of AOS-CX watches the queues with PFC of a physical port, and this port has none";
    if (target.poll)
        return "the watchdog of AOS-CX has no polling interval";
    if (!(target.priorities - paused).empty())
        return "AOS-CX watches the priorities with PFC";
    std::string reason = put(change, fact_of(LineKind::watchdog));
    const bool same = (!target.detection || port.watchdog.detection.is(*target.detection))
        && (!target.restoration || port.watchdog.restoration.is(*target.restoration));
    if (!reason.empty() || same)
        return reason;
    reason = refuse_for_others(change,
        "the times of the watchdog are those of the whole switch",
        [](std::uint32_t, const Port& other) { return other.watchdog.enabled.is(true); });
    if (!reason.empty())
        return reason;
    const auto time = [](std::optional<Milliseconds> asked, const Setting<Milliseconds>& now) {
        return static_cast<std::uint64_t>((asked ? *asked : now.value_or(Milliseconds(0))).count());
    };
    return editor().put_global(fact_of(LineKind::watchdog_times,
                                   {time(target.detection, port.watchdog.detection),
                                       time(target.restoration, port.watchdog.restoration)}),
        editor().find_global(kind_of(LineKind::watchdog_times)));
}

std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task)
{
    return std::make_unique<AoscxTranslator>(task);
}

}
