// SPDX-License-Identifier: Apache-2.0
// Pools, profiles, priority groups and queue buffers of a rendered config_db.json.
#include "drivers/sonic/render/render_tables.h"
#include "models/catalog/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace rocelint::sonic {
namespace {

constexpr std::string_view lossy_ingress_pool = "ingress_lossy_pool";
constexpr std::string_view lossless_egress_pool = "egress_lossless_pool";
constexpr std::string_view lossy_egress_pool = "egress_lossy_pool";
constexpr std::string_view lossy_group_profile = "ingress_lossy_profile";
constexpr std::string_view lossless_queue_profile = "egress_lossless_profile";
constexpr std::string_view lossy_queue_profile = "egress_lossy_profile";
constexpr std::string_view lossless_port_profile = "ingress_lossless_profile";

void write_pool(Rendered& out,
    std::string_view name,
    PoolDirection direction,
    const std::optional<Bytes>& size,
    bool dynamic,
    const std::optional<Bytes>& shared_headroom = {})
{
    if (!size)
        return;
    out.json.open(name);
    out.json.text(pool_type.name, word_of(pool_type.words, direction));
    out.json.text(
        pool_mode.name, word_of(pool_mode.words, dynamic ? ThresholdMode::dynamic : ThresholdMode::fixed));
    out.json.number(pool_size.name(), size->count);
    if (shared_headroom)
        out.json.number(pool_xoff.name(), shared_headroom->count);
    out.json.close();
}

// A queue of a lossless class may use its whole pool, since its packets are accounted on ingress. If the ASIC
// has a dynamic threshold for "unlimited", the pool is dynamic, as in the templates for Spectrum; else it is
// static with a threshold of its own size, as in those for Broadcom's ASICs (sonic-buildimage
// device/*/buffers_defaults_*.j2).
std::optional<std::int64_t> unlimited(const Rendered& out)
{
    if (out.asic != nullptr && out.asic->alpha_infinite.known())
        return out.asic->alpha_infinite.value;
    return std::nullopt;
}

std::int64_t lossy_threshold()
{
    return static_cast<std::int64_t>(catalog::platform_default("sonic", "lossy_dynamic_threshold").number());
}

// Profile lists of ports are needed on ASICs that limit ports in addition to groups: Spectrum.
bool has_port_lists(const Rendered& out)
{
    return out.has_pools() && out.asic != nullptr && out.asic->model.known()
        && out.asic->model.value == catalog::HeadroomModel::spectrum;
}

// The numbers of one profile: the largest of all classes and ports that share its name.
struct HeadroomProfile {
    Bytes xon;
    Bytes xoff;
    Bytes size;
    std::int64_t threshold = 0;
};

void widen(Rendered& out, HeadroomProfile& profile, const HeadroomProfile& other, std::string_view port)
{
    if (profile.xon == other.xon && profile.xoff == other.xoff && profile.size == other.size
        && profile.threshold == other.threshold)
        return;
    out.note(port,
        "{} share a headroom profile with ports of the same speed and cable that need less or more: it has "
        "the largest headroom of them and the smallest threshold");
    profile.xon = std::max(profile.xon, other.xon);
    profile.xoff = std::max(profile.xoff, other.xoff);
    profile.size = std::max(profile.size, other.size);
    profile.threshold = std::min(profile.threshold, other.threshold);
}

std::map<std::string, HeadroomProfile> headroom_profiles(Rendered& out)
{
    std::map<std::string, HeadroomProfile> profiles;
    for (std::size_t index = 0; index < out.design.ports.size(); ++index) {
        const PortDesign& port = out.design.ports[index];
        if (!port.rdma || out.headroom_is_made(port))
            continue;
        for (const LosslessDesign& each : port.lossless) {
            const std::int64_t threshold = out.fitted(profile_dynamic_th,
                "the dynamic threshold of lossless groups of {}",
                *each.dynamic_threshold,
                port.name);
            const HeadroomProfile wanted{each.xon, *each.xoff, each.reserved, threshold};
            const auto [place, fresh]
                = profiles.try_emplace(made_profile(port.speed, Metres{out.cables[index]}), wanted);
            if (!fresh)
                widen(out, place->second, wanted, port.name);
        }
    }
    return profiles;
}

void open_profile(Rendered& out, std::string_view name, std::string_view pool, std::uint64_t size)
{
    out.json.open(name);
    out.json.text("pool", pool);
    out.json.number(profile_size.name(), size);
}

void write_unlimited(Rendered& out, std::uint64_t size_of_pool)
{
    if (const auto threshold = unlimited(out))
        out.json.signed_number(profile_dynamic_th.name(), *threshold);
    else
        out.json.number(profile_static_th.name(), size_of_pool);
    out.json.close();
}

// Calls `visit` with "3-4" for each run of priorities in the set: the form of the keys that buffermgrd writes
// (generateIdListFromMap).
template <class Visit>
void visit_runs(PrioritySet set, Visit&& visit)
{
    while (!set.empty()) {
        const Priority first = set.first();
        Priority last = first;
        for (set.erase(first); set.has(static_cast<Priority>(last + 1)); set.erase(last))
            ++last;
        visit(first == last ? fmt::to_string(first) : fmt::format("{}-{}", first, last));
    }
}

PrioritySet lossy_queues(const DeviceDesign& design)
{
    PrioritySet set;
    for (const ClassDesign& each : design.classes) {
        if (!each.lossless)
            set.insert(each.priority);
    }
    return set;
}

}

