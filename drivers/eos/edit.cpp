// SPDX-License-Identifier: Apache-2.0
// Neutral changes as lines of EOS. What a row does not take is refused in its words; what EOS has no line for, and what would
// change ports that nobody asked for, is refused here.
#include "drivers/eos/edit.h"

#include "drivers/eos/grammar.h"
#include "drivers/eos/pfc_editor.h"
#include "drivers/line_cli/undo.h"
#include "models/physics/wire.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::eos {
namespace {

using line_cli::Fact;
using line_cli::fact_of;
using line_cli::FoundLine;
using line_cli::Value;

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

// Bytes in the measure that the line has. False where that takes what is not known, or does not come out even.
bool to_measure_of(const Fact& line, std::size_t slot, const Setting<BitsPerSecond>& speed, Value& bytes)
{
    const std::uint8_t term = line.values[slot].term;
    const std::uint8_t measure = line.statement->slots[slot].terms[term].measure;
    if (measure == native_measure)
        return true;
    const std::uint64_t bits_per_microsecond = speed.known() ? speed.value.count / 1'000'000 : 0;
    if (measure != time_measure || bits_per_microsecond == 0 || bytes.number * 8 % bits_per_microsecond != 0)
        return false;
    bytes = Value::of(bytes.number * 8 / bits_per_microsecond, term);
    return true;
}

class Translator {
public:
    Translator(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
        : device_(device)
        , lines_(line_cli::read_lines(grammar(), scope::top, trees))
        , stanzas_(lines_, port_blocks, device)
        , writer_(grammar())
        , editor_(grammar(), stanzas_, device, changes, writer_, scope::queue)
        , maps_(editor_)
        , pfc_(device, editor_)
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
            return pfc_.set_priorities(change, port, std::get<PriorityDelta>(change.value));
        case Property::watchdog:
        case Property::watchdog_timers:
            return pfc_.set_watchdog(change, port, std::get<WatchdogTarget>(change.value));
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
            return set_ecn(change, port, std::get<EcnTarget>(change.value));
        case Property::scheduler:
            return set_scheduler(change, std::get<SchedulerTarget>(change.value));
        case Property::fec:
            return set_fec(change, std::get<Fec>(change.value));
        case Property::speed:
            return set_speed(change, std::get<BitsPerSecond>(change.value));
        case Property::headroom:
        case Property::reserve:
        case Property::buffer_threshold:
        case Property::cable_length:
            return "EOS makes headroom itself; its buffer profiles are not edited yet";
        default:
            return not_written(change);
        }
    }

    static std::string not_written(const Change& change)
    {
        return fmt::format("a correction of {} is not written for EOS yet", name_of(change.property));
    }

    // What a member of a port channel has from there.
    std::string put_unless_of_lag(
        const Change& change, const Port& port, std::string_view what, const Fact& wanted)
    {
        if (port.lag == Port::no_index)
            return editor_.put(change, wanted);
        if (editor_.wants(port.lag, change))
            return {};
        return fmt::format("{} has its {} from {}, which is not to be changed",
            port.name,
            what,
            device_.ports[port.lag].name);
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

    std::string set_fec(const Change& change, Fec fec)
    {
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
        for (std::uint32_t index = 0; index < device_.ports.size() && !change.shared; ++index) {
            const Port& other = device_.ports[index];
            const bool uses = other.kind == PortKind::physical && binding_of(other, entry.kind)->known();
            if (uses && index != change.port.port && !editor_.wants(index, change))
                return fmt::format("EOS has one map for all ports, and {} is not to be changed", other.name);
        }
        return maps_.set(fact_of(line_of(entry.kind), {std::uint64_t{1} << entry.from, entry.to}));
    }

    std::string set_ecn(const Change& change, const Port& port, const EcnTarget& target)
    {
        if (target.max_probability.hundredths % 100 != 0)
            return "EOS takes a marking probability in whole percent";
        Fact wanted = fact_of(Says::ecn,
            {target.min_threshold.count, target.max_threshold.count, target.max_probability.hundredths / 100},
            change.number);
        const FoundLine found = editor_.find(change.port.port, {wanted.kind, wanted.number});
        for (const std::size_t slot : {0U, 1U}) {
            if (found.states() && !to_measure_of(*found.fact, slot, port.speed, wanted.values[slot]))
                return std::string(line_cli::inexact_line);
        }
        return editor_.put(change, wanted);
    }

    // Without `no priority` a queue is strict, and `default` takes a line out of the running-config (Arista EOS User
    // Manual, Quality of Service Configuration Commands: priority, bandwidth percent).
    std::string set_scheduler(const Change& change, const SchedulerTarget& target)
    {
        const Fact round_robin = off(Says::priority, change.number);
        const FoundLine kind = editor_.find(change.port.port, {round_robin.kind, change.number});
        const bool is_round_robin = kind.fact != nullptr && !kind.states();
        std::string reason;
        if (target.weight)
            return "EOS serves queues by shares in percent, not by weights";
        if (target.kind == SchedulerKind::strict) {
            if (is_round_robin)
                reason = editor_.take_away(
                    change, {round_robin.kind, change.number}, fact_of(Says::priority, {}, change.number));
            return reason.empty() ? editor_.take_away(
                       change, {kind_of(Says::bandwidth), change.number}, off(Says::bandwidth, change.number))
                                  : reason;
        }
        if (target.bandwidth && target.bandwidth->hundredths % 100 != 0)
            return "EOS takes a share in whole percent";
        if (!is_round_robin)
            reason = editor_.put(change, round_robin);
        if (reason.empty() && target.bandwidth)
            reason = editor_.put(
                change, fact_of(Says::bandwidth, {target.bandwidth->hundredths / 100}, change.number));
        return reason;
    }

    const Device& device_;
    line_cli::Lines lines_;
    line_cli::StanzaIndex stanzas_;
    line_cli::LineWriter writer_;
    line_cli::LineEditor editor_;
    line_cli::ListLines maps_;
    PfcEditor pfc_;
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
