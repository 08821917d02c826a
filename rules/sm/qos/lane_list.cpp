// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm032 {
namespace {

constexpr Example examples[] = {
    sm::example("Three entries",
        R"(-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
+qos_sl2vl 0,1,2
)",
        "qos_sl2vl 0,1,2"),
    sm::example("VL17",
        R"(-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
+qos_sl2vl 0,1,2,17,0,0,0,0,0,0,0,0,0,0,0,0
)",
        "qos_sl2vl 0,1,2,17"),
    sm::example("A lane that drops, for unused levels", R"(-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
+qos_sl2vl 0,1,2,3,15,15,15,15,15,15,15,15,15,15,15,15
)"),
};

void check(DeviceContext& context)
{
    sm::report_faults(context,
        SmFault::Kind::sl2vl_list,
        Property::virtual_lanes,
        "State the lanes of all sixteen service levels, each 0 to 15.",
        "_sl2vl");
}

}

extern const Rule rule = {
    .code = "SM032",
    .name = "service-level-list",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "The list that maps service levels to virtual lanes does not have sixteen lanes.",
    .why
    = "Entry n is the lane of service level n. Service levels that a short list does not reach are on VL0, "
      "together with whatever else uses it. A number of 16 or more is cut to 4 bits, and a word that is "
      "not a number counts as 0.",
    .source = "opensm 3.3.23, opensm/osm_qos.c: qos_build_config, parse_sl2vl_entry",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix = "State sixteen lanes, each 0 to 15. `fix` cuts a list that is too long to the part in effect; no "
           "file shows which lanes a short one leaves out.",
    .check_device = check,
};

}
