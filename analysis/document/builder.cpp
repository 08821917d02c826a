// SPDX-License-Identifier: Apache-2.0
// Converts a record of the model to an object: one key for each of its rows, plus the data that has no row.
#include "analysis/document/builder_fields.h"

namespace rocelint::document {

namespace {

constexpr std::int32_t what_rdma = 0;
constexpr std::int32_t what_description = 1;
constexpr std::int32_t what_point = 2;
constexpr std::int32_t what_role = 3;

}

Document::Builder::Builder(const Analysis& analysis)
    : fabric_(*analysis.fabric), analysis_(analysis), summaries_(fabric_.devices.size())
{
    whats_ = {"whether the port carries RDMA",
        "the description",
        "the class of a code point",
        "the role of the device"};
}

// Keys are string literals, so their text stays valid.
jv Document::Builder::key(std::string_view name)
{
    return keys_.try_emplace(name, name).first->second.share();
}

jv Document::Builder::unread(std::uint32_t device, OriginId origin, std::int32_t what)
{
    return late::deferred_value({.kind = static_cast<std::uint16_t>(Kind::unread),
        .index = what,
        .first = device,
        .second = origin.packed});
}

jv Document::Builder::later(Kind kind, std::uint32_t first, std::uint32_t second, std::uint32_t index)
{
    return late::deferred_value({.kind = static_cast<std::uint16_t>(kind),
        .index = static_cast<std::int32_t>(index),
        .first = first,
        .second = second});
}

jv Document::Builder::list(
    Kind kind, std::size_t count, std::uint32_t first, std::uint32_t from, std::uint32_t index)
{
    jv out = jv_array_sized(static_cast<int>(count));
    for (std::size_t at = 0; at < count; ++at)
        out = jv_array_append(out, later(kind, first, from + static_cast<std::uint32_t>(at), index));
    return out;
}

void Document::Builder::add_line(jv& object, Span at)
{
    const Source* source = at.somewhere() ? fabric_.sources.find(at.source) : nullptr;
    if (source == nullptr)
        return;
    const LineTable& lines = lines_.try_emplace(at.source, source->text()).first->second;
    set(object, "file", detail::text(source->path()));
    set(object, "line", jv_number(lines.position(at.offset).line));
}

jv Document::Builder::numbers(Span at, std::uint32_t device, std::uint32_t port) const
{
    jv out = jv_array_sized(5);
    for (const double number :
        {double(device), double(port), double(at.source), double(at.offset), double(at.length)})
        out = jv_array_append(out, jv_number(number));
    return out;
}

jv Document::Builder::origin(OriginId id, std::uint32_t device, std::uint32_t port)
{
    static constexpr std::array<std::string_view, 5> states{
        "unread", "explicit", "inherited", "derived", "default"};
    const Device& owner = fabric_.devices[device];
    const Origin origin = owner.origins.look_up(id);
    jv out = jv_object();
    set(out, "state", detail::text(states[static_cast<std::size_t>(origin.kind)]));
    add_line(out, origin.at);
    if (!origin.note.empty())
        set(out, "note", detail::text(origin.note));
    if (with_places_) {
        const Port* of = port < owner.ports.size() ? &owner.ports[port] : nullptr;
        set(out, "@", numbers(owner.place(id, of), device, port));
    }
    return out;
}

jv Document::Builder::place(Span at, std::uint32_t device, std::uint32_t port)
{
    jv out = jv_object();
    add_line(out, at);
    if (with_places_)
        set(out, "@", numbers(at, device, port));
    return out;
}

jv Document::Builder::role(std::uint32_t device)
{
    const Setting<Role>& role = fabric_.devices[device].role;
    return role.peek_known() && role.value != Role::unknown ? detail::word(role.value)
                                                            : unread(device, role.origin, what_role);
}

jv Document::Builder::summary(std::uint32_t index)
{
    jq::Value& made = summaries_[index];
    if (made.kind() == JV_KIND_OBJECT)
        return made.share();
    const Device& of = fabric_.devices[index];
    jv out = jv_object();
    set(out, "name", detail::text(of.name));
    set(out, "kind", detail::word(of.kind));
    set(out, "platform", detail::text(of.platform));
    set(out, "role", role(index));
    set(out, "model", detail::text(of.model));
    set(out, "asic", detail::text(of.asic));
    set(out, "version", detail::text(of.version));
    made = jq::Value(out);
    return made.share();
}

jv Document::Builder::device(std::uint32_t index)
{
    const Device& of = fabric_.devices[index];
    jv out = summary(index);
    set_fields(out, of, index);
    set_fields(out, of.load_balancing, index);
    set_fields(out, of.forwarding, index);
    set_fields(out, of.headroom, index);
    set_fields(out, of.trimming, index);
    set(out, "role", role(index));
    jv files = jv_array();
    for (const SourceId file : of.files) {
        if (const Source* source = fabric_.sources.find(file))
            files = jv_array_append(files, detail::text(source->path()));
    }
    set(out, "files", files);
    set(out, "at", place(of.place(OriginId{}), index, Port::no_index));
    set(out, "ports", later(Kind::ports, index));
    set(out, "maps", later(Kind::maps, index));
    set(out, "ecn_profiles", later(Kind::ecn_profiles, index));
    set(out, "schedulers", later(Kind::schedulers, index));
    set(out, "pools", later(Kind::pools, index));
    set(out, "buffer_profiles", later(Kind::buffer_profiles, index));
    set(out, "policies", later(Kind::policies, index));
    set(out, "nics", later(Kind::nics, index));
    set(out, "jobs", later(Kind::jobs, index));
    set(out, "addresses", later(Kind::addresses, index));
    set(out, "routes", later(Kind::routes, index));
    set(out, "neighbours", later(Kind::neighbours, index));
    set(out, "manager", of.manager ? later(Kind::manager, index) : jv_null());
    set(out, "origins", later(Kind::of_device, index));
    return out;
}

// The port at the other end of a cable gets no `peer`, which would be this port again, endlessly.
jv Document::Builder::port(std::uint32_t device, std::uint32_t index, bool with_peer)
{
    const Device& owner = fabric_.devices[device];
    const Port& of = owner.ports[index];
    jv out = jv_object();
    set(out, "name", detail::text(of.name));
    set(out, "alias", detail::text(of.alias));
    set(out,
        "description",
        of.description.empty() && owner.fragment ? unread(device, {}, what_description)
                                                 : detail::text(of.description));
    set(out, "kind", detail::word(of.kind));
    set(out, "lag", of.lag < owner.ports.size() ? detail::text(owner.ports[of.lag].name) : jv_null());
    set(out,
        "parent",
        of.parent < owner.ports.size() ? detail::text(owner.ports[of.parent].name) : jv_null());
    const std::vector<Judgement>& judged = analysis_.judgements[device];
    const Judgement judgement = index < judged.size() ? judged[index] : Judgement{};
    set(out,
        "rdma",
        judgement.verdict == Verdict::unknown ? unread(device, {}, what_rdma)
                                              : jv_bool(judgement.verdict == Verdict::roce ? 1 : 0));
    set(out,
        "lossless",
        judgement.verdict == Verdict::unknown ? unread(device, {}, what_rdma)
                                              : json_value(analysis_.required_priorities({device, index})));
    set_fields(out, of, device);
    set_fields(out, of.watchdog, device);
    set(out, "queues", later(Kind::queues, device, index));
    set(out, "priority_groups", later(Kind::groups, device, index));
    set(out, "device", later(Kind::summary, device));
    if (with_peer)
        set(out, "peer", later(Kind::peer, device, index));
    set(out, "at", place(of.at.somewhere() ? of.at : owner.place(OriginId{}, &of), device, index));
    set(out, "origins", later(Kind::of_port, device, index));
    return out;
}

jv Document::Builder::link(std::uint32_t index)
{
    const Link& of = fabric_.links[index];
    jv out = jv_object();
    set(out, "a", later(Kind::port, of.a.device, of.a.port));
    set(out, "b", later(Kind::port, of.b.device, of.b.port));
    set(out, "source", detail::text(name_of(of.source)));
    set(out, "cable", of.cable ? json_value(*of.cable) : jv_null());
    set(out, "speed", of.speed ? json_value(*of.speed) : jv_null());
    set(out, "at", place(of.at, of.a.device, of.a.port));
    return out;
}

jv Document::Builder::fabric()
{
    jv out = jv_object();
    set(out, "schema_version", jv_number(schema_version));
    set(out, "devices", later(Kind::devices, 0));
    set(out, "links", later(Kind::links, 0));
    return out;
}

jv Document::Builder::map(std::uint32_t device, std::uint32_t index)
{
    const ClassMap& of = fabric_.devices[device].maps[index];
    jv out = jv_object();
    set(out, "name", detail::text(of.name));
    set(out, "kind", detail::word(of.kind));
    set(out, "to", later(Kind::points, device, index));
    set(out, "at", place(of.at, device, Port::no_index));
    set(out, "origins", later(Kind::of_points, device, index));
    return out;
}

// The number of points for the map's kind (6-bit code points, or 3-bit classes and priorities), or more.
static std::size_t points_of(const ClassMap& map)
{
    constexpr std::size_t classes = 8;
    std::size_t count = map.kind == MapKind::dscp_to_tc ? map.to.size() : classes;
    for (std::size_t point = count; point < map.to.size(); ++point)
        count = map.to[point] != ClassMap::unmapped ? point + 1 : count;
    return count;
}

jv Document::Builder::points(std::uint32_t device, std::uint32_t index, bool of_origins)
{
    const ClassMap& of = fabric_.devices[device].maps[index];
    jv out = jv_array();
    for (std::size_t point = 0; point < points_of(of); ++point)
        out = jv_array_append(out,
            of_origins                               ? origin(of.origin[point], device, Port::no_index)
                : of.to[point] == ClassMap::unmapped ? unread(device, of.origin[point], what_point)
                                                     : jv_number(of.to[point]));
    if (!of_origins)
        return out;
    jv object = jv_object();
    set(object, "to", out);
    return object;
}

jv Document::Builder::policy_class(std::uint32_t device, std::uint32_t policy, std::uint32_t index)
{
    const PolicyClass& of = fabric_.devices[device].policies[policy].classes[index];
    jv out = named(of, Kind::of_policy_class, device, policy);
    set(out, "dscps", json_value(of.dscps));
    set(out, "pcps", json_value(of.pcps));
    set(out, "matches_everything", json_value(of.matches_everything));
    set(out, "matches_nothing", json_value(of.matches_nothing));
    set(out, "matches_other", json_value(of.matches_other));
    set(out, "origins", later(Kind::of_policy_class, device, policy, index));
    return out;
}

jv Document::Builder::nic(std::uint32_t device, std::uint32_t index)
{
    const Nic& of = fabric_.devices[device].nics[index];
    jv out = jv_object();
    set(out, "rdma_device", detail::text(of.rdma_device));
    set(out,
        "port",
        of.port < fabric_.devices[device].ports.size() ? later(Kind::port, device, of.port) : jv_null());
    set_fields(out, of, device);
    jv parameters = jv_object();
    for (const DcqcnParameter& parameter : of.dcqcn)
        parameters = jv_object_set(parameters, detail::text(parameter.name), jv_number(parameter.value));
    set(out, "dcqcn", parameters);
    set(out, "origins", later(Kind::of_nic, device, index));
    return out;
}

jv Document::Builder::job(std::uint32_t device, std::uint32_t index)
{
    const Job& of = fabric_.devices[device].jobs[index];
    jv out = named(of, Kind::of_job, device, index);
    set(out, "device", later(Kind::summary, device));
    return out;
}

}
