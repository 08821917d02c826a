// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm051 {
namespace {

constexpr Example examples[] = {
    sm::example("Congestion control is on, and nothing says what switches mark",
        R"(+congestion_control TRUE
)",
        "congestion_control TRUE"),
    sm::example("Switches mark, and no adapter reacts",
        R"(+congestion_control TRUE
+cc_sw_cong_setting_control_map 0x4
+cc_sw_cong_setting_threshold 0x0f
)",
        "congestion_control TRUE"),
    sm::example("Switches mark and adapters react", R"(+congestion_control TRUE
+cc_sw_cong_setting_control_map 0x4
+cc_sw_cong_setting_threshold 0x0f
+cc_ca_cong_setting_control_map 0x0001
+cc_ca_cong_setting_ccti_increase 0 1
+cc_ca_cong_setting_ccti_timer 0 150
+cc_cct 0:0,0:1,0:2
)"),
    sm::example("Congestion control is off", R"(+congestion_control FALSE
)"),
};

// The missing part of congestion control, as a clause; empty if each part has a function.
std::string_view missing(const SubnetManager& manager)
{
    // Bit 2 of the control map: threshold and packet size.
    constexpr std::uint64_t marks_by_threshold = 1U << 2U;
    if ((sm::option_number(manager, "cc_sw_cong_setting_control_map", 0) & marks_by_threshold) == 0)
        return "cc_sw_cong_setting_control_map does not set switches' threshold (bit 2)";
    if (sm::option_number(manager, "cc_sw_cong_setting_threshold", 0) == 0)
        return "cc_sw_cong_setting_threshold is 0: switches mark nothing";
    if (sm::option_number(manager, "cc_ca_cong_setting_control_map", 0) == 0)
        return "cc_ca_cong_setting_control_map has no service level: adapters do not slow down";
    if (manager.option("cc_cct") == nullptr)
        return "cc_cct is empty: adapters have no table of delays";
    return {};
}

void check(DeviceContext& context)
{
    // NVIDIA's manager uses other options (mlnx_congestion_control), whose requirements are undocumented.
    if (!context.device().manager || context.device().manager->flavour != SmFlavour::upstream)
        return;
    const SubnetManager& manager = *context.device().manager;
    const SmOption* on = manager.option("congestion_control");
    if (on == nullptr || on->runs != "TRUE")
        return;
    const std::string_view lacks = missing(manager);
    if (lacks.empty())
        return;
    context.report({.at = on->at,
        .message = fmt::format("{} sets up congestion control, and {}", context.device().name, lacks),
        .subjects = {sm::subject(context.index, manager, "congestion_control")},
        .fix = "Set the threshold of switches, the service levels of adapters and their table, or switch "
               "congestion_control off."});
}

}

extern const Rule rule = {
    .code = "SM051",
    .name = "congestion-control-without-effect",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "InfiniBand congestion control is on, and has no effect.",
    .why
    = "Switches mark packets above a threshold, and the adapters that are notified slow the flow down by "
      "the table that they were given for each service level. opensm starts with no threshold, no service "
      "level and no table: TRUE alone changes nothing. Where only one half is set, the fabric looks "
      "controlled and is not.",
    .source
    = "opensm 3.3.23, opensm.conf as opensm -c writes it (cc_sw_cong_setting_threshold: 0x0 is none; the two "
      "control maps); InfiniBand Architecture Specification 1.5, annex A10",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set the threshold of switches, the service levels of adapters and their table, or switch "
           "congestion_control off.",
    .check_device = check,
};

}
