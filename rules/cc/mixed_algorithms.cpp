// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/boards.h"
#include "analysis/facts/planes.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <map>

namespace rocelint::rules::cc006 {
namespace {

constexpr Example examples[] = {
    {.title = "One host's NIC runs a program for congestion control, the others use the firmware's DCQCN",
        .files
        = {{{"linux-host",
                "host1",
                R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        USER_PROGRAMMABLE_CC                        False(0)             False(0)             False(0)
)"},
            {"linux-host",
                "host2",
                R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        USER_PROGRAMMABLE_CC                        False(0)             False(0)             False(0)
)"},
            {"linux-host",
                "host3",
                R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        USER_PROGRAMMABLE_CC                        False(0)             True(1)              True(1)
)"}}},
        .flagged = "USER_PROGRAMMABLE_CC",
        .flagged_device = "host3"},
    {.title = "All NICs run a program",
        .files
        = {{{"linux-host",
                "host1",
                R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        USER_PROGRAMMABLE_CC                        False(0)             True(1)              True(1)
)"},
            {"linux-host",
                "host2",
                R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        USER_PROGRAMMABLE_CC                        False(0)             True(1)              True(1)
)"}}}},
};

// Whether each RDMA NIC of a plane takes a program.
std::map<std::string_view, std::vector<Statement>> statements(const FabricContext& context)
{
    const Planes planes(context.analysis);
    std::map<std::string_view, std::vector<Statement>> found;
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& host = context.fabric.devices[index];
        if (host.kind != DeviceKind::host)
            continue;
        for (const Nic& nic : host.nics) {
            const PortId port{index, nic.port};
            if (nic.port == Port::no_index || !nic.programmable_cc.known() || !context.analysis.is_roce(port))
                continue;
            found[planes.of(host)].push_back({port,
                nic.programmable_cc.value ? "runs a program for congestion control"
                                          : "uses the congestion control of its firmware",
                host.place(nic.programmable_cc.origin, &context.fabric.port(port))});
        }
    }
    return found;
}

std::string and_more(std::size_t count)
{
    return count == 1 ? std::string() : fmt::format(" (and {} more)", count - 1);
}

void check(FabricContext& context)
{
    for (const auto& [plane, nics] : statements(context)) {
        for (const Outliers& group : outliers(nics)) {
            const Statement& odd = group.odd.front();
            Diagnosis diagnosis{.at = odd.at,
                .message
                = fmt::format("{}{} {}, but {}{} {}: senders of two algorithms do not share a congested "
                              "link evenly",
                    context.port_label(odd.port),
                    and_more(group.odd.size()),
                    odd.value,
                    context.port_label(group.usual.port),
                    and_more(group.others),
                    group.usual.value),
                .related = {{group.usual.at, "what most others have"}},
                .fix = "Give all NICs of one fabric the same USER_PROGRAMMABLE_CC with mlxconfig, and reset "
                       "them."};
            for (const Statement& statement : group.odd)
                diagnosis.blame(statement.port, Property::congestion_control, Part::option("algorithm"));
            context.report(std::move(diagnosis));
        }
    }
}

}

extern const Rule rule = {
    .code = "CC006",
    .name = "congestion-control-mixed",
    .severity = Severity::warning,
    .scope = Scope::fabric,
    .summary
    = "Some NICs of a fabric run a program for congestion control, and others use that of their firmware.",
    .why
    = "A program, such as one that measures round-trip times, and DCQCN react to different signals and "
      "in different steps: one slows down before the queue marks, the other once it does. Where they "
      "meet on a link, the one that waits longer takes the share of the other, and a job whose hosts are "
      "of both kinds waits for those that gave way.",
    .source
    = "NVIDIA DOCA, PCC Application Guide (USER_PROGRAMMABLE_CC: a program on the NIC takes the place of the firmware's "
      "algorithm); Mittal et al., TIMELY: RTT-based Congestion Control for the Datacenter, SIGCOMM 2015; Zhu et al., ECN "
      "or Delay: Lessons Learnt from Analysis of DCQCN and TIMELY, CoNEXT 2016",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Use one kind of congestion control on all NICs of a fabric.",
    .check_fabric = check,
};

}
