// SPDX-License-Identifier: Apache-2.0
// Neutral changes as lines of OS10. What the policies and maps say that ports share is changed where all of them want it; what OS10
// has no line for is refused.
#include "drivers/line_cli/translator.h"
#include "drivers/line_cli/typed_lines.h"
#include "drivers/line_cli/undo.h"
#include "drivers/os10/block_editor.h"
#include "drivers/os10/os10.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::os10 {
namespace {

using line_cli::Fact;
using line_cli::fact_of;
using line_cli::Value;

constexpr line_cli::PortHeader port_headers[]{
    {kind_of(Says::interface_), ""}, {kind_of(Says::interface_range), ""}};
constexpr line_cli::PortBlocks port_blocks{port_headers};

constexpr line_cli::ValueLine values[]{{Property::speed, kind_of(Says::speed)},
    {.property = Property::link_pause, .fact = kind_of(Says::pause_receive), .now = &Port::pause_rx},
    {.property = Property::link_pause, .fact = kind_of(Says::pause_send), .now = &Port::pause_tx}};

constexpr std::uint8_t groups = 8;

class Os10Translator final : public line_cli::Translator {
public:
    Os10Translator(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
        : Translator({.platform = "OS10",
                         .grammar = grammar(),
                         .top = scope::top,
                         .blocks = port_blocks,
                         .values = values,
                         .of_members = line_cli::OfMembers::lag_if_stated},
            trees,
            device,
            changes)
        , blocks_(lines(), device, editor())
    {
    }

private:
    void finish() override { blocks_.finish(); }

    std::string take(const Change& change, const Port& port) override
    {
        switch (change.property) {
        case Property::mtu:
            return put(change, fact_of(Says::mtu, {std::get<Bytes>(change.value).count + frame_header}));
        case Property::trust:
            return set_trust(change, port, std::get<Trust>(change.value));
        case Property::headroom:
            if (const Bytes* bytes = std::get_if<Bytes>(&change.value))
                return set_buffer(change, class_that_pauses(change, change.number), [&](Fact& line) {
                    line.values[0].number = line.value(1) + bytes->count;
                });
            return "OS10 sets headroom aside for every class that pauses by itself";
        case Property::reserve:
            return set_buffer(change, class_of_group(change, change.number), [&](Fact& line) {
                line.values[0].number = std::get<Bytes>(change.value).count;
            });
        case Property::buffer_threshold:
            return set_share_of_buffer(change, std::get<DynamicThreshold>(change.value));
        case Property::cable_length:
            return "OS10 has no line for the length of a cable: pause buffer-size is in kilobytes";
        case Property::fec:
            return "the lines of OS10 for FEC are not read, and so not written";
        case Property::link_pause:
            return std::get<bool>(change.value)
                    && !editor().asked().pfc_after(change.port.port, port.pfc_tx.value_or({})).empty()
                ? "OS10 does not take link-level flow control and PFC at the same time"
                : take_value(change);
        default:
            return take_value(change);
        }
    }

    // Trust is the map that a port binds: that of another port which trusts so, else the only one that is defined.
    std::string set_trust(const Change& change, const Port& port, Trust trust)
    {
        if (port.trust.is(trust))
            return {};
        if (trust == Trust::dscp_else_pcp)
            return "which of two trusted fields wins on OS10, no text that was seen tells";
        std::string reason;
        for (const Says line : {Says::trust_dscp, Says::trust_pcp}) {
            const bool wanted = (line == Says::trust_dscp) == (trust == Trust::dscp) && trust != Trust::none;
            if (wanted || !reason.empty() || blocks_.bound(change.port.port, line).empty())
                continue;
            reason = editor().find(change.port.port, {kind_of(line)}).states()
                ? take_away(change, fact_of(line))
                : "a trust-map of system qos or of the port channel holds for other ports too";
        }
        if (!reason.empty() || trust == Trust::none)
            return reason;
        const Says wanted = trust == Trust::dscp ? Says::trust_dscp : Says::trust_pcp;
        for (std::uint32_t index = 0; index < device().ports.size(); ++index) {
            const std::string_view name = blocks_.bound(index, wanted);
            const Port& other = device().ports[index];
            if (other.kind == PortKind::physical && other.trust.is(trust) && !name.empty())
                return put(change, named(wanted, name));
        }
        if (const Block* map = blocks_.policies().only_trust_map(trust == Trust::dscp))
            return put(change, named(wanted, map->name));
        return "OS10 trusts by a map, and no other port has one of that field";
    }

    // The policy that a port has and no other port that must not change.
    struct Found {
        const Policy* policy = nullptr;
        std::string reason;
    };
    Found find(const Change& change, Says binding) const
    {
        const std::string_view name = blocks_.bound(change.port.port, binding);
        const Policy* policy = binding == Says::service_network ? blocks_.policies().network(name)
                                                                : blocks_.policies().queuing(name);
        if (policy == nullptr)
            return {nullptr,
                name.empty() ? "no policy-map of this type is bound to the port"
                             : fmt::format("policy-map {} is not in the files", name)};
        return {policy, blocks_.refuse_for_others(change, binding, policy->name, "policy-map")};
    }

    // A class-map of this name that is made beside the policy that uses it.
    std::string class_map_for(const Policy& policy, Says kind, std::uint8_t number)
    {
        const bool group = kind == Says::group_map;
        const Block* known
            = group ? blocks_.policies().map_of_group(number) : blocks_.policies().map_of_queue(number);
        if (known != nullptr)
            return std::string(known->name);
        std::string name = fmt::format("{}-{}", group ? "QOS-GROUP" : "QUEUE", number);
        while ((group ? blocks_.policies().group_map(name) : blocks_.policies().queue_map(name)) != nullptr)
            name += "-ONLY";
        // Behind another one where there is any, so that it is defined before it is used.
        const Block* beside = nullptr;
        for (const Block& lines : policy.classes) {
            const Block* map
                = group ? blocks_.policies().group_map(lines.name) : blocks_.policies().queue_map(lines.name);
            beside = map == nullptr ? beside : map;
        }
        blocks_.make(beside == nullptr ? *policy.stanza : *beside->stanza,
            named(kind, name),
            group ? fact_of(Says::match_group, {PrioritySet::of(number).bits})
                  : fact_of(Says::match_queue, {number}));
        return name;
    }

    std::string put_queue_line(const Policy& policy, std::uint8_t queue, const Fact& wanted)
    {
        if (queue >= groups)
            return "OS10 has queues from 0 to 7";
        if (const Block* lines = blocks_.policies().class_of_queue(policy, queue))
            return blocks_.put(*lines, wanted);
        return blocks_.put_class(policy, class_map_for(policy, Says::queue_map, queue), wanted);
    }

    std::string set_ecn(const Change& change, const Port&, const EcnTarget& target) override
    {
        if (target.max_probability.hundredths % 100 != 0)
            return "OS10 takes a marking probability in whole percent";
        const Fact curve = fact_of(Says::curve,
            {line_cli::number_of(Colour::green),
                target.min_threshold.count,
                target.max_threshold.count,
                target.max_probability.hundredths / 100});
        if (std::string reason = line_cli::out_of_range(*grammar().row(curve.kind), curve); !reason.empty())
            return reason;
        if (editor().text_of(curve).empty())
            return "OS10 takes thresholds in whole kilobytes";
        const Policy* policy
            = blocks_.policies().queuing(blocks_.bound(change.port.port, Says::service_queuing));
        const Block* lines
            = policy == nullptr ? nullptr : blocks_.policies().class_of_queue(*policy, change.number);
        const Fact* line = lines == nullptr ? nullptr : lines->find(Says::detect);
        if (line == nullptr)
            return new_profile(change, curve);
        const Block* profile = blocks_.policies().wred(line->text);
        if (profile == nullptr)
            return fmt::format("wred profile {} is not in the files", line->text);
        std::string reason = blocks_.refuse_for_marked(change, *profile);
        if (reason.empty())
            reason = put_curve(*profile, curve);
        return reason.empty() && profile->find(Says::marks) == nullptr
            ? blocks_.put(*profile, fact_of(Says::marks))
            : reason;
    }

    // A profile has a curve for each colour: only the green one is that of unmetered traffic.
    std::string put_curve(const Block& profile, const Fact& curve)
    {
        Block green = profile;
        std::erase_if(green.facts, [](const Fact* fact) {
            return says(*fact) == Says::curve && fact->value(0) != line_cli::number_of(Colour::green);
        });
        return blocks_.put(green, curve);
    }

    std::string new_profile(const Change& change, const Fact& curve)
    {
        const Found found = find(change, Says::service_queuing);
        if (!found.reason.empty())
            return found.reason;
        if (change.number >= groups)
            return "OS10 has queues from 0 to 7";
        std::string name = fmt::format("{}-{}", found.policy->name, change.number);
        if (blocks_.policies().wred(name) != nullptr)
            return fmt::format("wred profile {} is there already, and not of this queue", name);
        // Defined before it is used: behind what the policy's classes stand in.
        const Block* beside = found.policy->classes.empty()
            ? nullptr
            : blocks_.policies().queue_map(found.policy->classes.front().name);
        if (beside == nullptr)
            return "the queuing policy has no class beside whose class-map a wred profile could stand";
        blocks_.make(*beside->stanza, named(Says::wred, name), curve);
        blocks_.make(*beside->stanza, named(Says::wred, name), fact_of(Says::marks));
        return put_queue_line(*found.policy, change.number, named(Says::detect, name));
    }

    std::string set_scheduler(const Change& change, const Port&, const SchedulerTarget& target) override
    {
        if (target.weight)
            return "OS10 serves queues by shares in percent, not by weights";
        if (target.bandwidth && target.bandwidth->hundredths % 100 != 0)
            return "OS10 takes a share in whole percent";
        const Found found = find(change, Says::service_queuing);
        if (!found.reason.empty())
            return found.reason;
        const Block* lines = blocks_.policies().class_of_queue(*found.policy, change.number);
        const bool strict = target.kind == SchedulerKind::strict;
        // A class has a priority or a share: the one goes before the other comes.
        std::string reason;
        if (lines != nullptr)
            reason = blocks_.take_away(*lines, strict ? Says::share : Says::priority);
        if (!reason.empty())
            return reason;
        if (strict && lines != nullptr && lines->find(Says::priority) != nullptr)
            return {};
        if (!strict && !target.bandwidth)
            return lines != nullptr && lines->find(Says::share) != nullptr
                ? std::string{}
                : "a queue that is not strict needs a share";
        return put_queue_line(*found.policy,
            change.number,
            strict ? fact_of(Says::priority) : fact_of(Says::share, {target.bandwidth->hundredths / 100}));
    }

    std::string set_map(const Change& change, const Port&, const MapEntry& entry) override
    {
        const Says binding = entry.kind == MapKind::dscp_to_tc ? Says::trust_dscp
            : entry.kind == MapKind::pcp_to_tc                 ? Says::trust_pcp
            : entry.kind == MapKind::tc_to_queue               ? Says::use_traffic_map
                                                               : Says::nothing;
        if (binding == Says::nothing)
            return "on OS10 the class that pauses a priority makes its priority group and stops its queue";
        if (entry.to >= groups || (entry.kind != MapKind::dscp_to_tc && entry.from >= groups))
            return "OS10 has qos-groups and queues from 0 to 7";
        const std::string_view name = blocks_.bound(change.port.port, binding);
        const Policies& all = blocks_.policies();
        const Block* map = binding == Says::trust_dscp ? all.dscp_map(name)
            : binding == Says::trust_pcp               ? all.pcp_map(name)
                                                       : all.traffic_map(name);
        if (map == nullptr)
            return name.empty() ? "no map of this kind is bound to the port"
                                : fmt::format("map {} is not in the files", name);
        std::string reason = blocks_.refuse_for_others(change, binding, name, "map");
        if (reason.empty())
            blocks_.move_point(*map, entry.from, entry.to);
        return reason;
    }

    [[nodiscard]] const Policy* network_of(const Change& change) const
    {
        return blocks_.policies().network(blocks_.bound(change.port.port, Says::service_network));
    }
    [[nodiscard]] static PrioritySet paused_by(const Block& lines)
    {
        const Fact* line = lines.find(Says::pause) == nullptr ? nullptr : lines.find(Says::pause_cos);
        return PrioritySet{static_cast<std::uint8_t>(line == nullptr ? 0 : line->value())};
    }
    [[nodiscard]] const Block* class_that_pauses(const Change& change, Priority priority) const
    {
        const Policy* policy = network_of(change);
        for (std::size_t at = 0; policy != nullptr && at < policy->classes.size(); ++at) {
            if (paused_by(policy->classes[at]).has(priority))
                return &policy->classes[at];
        }
        return nullptr;
    }
    [[nodiscard]] const Block* class_of_group(const Change& change, std::uint8_t group) const
    {
        const Policy* policy = network_of(change);
        for (std::size_t at = 0; policy != nullptr && at < policy->classes.size(); ++at) {
            if (blocks_.policies().groups_of(policy->classes[at].name) == PrioritySet::of(group))
                return &policy->classes[at];
        }
        return nullptr;
    }

    std::string pause(const Change& change, const Port& port, Priority priority, bool add)
    {
        const Block* pausing = class_that_pauses(change, priority);
        if ((pausing != nullptr) == add)
            return {};
        const Found found = find(change, Says::service_network);
        if (!found.reason.empty())
            return found.reason;
        if (!add) {
            const PrioritySet left = paused_by(*pausing) - PrioritySet::of(priority);
            if (!left.empty())
                return blocks_.put(*pausing, fact_of(Says::pause_cos, {left.bits}));
            std::string reason = blocks_.take_away(*pausing, Says::pause_cos);
            return reason.empty() ? blocks_.take_away(*pausing, Says::pause) : reason;
        }
        // The qos-group that packets of the priority are in; where nothing tells, the one of its number.
        std::uint8_t group = priority;
        if (port.pcp_to_tc.known() && !port.pcp_to_tc.value.none())
            group = device().maps.at(port.pcp_to_tc.value.index).at_point(priority);
        if (group >= groups)
            return "the trust map of the port does not tell which qos-group the priority is in";
        const Fact cos = fact_of(Says::pause_cos, {PrioritySet::of(priority).bits});
        const Block* lines = class_of_group(change, group);
        if (lines == nullptr)
            return blocks_.put_class(*found.policy,
                class_map_for(*found.policy, Says::group_map, group),
                fact_of(Says::pause),
                cos);
        if (!paused_by(*lines).empty())
            return fmt::format("class {} pauses another priority", lines->name);
        std::string reason
            = lines->find(Says::pause) == nullptr ? blocks_.put(*lines, fact_of(Says::pause)) : std::string{};
        return reason.empty() ? blocks_.put(*lines, cos) : reason;
    }

    std::string set_pfc(const Change& change, const Port& port, const PriorityDelta& delta) override
    {
        if (port.kind != PortKind::physical)
            return "PFC belongs to the physical ports";
        const PrioritySet now = port.pfc_tx.value_or({});
        if (((now | delta.add) - delta.remove).empty())
            return take_away(change, fact_of(Says::pfc_mode, {1}));
        const Policy* policy = network_of(change);
        PrioritySet paused;
        for (std::size_t at = 0; policy != nullptr && at < policy->classes.size(); ++at)
            paused = paused | paused_by(policy->classes[at]);
        if (const PrioritySet unasked = now.empty() ? paused - delta.add - delta.remove : PrioritySet{};
            !unasked.empty())
            return fmt::format(
                "PFC is off, and switching it on would pause priority {} too", to_string(unasked));
        const std::string_view usual = policy == nullptr ? policy_that_pauses(delta.add) : std::string_view{};
        std::string reason;
        if (!usual.empty())
            reason = put(change, named(Says::service_network, usual));
        for (const Priority priority : delta.add | delta.remove) {
            if (reason.empty() && usual.empty())
                reason = pause(change, port, priority, delta.add.has(priority));
        }
        return reason.empty() ? put(change, fact_of(Says::pfc_mode, {1})) : reason;
    }

    // The policy by which another port pauses just these priorities; empty: none does.
    [[nodiscard]] std::string_view policy_that_pauses(PrioritySet wanted) const
    {
        for (std::uint32_t index = 0; index < device().ports.size(); ++index) {
            if (device().ports[index].pfc_tx.is(wanted))
                return blocks_.bound(index, Says::service_network);
        }
        return {};
    }

    std::string set_watchdog(const Change&, const Port&, const WatchdogTarget&) override
    {
        return "no text that was seen tells of a PFC watchdog of OS10";
    }

    // The sizes that a class states; what OS10 sets aside by itself is left to it.
    template <class Edit>
    std::string set_buffer(const Change& change, const Block* lines, Edit&& edit)
    {
        const Found found = find(change, Says::service_network);
        if (!found.reason.empty())
            return found.reason;
        const Fact* old = lines == nullptr ? nullptr : lines->find(Says::pause);
        if (old == nullptr || !old->values[0].written())
            return "OS10 sets the buffer aside by itself where pause has no buffer-size";
        Fact wanted = *old;
        edit(wanted);
        return blocks_.put(*lines, wanted);
    }

    std::string set_share_of_buffer(const Change& change, DynamicThreshold threshold)
    {
        const Found found = find(change, Says::service_network);
        if (!found.reason.empty())
            return found.reason;
        const Block* lines = class_of_group(change, change.number);
        if (lines == nullptr || paused_by(*lines).empty())
            return "on OS10 the share of the buffer is one of a class that pauses";
        if (threshold.value < 0)
            return "OS10 has exponents from 0 to 10";
        std::string reason = blocks_.take_away(*lines, Says::fixed_limit);
        return reason.empty()
            ? blocks_.put(*lines, fact_of(Says::alpha, {static_cast<std::uint64_t>(threshold.value)}))
            : reason;
    }

    BlockEditor blocks_;
};

}

Editing edit(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    return Os10Translator(trees, device, changes).edit();
}

Commands commands(std::span<const Tree> trees, const Device& device, std::span<const Change> changes)
{
    return Os10Translator(trees, device, changes).commands();
}

Commands undo(
    std::span<const Tree> before, std::span<const Tree> after, const Device&, std::span<const Change> changes)
{
    // What is still used cannot be taken away: such lines come last.
    constexpr std::string_view used[]{"no class-map ", "no wred "};
    const std::string lines = line_cli::undo_lines(grammar().dialect(), before, after);
    std::string first;
    std::string last;
    for (std::string_view left = lines; !left.empty();) {
        const std::size_t size = std::min(left.find('\n'), left.size() - 1) + 1;
        const bool late = std::ranges::any_of(
            used, [&](std::string_view beginning) { return left.starts_with(beginning); });
        (late ? last : first) += left.substr(0, size);
        left.remove_prefix(size);
    }
    Commands back;
    line_cli::typed(back, first + last, changes.size());
    return back;
}

}
