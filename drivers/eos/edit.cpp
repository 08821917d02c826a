// SPDX-License-Identifier: Apache-2.0
// Neutral changes as lines of a running-config.
#include "drivers/eos/edit.h"

#include "drivers/eos/config.h"
#include "drivers/eos/map_lines.h"
#include "drivers/eos/pfc_editor.h"
#include "drivers/eos/port_lines.h"
#include "drivers/eos/queue_editor.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::eos {
namespace {

// EOS states the IP MTU; a frame has an Ethernet header on top of it (see resolve_mtu).
constexpr std::uint64_t frame_header = 14;

constexpr LineName trust_line{[](std::string_view line) { return begins_with(line, "qos trust"); }};
constexpr LineName mtu_line{[](std::string_view line) { return begins_with(line, "mtu"); }};
constexpr LineName send_line{[](std::string_view line) { return begins_with(line, "flowcontrol send"); }};
constexpr LineName receive_line{
    [](std::string_view line) { return begins_with(line, "flowcontrol receive"); }};

constexpr LineName fec_line{
    [](std::string_view line) { return begins_with(line, "error-correction encoding"); }};
constexpr LineName speed_line{[](std::string_view line) { return begins_with(line, "speed"); }};

LineName ecn_line(std::uint8_t queue)
{
    return {[](std::string_view line) {
                return begins_with(line, "random-detect ecn")
                    && !begins_with(line, "random-detect ecn count");
            },
        queue};
}

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

class Translator {
public:
    Translator(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
        : device_(device)
        , changes_(changes)
        , lines_(trees, device, changes, writer_)
        , maps_(trees, writer_)
        , pfc_(trees, device, changes, lines_, writer_)
        , queues_(lines_, writer_)
        , trees_(trees)
    {
    }

    void run(std::vector<Refusal>& refused)
    {
        for (std::uint32_t index = 0; index < changes_.size(); ++index) {
            const Change& change = changes_[index];
            const std::string reason = change.port.port < device_.ports.size()
                ? take(change, device_.ports[change.port.port])
                : take_whole(change);
            if (!reason.empty())
                refused.push_back({index, reason});
        }
        maps_.finish();
    }

    [[nodiscard]] const Writer& writer() const { return writer_; }

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
            return set_mtu(change, port, std::get<Bytes>(change.value));
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
            return queues_.set(change, std::get<SchedulerTarget>(change.value));
        case Property::fec:
            return set_fec(change, std::get<Fec>(change.value));
        case Property::speed:
            return set_speed(change, port, std::get<BitsPerSecond>(change.value));
        case Property::headroom:
        case Property::reserve:
        case Property::buffer_threshold:
        case Property::cable_length:
            return "EOS works headroom out itself; editing its buffer profiles is not supported yet";
        default:
            return fmt::format("correcting {} on EOS is not supported yet", name_of(change.property));
        }
    }

    [[nodiscard]] std::string follows_lag(const Change& change, const Port& port, std::string_view what) const
    {
        if (port.lag == Port::no_index || lines_.wants(port.lag, change))
            return {};
        return fmt::format(
            "{} gets its {} from {}, which must not change", port.name, what, device_.ports[port.lag].name);
    }

    std::string set_trust(const Change& change, const Port& port, Trust trust)
    {
        if (trust == Trust::dscp_else_pcp)
            return "EOS has no trust in both DSCP and PCP";
        if (std::string reason = follows_lag(change, port, "trust"); !reason.empty())
            return reason;
        if (port.lag != Port::no_index)
            return {};
        return lines_.put(change,
            trust_line,
            trust == Trust::dscp      ? "qos trust dscp"
                : trust == Trust::pcp ? "qos trust cos"
                                      : "no qos trust");
    }

    std::string set_mtu(const Change& change, const Port& port, Bytes frame)
    {
        if (!port.routed.is(true))
            return "mtu limits only what a routed port sends, and this port is switched";
        if (std::string reason = follows_lag(change, port, "MTU"); !reason.empty())
            return reason;
        if (port.lag != Port::no_index)
            return {};
        if (frame.count <= frame_header)
            return "the new MTU is out of range";
        return lines_.put(change, mtu_line, fmt::format("mtu {}", frame.count - frame_header));
    }

    std::string set_fec(const Change& change, Fec fec)
    {
        if (fec == Fec::automatic)
            return "EOS has no line for automatic FEC";
        return lines_.put(change,
            fec_line,
            fec == Fec::none         ? "no error-correction encoding"
                : fec == Fec::base_r ? "error-correction encoding fire-code"
                                     : "error-correction encoding reed-solomon");
    }

