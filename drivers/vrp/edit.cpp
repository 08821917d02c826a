// SPDX-License-Identifier: Apache-2.0
// Turns neutral changes into lines of VRP. A domain or profile that ports share is changed only if all of them want it.
// Changes without a line in VRP are refused.
#include "drivers/vrp/vrp.h"
#include "drivers/vrp/vrp_translator.h"

#include <fmt/format.h>

namespace rocelint::vrp {
namespace {

constexpr line_cli::ValueLine values[]{
    {.property = Property::trust,
        .fact = kind_of(LineKind::trust),
        .off = line_cli::number_of(Trust::pcp),
        .no_words = "a port of VRP trusts the DSCP or the 802.1p priority"},
    {.property = Property::fec,
        .fact = kind_of(LineKind::fec),
        .no_words = "VRP has one word for the Reed-Solomon code of a speed"},
    {.property = Property::speed, .fact = kind_of(LineKind::speed)}};

constexpr std::uint8_t editable[]{kind_of(LineKind::pause_profile),
    kind_of(LineKind::domain),
    kind_of(LineKind::drop_profile),
    kind_of(LineKind::ecmp)};

}

VrpTranslator::VrpTranslator(const line_cli::Task& task)
    : Translator({.platform = "VRP",
                     .grammar = grammar(),
                     .top = scope::top,
                     .blocks = port_blocks(),
                     .values = values,
                     .of_members = line_cli::OfMembers::lag_if_stated},
        task)
    , blocks_(editor(), task.device, editable)
    , hardware_(hardware_of(lines()))
    , slot_lines_(slot_lines_of(lines()))
{
}

void VrpTranslator::finish()
{
    for (const auto& [port, queues] : served_)
        write_modes(port, queues.first, queues.second);
}

const line_cli::Stanza& VrpTranslator::before_new() const
{
    return blocks_.last() == nullptr ? lines().stanzas.front() : *blocks_.last();
}

bool VrpTranslator::has_line(std::uint32_t port, LineKind kind) const
{
    for (const line_cli::PortStanza* stanza : editor().stanzas().of_port(port)) {
        for (const Fact& line : editor().stanzas().facts(*stanza)) {
            if (says(line) == kind && line.sense != Sense::clear)
                return true;
        }
    }
    return false;
}

std::string VrpTranslator::take(const Change& change, const Port& port)
{
    switch (change.property) {
    case Property::mtu:
        return set_frame(change, std::get<Bytes>(change.value));
    case Property::trust:
        return set_trust(change, port, std::get<Trust>(change.value));
    case Property::speed:
        return put_speed_below(change, port, speed_of(port.name));
    case Property::link_pause:
        return set_link_pause(change, port, std::get<bool>(change.value));
    case Property::headroom:
    case Property::reserve:
    case Property::buffer_threshold:
        return set_buffer(change, port);
    case Property::cable_length:
        return "VRP has no line for the length of a cable: `dcb pfc buffer … hdrm` is a size";
    default:
        return take_value(change);
    }
}

std::string VrpTranslator::set_frame(const Change& change, Bytes frame)
{
    std::string reason = beyond_largest_frame(frame.count + frame_trailer);
    return reason.empty() ? put(change, fact_of(LineKind::frame, {frame.count + frame_trailer})) : reason;
}

std::string VrpTranslator::set_trust(const Change& change, const Port& port, Trust trust)
{
    if (port.trust.is(trust))
        return {};
    if (port.trust.is(Trust::none))
        return "`trust upstream none` takes the port's DiffServ domain away, and with it what it trusts";
    if (trust == Trust::none || trust == Trust::dscp_else_pcp)
        return "a port of VRP trusts the DSCP or the 802.1p priority";
    if (!port.routed.is(false))
        return "a routed port of VRP trusts the DSCP, and takes no line about it";
    if (hardware_ != Hardware::simulated && pausing_line(device(), slot_lines_, change.port.port) == nullptr)
        return "without `dcb pfc dscp-mapping enable` the port pauses by the 802.1p priority of a packet, whichever "
               "field it trusts";
    return take_value(change);
}

std::string VrpTranslator::set_link_pause(const Change& change, const Port& port, bool on)
{
    if (on && !paused_after(change, port).empty())
        return "an interface of VRP cannot have both PFC and flow control (Configuration Precautions for DCB)";
    std::string reason;
    for (const LineKind kind : {LineKind::link_pause_in, LineKind::link_pause_out}) {
        if (reason.empty())
            reason = take_away(change, fact_of(kind));
    }
    if (!reason.empty())
        return reason;
    return on ? put(change, fact_of(LineKind::link_pause)) : take_away(change, fact_of(LineKind::link_pause));
}

std::string VrpTranslator::take_whole(const Change& change)
{
    const auto* wanted = std::get_if<HashFields>(&change.value);
    const Setting<HashFields>& now = device().load_balancing.ecmp;
    if (change.property != Property::hashing || wanted == nullptr || !now.known())
        return not_supported(change);
    const std::string fields = line_cli::words_to_hash(now.value, *wanted, hash_words);
    if (fields.empty())
        return {};
    if (now.value.has(HashField::other))
        return "the line of `load-balance ecmp` has fields that no change of this program writes";
    if (lines().stanzas.empty())
        return "the files read have no place for the line";
    const Fact line = named(LineKind::hash, fields);
    const Block* block = blocks_.blocks().find(LineKind::ecmp, {});
    if (block != nullptr)
        return blocks_.put(*block, line);
    blocks_.make(before_new(), fact_of(LineKind::ecmp), {line});
    return {};
}

std::string_view VrpTranslator::domain_of(std::uint32_t port) const
{
    const std::string_view name = blocks_.bound(port, LineKind::use_domain);
    return name.empty() ? usual_name : name;
}

std::string VrpTranslator::set_map(const Change& change, const Port& port, const MapEntry& entry)
{
    if (entry.kind != MapKind::dscp_to_tc && entry.kind != MapKind::pcp_to_tc
        && entry.kind != MapKind::tc_to_dscp)
        return "on VRP a class has the queue and the PFC priority of its own number";
    const bool out = entry.kind == MapKind::tc_to_dscp;
    if (out && (!port.tc_to_dscp.known() || port.tc_to_dscp.value.none()))
        return "the port does not rewrite the DSCP: `qos phb marking dscp enable` is not set";
    if (!out && entry.to >= queue_count)
        return "VRP has classes from 0 (be) to 7 (cs7)";
    const std::string_view name = domain_of(change.port.port);
    if (name == "none")
        return "the port has no DiffServ domain: `trust upstream none`";
    std::string reason = refuse_for_others(change,
        fmt::format("DiffServ domain {} is that of other ports too", name),
        [&](std::uint32_t index, const Port& other) {
            return other.kind == PortKind::physical && domain_of(index) == name;
        });
    if (!reason.empty())
        return reason;
    constexpr auto green = line_cli::number_of(Colour::green);
    const LineKind kind = out               ? LineKind::dscp_out
        : entry.kind == MapKind::dscp_to_tc ? LineKind::dscp_in
                                            : LineKind::pcp_in;
    const Fact wanted = out ? fact_of(kind, {entry.from, green, entry.to}, entry.from)
                            : fact_of(kind, {entry.from, entry.to, green}, entry.from);
    const Block* domain = block_of(blocks_.blocks(), LineKind::domain, name);
    if (domain == nullptr && name != usual_name)
        return fmt::format("DiffServ domain {} is not in the files", name);
    if (domain == nullptr) {
        blocks_.make(before_new(), named(LineKind::domain, usual_name), {wanted});
        return {};
    }
    const Fact* old = nullptr;
    for (const Fact* line : domain->facts) {
        if (says(*line) == kind && line->number == entry.from && is_set(*line)
            && (!out || line->value(1) == green))
            old = line;
    }
    return blocks_.put_line(*domain, *domain->last_header->node, wanted, old);
}

std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task)
{
    return std::make_unique<VrpTranslator>(task);
}

}
