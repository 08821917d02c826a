// SPDX-License-Identifier: Apache-2.0
// Neutral changes as statements of SR Linux: what the editor's parts share, interfaces, and the driver's functions.
#include "drivers/hierarchy/changes.h"
#include "drivers/hierarchy/command_lines.h"
#include "drivers/hierarchy/correction.h"
#include "drivers/srlinux/build.h"
#include "drivers/srlinux/edit_context.h"
#include "drivers/srlinux/srlinux.h"
#include "drivers/srlinux/write_blocks.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace rocelint::srlinux {

Path joined(Path path, std::initializer_list<std::string_view> words)
{
    path.insert(path.end(), words.begin(), words.end());
    return path;
}

std::string_view Editor::keep(std::uint64_t number) { return draft_.keep(fmt::format("{}", number)); }

std::string_view Editor::carrier_of(const Change& change) const
{
    const Port& port = port_of(change);
    return port.lag == Port::no_index ? port.name : device().ports[port.lag].name;
}

Objection Editor::put(const Path& path)
{
    const Grammar* level = language.configuration;
    for (std::size_t at = 0; level != nullptr && at + 1 < path.size(); ++at) {
        const Keyword* keyword = level->find(path[at]);
        if (keyword == nullptr)
            break;
        if (keyword->form != Form::block && keyword->form != Form::flag) {
            const auto number = keyword->limit == nullptr ? std::nullopt : parse_number(path[at + 1]);
            if (number && !keyword->limit->takes_unsigned(*number))
                return Objection(range_sentence(*keyword->limit, path[at + 1]));
            at += keyword->form == Form::named ? 1 : 0;
        }
        level = keyword->inside;
    }
    return draft_.set(draft_.root(), Draft::Words(path));
}

void Editor::remove(const Path& path)
{
    if (Statement* found = drafted(path); found != nullptr)
        draft_.remove(*found);
}

Objection Editor::entry_of(const Change& change, std::string_view subinterface, Path& path)
{
    const std::string_view carrier = carrier_of(change);
    const Bound* bound = config().bound_of(change.port.port);
    const Statement* known = bound == nullptr ? nullptr : bound->port;
    if (!subinterface.empty()) {
        const auto found = bound == nullptr ? decltype(Bound::subinterfaces)::const_iterator{}
                                            : bound->subinterfaces.find(subinterface);
        known = bound != nullptr && found != bound->subinterfaces.end() ? found->second : nullptr;
    }
    std::string_view id = subinterface.empty() ? carrier : keep(fmt::format("{}.{}", carrier, subinterface));
    id = known != nullptr ? known->key : id;
    path = {"qos", "interfaces", "interface", id};
    if (known != nullptr)
        return {};
    Objection reason = put(joined(path, {"interface-ref", "interface", carrier}));
    if (!reason && !subinterface.empty())
        reason = put(joined(path, {"interface-ref", "subinterface", subinterface}));
    return reason;
}

const Statement* Editor::bound_to(std::uint32_t port, std::initializer_list<std::string_view> words) const
{
    const Bound* bound = now_.config->bound_of(port);
    return bound == nullptr ? nullptr : inside(bound->port, words);
}

Objection Editor::refuse_for_others(const Change& change,
    std::string_view what,
    const std::function<const Statement*(std::uint32_t)>& reference_of) const
{
    const Statement* own = reference_of(change.port.port);
    for (std::uint32_t port = 0; own != nullptr && !change.shared && port < device().ports.size(); ++port) {
        if (device().ports[port].kind != PortKind::physical || asked_.wants(port, change))
            continue;
        const Statement* other = reference_of(port);
        if (other != nullptr && other->key == own->key)
            return Objection(fmt::format(
                "{} {} is that of {} too, which must not change", what, own->key, device().ports[port].name));
    }
    return {};
}

