// SPDX-License-Identifier: Apache-2.0
// Neutral changes as lines of EOS. What a row does not take is refused in its words; what EOS has no line for, and what would
// change ports that nobody asked for, is refused here.
#include "drivers/eos/eos.h"
#include "drivers/eos/grammar.h"
#include "drivers/eos/qos_editor.h"
#include "drivers/line_cli/undo.h"
#include "models/fabric/fec.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::eos {
namespace {

using line_cli::Fact;
using line_cli::fact_of;
using line_cli::FoundLine;

// EOS states the IP MTU; a frame has an Ethernet header on top of it (see resolve_mtu).
constexpr std::uint64_t frame_header = physics::ethernet_header;

constexpr line_cli::PortHeader port_headers[]{{kind_of(Says::interface_), ""}};
constexpr line_cli::PortBlocks port_blocks{
    port_headers, kind_of(Says::qos_profile), kind_of(Says::service_profile)};

const Setting<Ref>* binding_of(const Port& port, MapKind kind)
{
    switch (kind) {
    case MapKind::dscp_to_tc:
        return &port.dscp_to_tc;
    case MapKind::pcp_to_tc:
        return &port.pcp_to_tc;
    case MapKind::tc_to_queue:
        return &port.tc_to_queue;
    case MapKind::tc_to_dscp:
        return &port.tc_to_dscp;
    default:
        return nullptr;
    }
}

Says line_of(MapKind kind)
{
    return kind == MapKind::dscp_to_tc ? Says::dscp_map
        : kind == MapKind::pcp_to_tc   ? Says::cos_map
        : kind == MapKind::tc_to_queue ? Says::queue_map
                                       : Says::rewrite_map;
}

class Translator {
public:
    Translator(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
        : device_(device)
        , asked_(changes)
        , lines_(line_cli::read_lines(grammar(), scope::top, trees))
        , stanzas_(lines_, port_blocks, device)
        , writer_(grammar())
        , editor_(grammar(), stanzas_, device, changes, writer_, scope::queue)
        , maps_(editor_)
        , qos_(device, editor_)
    {
    }

    void run(std::span<const Change> changes, std::vector<Refusal>& refused)
    {
        for (std::uint32_t index = 0; index < changes.size(); ++index) {
            const Change& change = changes[index];
            std::string reason = change.port.port < device_.ports.size()
                ? take(change, device_.ports[change.port.port])
                : take_whole(change);
            if (!reason.empty())
                refused.push_back({index, std::move(reason)});
        }
        maps_.finish();
    }

    [[nodiscard]] const line_cli::LineWriter& writer() const { return writer_; }

private:
    // Empty, or why the change cannot be made.
    std::string take(const Change& change, const Port& port)
    {
        switch (change.property) {
        case Property::pfc:
            return qos_.set_priorities(change, port, std::get<PriorityDelta>(change.value));
        case Property::watchdog:
        case Property::watchdog_timers:
            return qos_.set_watchdog(change, port, std::get<WatchdogTarget>(change.value));
        case Property::trust:
            return set_trust(change, port, std::get<Trust>(change.value));
        case Property::mtu:
            return set_mtu(change, port, std::get<Bytes>(change.value).count);
        case Property::link_pause:
            return set_link_pause(change, port, std::get<bool>(change.value));
        case Property::dscp_map:
        case Property::pcp_map:
        case Property::queue_map:
        case Property::dscp_rewrite:
            return set_map(change, std::get<MapEntry>(change.value));
        case Property::ecn:
        case Property::ecn_thresholds:
            return qos_.set_ecn(change, port, std::get<EcnTarget>(change.value));
        case Property::scheduler:
            return qos_.set_scheduler(change, std::get<SchedulerTarget>(change.value));
        case Property::fec:
            return set_fec(change, port, std::get<Fec>(change.value));
        case Property::speed:
            return set_speed(change, std::get<BitsPerSecond>(change.value));
        case Property::headroom:
        case Property::reserve:
        case Property::buffer_threshold:
        case Property::cable_length:
            return "EOS works headroom out itself; editing its buffer profiles is not supported yet";
        default:
            return not_written(change);
        }
    }

    static std::string not_written(const Change& change)
    {
        return fmt::format("correcting {} on EOS is not supported yet", name_of(change.property));
    }

    // What a member of a port channel has from there.
    std::string put_unless_of_lag(
        const Change& change, const Port& port, std::string_view what, const Fact& wanted)
    {
        if (port.lag == Port::no_index)
            return editor_.put(change, wanted);
        if (editor_.wants(port.lag, change))
            return {};
        return fmt::format(
            "{} gets its {} from {}, which must not change", port.name, what, device_.ports[port.lag].name);
    }

    std::string set_trust(const Change& change, const Port& port, Trust trust)
    {
        if (trust == Trust::dscp_else_pcp)
            return "EOS has no trust in both DSCP and PCP";
        return put_unless_of_lag(change,
            port,
            "trust",
            trust == Trust::none ? off(Says::trust)
                                 : fact_of(Says::trust, {static_cast<std::uint64_t>(trust)}));
    }

    std::string set_mtu(const Change& change, const Port& port, std::uint64_t frame)
    {
        if (!port.routed.is(true))
            return "mtu limits only what a routed port sends, and this port is switched";
        const std::uint64_t mtu = std::max(frame, frame_header) - frame_header;
        return put_unless_of_lag(change, port, "MTU", fact_of(Says::mtu, {mtu}));
    }

    std::string set_fec(const Change& change, const Port& port, Fec fec)
    {
        if (std::string reason = no_word_for_code("reed-solomon", port, fec); !reason.empty())
            return reason;
        if (fec == Fec::automatic)
            return "EOS has no line for automatic FEC";
        const Fec code = fec == Fec::base_r ? fec : Fec::rs;
        return editor_.put(change,
            fec == Fec::none ? off(Says::fec) : fact_of(Says::fec, {static_cast<std::uint64_t>(code)}));
    }

    // How many lanes a speed takes depends on the hardware: the line is that of another port of the same speed.
    std::string set_speed(const Change& change, BitsPerSecond speed)
    {
        for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
            const Port& other = device_.ports[index];
            const FoundLine model = editor_.find(index, {kind_of(Says::speed)});
            if (index != change.port.port && other.kind == PortKind::physical && other.speed.is(speed)
                && model.states())
                return editor_.put(change, *model.fact, line_cli::Keep::nothing);
        }
        return "no other port shows how this hardware writes that speed";
    }

