// SPDX-License-Identifier: Apache-2.0
// Turns neutral changes into lines of NX-OS. A policy that ports share is changed only if all of them want
// it. What NX-OS has no line for is refused.
#include "drivers/line_cli/write/block_editor.h"
#include "drivers/line_cli/write/class_map_editor.h"
#include "drivers/line_cli/write/translator.h"
#include "drivers/nxos/nxos.h"
#include "drivers/nxos/policies.h"
#include "models/catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::nxos {
namespace {

constexpr line_cli::PortHeader port_headers[]{{kind_of(LineKind::interface_), ""}};
constexpr line_cli::PortBlocks port_blocks{port_headers};

constexpr line_cli::ValueLine values[]{{Property::mtu, kind_of(LineKind::mtu), frame_header},
    {.property = Property::fec,
        .fact = kind_of(LineKind::fec),
        .no_words = "NX-OS has one word for the Reed-Solomon codes of a speed"},
    {Property::speed, kind_of(LineKind::speed)},
    {.property = Property::link_pause, .fact = kind_of(LineKind::pause_receive), .now = &Port::pause_rx},
    {.property = Property::link_pause, .fact = kind_of(LineKind::pause_send), .now = &Port::pause_tx}};

constexpr std::uint8_t groups = 8;
constexpr std::string_view of_group
    = "a qos-group, its queue, its priority group and, but for `pause pfc-cos`, its priority have one number";

bool is_wide(const Fact& condition, std::uint8_t match)
{
    return says(condition) == LineKind::match_list || says(condition) == LineKind::match_other
        || (says(condition) == LineKind::match_precedence && match == kind_of(LineKind::match_dscp));
}

constexpr line_cli::ClassMapStyle class_maps{.policy = kind_of(LineKind::classifier),
    .class_map = kind_of(LineKind::class_map),
    .set_class = kind_of(LineKind::set_group),
    .rest = "class-default",
    .made_name = "QOS-GROUP",
    .initial = 0,
    .needs_all = true,
    .is_wide = is_wide};

class NxosTranslator final : public line_cli::Translator {
public:
    explicit NxosTranslator(const line_cli::Task& task)
        : Translator({.platform = "NX-OS",
                         .grammar = grammar(),
                         .top = scope::top,
                         .blocks = port_blocks,
                         .values = values,
                         .of_members = line_cli::OfMembers::lag_if_stated},
            task)
        , policies_(editor(), task.device, block_kinds, kind_of(LineKind::system_qos))
    {
    }

private:
    std::string take(const Change& change, const Port& port) override
    {
        switch (change.property) {
        case Property::trust:
            return set_trust(change, port, std::get<Trust>(change.value));
        case Property::mtu:
            return set_mtu(change, port, std::get<Bytes>(change.value).count);
        case Property::headroom:
            if (const Bytes* bytes = std::get_if<Bytes>(&change.value))
                return set_buffer(
                    change, [&](Fact& line) { line.values[0].number = line.value(1) + bytes->count; });
            return "NX-OS sets headroom aside for every no-drop class by itself";
        case Property::reserve:
            return set_buffer(
                change, [&](Fact& line) { line.values[0].number = std::get<Bytes>(change.value).count; });
        case Property::cable_length:
            return "NX-OS has no line for the length of a cable: pause buffer-size is in bytes";
        case Property::link_pause:
            return std::get<bool>(change.value) && !paused_after(change, port).empty()
                ? "a port with PFC on must not pause the whole link as well"
                : take_value(change);
        default:
            return take_value(change);
        }
    }

    std::string set_mtu(const Change& change, const Port& port, std::uint64_t frame)
    {
        const Fact* line = editor().find_global(kind_of(LineKind::jumbo_mtu));
        const std::uint64_t jumbo = line != nullptr && line->sense == line_cli::Sense::set
            ? line->value()
            : catalog::platform_default("nxos", "jumbo_mtu").number();
        const std::uint64_t usual = catalog::platform_default("nxos", "mtu").number();
        const std::uint64_t mtu = std::max(frame, frame_header) - frame_header;
        return port.routed.is(false) && mtu != usual && mtu != jumbo ? switched_port_sizes(usual, jumbo)
                                                                     : take_value(change);
    }

