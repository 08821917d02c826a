// SPDX-License-Identifier: Apache-2.0
// Builds deferred values when they are first read.
#include "analysis/document/builder_fields.h"

namespace rocelint::document {

jv Document::Builder::make_list(const late::Deferred& deferred)
{
    const std::uint32_t first = deferred.first;
    const Device& of = fabric_.devices[first];
    const auto entries = [&](Kind kind, const auto& table) { return list(kind, table.size(), first); };
    switch (static_cast<Kind>(deferred.kind)) {
    case Kind::ports:
        return entries(Kind::port, of.ports);
    case Kind::queues: {
        const Port& port = of.ports[deferred.second];
        return list(Kind::queue, port.queue_count, first, port.first_queue, deferred.second);
    }
    case Kind::groups: {
        const Port& port = of.ports[deferred.second];
        return list(Kind::group, port.group_count, first, port.first_group, deferred.second);
    }
    case Kind::maps:
        return entries(Kind::map, of.maps);
    case Kind::ecn_profiles:
        return entries(Kind::ecn_profile, of.ecn_profiles);
    case Kind::schedulers:
        return entries(Kind::scheduler, of.schedulers);
    case Kind::pools:
        return entries(Kind::pool, of.pools);
    case Kind::buffer_profiles:
        return entries(Kind::buffer_profile, of.buffer_profiles);
    case Kind::policies:
        return entries(Kind::policy, of.policies);
    case Kind::nics:
        return entries(Kind::nic, of.nics);
    default:
        return entries(Kind::job, of.jobs);
    }
}

jv Document::Builder::make_origins(const late::Deferred& deferred)
{
    const std::uint32_t first = deferred.first;
    const std::uint32_t second = deferred.second;
    const auto index = static_cast<std::uint32_t>(deferred.index);
    const Device& of = fabric_.devices[first];
    switch (static_cast<Kind>(deferred.kind)) {
    case Kind::of_device: {
        jv out = origins(of, first);
        set_origins(out, of.load_balancing, first, Port::no_index);
        set_origins(out, of.forwarding, first, Port::no_index);
        set_origins(out, of.headroom, first, Port::no_index);
        set_origins(out, of.trimming, first, Port::no_index);
        return out;
    }
    case Kind::of_port: {
        jv out = origins(of.ports[second], first, second);
        set_origins(out, of.ports[second].watchdog, first, second);
        return out;
    }
    case Kind::of_queue:
        return origins(of.queues[second], first, index);
    case Kind::of_group:
        return origins(of.groups[second], first, index);
    case Kind::of_points:
        return points(first, second, true);
    case Kind::of_curve:
        return origins(of.ecn_profiles[second].curves[index], first);
    case Kind::of_scheduler:
        return origins(of.schedulers[second], first);
    case Kind::of_pool:
        return origins(of.pools[second], first);
    case Kind::of_buffer_profile:
        return origins(of.buffer_profiles[second], first);
    case Kind::of_policy_class:
        return origins(of.policies[second].classes[index], first);
    case Kind::of_nic:
        return origins(of.nics[second], first, of.nics[second].port);
    case Kind::of_manager:
        return origins(*of.manager, first);
    default:
        return origins(of.jobs[second], first);
    }
}

jv Document::Builder::make(const late::Deferred& deferred, bool with_places)
{
    with_places_ = with_places;
    const auto kind = static_cast<Kind>(deferred.kind);
    if (kind >= Kind::of_device)
        return make_origins(deferred);
    const std::uint32_t first = deferred.first;
    const std::uint32_t second = deferred.second;
    const auto index = static_cast<std::uint32_t>(deferred.index);
    if (kind == Kind::devices)
        return [&] {
            jv out = jv_array();
            for (std::uint32_t at = 0; at < fabric_.devices.size(); ++at)
                out = jv_array_append(out, later(Kind::device, at));
            return out;
        }();
    if (kind == Kind::links)
        return [&] {
            jv out = jv_array();
            for (std::uint32_t at = 0; at < fabric_.links.size(); ++at)
                out = jv_array_append(out, later(Kind::link, at));
            return out;
        }();
    if (kind == Kind::link)
        return link(first);
    const Device& of = fabric_.devices[first];
    switch (kind) {
    case Kind::device:
        return device(first);
    case Kind::summary:
        return summary(first);
    case Kind::port:
        return port(first, second);
    case Kind::peer: {
        const auto end = fabric_.peer({first, second});
        return end ? port(end->device, end->port, false) : jv_null();
    }
    case Kind::queue: {
        jv out = jv_object();
        set(out, "number", jv_number(of.queues[second].number));
        set_fields(out, of.queues[second], first);
        set(out, "origins", later(Kind::of_queue, first, second, index));
        return out;
    }
    case Kind::group: {
        jv out = jv_object();
        set(out, "number", jv_number(of.groups[second].number));
        set_fields(out, of.groups[second], first);
        set(out, "origins", later(Kind::of_group, first, second, index));
        return out;
    }
    case Kind::map:
        return map(first, second);
    case Kind::points:
        return points(first, second, false);
    case Kind::ecn_profile: {
        jv out = jv_object();
        set(out, "name", detail::text(of.ecn_profiles[second].name));
        set(out, "curves", later(Kind::curves, first, second));
        set(out, "at", place(of.ecn_profiles[second].at, first, Port::no_index));
        return out;
    }
    case Kind::curves: {
        jv out = jv_array();
        for (std::uint32_t at = 0; at < of.ecn_profiles[second].curves.size(); ++at)
            out = jv_array_append(out, later(Kind::curve, first, second, at));
        return out;
    }
    case Kind::curve: {
        const EcnCurve& curve = of.ecn_profiles[second].curves[index];
        jv out = jv_object();
        set(out, "colour", detail::word(curve.colour));
        set_fields(out, curve, first);
        set(out, "origins", later(Kind::of_curve, first, second, index));
        return out;
    }
    case Kind::scheduler:
        return named(of.schedulers[second], Kind::of_scheduler, first, second);
    case Kind::pool:
        return named(of.pools[second], Kind::of_pool, first, second);
    case Kind::buffer_profile:
        return named(of.buffer_profiles[second], Kind::of_buffer_profile, first, second);
    case Kind::buffer_profile_list: {
        jv out = jv_array();
        for (const Ref profile : of.buffer_profile_lists[second].profiles)
            out = jv_array_append(out,
                profile.index < of.buffer_profiles.size() ? later(Kind::buffer_profile, first, profile.index)
                                                          : jv_null());
        return out;
    }
    case Kind::policy: {
        jv out = jv_object();
        set(out, "name", detail::text(of.policies[second].name));
        set(out, "classes", later(Kind::policy_classes, first, second));
        set(out, "at", place(of.policies[second].at, first, Port::no_index));
        return out;
    }
    case Kind::policy_classes: {
        jv out = jv_array();
        for (std::uint32_t at = 0; at < of.policies[second].classes.size(); ++at)
            out = jv_array_append(out, later(Kind::policy_class, first, second, at));
        return out;
    }
    case Kind::policy_class:
        return policy_class(first, second, index);
    case Kind::nic:
        return nic(first, second);
    case Kind::job:
        return job(first, second);
    case Kind::addresses:
        return addresses(first);
    case Kind::routes:
        return routes(first);
    case Kind::neighbours:
        return neighbours(first);
    case Kind::manager: {
        jv out = jv_object();
        set_fields(out, *of.manager, first);
        set(out, "origins", later(Kind::of_manager, first));
        return out;
    }
    default:
        return make_list(deferred);
    }
}

}
