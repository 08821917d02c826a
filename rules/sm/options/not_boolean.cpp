// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm021 {
namespace {

constexpr Example examples[] = {
    sm::example("qos is on in small letters",
        R"(-qos TRUE
+qos true
-qos_vlarb_high 1:64
-qos_vlarb_low 0:64,1:4,2:32,3:32
-qos_sl2vl 0,1,2,3,0,0,0,0,0,0,0,0,0,0,0,0
-qos_high_limit 4
-qos_max_vls 4
)",
        "qos true"),
    sm::example("The guid2lid is honoured by 1",
        R"(-honor_guid2lid_file TRUE
+honor_guid2lid_file 1
)",
        "honor_guid2lid_file 1"),
    sm::example("The clean manager"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    for (const SmOption& option : manager.options) {
        if (option.misread != SmMisread::not_boolean)
            continue;
        Diagnosis diagnosis{.at = option.at,
            .message = fmt::format("{} runs with {} {}: \"{}\" is not the word TRUE",
                context.device().name,
                option.name,
                option.runs,
                option.given),
            .subjects = {sm::subject(context, option)},
            .fix = fmt::format("Write {} TRUE or {} FALSE.", option.name, option.name)};
        if (!option.intended.empty() && !option.overridden)
            diagnosis.changes.push_back(sm::change(context.index, option.name, std::string(option.intended)));
        context.report(std::move(diagnosis));
    }
}

}

extern const Rule rule = {
    .code = "SM021",
    .name = "not-a-boolean",
    .severity = Severity::error,
    .scope = Scope::device,
    .summary = "A switch of the subnet manager is neither TRUE nor FALSE, and is off.",
    .why = "opensm compares with the word TRUE, letter by letter. Everything else is FALSE: true, 1, yes and"
           " on as well. It says nothing, and ends with exit code 0.",
    .source = "opensm 3.3.23, opensm/osm_subnet.c: opts_parse_boolean",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Write TRUE or FALSE. `fix` does so for yes, on and 1, and for no, off and 0, in any case; it "
           "cannot know what another word was meant to say.",
    .check_device = sm::check_manager<check>,
};

}