    std::string take_whole(const Change& change) override
    {
        if (change.property != Property::hashing)
            return not_supported(change);
        return editor().put_global(
            {.kind = kind_of(LineKind::load_sharing), .text = "source-destination port source-destination"},
            editor().find_global(kind_of(LineKind::load_sharing)));
    }

    // A port's trust comes from its policy, so the policy of another port that trusts the same is bound.
    std::string set_trust(const Change& change, const Port& port, Trust trust)
    {
        if (port.trust.is(trust))
            return {};
        if (trust == Trust::none)
            return take_away(change, fact_of(LineKind::service_qos));
        if (const std::string_view name = policies_.bound_by_trust(LineKind::service_qos, trust);
            !name.empty())
            return put(change, named(LineKind::service_qos, name));
        return "NX-OS classifies by a policy of type qos, and no other port has one that looks there";
    }

    // The network-qos policy in force, or null.
    [[nodiscard]] const Block* network() const
    {
        return policies_.blocks().find(
            LineKind::network_policy, policies_.bound_to_all(LineKind::service_network));
    }

    using Found = line_cli::BlockEditor::BoundPolicy;
    Found find(const Change& change, LineKind binding, LineKind kind) const
    {
        return policies_.policy_of(change, binding, kind, "is not in the files, or cannot be changed");
    }

    const Block* class_of(const Block& policy, std::uint8_t group) const
    {
        for (const Block& lines : policy.inner) {
            if (queue_group(policies_.blocks(), lines.name) == group)
                return &lines;
        }
        return nullptr;
    }

    std::string put_queue_line(const Block& policy, std::uint8_t group, const Fact& wanted)
    {
        if (const Block* lines = class_of(policy, group))
            return policies_.put(*lines, wanted);
        return policies_.put_inner(policy,
            fmt::format("class type queuing c-out-{}q{}",
                has_four_queues(policies_.blocks()) ? "" : "8q-",
                group == 0 ? std::string("-default") : std::to_string(group)),
            group,
            {wanted});
    }

    std::string set_ecn(const Change& change, const Port&, const EcnTarget& target) override
    {
        if (target.max_probability.hundredths % 100 != 0)
            return "NX-OS takes a marking probability in whole percent";
        if (change.number >= groups)
            return "NX-OS has queues from 0 to 7";
        const Found found = find(change, LineKind::service_queuing_out, LineKind::queuing_policy);
        if (!found.reason.empty())
            return found.reason;
        Fact wanted = fact_of(LineKind::marking,
            {target.min_threshold.count,
                target.max_threshold.count,
                target.max_probability.hundredths / 100});
        const Block* lines = class_of(*found.policy, change.number);
        const Fact* old = lines == nullptr ? nullptr : lines->find(LineKind::marking);
        if (old != nullptr && old->sense == line_cli::Sense::unread)
            return "a line of this queue that decides how it marks is not understood";
        // 0 selects the current queue length; used unless the line says otherwise.
        wanted.values[3] = old != nullptr && old->values[3].written() ? old->values[3] : Value::of(0);
        wanted.values[4] = Value::of(1);
        for (const std::size_t slot : {0U, 1U}) {
            if (old != nullptr
                && old->statement->slots[slot].terms[old->values[slot].term].measure != native_measure)
                return std::string(line_cli::inexact_line);
        }
        return put_queue_line(*found.policy, change.number, wanted);
    }