    // How many lanes a speed takes depends on the hardware: the line is that of another port of the same speed.
    std::string set_speed(const Change& change, const Port& port, BitsPerSecond speed)
    {
        for (std::uint32_t index = 0; index < device_.ports.size(); ++index) {
            const Port& other = device_.ports[index];
            const FoundLine model = lines_.find(index, speed_line);
            if (&other == &port || other.kind != PortKind::physical || !other.speed.is(speed)
                || model.line == nullptr || is_negated(model.line->key))
                continue;
            return lines_.put(change, speed_line, std::string(model.line->key));
        }
        return "no other port shows how this hardware writes that speed";
    }

    // Empty, or why the change cannot be made.
    std::string take_whole(const Change& change)
    {
        if (change.property != Property::hashing)
            return fmt::format("correcting {} on EOS is not supported yet", name_of(change.property));
        constexpr std::string_view stated = "ip load-sharing trident fields ip ";
        for (const Tree& tree : trees_) {
            if (tree.root == nullptr)
                continue;
            for (const Node& line : *tree.root) {
                if (!line.key.starts_with(stated))
                    continue;
                std::string text = complete_hash(line.key);
                writer_.command({}, text);
                return writer_.replace(tree, line, std::move(text)) ? std::string{}
                                                                    : std::string(conflicting_line);
            }
        }
        return "the hash of this hardware is set up in a profile of its own, which is edited by hand";
    }

    [[nodiscard]] std::string complete_hash(std::string_view line) const
    {
        std::string text(line);
        const HashFields now = device_.load_balancing.ecmp.value_or({});
        for (const auto& [field, word] : {std::pair(HashField::source_ip, "source-ip"),
                 std::pair(HashField::destination_ip, "destination-ip"),
                 std::pair(HashField::source_port, "source-port")}) {
            if (!now.has(field))
                text += fmt::format(" {}", word);
        }
        return text;
    }

    std::string set_link_pause(const Change& change, const Port& port, bool on)
    {
        const std::string_view word = on ? "on" : "off";
        std::string reason;
        if (!port.pause_tx.is(on))
            reason = lines_.put(change, send_line, fmt::format("flowcontrol send {}", word));
        if (reason.empty() && !port.pause_rx.is(on))
            reason = lines_.put(change, receive_line, fmt::format("flowcontrol receive {}", word));
        return reason;
    }

    std::string set_map(const Change& change, const MapEntry& entry)
    {
        if (binding_of(device_.ports[change.port.port], entry.kind) == nullptr)
            return "EOS has no such map to change";
        if (entry.to > 7 && entry.kind != MapKind::tc_to_dscp)
            return "EOS has classes and queues from 0 to 7";
        for (std::uint32_t index = 0; index < device_.ports.size() && !change.shared; ++index) {
            const Port& other = device_.ports[index];
            const bool uses = other.kind == PortKind::physical && binding_of(other, entry.kind)->known();
            if (uses && index != change.port.port && !lines_.wants(index, change))
                return fmt::format("EOS has one map for all ports, and {} must not change", other.name);
        }
        maps_.set(entry);
        return {};
    }

    std::string set_ecn(const Change& change, const Port& port, const EcnTarget& target)
    {
        if (change.number >= queue_count)
            return "EOS has queues from 0 to 7";
        const LineName name = ecn_line(change.number);
        const FoundLine found = lines_.find(change.port.port, name);
        if (target.max_probability.hundredths % 100 != 0)
            return "EOS takes a marking probability in whole percent";
        const bool rewritten = found.line != nullptr && !is_negated(found.line->key);
        const auto text = rewritten ? ecn_text(found.line->key, target, port.speed) : ecn_text(target);
        if (!text)
            return "the thresholds cannot be written exactly in the unit that the line has";
        return lines_.put(change, name, *text);
    }

    const Device& device_;
    std::span<const Change> changes_;
    Writer writer_;
    PortLineEditor lines_;
    MapLines maps_;
    PfcEditor pfc_;
    QueueEditor queues_;
    std::span<const Tree> trees_;
};

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editing editing;
    Translator translator(trees, device, changes);
    translator.run(editing.refused);
    editing.edits = translator.writer().edits();
    return editing;
}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands made;
    Translator translator(trees, device, changes);
    translator.run(made.refused);
    made.text = translator.writer().commands();
    return made;
}

}
