// SPDX-License-Identifier: Apache-2.0
// Neutral changes as statements of NVUE.
#include "drivers/nvue/edit.h"

#include "drivers/hierarchy/correction.h"
#include "drivers/nvue/config_diff.h"
#include "drivers/nvue/editor.h"
#include "drivers/nvue/nvue.h"
#include "models/change/change.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::nvue {

// Returns the steps of all changes; `refused` gets the changes that are refused.
std::vector<Step> Editor::run(std::vector<Refusal>& refused)
{
    for (std::uint32_t index = 0; index < changes_.size(); ++index) {
        const Change& change = changes_[index];
        if (is_made(config_.device, change))
            continue;
        if (Objection reason = make(change))
            refused.push_back({index, std::move(reason).sentence()});
    }
    Objection reason;
    std::vector<Step> steps = refused.empty() ? draft_.steps(reason) : std::vector<Step>{};
    for (const Step& step : steps) {
        for (const std::string& word : step.ports)
            reason = reason ? reason : untypable(word);
        for (const std::string_view text : {std::string_view(step.path), std::string_view(step.value)})
            reason = reason ? reason : untypable(text);
    }
    if (reason)
        hierarchy::refuse_all(refused, changes_.size(), reason.sentence());
    return refused.empty() ? steps : std::vector<Step>{};
}

// Whether the same change is requested for every port of the switch.
bool Editor::is_for_all(const Change& change) const
{
    if (change.shared || change.port.port == Port::no_index)
        return true;
    const auto asked = [&](std::uint32_t port) {
        return std::ranges::any_of(changes_, [&](const Change& other) {
            return other.port.port == port && other.property == change.property
                && other.number == change.number && other.value == change.value;
        });
    };
    for (std::uint32_t port = 0; port < config_.device.ports.size(); ++port) {
        if (config_.device.ports[port].kind == PortKind::physical && !asked(port))
            return false;
    }
    return true;
}

Objection Editor::whole(const Change& change, std::string path, std::string value)
{
    if (!is_for_all(change))
        return Objection(fmt::format("`{}` holds for all ports, of which others must not change", path));
    draft_.put_whole(std::move(path), std::move(value));
    return {};
}

Objection Editor::not_supported(const Change& change) const
{
    return Objection(fmt::format("NVUE has no statement for this: {}", describe(change)));
}

Objection Editor::make(const Change& change)
{
    if (change.port.port == Port::no_index) {
        if (const auto* fields = std::get_if<HashFields>(&change.value))
            return make_hashing(*fields);
        return not_supported(change);
    }
    switch (change.property) {
    case Property::pfc:
    case Property::headroom:
        return make_pause(change);
    case Property::cable_length:
        return make_length(change);
    case Property::link_pause:
        return make_link_pause(change);
    case Property::ecn:
    case Property::ecn_thresholds:
        return make_marking(change);
    case Property::trust:
        return make_trust(change);
    case Property::dscp_map:
    case Property::pcp_map:
    case Property::queue_map:
    case Property::priority_group_map:
    case Property::dscp_rewrite:
        return make_map(change);
    case Property::scheduler:
        return make_service(change);
    case Property::watchdog:
    case Property::watchdog_timers:
        return make_watchdog(change);
    case Property::mtu:
    case Property::speed:
    case Property::fec:
        return make_link(change);
    case Property::buffer_threshold:
        return make_threshold(change);
    default:
        return not_supported(change);
    }
}

Objection Editor::make_watchdog(const Change& change)
{
    const auto* target = std::get_if<WatchdogTarget>(&change.value);
    const std::uint32_t port = change.port.port;
    if (target == nullptr || config_.device.ports[port].kind != PortKind::physical)
        return not_supported(change);
    if (target->restoration)
        return "a queue is let go when no pause frame came for a polling interval: the time cannot be set";
    const PfcWatchdog& now = config_.device.ports[port].watchdog;
    const auto poll = target->poll ? *target->poll : now.poll.value_or(Milliseconds(0));
    if (target->poll && !now.poll.is(*target->poll)) {
        if (Objection reason
            = objection_unless_empty(out_of_range(row_of(LineKind::poll), target->poll->count())))
            return reason;
        if (Objection reason
            = whole(change, "qos pfc-watchdog polling-interval", fmt::format("{}", poll.count())))
            return reason;
    }
    if (target->detection && !now.detection.is(*target->detection)) {
        if (poll.count() == 0 || target->detection->count() % poll.count() != 0)
            return Objection(fmt::format(
                "a storm is noticed after a whole number of polling intervals of {} ms", poll.count()));
        if (Objection reason = whole(change,
                "qos pfc-watchdog robustness",
                fmt::format("{}", target->detection->count() / poll.count())))
            return reason;
    }
    if (change.property == Property::watchdog && !now.enabled.is(true))
        put_watchdog(port);
    return {};
}

