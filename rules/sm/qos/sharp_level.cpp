// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm058 {
namespace {

constexpr std::string_view on_level_1 = R"(ib_port_guid 0x0
smx_enabled_protocols 6
smx_protocol 2
ib_qpc_sl 1
)";
constexpr std::string_view stream_on_level_1 = R"(ib_port_guid 0x0
smx_enabled_protocols 6
smx_protocol 2
ib_qpc_sl 0
ib_sat_qpc_sl 1
)";

constexpr std::string_view with_sharp = R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+sharp_enabled 2
)";

constexpr Example examples[] = {
    sm::with_file("Adapters slow down on the service level of SHARP",
        "sharp_am.cfg",
        on_level_1,
        "ib_qpc_sl 1",
        R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+sharp_enabled 2
+congestion_control TRUE
+cc_ca_cong_setting_control_map 0x0003
)"),
    sm::with_file("Adapters slow down on the service level of SHARP's streamed messages",
        "sharp_am.cfg",
        stream_on_level_1,
        "ib_sat_qpc_sl 1",
        R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+sharp_enabled 2
+congestion_control TRUE
+cc_ca_cong_setting_control_map 0x0002
)"),
    sm::with_file("Adapters slow down on another service level",
        "sharp_am.cfg",
        on_level_1,
        {},
        R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+sharp_enabled 2
+congestion_control TRUE
+cc_ca_cong_setting_control_map 0x0001
)"),
    sm::with_file("Congestion control is off", "sharp_am.cfg", on_level_1, {}, with_sharp),
};

constexpr std::string_view enabled = "2"; // mlnx_congestion_control: 0 ignore, 1 disable, 2 enable

void judge_level(DeviceContext& context,
    const SubnetManager& manager,
    const Setting<std::uint8_t>& level,
    std::string_view packets)
{
    const std::uint64_t levels = sm::option_number(manager, "cc_ca_cong_setting_control_map", 0);
    if (((levels >> level.value) & 1U) == 0)
        return;
    Diagnosis diagnosis{.at = sm::place_of(context.device(), level),
        .message = fmt::format(
            "{} puts {} on service level {}, and congestion control slows adapters down on it: the two "
            "cannot share a level",
            context.device().name,
            packets,
            level.value),
        .subjects = {{{context.index, Port::no_index}, Property::manager, Part::option("sharp_am")}},
        .fix = "Give SHARP a level of its own, and leave it out of cc_ca_cong_setting_control_map."};
    if (const SmOption* map = manager.option("cc_ca_cong_setting_control_map"); map != nullptr)
        diagnosis.show(map->at, "the service levels of congestion control");
    context.report(std::move(diagnosis));
}

void check(DeviceContext& context, const SubnetManager& manager)
{
    if (!manager.sharp_manager.known() || !manager.sharp_manager.value)
        return;
    const PortId whole{context.index, Port::no_index};
    if (const SmOption* on = manager.option("mlnx_congestion_control"); on != nullptr && on->runs == enabled)
        return context.not_checked(whole,
            "mlnx_congestion_control is 2, and no document shows how congestion_control_policy_file states the service "
            "levels of congestion control");
    const SmOption* on = manager.option("congestion_control");
    if (on == nullptr || on->runs != "TRUE")
        return;
    if (context.need(whole, manager.sharp_level, "the service level of SHARP") != nullptr)
        judge_level(context, manager, manager.sharp_level, "SHARP");
    // Without ib_sat_qpc_sl, streamed messages have no level of their own.
    const bool has_stream_level = manager.sharp_stream_level.origin != OriginId{};
    if (has_stream_level
        && context.need(whole, manager.sharp_stream_level, "the service level of SHARP's streamed messages")
            != nullptr)
        judge_level(context, manager, manager.sharp_stream_level, "streamed messages of SHARP");
}

}

extern const Rule rule = {
    .code = "SM058",
    .name = "sharp-with-congestion-control",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "Packets of SHARP have a service level that congestion control covers.",
    .why
    = "A reduction waits for its slowest member: a host whose packets congestion control slows down delays the "
      "result for all hosts of the job. NVIDIA states that congestion control cannot be configured on the "
      "service levels of SHARP.",
    .source
    = "NVIDIA SHARP Rev 3.9.1 LTS, Known Issues, 3371820 (congestion control cannot be configured on the levels "
      "that sharp_am uses); opensm 3.3.23, osm_subnet.c (cc_ca_cong_setting_control_map: one bit for each service "
      "level); NVIDIA UFM Enterprise User Manual v6.22.2, OpenSM Configuration (mlnx_congestion_control)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix
    = "Give SHARP a service level of its own (ib_qpc_sl of sharp_am.cfg), and leave it out of congestion control.",
    .check_device = sm::check_manager<check>,
};

}