    std::string take_whole(const Change& change)
    {
        if (change.property != Property::hashing)
            return not_written(change);
        const Fact* stated = editor_.find_global(kind_of(Says::hash_fields));
        if (stated == nullptr || stated->statement != grammar().row(kind_of(Says::hash_fields)))
            return "the hash of this hardware is set up in a profile of its own, which is edited by hand";
        std::string fields(stated->text);
        const HashFields now = device_.load_balancing.ecmp.value_or({});
        for (const auto& [field, word] : {std::pair(HashField::source_ip, "source-ip"),
                 std::pair(HashField::destination_ip, "destination-ip"),
                 std::pair(HashField::source_port, "source-port")}) {
            if (!now.has(field))
                fields += fmt::format(" {}", word);
        }
        return editor_.put_global({.kind = stated->kind, .text = fields}, stated);
    }

    std::string set_link_pause(const Change& change, const Port& port, bool on)
    {
        if (on && !asked_.pfc_after(change.port.port, port.pfc_tx.value_or({})).empty())
            return "a port with PFC on has no 802.3x flow control, whatever its flowcontrol lines say";
        const std::uint64_t state = on ? 1 : 0;
        std::string reason;
        if (!port.pause_tx.is(on))
            reason = editor_.put(change, fact_of(Says::pause_send, {state}));
        if (reason.empty() && !port.pause_rx.is(on))
            reason = editor_.put(change, fact_of(Says::pause_receive, {state}));
        return reason;
    }

    std::string set_map(const Change& change, const MapEntry& entry)
    {
        if (binding_of(device_.ports[change.port.port], entry.kind) == nullptr)
            return "EOS has no such map to change";
        if (entry.kind == MapKind::tc_to_dscp && !rewrites())
            return "no port rewrites DSCPs: qos rewrite dscp, which is off, would do so for every port and traffic class";
        for (std::uint32_t index = 0; index < device_.ports.size() && !change.shared; ++index) {
            const Port& other = device_.ports[index];
            const bool uses = other.kind == PortKind::physical && binding_of(other, entry.kind)->known();
            if (uses && index != change.port.port && !editor_.wants(index, change))
                return fmt::format("EOS has one map for all ports, and {} must not change", other.name);
        }
        return maps_.set(fact_of(line_of(entry.kind), {std::uint64_t{1} << entry.from, entry.to}));
    }

    [[nodiscard]] bool rewrites() const
    {
        const Fact* line = editor_.find_global(kind_of(Says::rewrite_dscp));
        return line != nullptr && line->sense == line_cli::Sense::set;
    }

    const Device& device_;
    Asked asked_;
    line_cli::Lines lines_;
    line_cli::StanzaIndex stanzas_;
    line_cli::LineWriter writer_;
    line_cli::LineEditor editor_;
    line_cli::ListLines maps_;
    QosEditor qos_;
};

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editing editing;
    Translator translator(trees, device, changes);
    translator.run(changes, editing.refused);
    editing.edits = translator.writer().edits();
    return editing;
}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands made;
    Translator translator(trees, device, changes);
    translator.run(changes, made.refused);
    made.text = translator.writer().commands();
    return made;
}

Commands undo(std::span<const Tree> before,
    std::span<const Tree> after,
    const Device& /*device_before*/,
    std::span<const Change> /*changes*/)
{
    return {.text = line_cli::undo_lines(grammar().dialect(), before, after)};
}

}
