// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm009 {
namespace {

constexpr Example examples[] = {
    sm::with_file("No key while tenants share the subnet",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
tenant1=0x8001: 0x0002c90300a1b011=full, 0x0002c90300a1b012=full;
)",
        "# Subnet manager sm1",
        R"(-m_key 0x5e1f00d5a1ad0003
-m_key_protection_level 1
)"),
    sm::example("No key",
        R"(-m_key 0x5e1f00d5a1ad0003
+m_key 0
-m_key_protection_level 1
)",
        "m_key 0"),
    sm::example("The key can be read",
        R"(-m_key_protection_level 1
)",
        "m_key 0x"),
    sm::with_file("One key for all ports while tenants share the subnet",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
tenant1=0x8001: 0x0002c90300a1b011=full, 0x0002c90300a1b012=full;
)",
        "m_key_per_port FALSE",
        R"(-routing_engine updn,no_fallback
+routing_engine ar_updn,no_fallback
-lmc 0
+m_key_per_port FALSE
)"),
    sm::example("The clean manager"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    const bool tenants = sm::has_tenants(manager);
    if (!manager.m_key_set.known())
        return;
    const Severity severity = tenants ? Severity::error : Severity::info;
    const std::string_view who = tenants ? ", and tenants share the subnet" : "";
    if (!manager.m_key_set.value) {
        if (manager.m_key_per_port.peek_known() && manager.m_key_per_port.value)
            return;
        context.report({.severity = severity,
            .at = sm::place_of(context.device(), manager.m_key_set),
            .message = fmt::format("{} sets no M_Key: anyone on the subnet can reconfigure its ports{}",
                context.device().name,
                who),
            .subjects = {sm::subject(context.index, manager, "m_key")},
            .fix = "Set m_key to a secret number and m_key_protection_level to 1 or more."});
        return;
    }
    if (manager.m_key_protection_level.known() && manager.m_key_protection_level.value == 0) {
        context.report({.severity = severity,
            .at = sm::place_of(context.device(), manager.m_key_set),
            .message
            = fmt::format("{} sets an M_Key with protection level 0: anyone on the subnet can read it{}",
                context.device().name,
                who),
            .subjects = {sm::subject(context, "m_key")},
            .fix = "Set m_key_protection_level to 1 or more.",
            .changes = {sm::change(context.index, "m_key_protection_level", "1")}});
        return;
    }
    if (tenants && manager.flavour == SmFlavour::nvidia && manager.m_key_per_port.known()
        && !manager.m_key_per_port.value) {
        context.report({.severity = Severity::warning,
            .at = sm::place_of(context.device(), manager.m_key_per_port),
            .message = fmt::format(
                "{} gives all ports one M_Key while tenants share the subnet: anyone who learns it from "
                "one port knows it for all",
                context.device().name),
            .subjects = {sm::subject(context, "m_key_per_port")},
            .fix = "Set m_key_per_port to TRUE.",
            .changes = {sm::change(context.index, "m_key_per_port", "TRUE")}});
    }
}

}

extern const Rule rule = {
    .code = "SM009",
    .name = "open-management-key",
    .severity = Severity::info,
    .other_severities = {{{Severity::error, "where tenants share the subnet"},
        {Severity::warning, "where tenants share it and all ports have one key"}}},
    .scope = Scope::device,
    .summary = "Anyone on the subnet can reconfigure ports: the M_Key is missing, or it can be read.",
    .why = "Without an M_Key every host that can send a management datagram writes LIDs, routes and "
           "partitions into switches and ports. With protection level 0 there is a key, but anyone can "
           "read it. Where tenants share the subnet, one of them can undo what keeps them apart. One key "
           "for all ports is lost with any of them.",
    .source
    = "InfiniBand Architecture Specification 14.2.4 (M_Key, M_KeyProtectBits); opensm(8) 3.3.23, MKEY "
      "CONFIGURATION; NVIDIA UFM Enterprise User Manual v6.15, m_key_per_port",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set m_key, and m_key_protection_level to 1 or more. `fix` sets the level; choose the keys "
           "yourself.",
    .check_device = sm::check_manager<check>,
};

}
