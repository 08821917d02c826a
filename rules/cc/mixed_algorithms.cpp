// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/boards.h"
#include "analysis/facts/planes.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace rocelint::rules::cc006 {
namespace {

constexpr std::string_view two_networks
    = R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        USER_PROGRAMMABLE_CC                        False(0)             True(1)              True(1)
-n_gids_found=4
+n_gids_found=4
+root@host1:~# rdma link show mlx5_1/1
+link mlx5_1/1 state ACTIVE physical_state LINK_UP netdev ens2f0np0
+root@host1:~# ip -d link show ens2f0np0
+3: ens2f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 9000 qdisc mq state UP mode DEFAULT group default qlen 1000
+    link/ether 02:00:00:00:02:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978 addrgenmode none
+root@host1:~# cat /sys/class/infiniband/mlx5_1/tc/1/traffic_class
+Global tclass=106
+root@host1:~# mlxconfig -d mlx5_1 -e q
+Device #1:
+----------
+Device type:        ConnectX7
+Name:               MCX755106AS-HEA_Ax
+Device:             mlx5_1
+Configurations:                                      Default              Current              Next Boot
+        USER_PROGRAMMABLE_CC                        False(0)             False(0)             False(0)
)";

constexpr Example examples[] = {
    {.title = "One host's NIC lets a program control congestion, the others use the firmware's DCQCN",
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
    {.title = "Two NICs of one host serve two networks, and only one lets a program control congestion",
        .files = {{{"linux-host", "host1", two_networks},
            {"linux-host",
                "host2",
                R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        USER_PROGRAMMABLE_CC                        False(0)             False(0)             False(0)
)"}}}},
    {.title = "All NICs let a program control congestion",
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

// Whether each RDMA NIC of a plane takes a program. NICs of one host that differ are meant to: they serve different
// networks, such as one between GPUs and one for storage, and which NICs of other hosts they meet is unknown.
std::map<std::string_view, std::vector<ComparedValue>> values_of_planes(const FabricContext& context)
{
    const Planes planes(context.analysis);
    std::map<std::string_view, std::vector<ComparedValue>> found;
    for (std::uint32_t index = 0; index < context.fabric.devices.size(); ++index) {
        const Device& host = context.fabric.devices[index];
        if (host.kind != DeviceKind::host)
            continue;
        std::vector<ComparedValue> own;
        for (const Nic& nic : host.nics) {
            const PortId port{index, nic.port};
            if (nic.port == Port::no_index || !nic.programmable_cc.known() || !context.analysis.is_roce(port))
                continue;
            own.push_back({port,
                nic.programmable_cc.value
                    ? "lets a program take the place of the firmware's congestion control"
                    : "uses the congestion control of its firmware",
                host.place(nic.programmable_cc.origin, &context.fabric.port(port))});
        }
        const auto differs
            = [](const ComparedValue& one, const ComparedValue& other) { return one.value != other.value; };
        std::vector<ComparedValue>& plane = found[planes.of(host)];
        if (std::ranges::adjacent_find(own, differs) == own.end())
            std::ranges::move(own, std::back_inserter(plane));
    }
    return found;
}

std::string and_more(std::size_t count)
{
    return count == 1 ? std::string() : fmt::format(" (and {} more)", count - 1);
}

void check(FabricContext& context)
{
    for (const auto& [plane, nics] : values_of_planes(context)) {
        for (const Outliers& group : outliers(nics)) {
            const ComparedValue& odd = group.odd.front();
            Diagnosis diagnosis{.at = odd.at,
                .message = fmt::format("{}{} {}, but {}{} {}: where such a program runs, senders of two "
                                       "algorithms do not share a congested link evenly",
                    context.port_label(odd.port),
                    and_more(group.odd.size()),
                    odd.value,
                    context.port_label(group.usual.port),
                    and_more(group.others),
                    group.usual.value),
                .related = {{group.usual.at,
                    group.others > group.odd.size() ? "what most others have" : "such as this one"}},
                .fix = "Give all NICs of one fabric the same USER_PROGRAMMABLE_CC with mlxconfig, and reset "
                       "them."};
            for (const ComparedValue& other : group.odd)
                diagnosis.blame(other.port, Property::congestion_control, Part::option("algorithm"));
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
    = "Some NICs of a fabric let a program take the place of the firmware's congestion control, and others do not.",
    .why
    = "A program, such as one that measures round-trip times, and DCQCN react to different signals and in "
      "different steps: one slows down before the queue marks, the other once it does. Where they meet on "
      "a link, the one that reacts later takes bandwidth from the other, and a job with hosts of both "
      "kinds waits for those that slowed down.",
    .source
    = "NVIDIA DOCA, PCC Application Guide (USER_PROGRAMMABLE_CC: a program on the NIC can take the place of the firmware's "
      "algorithm); Mittal et al., TIMELY: RTT-based Congestion Control for the Datacenter, SIGCOMM 2015; Zhu et al., ECN "
      "or Delay: Lessons Learnt from Analysis of DCQCN and TIMELY, CoNEXT 2016",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Use one kind of congestion control on all NICs of a fabric.",
    .check_fabric = check,
};

}
