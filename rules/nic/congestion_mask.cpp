// SPDX-License-Identifier: Apache-2.0
#include "rules/rule.h"

#include <fmt/format.h>

namespace rocelint::rules::nic010 {
namespace {

constexpr Example examples[] = {
    {.title = "Congestion control is allowed on priority 0 alone",
        .files = {{{"linux-host",
            "host1",
            R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  1                    1
)"}}},
        .flagged = "ROCE_CC_PRIO_MASK_P1"},
    {.title = "A template allows it on priority 0 only",
        .files = {{{"kubernetes", "nics", R"(-    numVfs: 0
+    numVfs: 0
+    rawNvConfig:
+      - {name: ROCE_CC_PRIO_MASK_P1, value: "1"}
)"}}},
        .flagged = "ROCE_CC_PRIO_MASK_P1"},
    {.title = "A template leaves the mask to the operator", .files = {{{"kubernetes", "nics", ""}}}},
    {.title = "Congestion control is allowed on the priority of RDMA",
        .files = {{{"linux-host",
            "host1",
            R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  0x8                  0x8
)"}}}},
    {.title = "The policy leaves RDMA to PFC alone",
        .files = {{{"linux-host",
            "host1",
            R"(-        ROCE_CC_PRIO_MASK_P1                        255                  255                  255
+        ROCE_CC_PRIO_MASK_P1                        255                  1                    1
)"}}},
        .policy = "version: 1\nprofile: lossless\ncongestion_control: none\n"},
};

void check(PortContext& context)
{
    const Nic* nic = context.nic();
    if (!context.on_host() || !context.is_roce() || nic == nullptr
        || context.port().kind != PortKind::physical || !nic->cc_priorities.known())
        return;
    // The mask holds for every algorithm, so only a class without any needs no bit.
    PrioritySet left_out = context.required() - nic->cc_priorities.value;
    for (const RdmaClass& rdma_class : context.classes.classes) {
        if (context.classes.control_of(rdma_class) == CongestionControl::none)
            left_out.erase(rdma_class.priority);
    }
    if (left_out.empty())
        return;
    context.report({.at = context.place(nic->cc_priorities.origin),
        .message = fmt::format(
            "{} allows congestion control on priorities {}, and not on {}, which carries RDMA: its senders "
            "never slow down",
            context.port_label(context.id),
            nic->cc_priorities.value.empty() ? std::string("none") : to_string(nic->cc_priorities.value),
            to_string(left_out)),
        .subjects = context.subjects(Property::congestion_control, left_out),
        .fix = "Set ROCE_CC_PRIO_MASK of the port to 255 with mlxconfig, and reset the NIC."});
}

}

extern const Rule rule = {
    .code = "NIC010",
    .name = "congestion-control-masked",
    .severity = Severity::error,
    .scope = Scope::host,
    .summary = "A NIC's firmware does not allow congestion control on the priority of RDMA.",
    .why = "The mask in the firmware overrides the switches of the two halves of DCQCN: where a priority's "
           "bit is missing, neither reacts, whatever sysfs says, and the fabric is left to PFC alone.",
    .source = "Mellanox/mstflint mlxconfig (ROCE_CC: roce_cc_prio_mask, per priority enable bits); "
              "Mellanox/nic-configuration-operator README (ROCE_CC_PRIO_MASK_P1=255)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "mlxconfig -d DEVICE set ROCE_CC_PRIO_MASK_P1=255, then reset the NIC.",
    .check_port = check,
};

}
