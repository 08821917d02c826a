// SPDX-License-Identifier: Apache-2.0
// Writes neutral changes as lines of Enterprise SONiC. Maps and policies are shared by all ports that name
// them: they are edited in place if all of these ports want the change. A marking that other ports must keep
// is copied for those that want another.
#include "drivers/line_cli/write/set_lines.h"
#include "drivers/line_cli/write/translator.h"
#include "drivers/sonic_cli/block_editor.h"
#include "drivers/sonic_cli/config.h"
#include "drivers/sonic_cli/sonic_cli.h"

#include <fmt/format.h>

#include <bit>
#include <map>
#include <utility>

namespace rocelint::sonic_cli {
namespace {

constexpr line_cli::ValueLine values[]{{.property = Property::mtu,
                                           .fact = kind_of(LineKind::mtu),
                                           .less = frame_header,
                                           .of_members = line_cli::OfMembers::lag,
                                           .what = "MTU"},
    {.property = Property::fec,
        .fact = kind_of(LineKind::fec),
        .no_words
        = "Enterprise SONiC has one word for the Reed-Solomon codes of a speed, and no source was found for a word that turns FEC off"},
    {Property::speed, kind_of(LineKind::speed)}};

class SonicCliTranslator final : public line_cli::Translator {
public:
    explicit SonicCliTranslator(const line_cli::Task& task)
        : Translator({.platform = "Enterprise SONiC",
                         .grammar = grammar(),
                         .top = scope::top,
                         .blocks = port_blocks(),
                         .values = values,
                         .of_members = line_cli::OfMembers::lag_if_stated},
            task)
        , blocks_(task.device, editor())
        , pfc_(editor(), kind_of(LineKind::pfc))
    {
    }

private:
    // Maps.

    std::string set_map(const Change& change, const Port&, const MapEntry& entry) override
    {
        const auto kind = static_cast<std::uint8_t>(entry.kind);
        const std::string_view name = blocks_.bound(change.port.port, LineKind::binding, kind);
        const std::string words = editor().text_of(named(LineKind::binding, "X", kind));
        const std::string_view line = std::string_view(words).substr(0, words.rfind(' '));
        const Block* block = blocks_.blocks().find(LineKind::map, name, kind);
        if (block == nullptr)
            return name.empty()
                ? fmt::format("the port has no {}: what holds without one is not in a map", line)
                : fmt::format("the map {} of {} is not in the files", name, line);
        const Port* other = blocks_.first_unwilling(change, [&](std::uint32_t port, auto&& need) {
            if (blocks_.bound(port, LineKind::binding, kind) == name)
                need(change.number);
        });
        return other == nullptr
            ? blocks_.move_point(*block, entry)
            : fmt::format("the map {} is that of {} too, which must not change", name, other->name);
    }

    // Markings.

    std::string set_ecn(const Change& change, const Port&, const EcnTarget& target) override
    {
        if (target.max_probability.hundredths % 100 != 0)
            return "Enterprise SONiC takes a marking probability in whole percent";
        if (change.number >= queue_count)
            return "Enterprise SONiC has queues from 0 to 7";
        const Fact wanted = fact_of(LineKind::green,
            {target.min_threshold.count,
                target.max_threshold.count,
                target.max_probability.hundredths / 100});
        if (std::string reason = line_cli::out_of_range(*grammar().row(wanted.kind), wanted); !reason.empty())
            return reason;
        if (editor().text_of(wanted).empty())
            return "Enterprise SONiC takes thresholds in whole kilobytes of 1000 bytes";
        const std::string_view name = blocks_.bound(change.port.port, LineKind::queue_marking, change.number);
        const Block* block = blocks_.blocks().find(LineKind::marking_policy, name);
        if (block != nullptr && blocks_.unwilling(change, LineKind::queue_marking, name) == nullptr)
            return blocks_.mark(*block, wanted);
        const Block* same = blocks_.blocks().find_if(
            LineKind::marking_policy, [&](const Block& other) { return is_marking(other, wanted); });
        return same != nullptr ? put(change, named(LineKind::queue_marking, same->name, change.number))
                               : bind_new_marking(change, wanted);
    }

    std::string bind_new_marking(const Change& change, const Fact& wanted)
    {
        std::string name;
        std::string reason = blocks_.add_marking(wanted, name);
        return reason.empty() ? put(change, named(LineKind::queue_marking, name, change.number)) : reason;
    }

    // Queues.

