// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/option_rule.h"

#include <algorithm>

namespace rocelint::rules::sm008 {
namespace {

constexpr Example examples[] = {
    sm::example("LIDs are reassigned",
        R"(-reassign_lids FALSE
+reassign_lids TRUE
)",
        "reassign_lids TRUE"),
    sm::with_file("A guid2lid that is kept is not read",
        "guid2lid",
        R"(0x0000000000000106 0x0001 0x0001
0x0000000000000108 0x0002 0x0002
)",
        "honor_guid2lid_file FALSE",
        R"(-honor_guid2lid_file TRUE
+honor_guid2lid_file FALSE
)"),
    sm::example("The clean manager"),
};

constexpr sm::OptionRule reassigned{
    .option = "reassign_lids",
    .wrong = sm::has_value<&SubnetManager::reassign_lids, true>,
    .says = "gives every port a new LID when it starts",
    .fix = "Set reassign_lids to FALSE.",
    .right = "FALSE",
};

constexpr sm::OptionRule ignored{
    .option = "honor_guid2lid_file",
    .wrong = sm::has_value<&SubnetManager::honor_guid2lid_file, false>,
    .says = "keeps a guid2lid but does not read it when it takes over from another manager: ports may get "
            "other LIDs",
    .fix = "Set honor_guid2lid_file to TRUE.",
    .right = "TRUE",
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    sm::report_option(context, reassigned);
    const auto row = std::ranges::find(manager.guids, SmGuid::List::guid2lid, &SmGuid::list);
    if (row != manager.guids.end())
        sm::report_option(context, ignored, {{row->at, "the LIDs that are kept"}});
}

}

extern const Rule rule = {
    .code = "SM008",
    .name = "lids-not-kept",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "The subnet manager gives ports new LIDs when it starts or takes over.",
    .why
    = "LIDs are in every queue pair and every path that hosts keep. reassign_lids gives all of them out "
      "again at each start. A standby that does not honour guid2lid assigns LIDs of its own when it takes "
      "over: running jobs lose their connections.",
    .source = "opensm(8) 3.3.23, reassign_lids, honor_guid2lid_file; opensm 3.3.23, opensm/osm_lid_mgr.c",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Leave reassign_lids FALSE and set honor_guid2lid_file to TRUE.",
    .check_device = sm::check_manager<check>,
};

}