Objection Editor::set_mtu(const Change& change)
{
    const auto* frame = value_of<Bytes>(change);
    if (frame == nullptr)
        return "the new MTU is not a size";
    const Port& port = port_of(change);
    if (port.lag != Port::no_index)
        return asked_.wants(port.lag, change)
            ? Objection()
            : Objection(fmt::format("the MTU of {} is that of {}", port.name, carrier_of(change)));
    Objection reason = put({"interface", port.name, "mtu", keep(frame->count)});
    if (reason || !port.ip_mtu.peek_known() || frame->count < frame_header)
        return reason;
    // Packets of a routed subinterface have a limit of their own; that of a 7220 IXR is 9398 (srl_nokia-interfaces.yang).
    constexpr std::uint64_t largest_packet = 9398;
    const std::string_view packet = keep(std::min(frame->count - frame_header, largest_packet));
    for (const Statement& inner : *now_.config->interfaces[change.port.port]) {
        const bool routes = inner.value("type") == "routed" || inner.child("ipv4") != nullptr
            || inner.child("ipv6") != nullptr;
        if (inner.word() == "subinterface" && routes && !reason)
            reason = put({"interface", port.name, "subinterface", inner.key, "ip-mtu", packet});
    }
    return reason;
}

Objection Editor::set_link_pause(const Change& change)
{
    const auto* on = value_of<bool>(change);
    const Port& port = port_of(change);
    if (on == nullptr)
        return "the new link pause is neither on nor off";
    const PrioritySet paused
        = asked_.pfc_after(change.port.port, port.pfc_tx.value_or({}) | port.pfc_rx.value_or({}));
    if (*on && !paused.empty())
        return "PFC and flow-control of an interface exclude each other (srl_nokia-qos.yang, pfc-enable)";
    const std::string_view word = *on ? "true" : "false";
    const Path path{"interface", port.name, "ethernet", "flow-control"};
    Objection reason = put(joined(path, {"receive", word}));
    // Only some chassis have a statement for sending.
    if (!reason && (*on || drafted(joined(path, {"transmit"})) != nullptr))
        reason = put(joined(path, {"transmit", word}));
    return reason;
}

Objection Editor::set_speed(const Change& change)
{
    const auto* speed = value_of<BitsPerSecond>(change);
    constexpr std::uint64_t giga = 1'000'000'000;
    const Port& port = port_of(change);
    if (speed == nullptr || speed->count == 0 || speed->count % giga != 0)
        return "the new speed is not a whole number of gigabits";
    const std::string_view word = keep(fmt::format("{}G", speed->count / giga));
    const Path path{"interface", port.name, "ethernet", "port-speed", word};
    const Keyword& row
        = *language.configuration->find("interface")->inside->find("ethernet")->inside->find("port-speed");
    if (std::ranges::find(row.words, word) == row.words.end())
        return Objection(fmt::format("port-speed has no word for {}", word));
    for (const Queue& queue : device().queues_of(port)) {
        const Setting<Ref>& service = queue.scheduler;
        if (service.peek_known() && !service.value.none()
            && device().schedulers[service.value.index].limit.origin != OriginId{})
            return "the peak-rate-percent of a queue is a share of the speed, and would become another rate with it";
    }
    if (!port.speed.configured() || drafted({"interface", port.name, "ethernet", "port-speed"}) == nullptr)
        return Objection(fmt::format(
            "{} has no port-speed of its own: its speed is that of its transceiver or of its breakout",
            port.name));
    return put(path);
}

Objection Editor::set_fec(const Change& change)
{
    const auto* fec = value_of<Fec>(change);
    const std::string_view word = fec == nullptr ? std::string_view{} : word_of<Fec>(fec_words, *fec);
    if (word.empty())
        return "SR Linux has no word for this FEC: remove the statement by hand";
    const std::string_view name = port_of(change).name;
    const bool in_ethernet = drafted({"interface", name, "ethernet", "forward-error-correction"}) != nullptr;
    return put(
        {"interface", name, in_ethernet ? "ethernet" : "transceiver", "forward-error-correction", word});
}