    std::string set_scheduler(const Change& change, const Port&, const SchedulerTarget& target) override
    {
        if (target.bandwidth)
            return "Enterprise SONiC serves queues by weights, not by shares";
        const std::string_view name = blocks_.bound(change.port.port, LineKind::scheduling);
        const Block* block = blocks_.blocks().find(LineKind::scheduler_policy, name);
        if (block == nullptr)
            return "no scheduler-policy is bound to the port that could be changed";
        const Port* other = blocks_.first_unwilling(change, [&](std::uint32_t port, auto&& need) {
            if (blocks_.bound(port, LineKind::scheduling) == name)
                need(change.number);
        });
        if (other != nullptr)
            return fmt::format(
                "scheduler-policy {} is that of {} too, which must not change", name, other->name);
        const Fact type = fact_of(LineKind::type, {number_of(target.kind)});
        const Fact weight = fact_of(LineKind::weight, {target.weight.value_or(1)});
        if (std::string reason = line_cli::out_of_range(*grammar().row(weight.kind), weight); !reason.empty())
            return reason;
        const Fact* queue = block->find(LineKind::queue, change.number);
        return queue == nullptr
            ? blocks_.add_queue(*block, change.number, type, target.weight ? &weight : nullptr)
            : blocks_.serve(*block, *queue, type, target);
    }

    // Pause.

    std::string set_pfc(const Change& change, const Port& port, const PriorityDelta& delta) override
    {
        if (port.kind != PortKind::physical)
            return "PFC belongs to the physical ports";
        const PrioritySet before{static_cast<std::uint8_t>(pfc_.members(change.port.port))};
        PrioritySet& now = paused_.try_emplace(change.port.port, before).first->second;
        constexpr int most = 2;
        if (const PrioritySet after = (now | delta.add) - delta.remove;
            std::popcount(after.bits) > most && !(delta.add - now).empty())
            return "Enterprise SONiC takes two priorities with PFC at most (Ansible dellemc.enterprise_sonic, sonic_qos_interfaces)";
        now = (now | delta.add) - delta.remove;
        std::string reason = pfc_.take_out(change, (before & delta.remove).bits);
        return reason.empty() ? pfc_.add(change, (delta.add - before).bits) : reason;
    }

    std::string set_watchdog(const Change& change, const Port& port, const WatchdogTarget& target) override
    {
        if (port.kind != PortKind::physical)
            return "the watchdog belongs to the physical ports";
        if (const Fact* counters = editor().find_global(kind_of(LineKind::watchdog_counters));
            counters != nullptr && counters->sense == Sense::off)
            return "`no priority-flow-control watchdog counter-poll` switches the watchdog of all ports off";
        if (!target.detection && !port.watchdog.detection.known())
            return "the watchdog needs a detect-time";
        std::string reason;
        if (target.poll && !port.watchdog.poll.is(*target.poll)) {
            reason = refuse_for_others(change,
                "the polling-interval is one of the whole switch",
                [](std::uint32_t, const Port& other) { return other.watchdog.enabled.is(true); });
            if (reason.empty())
                reason = editor().put_global(fact_of(LineKind::watchdog_poll, {target.poll->count()}),
                    editor().find_global(kind_of(LineKind::watchdog_poll)));
        }
        const std::uint64_t detection
            = target.detection ? target.detection->count() : port.watchdog.detection.value_or({}).count();
        const line_cli::FoundLine on = editor().find(change.port.port, {kind_of(LineKind::watchdog)});
        const bool apart = editor().find(change.port.port, {kind_of(LineKind::detection)}).states()
            && (!on.states() || !on.fact->values[0].written());
        if (reason.empty() && apart)
            reason = put(change, fact_of(LineKind::detection, {detection}));
        else if (reason.empty())
            reason = put(change, fact_of(LineKind::watchdog, {detection}));
        if (reason.empty() && target.restoration && !port.watchdog.restoration.is(*target.restoration))
            reason = put(change, fact_of(LineKind::restoration, {target.restoration->count()}));
        return reason;
    }

    std::string take(const Change& change, const Port& port) override
    {
        switch (change.property) {
        case Property::trust:
            return set_trust(change, port, std::get<Trust>(change.value));
        case Property::cable_length:
            return put(change, fact_of(LineKind::cable, {std::get<Metres>(change.value).count}));
        case Property::link_pause:
            return std::get<bool>(change.value) ? not_supported(change) : std::string{};
        case Property::headroom:
        case Property::reserve:
        case Property::buffer_threshold:
            return set_profile(change, port);
        default:
            return take_value(change);
        }
    }

