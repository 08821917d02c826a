// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/manager.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::rules::sm008 {
namespace {

constexpr Example examples[] = {
    {.title = "LIDs are reassigned",
        .files = {{{"opensm", "sm1", R"(-reassign_lids FALSE
+reassign_lids TRUE
)"}}},
        .flagged = "reassign_lids TRUE"},
    {.title = "A kept guid2lid is not looked at",
        .files = {{{"opensm", "sm1", R"(-honor_guid2lid_file TRUE
+honor_guid2lid_file FALSE
)"},
            {"opensm",
                "sm1",
                R"(0x0000000000000106 0x0001 0x0001
0x0000000000000108 0x0002 0x0002
)",
                "guid2lid"}}},
        .flagged = "honor_guid2lid_file FALSE"},
    {.title = "The clean manager", .files = {{{"opensm", "sm1", ""}}}},
};

void check(DeviceContext& context)
{
    if (!context.device().manager)
        return;
    const SubnetManager& manager = *context.device().manager;
    if (manager.reassign_lids.known() && manager.reassign_lids.value) {
        Finding& finding = sm::report_setting(context,
            Severity::warning,
            "reassign_lids",
            manager.reassign_lids,
            fmt::format("{} gives every port a new LID when it starts", context.device().name));
        finding.fix = "Set reassign_lids to FALSE.";
        sm::propose(context, finding, "reassign_lids", "FALSE");
    }
    const auto row = std::ranges::find(manager.guids, SmGuid::List::guid2lid, &SmGuid::list);
    if (row == manager.guids.end() || !manager.honor_guid2lid_file.known()
        || manager.honor_guid2lid_file.value)
        return;
    Finding& finding = sm::report_setting(context,
        Severity::warning,
        "honor_guid2lid_file",
        manager.honor_guid2lid_file,
        fmt::format(
            "{} keeps a guid2lid and does not look at it when it takes over from another manager: ports may get other LIDs",
            context.device().name));
    finding.related.push_back({row->at, "the LIDs that are kept", {}});
    finding.fix = "Set honor_guid2lid_file to TRUE.";
    sm::propose(context, finding, "honor_guid2lid_file", "TRUE");
}

}

extern const Rule rule = {
    .code = "SM008",
    .name = "lids-not-kept",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "The subnet manager gives ports new LIDs when it starts or takes over.",
    .why
    = "LIDs are in every queue pair and every path that hosts keep. reassign_lids gives all of them "
      "out again at each start. A standby that does not honour guid2lid works LIDs out by itself when it "
      "takes over: jobs that run lose their connections.",
    .source = "opensm(8) 3.3.23, reassign_lids, honor_guid2lid_file; opensm 3.3.23, opensm/osm_lid_mgr.c",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Leave reassign_lids FALSE and set honor_guid2lid_file to TRUE.",
    .check_device = check,
};

}
