// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "models/catalog/asic.h"
#include "models/fabric/target.h"
#include "models/physics/memory.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>

namespace rocelint::rules::hdr008 {
namespace {

constexpr Example examples[] = {
    {.title = "The groups of a port reserve more than its limit",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_MAX_PARAM_TABLE": {"Ethernet0": {"max_headroom_size": "90000"}}})"}}},
        .flagged = R"("size": "56320")"},
    {.title = "The groups fit",
        .files = {{{"sonic",
            "leaf1",
            R"({"BUFFER_MAX_PARAM_TABLE": {"Ethernet0": {"max_headroom_size": "122880"}}})"}}}},
};

// The buffer that one port's groups require.
struct Demand {
    Bytes reserved; ///< total of all groups
    Bytes shared; ///< beyond what is reserved: taken from the shared headroom pool
    const BufferProfile* largest = nullptr;
    OriginId bound; ///< where the largest profile is bound
};

// nullopt if the size of one group is unknown.
std::optional<Demand> demand_of(PortContext& context, double pipeline_kib, std::uint32_t lanes)
{
    const Device& device = context.device();
    Demand demand;
    for (const PriorityGroup& group : device.groups_of(context.port())) {
        if (context.need(context.id, group.buffer, "the buffer profile of a priority group") == nullptr)
            return std::nullopt;
        const BufferProfile* bound = target_of(device.buffer_profiles, group.buffer);
        if (bound == nullptr)
            continue;
        const BufferProfile& profile = *bound;
        const Bytes* size
            = context.need(context.id, profile.reserved, "the size of a priority group's buffer");
        if (size == nullptr)
            return std::nullopt;
        // A group of size zero counts as a lossy group (buffer_check_headroom_mellanox.lua).
        demand.reserved.count
            += size->count != 0 ? size->count : physics::lossy_group_size(pipeline_kib, lanes).count;
        const std::uint64_t wanted = profile.xon.value_or({}).count + profile.xoff.value_or({}).count;
        demand.shared.count += wanted > size->count ? wanted - size->count : 0;
        if (demand.largest == nullptr || size->count > demand.largest->reserved.value.count) {
            demand.largest = &profile;
            demand.bound = group.buffer.origin;
        }
    }
    return demand;
}

void report(PortContext& context, const Demand& demand, std::string message, Span limit)
{
    Diagnosis diagnosis{.at = context.device().place(demand.largest->reserved.origin),
        .message = std::move(message),
        .subjects = {context.subject(Property::headroom)},
        .related = {{context.place(demand.bound), "the profile is bound here"}},
        .fix = "Remove a lossless group from the port, or configure a shorter cable length if the cable "
               "is shorter."};
    if (limit.somewhere())
        diagnosis.show(limit, "the limit");
    context.report(std::move(diagnosis));
}

void check_limit(PortContext& context, const catalog::Asic& asic, const Demand& demand, std::uint32_t lanes)
{
    const Bytes sum = physics::accumulated_headroom(
        {.pipeline_kib = asic.pipeline_kib.value, .lanes = lanes, .groups = demand.reserved});
    const Bytes limit = context.port().max_headroom.value;
    if (sum < limit)
        return;
    report(context,
        demand,
        fmt::format("the priority groups of {} need {} bytes with what the switch adds for mirroring and its "
                    "pipeline, and the port's limit is {}: the switch refuses the last of them",
            context.port_label(context.id),
            sum.count,
            limit.count),
        context.place(context.port().max_headroom.origin));
}

void check_shared(PortContext& context, const catalog::Asic& asic, const Demand& demand, std::uint32_t lanes)
{
    if (!asic.shared_headroom_max.known() || !asic.shared_headroom_reserved.known() || !asic.cell.known())
        return;
    constexpr std::uint32_t many_lanes = 8;
    const std::uint64_t own = asic.shared_headroom_reserved.value * (lanes >= many_lanes ? 2ULL : 1ULL);
    const std::uint64_t limit = (asic.shared_headroom_max.value + own) * asic.cell.value.count;
    if (demand.shared.count <= limit)
        return;
    report(context,
        demand,
        fmt::format(
            "the priority groups of {} need {} bytes of the shared headroom pool, but a port of {} may "
            "take {}: the switch refuses the last of them",
            context.port_label(context.id),
            demand.shared.count,
            asic.name,
            limit),
        {});
}

void check(PortContext& context)
{
    const Device& device = context.device();
    const Port& port = context.port();
    if (!pauses_rdma(context.analysis, context.id) || !port.groups_visible)
        return;
    const catalog::Asic* asic = catalog::asic_of(device);
    const bool modelled = asic != nullptr && asic->model.known() && asic->pipeline_kib.known()
        && asic->model.value == catalog::HeadroomModel::spectrum;
    const bool shared = has_shared_headroom(device).value_or(false);
    if (!modelled || (!port.max_headroom.known() && !shared))
        return;
    constexpr std::uint32_t usual_lanes = 4;
    const std::uint32_t lanes = port.lanes.known() ? port.lanes.value : usual_lanes;
    const auto demand = demand_of(context, asic->pipeline_kib.value, lanes);
    if (!demand || demand->largest == nullptr)
        return;
    if (port.max_headroom.known())
        check_limit(context, *asic, *demand, lanes);
    if (shared)
        check_shared(context, *asic, *demand, lanes);
}

}

extern const Rule rule = {
    .code = "HDR008",
    .name = "port-headroom-limit",
    .severity = Severity::error,
    .scope = Scope::port,
    .summary = "The priority groups of a port reserve more headroom than the port may have.",
    .why
    = "A port has a limit on what its groups reserve together, or take from the shared headroom pool. The "
      "switch adds up the reservations before it accepts a group, and refuses a group that would exceed "
      "the limit: its priority then pauses without headroom.",
    .source = "sonic-swss cfgmgr/buffer_check_headroom_mellanox.lua; STATE_DB BUFFER_MAX_PARAM_TABLE "
              "max_headroom_size; sonic-buildimage platform/mellanox/asic_table.j2",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Use fewer lossless groups, or the headroom of the real cable length. The configuration does not "
           "show which group can be removed.",
    .check_port = check,
};

}