Objection Editor::take(const Change& change)
{
    if (change.port.port >= device().ports.size())
        return "a correction of the whole device is made by hand";
    const PortKind kind = port_of(change).kind;
    if (kind != PortKind::physical && kind != PortKind::lag)
        return Objection(fmt::format("{} is neither a physical port nor a LAG", port_of(change).name));
    switch (change.property) {
    case Property::mtu:
        return set_mtu(change);
    case Property::link_pause:
        return set_link_pause(change);
    case Property::speed:
        return set_speed(change);
    case Property::fec:
        return set_fec(change);
    case Property::trust:
        return set_trust(change);
    case Property::dscp_map:
    case Property::pcp_map:
    case Property::queue_map:
    case Property::priority_group_map:
    case Property::dscp_rewrite:
        return set_map(change);
    case Property::pfc:
        return set_pfc(change);
    case Property::watchdog:
    case Property::watchdog_timers:
        return set_watchdog(change);
    case Property::headroom:
        return set_headroom(change);
    case Property::ecn:
    case Property::ecn_thresholds:
        return set_marking(change);
    case Property::scheduler:
    case Property::bandwidth:
        return set_scheduler(change);
    default:
        return Objection(fmt::format("SR Linux has no statement for {}", name_of(change.property)));
    }
}

std::vector<Refusal> Editor::take_all()
{
    std::vector<Refusal> refused;
    const std::span<const Change> changes = asked_.changes();
    // PFC first: other changes rest on the profile that a port gets.
    for (const bool pauses : {true, false}) {
        for (std::uint32_t index = 0; index < changes.size(); ++index) {
            const Change& change = changes[index];
            // The frame may be as large as asked for, and the packet not.
            const bool done = change.property != Property::mtu && is_made(device(), change);
            if ((change.property == Property::pfc) != pauses || done)
                continue;
            if (Objection reason = take(change))
                refused.push_back({index, std::move(reason).sentence()});
        }
    }
    return refused;
}

namespace {

struct Drafted {
    std::unique_ptr<Draft> draft;
    std::vector<Refusal> refused;
};

// If any change is refused, nothing is drafted: the caller asks again without the refused changes (drivers/amend).
Drafted draft_of(std::span<const Tree> trees, std::string_view name, std::span<const Change> changes)
{
    Drafted made{std::make_unique<Draft>(language, trees), {}};
    if (hierarchy::is_damaged(trees)) {
        hierarchy::refuse_all(made.refused, changes.size(), "the file is damaged: correct its syntax first");
        return made;
    }
    InForce now(trees, name);
    made.refused = Editor(now, *made.draft, changes).take_all();
    if (!made.refused.empty())
        made.draft = std::make_unique<Draft>(language, trees);
    return made;
}

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editing editing;
    Drafted made = draft_of(trees, device.name, changes);
    editing.refused = std::move(made.refused);
    if (made.draft->empty())
        return editing;
    bool first = true;
    for (const Tree& tree : trees) {
        switch (notation_of(tree.source->text())) {
        case Notation::lines:
            hierarchy::write_lines(*made.draft, tree, first, editing.edits);
            break;
        case Notation::blocks:
            write_blocks(*made.draft, tree, first, editing.edits);
            break;
        case Notation::json:
            editing.edits.clear();
            hierarchy::refuse_all(editing.refused,
                changes.size(),
                "corrections are not written to JSON: save the output of `info` or `info flat`, or enter the commands");
            return editing;
        }
        first = false;
    }
    return editing;
}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands made;
    Drafted wanted = draft_of(trees, device.name, changes);
    made.refused = std::move(wanted.refused);
    made.text = hierarchy::command_lines(*wanted.draft);
    hierarchy::refuse_control_characters(made, changes.size());
    return made;
}

Commands undo(std::span<const Tree> before,
    std::span<const Tree>,
    const Device& device_before,
    std::span<const Change> changes)
{
    Commands made;
    const Drafted wanted = draft_of(before, device_before.name, changes);
    made.refused = wanted.refused;
    const Draft plain(language, before);
    if (const Objection reason = hierarchy::why_not_back(*wanted.draft, plain)) {
        hierarchy::refuse_all(made.refused, changes.size(), reason.sentence());
        return made;
    }
    made.text = hierarchy::command_lines(*wanted.draft, {&plain});
    hierarchy::refuse_control_characters(made, changes.size());
    return made;
}

}