// sonic-yang-models sonic-buffer-pool.yang.
void write_pools(Rendered& out)
{
    const MemoryDesign& memory = out.design.memory;
    const bool wanted = std::ranges::any_of(out.design.ports, &PortDesign::rdma);
    if (!out.has_pools()) {
        if (wanted)
            out.left_out.emplace_back(
                "pools and buffer profiles: the packet memory of this switch is not known; its own "
                "buffers.json.j2 and pg_profile_lookup.ini set them up by speed and cable length");
        return;
    }
    out.json.open("BUFFER_POOL");
    write_pool(out,
        ingress_lossless_pool,
        PoolDirection::ingress,
        memory.ingress_lossless,
        true,
        memory.shared_headroom);
    write_pool(out, lossy_ingress_pool, PoolDirection::ingress, memory.ingress_lossy, true);
    write_pool(
        out, lossless_egress_pool, PoolDirection::egress, memory.egress_lossless, unlimited(out).has_value());
    write_pool(out, lossy_egress_pool, PoolDirection::egress, memory.egress_lossy, true);
    out.json.close();
}

// sonic-yang-models sonic-buffer-profile.yang.
void write_buffer_profiles(Rendered& out)
{
    if (!out.has_pools())
        return;
    const MemoryDesign& memory = out.design.memory;
    out.json.open("BUFFER_PROFILE");
    if (has_port_lists(out)) {
        open_profile(out, lossless_port_profile, ingress_lossless_pool, 0);
        write_unlimited(out, memory.ingress_lossless->count);
    }
    open_profile(
        out, lossy_group_profile, memory.ingress_lossy ? lossy_ingress_pool : ingress_lossless_pool, 0);
    out.json.signed_number(profile_dynamic_th.name(), lossy_threshold());
    out.json.close();
    if (memory.egress_lossless) {
        open_profile(out, lossless_queue_profile, lossless_egress_pool, 0);
        write_unlimited(out, memory.egress_lossless->count);
    }
    if (memory.egress_lossy || memory.egress_lossless) {
        open_profile(
            out, lossy_queue_profile, memory.egress_lossy ? lossy_egress_pool : lossless_egress_pool, 0);
        out.json.signed_number(profile_dynamic_th.name(), lossy_threshold());
        out.json.close();
    }
    for (const auto& [name, profile] : headroom_profiles(out)) {
        open_profile(out, name, ingress_lossless_pool, profile.size.count);
        out.json.number(profile_xon.name(), profile.xon.count);
        out.json.number(profile_xoff.name(), profile.xoff.count);
        out.json.signed_number(profile_dynamic_th.name(), profile.threshold);
        out.json.close();
    }
    out.json.close();
}

// sonic-yang-models sonic-buffer-pg.yang. Lossless groups without numbers are left to buffermgrd, which
// creates them from pfc_enable, speed and cable length.
void write_group_buffers(Rendered& out)
{
    if (!out.has_pools())
        return;
    const std::string lossy = fmt::to_string(out.lossy_group());
    out.json.open("BUFFER_PG");
    for (std::size_t index = 0; index < out.design.ports.size(); ++index) {
        const PortDesign& port = out.design.ports[index];
        out.json.open({port.name, "|", lossy});
        out.json.text("profile", lossy_group_profile);
        out.json.close();
        if (!port.rdma || port.lossless.empty())
            continue;
        if (out.headroom_is_made(port)) {
            out.note(port.name,
                "no model knows the headroom of {}: the switch takes it from its pg_profile_lookup.ini");
            continue;
        }
        PrioritySet groups;
        for (const LosslessDesign& each : port.lossless)
            groups.insert(each.priority);
        const std::string profile = made_profile(port.speed, Metres{out.cables[index]});
        visit_runs(groups, [&](const std::string& run) {
            out.json.open({port.name, "|", run});
            out.json.text("profile", profile);
            out.json.close();
        });
    }
    out.json.close();
}

// sonic-yang-models sonic-buffer-queue.yang.
void write_queue_buffers(Rendered& out)
{
    const MemoryDesign& memory = out.design.memory;
    if (!out.has_pools() || (!memory.egress_lossless && !memory.egress_lossy))
        return;
    out.json.open("BUFFER_QUEUE");
    for (const PortDesign& port : out.design.ports) {
        const auto write = [&](PrioritySet queues, std::string_view profile) {
            visit_runs(queues, [&](const std::string& run) {
                out.json.open({port.name, "|", run});
                out.json.text("profile", profile);
                out.json.close();
            });
        };
        write(lossy_queues(out.design), lossy_queue_profile);
        if (memory.egress_lossless)
            write(out.design.lossless(), lossless_queue_profile);
    }
    out.json.close();
}

// sonic-yang-models sonic-buffer-port-ingress-profile-list.yang and
// sonic-buffer-port-egress-profile-list.yang: one profile of each pool.
void write_profile_lists(Rendered& out)
{
    if (!has_port_lists(out))
        return;
    const MemoryDesign& memory = out.design.memory;
    const auto write = [&out](std::string_view table, std::string_view list) {
        out.json.open(table);
        for (const PortDesign& port : out.design.ports) {
            out.json.open(port.name);
            out.json.text("profile_list", list);
            out.json.close();
        }
        out.json.close();
    };
    write("BUFFER_PORT_INGRESS_PROFILE_LIST",
        memory.ingress_lossy ? "ingress_lossless_profile,ingress_lossy_profile" : "ingress_lossless_profile");
    if (memory.egress_lossless && memory.egress_lossy)
        write("BUFFER_PORT_EGRESS_PROFILE_LIST", "egress_lossless_profile,egress_lossy_profile");
    else if (memory.egress_lossless)
        write("BUFFER_PORT_EGRESS_PROFILE_LIST", "egress_lossless_profile");
}

}
