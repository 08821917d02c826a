// SPDX-License-Identifier: Apache-2.0
// Turns neutral changes into lines of EOS. A row refuses values that it does not allow. This file refuses
// what EOS has no line for, and what would change other ports than those requested.
#include "drivers/eos/eos.h"
#include "drivers/eos/grammar.h"
#include "drivers/eos/qos_editor.h"
#include "drivers/eos/queues.h"
#include "drivers/line_cli/write/translator.h"
#include "models/change/properties.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

namespace rocelint::eos {
namespace {

// EOS states the IP MTU; a frame adds an Ethernet header to it (see resolve_mtu).
constexpr std::uint64_t frame_header = physics::ethernet_header;

constexpr line_cli::PortHeader port_headers[]{{kind_of(LineKind::interface_), ""}};
constexpr line_cli::PortBlocks port_blocks{
    port_headers, kind_of(LineKind::qos_profile), kind_of(LineKind::service_profile)};

constexpr line_cli::ValueLine values[]{{.property = Property::trust,
                                           .fact = kind_of(LineKind::trust),
                                           .off = static_cast<std::uint64_t>(Trust::none),
                                           .no_words = "EOS has no trust in both DSCP and PCP",
                                           .of_members = line_cli::OfMembers::lag},
    {.property = Property::mtu,
        .fact = kind_of(LineKind::mtu),
        .less = frame_header,
        .of_members = line_cli::OfMembers::lag,
        .what = "MTU"},
    {.property = Property::fec,
        .fact = kind_of(LineKind::fec),
        .off = static_cast<std::uint64_t>(Fec::none),
        .no_words = "EOS has no line for automatic FEC"},
    {.property = Property::link_pause, .fact = kind_of(LineKind::pause_send), .now = &Port::pause_tx},
    {.property = Property::link_pause, .fact = kind_of(LineKind::pause_receive), .now = &Port::pause_rx}};

// EOS has one map of each kind for all ports.
LineKind line_of(MapKind kind)
{
    switch (kind) {
    case MapKind::dscp_to_tc:
        return LineKind::dscp_map;
    case MapKind::pcp_to_tc:
        return LineKind::cos_map;
    case MapKind::tc_to_queue:
        return LineKind::queue_map;
    case MapKind::tc_to_dscp:
        return LineKind::rewrite_map;
    default:
        return LineKind::nothing;
    }
}

class EosTranslator final : public line_cli::Translator {
public:
    explicit EosTranslator(const line_cli::Task& task)
        : Translator({.platform = "EOS",
                         .grammar = grammar(),
                         .top = scope::top,
                         .blocks = port_blocks,
                         .values = values,
                         .inherited = scope::queue},
            task)
        , qos_(task.device, editor())
    {
        if (const auto unicast = has_unicast_queues(task.device.asic, task.device.model))
            editor().set_usual_opener(scope::queue, queue_row(*unicast));
    }

private:
    std::string set_pfc(const Change& change, const Port& port, const PriorityDelta& delta) override
    {
        return qos_.set_priorities(change, port, delta);
    }
    std::string set_watchdog(const Change& change, const Port& port, const WatchdogTarget& target) override
    {
        return qos_.set_watchdog(change, port, target);
    }
    std::string set_ecn(const Change& change, const Port& port, const EcnTarget& target) override
    {
        return qos_.set_ecn(change, port, target);
    }
    std::string set_scheduler(const Change& change, const Port&, const SchedulerTarget& target) override
    {
        return qos_.set_scheduler(change, target);
    }

    std::string take(const Change& change, const Port& port) override
    {
        switch (change.property) {
        case Property::mtu:
            return port.routed.is(true)
                ? take_value(change)
                : "mtu limits only what a routed port sends, and this port is switched";
        case Property::link_pause:
            return std::get<bool>(change.value) && !paused_after(change, port).empty()
                ? "a port with PFC on has no 802.3x flow control, whatever its flowcontrol lines say"
                : take_value(change);
        case Property::speed:
            return set_speed(change, std::get<BitsPerSecond>(change.value));
        case Property::headroom:
        case Property::reserve:
        case Property::buffer_threshold:
        case Property::cable_length:
            return "EOS works headroom out itself; editing its buffer profiles is not supported yet";
        default:
            return take_value(change);
        }
    }

    // The number of lanes for a speed depends on the hardware, so the line is copied from another port with
    // the same speed.
    std::string set_speed(const Change& change, BitsPerSecond speed)
    {
        for (std::uint32_t index = 0; index < device().ports.size(); ++index) {
            const Port& other = device().ports[index];
            const FoundLine model = editor().find(index, {kind_of(LineKind::speed)});
            if (index != change.port.port && other.kind == PortKind::physical && other.speed.is(speed)
                && model.states())
                return editor().put(change, *model.fact, line_cli::Keep::nothing);
        }
        return "no other port shows how this hardware writes that speed";
    }

    std::string take_whole(const Change& change) override
    {
        if (change.property != Property::hashing)
            return not_supported(change);
        const Fact* stated = editor().find_global(kind_of(LineKind::hash_fields));
        if (stated == nullptr || stated->statement != grammar().row(kind_of(LineKind::hash_fields)))
            return "the hash of this hardware is set up in a profile of its own, which is edited by hand";
        std::string fields(stated->text);
        const HashFields now = device().load_balancing.ecmp.value_or({});
        for (const auto& [field, word] : {std::pair(HashField::source_ip, "source-ip"),
                 std::pair(HashField::destination_ip, "destination-ip"),
                 std::pair(HashField::source_port, "source-port")}) {
            if (!now.has(field))
                fields += fmt::format(" {}", word);
        }
        return editor().put_global({.kind = stated->kind, .text = fields}, stated);
    }

    std::string set_map(const Change& change, const Port&, const MapEntry& entry) override
    {
        const LineKind line = line_of(entry.kind);
        if (line == LineKind::nothing)
            return "EOS has no such map to change";
        if (line == LineKind::rewrite_map && !rewrites())
            return "no port rewrites DSCPs: qos rewrite dscp, which is off, would do so for every port and traffic class";
        std::string reason = refuse_for_others(
            change, "EOS has one map for all ports", [&](std::uint32_t, const Port& port) {
                return port.kind == PortKind::physical && map_binding(port, entry.kind)->known();
            });
        return reason.empty() ? lists().set(fact_of(line, {std::uint64_t{1} << entry.from, entry.to}))
                              : reason;
    }

    [[nodiscard]] bool rewrites() const
    {
        const Fact* line = editor().find_global(kind_of(LineKind::rewrite_dscp));
        return line != nullptr && line->sense == line_cli::Sense::set;
    }

    QosEditor qos_;
};

}

std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task)
{
    return std::make_unique<EosTranslator>(task);
}

}