    std::string set_scheduler(const Change& change, const Port&, const SchedulerTarget& target) override
    {
        if (target.weight)
            return "NX-OS serves queues by shares in percent, not by weights";
        if (target.bandwidth && target.bandwidth->hundredths % 100 != 0)
            return "NX-OS takes a share in whole percent";
        const Found found = find(change, LineKind::service_queuing_out, LineKind::queuing_policy);
        if (!found.reason.empty())
            return found.reason;
        const auto put
            = [&](const Fact& wanted) { return put_queue_line(*found.policy, change.number, wanted); };
        return policies_.serve(class_of(*found.policy, change.number),
            target,
            fact_of(LineKind::priority, {policies_.free_level(*found.policy, LineKind::priority)}),
            kind_of(LineKind::share),
            put);
    }

    std::string set_map(const Change& change, const Port&, const MapEntry& entry) override
    {
        if (entry.to >= groups && entry.kind != MapKind::tc_to_dscp)
            return "NX-OS has qos-groups from 0 to 7";
        const bool dscp = entry.kind == MapKind::dscp_to_tc;
        if (!dscp && entry.kind != MapKind::pcp_to_tc && entry.kind != MapKind::tc_to_dscp)
            return std::string(of_group);
        const Found found = find(change, LineKind::service_qos, LineKind::classifier);
        if (!found.reason.empty())
            return found.reason;
        if (entry.kind == MapKind::tc_to_dscp)
            return class_maps_.put_in_class(*found.policy,
                entry.from,
                fact_of(LineKind::set_dscp, {std::uint64_t{1} << entry.to}),
                "qos-group");
        const Port& port = device().ports[change.port.port];
        if ((dscp ? port.dscp_to_tc : port.pcp_to_tc).value_or({}).none())
            return fmt::format("the port's policy does not classify by {}", dscp ? "DSCP" : "CoS");
        return class_maps_.move_point(
            *found.policy, kind_of(dscp ? LineKind::match_dscp : LineKind::match_cos), entry.from, entry.to);
    }

    // The priorities that the network-qos policy pauses, for the whole switch.
    [[nodiscard]] PrioritySet paused() const
    {
        PrioritySet all;
        const Block* policy = network();
        for (std::size_t at = 0; policy != nullptr && at < policy->inner.size(); ++at) {
            const Fact* line = policy->inner[at].find(LineKind::pause_cos);
            if (line != nullptr && line->values[0].written())
                all = all | PrioritySet{static_cast<std::uint8_t>(line->value())};
        }
        return all;
    }

    std::string pause(const Change& change, Priority priority, bool add)
    {
        if (paused().has(priority) == add)
            return {};
        if (add && priority == 0)
            return std::string(no_lossless_default);
        const Block* policy = network();
        if (policy == nullptr)
            return "no network-qos policy is bound that could be changed";
        std::string reason = refuse_for_paused(
            change, "NX-OS pauses the same priorities on all ports with PFC on", priority, add);
        if (!reason.empty())
            return reason;
        for (const Block& lines : policy->inner) {
            const Fact* line = lines.find(LineKind::pause_cos);
            const PrioritySet own{static_cast<std::uint8_t>(line == nullptr ? 0 : line->value())};
            if (!add && own.has(priority))
                return (own - PrioritySet::of(priority)).empty()
                    ? policies_.take_away(lines, LineKind::pause_cos)
                    : policies_.put(
                        lines, fact_of(LineKind::pause_cos, {(own - PrioritySet::of(priority)).bits}));
            if (add && network_group(policies_.blocks(), lines.name) == priority)
                return line == nullptr
                    ? policies_.put(lines, fact_of(LineKind::pause_cos, {PrioritySet::of(priority).bits}))
                    : fmt::format("class {} pauses another priority", lines.name);
        }
        return policies_.put_inner(*policy,
            fmt::format("class type network-qos c-{}nq{}",
                has_four_queues(policies_.blocks()) ? "" : "8q-",
                priority),
            priority,
            {fact_of(LineKind::pause_cos, {PrioritySet::of(priority).bits})});
    }