    // Trust follows from the map that a port binds, so this binds the map that another port uses.
    std::string set_trust(const Change& change, const Port& port, Trust trust)
    {
        if (port.trust.is(trust))
            return {};
        std::string reason;
        for (const auto& [kind, wanted] :
            {std::pair(MapKind::dscp_to_tc, trust == Trust::dscp || trust == Trust::dscp_else_pcp),
                std::pair(MapKind::pcp_to_tc, trust == Trust::pcp || trust == Trust::dscp_else_pcp)}) {
            const auto number = static_cast<std::uint8_t>(kind);
            const bool has = !blocks_.bound(change.port.port, LineKind::binding, number).empty();
            if (!reason.empty() || has == wanted)
                continue;
            reason = wanted ? bind_like_others(change, number)
                            : take_away(change, named(LineKind::binding, {}, number));
        }
        return reason;
    }
    std::string bind_like_others(const Change& change, std::uint8_t kind)
    {
        for (std::uint32_t index = 0; index < device().ports.size(); ++index) {
            if (const std::string_view name = blocks_.bound(index, LineKind::binding, kind); !name.empty())
                return put(change, named(LineKind::binding, name, kind));
        }
        return "trust is a bound map, and no other port binds one of this kind";
    }

    // Changes the profile that the port binds to the group.
    std::string set_profile(const Change& change, const Port& port)
    {
        if (std::holds_alternative<PriorityDelta>(change.value))
            return "lossless buffers are made and taken away by `buffer init lossless` or `roce enable`, which reboot the switch";
        const ClassMap* map
            = change.property == Property::headroom ? device().map(port.priority_to_priority_group) : nullptr;
        const std::uint8_t group = map == nullptr ? change.number : map->at_point(change.number);
        const auto profile_of = [&](std::uint32_t of, std::uint8_t number) {
            std::string_view name;
            for (const line_cli::PortStanza* stanza : editor().stanzas().of_port(of)) {
                for (const Fact& fact : editor().stanzas().facts(*stanza)) {
                    if (says(fact) == LineKind::group_profile && (fact.value() & bit(number)) != 0)
                        name = fact.text;
                }
            }
            return name;
        };
        const std::string_view name = group < queue_count ? profile_of(change.port.port, group) : "";
        const Fact* old = nullptr;
        for (const line_cli::Stanza& stanza : lines().stanzas) {
            const Fact& header = lines().header(stanza);
            if (says(header) == LineKind::profile && header.text == name && header.sense == Sense::set)
                old = &header;
        }
        if (old == nullptr)
            return "the switch makes the buffers of the group of speed and cable-length: no profile of the files is bound to it";
        const Port* other = blocks_.first_unwilling(change, [&](std::uint32_t of, auto&& need) {
            for (std::uint8_t number = 0; number < queue_count; ++number) {
                if (profile_of(of, number) == name)
                    need(number);
            }
        });
        if (is_of_queue(name))
            return fmt::format("buffer profile {} is that of a queue too", name);
        if (other != nullptr)
            return fmt::format(
                "buffer profile {} is that of {} too, or of another group, which must not change",
                name,
                other->name);
        Fact wanted = *old;
        if (const auto* threshold = std::get_if<DynamicThreshold>(&change.value)) {
            if (wanted.values[3].written())
                return "the profile has a static threshold";
            wanted.values[4] = Value::of(static_cast<std::uint64_t>(threshold->value + threshold_shift));
        } else {
            wanted.values[change.property == Property::headroom ? 5 : 2]
                = Value::of(std::get<Bytes>(change.value).count);
        }
        return editor().put_global(wanted, old);
    }

    [[nodiscard]] bool is_of_queue(std::string_view profile) const
    {
        return std::ranges::any_of(lines().facts, [&](const Fact& fact) {
            return says(fact) == LineKind::queue_profile && fact.text == profile && fact.sense == Sense::set;
        });
    }

    std::string take_whole(const Change& change) override
    {
        if (change.property != Property::hashing)
            return not_supported(change);
        constexpr std::pair<HashField, std::string_view> fields[]{{HashField::source_ip, "ipv4 ipv4-src-ip"},
            {HashField::destination_ip, "ipv4 ipv4-dst-ip"},
            {HashField::ip_protocol, "ipv4 ipv4-ip-proto"},
            {HashField::source_port, "ipv4 ipv4-l4-src-port"},
            {HashField::destination_port, "ipv4 ipv4-l4-dst-port"}};
        const Setting<HashFields>& now = device().load_balancing.ecmp;
        std::string reason;
        for (const auto& [field, words] : fields) {
            // No line shows what a switch without such lines
            // hashes; once it has one line, it needs all of them.
            const bool needed = !now.known() || std::get<HashFields>(change.value).has(field);
            if (reason.empty() && needed && !(now.known() && now.value.has(field)))
                reason = editor().put_global(named(LineKind::hash, words), nullptr);
        }
        return reason;
    }

    BlockEditor blocks_;
    line_cli::SetLines pfc_;
    std::map<std::uint32_t, PrioritySet> paused_; ///< by port, with the changes so far
};

}

std::unique_ptr<line_cli::Translator> translator(const line_cli::Task& task)
{
    return std::make_unique<SonicCliTranslator>(task);
}

}