// Every release has the statement without a value; the word for its value was `enable` in 5.6, and `enabled` is what
// later ones print (NVIDIA Cumulus Linux User Guide, Quality of Service, PFC Watchdog).
void Editor::put_watchdog(std::uint32_t port)
{
    const Stated off = config_.find(port, LineKind::watchdog_state);
    if (off)
        draft_.put(port, "qos pfc-watchdog state", off.fact->text == "disabled" ? "enabled" : "enable");
    else
        draft_.put(port, "qos pfc-watchdog", {});
}

Objection Editor::make_link(const Change& change)
{
    const std::uint32_t port = change.port.port;
    if (const auto* frame = std::get_if<Bytes>(&change.value);
        frame != nullptr && change.property == Property::mtu) {
        const std::uint64_t mtu = frame->count - std::min(frame->count, frame_header);
        if (Objection reason = objection_unless_empty(out_of_range(row_of(LineKind::mtu), mtu)))
            return reason;
        draft_.put(port, "link mtu", fmt::format("{}", mtu));
        return {};
    }
    const auto* speed = std::get_if<BitsPerSecond>(&change.value);
    const auto* fec = std::get_if<Fec>(&change.value);
    if (speed == nullptr && fec == nullptr)
        return not_supported(change);
    const std::string_view word = speed != nullptr
        ? word_for(row_of(LineKind::speed).terms, speed->count)
        : word_for(row_of(LineKind::fec).terms, static_cast<std::uint64_t>(*fec));
    if (word.empty())
        return speed != nullptr
            ? Objection("a port has no such speed")
            : Objection("FEC is auto, rs, baser or off: which code rs is, the speed decides");
    draft_.put(port, speed != nullptr ? "link speed" : "link fec", std::string(word));
    return {};
}

Objection Editor::make_hashing(const HashFields& fields)
{
    for (const auto& [field, word] : {std::pair(HashField::source_ip, "source-ip"),
             std::pair(HashField::destination_ip, "destination-ip"),
             std::pair(HashField::ip_protocol, "ip-protocol"),
             std::pair(HashField::source_port, "source-port"),
             std::pair(HashField::destination_port, "destination-port")}) {
        if (fields.has(field) && !config_.device.load_balancing.ecmp.value.has(field))
            draft_.put_whole(fmt::format("system forwarding ecmp-hash {}", word),
                config_.writes_enabled() ? "enabled" : "on");
    }
    return {};
}

namespace {

// Reads the device from the trees again, with its statements.
struct Again {
    Device device;
    std::vector<SyntaxProblem> problems;
    Config config;
    Again(std::span<const Tree> trees, const Device& like)
        : device(fresh(like)), config(device, trees, problems)
    {
        resolve(config);
    }
    static Device fresh(const Device& like)
    {
        Device made;
        made.platform = like.platform;
        made.name = like.name;
        made.fragment = like.fragment;
        return made;
    }
};

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Editing editing;
    const auto file = std::ranges::find_if(trees, [](const Tree& tree) {
        const Form form = form_of(*tree.source);
        return tree.root != nullptr && (form == Form::yaml || form == Form::lines)
            && switch_of_diff(tree).empty();
    });
    if (file == trees.end()) {
        hierarchy::refuse_all(editing.refused,
            changes.size(),
            "only startup.yaml and nv set commands are edited: NVUE writes the files of switchd itself, and JSON is what it prints");
        return editing;
    }
    const Again again(trees, device);
    const std::vector<Step> steps = Editor(again.config, changes).run(editing.refused);
    Objection reason;
    if (form_of(*file->source) == Form::lines)
        editing.edits = edit_lines(again.config, *file, steps);
    else
        editing.edits = edit_document(again.config, *file, steps, reason);
    if (reason) {
        editing.edits.clear();
        hierarchy::refuse_all(editing.refused, changes.size(), reason.sentence());
    }
    return editing;
}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    Commands commands;
    const Again again(trees, device);
    commands.text = command_lines(Editor(again.config, changes).run(commands.refused));
    return commands;
}

}
