// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/lossless_headroom.h"
#include "models/catalog/asic.h"
#include "rules/blame.h"
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::hdr007 {
namespace {

constexpr Example examples[] = {
    {.title = "A port of eight lanes resumes at the fill that is meant for four",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"hwsku": "ACS-MSN4700", "platform": "x86_64-mlnx_msn4700-r0"}},
 "PORT": {"Ethernet0": {"lanes": "0,1,2,3,4,5,6,7", "speed": "400000"}},
 "BUFFER_PG": {"Ethernet0|3": {"profile": "pg_lossless_400000_5m_profile"}},
 "BUFFER_PROFILE": {"pg_lossless_400000_5m_profile": {"pool": "ingress_lossless_pool",
  "xon": "19456", "xoff": "66560", "size": "86016", "dynamic_th": "0"}}})"}}},
        .flagged = R"("xon": "19456")"},
    {.title = "The second pipeline of an eight-lane port is counted",
        .files = {{{"sonic",
            "leaf1",
            R"({"DEVICE_METADATA": {"localhost": {"hwsku": "ACS-MSN4700", "platform": "x86_64-mlnx_msn4700-r0"}},
 "PORT": {"Ethernet0": {"lanes": "0,1,2,3,4,5,6,7", "speed": "400000"}},
 "BUFFER_PG": {"Ethernet0|3": {"profile": "pg_lossless_400000_5m_profile"}},
 "BUFFER_PROFILE": {"pg_lossless_400000_5m_profile": {"pool": "ingress_lossless_pool",
  "xon": "37888", "xoff": "66560", "size": "104448", "dynamic_th": "0"}}})"}}}},
};

constexpr double lane_counts[] = {8};
constexpr double tolerances[] = {1024};
constexpr Parameter parameters[] = {
    {.name = "lanes",
        .defaults = lane_counts,
        .unit = "lanes",
        .meaning = "serial lanes of a port that uses two pipelines",
        .source = "sonic-swss cfgmgr/buffer_headroom_mellanox.lua"},
    {.name = "tolerance",
        .defaults = tolerances,
        .unit = "bytes",
        .meaning = "how much xon may be short of twice the pipeline",
        .source = "sonic-buildimage device/mellanox/x86_64-mlnx_msn4700-r0/ACS-MSN4700/pg_profile_lookup.ini "
                  "has 37 KiB for twice 19"},
};

void check(PortContext& context)
{
    const Port& port = context.port();
    if (!pauses_rdma(context.analysis, context.id) || !port.lanes.known()
        || static_cast<double>(port.lanes.value) < context.number("lanes"))
        return;
    const catalog::Asic* asic = catalog::asic_of(context.device());
    if (asic == nullptr || !asic->model.known() || asic->model.value != catalog::HeadroomModel::spectrum
        || !asic->pipeline_kib.known())
        return;
    constexpr double kib = 1024;
    const double needed = 2 * asic->pipeline_kib.value * kib;
    for (const LosslessGroups& groups : lossless_groups(context.device(), port)) {
        const Setting<Bytes>& xon = groups.profile->xon;
        if (!xon.known() || static_cast<double>(xon.value.count) + context.number("tolerance") >= needed)
            continue;
        context.report({.at = context.device().place(xon.origin),
            .message = fmt::format(
                "{} has {} lanes and so two pipelines that fill its buffer, but its xon of {} bytes "
                "counts one: {} bytes are in them",
                context.port_label(context.id),
                port.lanes.value,
                xon.value.count,
                needed),
            .subjects = headroom_subjects(context, groups.priorities),
            .related = {{context.place(port.lanes.origin), "its lanes"}},
            .fix = fmt::format("Set xon to {} bytes and raise the size by as much.", needed)});
    }
}

}

extern const Rule rule = {
    .code = "HDR007",
    .name = "eight-lane-headroom",
    .severity = Severity::warning,
    .scope = Scope::port,
    .summary = "The headroom of an eight-lane port counts one pipeline instead of two.",
    .why
    = "On these chips a port of eight lanes is fed through two pipelines, each of which holds packets that "
      "the group's fill does not show yet. The vendor's own model doubles the pipeline's part for such ports.",
    .source = "sonic-swss cfgmgr/buffer_headroom_mellanox.lua (pipeline_latency * 2 for eight lanes)",
    .parameters = parameters,
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Use the profile for eight lanes, or the dynamic buffer model. Its numbers come with the "
           "platform.",
    .check_port = check,
};

}
