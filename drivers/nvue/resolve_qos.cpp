// SPDX-License-Identifier: Apache-2.0
// Classification and queues, from the profiles that a port is bound to. A switch priority is the model's
// traffic class and also the PFC priority with the same number. What NVUE calls a traffic class is a queue.
#include "drivers/nvue/config.h"

#include <algorithm>

namespace rocelint::nvue {
namespace {

constexpr std::uint64_t bits_per_kilobit = 1000;

// Returns the origin of a binding to a map: the statement that binds it, else the first that makes a part of
// it.
OriginId binding_of(Config& config, const ClassMap& map, Span bound)
{
    if (bound.somewhere())
        return config.device.origins.explicit_at(bound);
    const auto known = std::ranges::find_if(
        map.origin, [](OriginId origin) { return origin.kind() != OriginKind::unread; });
    return known == map.origin.end() ? map.origin[0] : *known;
}

// A map is made once for all ports that share a profile.
Setting<Ref> made_before(Config& config, MapKind kind, std::string_view profile, Span bound)
{
    for (std::uint32_t index = 0; index < config.device.maps.size(); ++index) {
        const ClassMap& map = config.device.maps[index];
        if (map.kind == kind && map.name == profile)
            return {Ref{index}, binding_of(config, map, bound)};
    }
    return {};
}

// A statement that the file does not contain is one that `qos roce` implies in some releases only.
std::string_view why_unread(const Fact& fact)
{
    return fact.node == nullptr
        ? "`qos roce mode lossy-multi-tc` maps it by release (Cumulus Linux 5.15, What's New), which the file does not state"
        : "its value is not understood";
}

struct MapRow {
    MapKind kind;
    std::string_view of; ///< the word after `qos`
    LineKind says;
    LineKind binding;
    std::uint8_t points;
    std::uint8_t step; ///< step of the usual map
    Default usual;
};

Setting<Ref> map_of(Config& config, std::uint32_t port, const MapRow& row)
{
    Span bound;
    const std::string_view profile
        = row.binding == LineKind::nothing ? usual_profile : config.profile_of(port, row.binding, &bound);
    if (const Setting<Ref> made = made_before(config, row.kind, profile, bound); made.peek_known())
        return made;
    ClassMap map;
    map.kind = row.kind;
    map.name = config.keep(profile);
    map.at = bound;
    const std::optional<OriginId> lost = config.lost(row.of, profile, bound);
    for (std::uint8_t point = 0; point < row.points; ++point) {
        const Stated stated = config.find(row.of, profile, row.says, point);
        const auto usual = static_cast<std::uint8_t>(point / row.step);
        if (stated && !stated.fact->unread) {
            map.set(point,
                static_cast<std::uint8_t>(std::min<std::uint64_t>(stated.fact->value, 7)),
                config.origin(*stated.fact));
            if (!map.at.somewhere())
                map.at = stated.fact->at;
        } else if (lost) {
            map.set(point, ClassMap::unmapped, *lost);
        } else if (stated) {
            map.set(point, ClassMap::unmapped, config.unread(why_unread(*stated.fact)));
        } else if (config.defaults.known(row.usual)) {
            map.set(point, usual, config.defaults.origin(row.usual));
        } else {
            map.set(point, ClassMap::unmapped, config.defaults.origin(row.usual));
        }
    }
    if (lost)
        return Setting<Ref>::unread(*lost);
    const OriginId here = binding_of(config, map, bound);
    if (here.kind() == OriginKind::unread)
        return Setting<Ref>::unread(here);
    return {add_to(config.device.maps, map), here};
}

constexpr MapRow dscp_row{
    MapKind::dscp_to_tc, "mapping", LineKind::dscp_map, LineKind::map_profile, 64, 8, "dscp_map"};
constexpr MapRow pcp_row{
    MapKind::pcp_to_tc, "mapping", LineKind::pcp_map, LineKind::map_profile, 8, 1, "pcp_map"};
constexpr MapRow queue_row{
    MapKind::tc_to_queue, "egress-queue-mapping", LineKind::queue_map, LineKind::nothing, 8, 1, "queue_map"};

// The ingress port decides whether packets are rewritten, the egress port to which value.
Setting<Ref> rewrite_of(Config& config, std::uint32_t port)
{
    Span bound;
    const std::string_view profile = config.profile_of(port, LineKind::remark_profile, &bound);
    if (const auto lost = config.lost("remark", profile, bound))
        return Setting<Ref>::unread(*lost);
    const Stated rewrite = config.find("remark", profile, LineKind::rewrite);
    if (const Setting<Ref> made = made_before(config, MapKind::tc_to_dscp, profile, bound); made.peek_known())
        return made;
    ClassMap map;
    map.kind = MapKind::tc_to_dscp;
    map.name = config.keep(profile);
    bool any = false;
    for (std::uint8_t point = 0; point < class_count; ++point) {
        const Stated stated = config.find("remark", profile, LineKind::rewrite_dscp, point);
        any = any || stated;
        if (stated && !stated.fact->unread)
            map.set(point,
                static_cast<std::uint8_t>(std::min<std::uint64_t>(stated.fact->value, 63)),
                config.origin(*stated.fact));
        else
            map.set(point, ClassMap::unmapped, config.unread("to what it is rewritten no statement says"));
    }
    const bool trims
        = static_cast<bool>(config.global(LineKind::trim_state)) || config.roce.mode == lossy_multi_tc;
    const bool on = rewrite && (rewrite.fact->value & 2U) != 0;
    if (!any || (!on && !trims))
        return on ? Setting<Ref>::unread(config.unread("to what DSCPs are rewritten no statement says"))
                  : config.defaults.value("rewrite", Ref{});
    map.at = bound;
    const Stated first = rewrite ? rewrite : config.find("remark", profile, LineKind::rewrite_dscp);
    return {add_to(config.device.maps, map),
        bound.somewhere() ? config.device.origins.explicit_at(bound) : config.origin(*first.fact)};
}

// The settings originate at their own lines in the profile; the queue's origin says that the port has the
// profile.
EcnCurve curve_of(Config& config, std::string_view profile, std::uint8_t number)
{
    const auto& usual = config.defaults;
    const auto stated
        = [&](LineKind what) { return config.find("congestion-control", profile, what, number); };
    EcnCurve curve;
    const Stated ecn = stated(LineKind::ecn_enable);
    const Stated red = stated(LineKind::red_enable);
    const Stated least = stated(LineKind::ecn_min);
    const Stated most = stated(LineKind::ecn_max);
    const Stated probability = stated(LineKind::ecn_probability);
    curve.marks = config.setting(ecn, ecn.value_or(0) != 0, usual.value("ecn_enable", true));
    curve.drops = config.setting(red, red.value_or(0) != 0, usual.value("ecn_red", false));
    curve.min_threshold = config.setting(least, Bytes{least.value_or(0)}, usual.number_as<Bytes>("ecn_min"));
    curve.max_threshold = config.setting(most, Bytes{most.value_or(0)}, usual.number_as<Bytes>("ecn_max"));
    // Dynamic ECN: the thresholds are percentages of the queue's current limit, and those in bytes are ignored.
    if (const Stated mode = stated(LineKind::ecn_mode);
        mode && (mode.fact->unread || mode.fact->value != 0)) {
        const OriginId moving
            = config.unread("with `mode relative` a threshold is a percentage of the queue's current limit");
        curve.min_threshold = Setting<Bytes>::unread(moving);
        curve.max_threshold = Setting<Bytes>::unread(moving);
    }
    curve.max_probability = config.setting(probability,
        Percent::whole(static_cast<std::uint32_t>(std::min<std::uint64_t>(probability.value_or(0), 100))),
        usual.value(
            "ecn_probability", Percent::whole(static_cast<std::uint32_t>(usual.number("ecn_probability")))));
    return curve;
}

Config::Shared make_marking(Config& config, std::string_view profile, std::uint8_t number, Span bound)
{
    if (const auto lost = config.lost("congestion-control", profile, bound))
        return {Setting<Ref>::unread(*lost)};
    Stated any;
    for (const LineKind what : {LineKind::ecn_enable,
             LineKind::red_enable,
             LineKind::ecn_min,
             LineKind::ecn_max,
             LineKind::ecn_probability,
             LineKind::ecn_mode,
             LineKind::ecn_min_percent,
             LineKind::ecn_max_percent}) {
        if (!any)
            any = config.find("congestion-control", profile, what, number);
    }
    // The usual profile marks queue 0, unless it names other queues.
    const bool usual = !config.has_profile("congestion-control", usual_profile) && profile == usual_profile
        && number == config.defaults.number("ecn") && config.defaults.known("ecn");
    if (!any && !usual)
        return {config.defaults.value("ecn", Ref{})};
    EcnProfile made;
    made.name = config.keep(profile);
    made.at = any && any.fact->at.somewhere() ? any.fact->at : config.roce.at;
    made.curves.push_back(curve_of(config, profile, number));
    return {{add_to(config.device.ecn_profiles, std::move(made)), config.defaults.origin("ecn")}, any.fact};
}

// The limit of a shaper, which counts kilobits or packets per second.
Setting<BitsPerSecond> limit_of(Config& config, std::string_view shaper, const Stated& rate)
{
    const Stated mode = config.find("egress-shaper", shaper, LineKind::shaper_mode);
    if (mode && (mode.fact->unread || mode.fact->value != 0))
        return Setting<BitsPerSecond>::unread(
            config.unread("the shaper limits packets per second, whatever their size"));
    return config.setting(rate, BitsPerSecond{rate.fact->value * bits_per_kilobit}, {});
}

Config::Shared make_service(
    Config& config, std::string_view profile, std::string_view shaper, std::uint8_t number, Span bound)
{
    const Stated mode = config.find("egress-scheduler", profile, LineKind::schedule_mode, number);
    const Stated percent = config.find("egress-scheduler", profile, LineKind::schedule_percent, number);
    const bool usual = profile == usual_profile;
    const bool made_by_roce = usual && config.roce.on;
    const OriginId absent = made_by_roce
        ? config.device.origins.inherited(config.roce.at, config.roce.at, roce_source)
        : usual ? config.defaults.origin("scheduler")
                : config.defaults.origin("scheduler_of_profile");
    const Stated any = mode ? mode : percent;
    if (const auto lost = config.lost("egress-scheduler", profile, bound))
        return {Setting<Ref>::unread(*lost)};
    const OriginId here = any ? config.origin(*any.fact) : absent;
    if (here.kind() == OriginKind::unread)
        return {Setting<Ref>::unread(here)};
    Scheduler made;
    made.name = config.keep(profile);
    made.at = any ? any.fact->at : bound;
    made.kind = {mode ? static_cast<SchedulerKind>(mode.fact->value) : SchedulerKind::weighted, here};
    if (made.kind.value == SchedulerKind::weighted) {
        const std::uint32_t share = percent
            ? static_cast<std::uint32_t>(std::min<std::uint64_t>(percent.fact->value, 100))
            : usual && !made_by_roce ? (number % 2 == 0 ? 12U : 13U)
                                     : 0U;
        made.bandwidth = {Percent::whole(share),
            percent    ? config.origin(*percent.fact)
                : mode ? here
                       : absent};
    }
    if (const Stated limit = config.find("egress-shaper", shaper, LineKind::shaper_class, number))
        made.limit = limit_of(config, shaper, limit);
    return {{add_to(config.device.schedulers, made), absent}, any.fact};
}

// Returns the shared object with the origin for this port.
Setting<Ref> for_port(Config& config, const Config::Shared& shared, Span bound)
{
    return shared.fact == nullptr ? shared.made
                                  : Setting<Ref>(shared.made.value, config.origin(*shared.fact, bound));
}

}

void resolve_classes(Config& config, std::uint32_t index)
{
    Port& port = config.device.ports[index];
    const auto& usual = config.defaults;
    // Members of a bond are classified by themselves; what is bound to the bond itself applies to none of
    // them.
    Span bound;
    const std::string_view profile = config.profile_of(index, LineKind::map_profile, &bound);
    const Stated trust = config.find("mapping", profile, LineKind::trust);
    if (const auto lost = config.lost("mapping", profile, bound))
        port.trust = Setting<Trust>::unread(*lost);
    else
        port.trust = config.setting(
            trust, static_cast<Trust>(trust.value_or(0)), usual.value("trust", Trust::pcp), bound);
    const Stated priority = config.find("mapping", profile, LineKind::port_default);
    port.default_tc = config.setting(priority,
        static_cast<std::uint8_t>(std::min<std::uint64_t>(priority.value_or(0), 7)),
        usual.value("port_default_sp", std::uint8_t{0}),
        bound);
    port.dscp_to_tc = map_of(config, index, dscp_row);
    port.pcp_to_tc = map_of(config, index, pcp_row);
    port.tc_to_queue = map_of(config, index, queue_row);
    // Pause for a priority stops the queue of the switch priority with that number.
    port.priority_to_queue = port.tc_to_queue;
    port.tc_to_priority_group = port.priority_to_priority_group = usual.value("priority_is_class", Ref{});
    port.tc_to_dscp = rewrite_of(config, index);
    port.ingress_policy = usual.value("ingress_policy", Ref{});
}

void resolve_queues(Config& config, std::uint32_t index)
{
    Device& device = config.device;
    Span ecn_bound;
    Span service_bound;
    const std::string_view ecn = config.profile_of(index, LineKind::ecn_profile, &ecn_bound);
    const std::string_view service = config.profile_of(index, LineKind::scheduler_profile, &service_bound);
    Span shaper_bound;
    const std::string_view shaper = config.profile_of(index, LineKind::shaper_profile, &shaper_bound);
    if (const auto lost = config.lost("egress-shaper", shaper, shaper_bound))
        device.ports[index].limit = Setting<BitsPerSecond>::unread(*lost);
    if (const Stated limit = config.find("egress-shaper", shaper, LineKind::shaper_port))
        device.ports[index].limit = limit_of(config, shaper, limit);
    const auto first = static_cast<std::uint32_t>(device.queues.size());
    for (std::uint8_t number = 0; number < class_count; ++number) {
        const auto [marking, unmarked] = config.markings.try_emplace({ecn, number});
        if (unmarked)
            marking->second = make_marking(config, ecn, number, ecn_bound);
        const auto [served, unserved] = config.services.try_emplace({service, shaper, number});
        if (unserved)
            served->second = make_service(config, service, shaper, number, service_bound);
        device.queues.push_back({number,
            for_port(config, marking->second, ecn_bound),
            for_port(config, served->second, service_bound),
            {}});
    }
    Port& port = device.ports[index];
    port.first_queue = first;
    port.queue_count = class_count;
    port.queues_visible = true;
}

}