    std::string set_pfc(const Change& change, const Port& port, const PriorityDelta& delta) override
    {
        if (port.kind != PortKind::physical)
            return "PFC belongs to the physical ports";
        const PrioritySet now = port.pfc_tx.value_or({});
        if (((now | delta.add) - delta.remove).empty())
            return put(change, fact_of(LineKind::pfc_mode, {number_of(PfcMode::off)}));
        if (const PrioritySet unasked = now.empty() ? paused() - delta.add - delta.remove : PrioritySet{};
            !unasked.empty())
            return fmt::format(
                "PFC is off, and switching it on would pause priority {} too", to_string(unasked));
        std::string reason;
        for (const Priority priority : delta.add | delta.remove) {
            if (reason.empty())
                reason = pause(change, priority, delta.add.has(priority));
        }
        return reason.empty() ? put(change, fact_of(LineKind::pfc_mode, {number_of(PfcMode::on)})) : reason;
    }

    std::string set_watchdog(const Change& change, const Port& port, const WatchdogTarget& target) override
    {
        if (target.restoration || target.poll)
            return "Cisco's guides do not define the restore multipliers of NX-OS, and it polls by itself";
        if (port.kind != PortKind::physical)
            return "the watchdog belongs to the physical ports";
        const Fact* all = editor().find_global(kind_of(LineKind::watchdog_all));
        std::string reason;
        if (all == nullptr || all->sense != line_cli::Sense::set || all->value() == 0) {
            reason = refuse_for_others(change,
                "the line of the whole switch starts the watchdog of all ports",
                [&](std::uint32_t index, const Port& other) {
                    return other.kind == PortKind::physical && !other.pfc_tx.value_or({}).empty()
                        && editor().find(index, {kind_of(LineKind::watchdog)}).fact == nullptr;
                });
            if (reason.empty())
                reason = editor().put_global(fact_of(LineKind::watchdog_all, {1}), all);
        }
        if (reason.empty() && target.detection && !port.watchdog.detection.is(*target.detection))
            reason = set_interval(change, *target.detection);
        return reason.empty() ? put(change, fact_of(LineKind::watchdog, {1})) : reason;
    }

    std::string set_interval(const Change& change, Milliseconds detection)
    {
        const Fact* times = editor().find_global(kind_of(LineKind::watchdog_multiplier));
        const Fact* own = editor().find(change.port.port, {kind_of(LineKind::watchdog)}).fact;
        const bool of_port = own != nullptr && own->value(1) != 0;
        const std::uint64_t multiplier = of_port ? own->value(1)
            : times == nullptr                   ? 1
                                                 : std::max<std::uint64_t>(times->value(), 1);
        if (detection.count() % multiplier != 0)
            return fmt::format("the detection time is not a multiple of the {}-multiplier",
                of_port ? "interface" : "shutdown");
        std::string reason = refuse_for_others(change,
            "the watchdog's interval is one of the whole switch",
            [](std::uint32_t, const Port& other) { return other.watchdog.enabled.is(true); });
        return reason.empty()
            ? editor().put_global(fact_of(LineKind::watchdog_interval, {detection.count() / multiplier}),
                editor().find_global(kind_of(LineKind::watchdog_interval)))
            : reason;
    }

    // Edits an existing line of an input queuing policy. Buffers that NX-OS sizes by itself are left alone.
    template <class Edit>
    std::string set_buffer(const Change& change, Edit&& edit)
    {
        const Found found = find(change, LineKind::service_queuing_in, LineKind::queuing_policy);
        if (!found.reason.empty())
            return found.reason;
        const Block* lines = class_of(*found.policy, change.number);
        const Fact* old = lines == nullptr ? nullptr : lines->find(LineKind::pause_buffer);
        if (old == nullptr)
            return "NX-OS sets the buffer aside by itself where no pause buffer-size is written";
        Fact wanted = *old;
        edit(wanted);
        return policies_.put(*lines, wanted);
    }

    line_cli::BlockEditor policies_;
    line_cli::ClassMapEditor class_maps_{class_maps, policies_};
};

}

std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task)
{
    return std::make_unique<NxosTranslator>(task);
}

}
