// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm011 {
namespace {

constexpr Example examples[] = {
    sm::example("The SM_Key is the usual one",
        R"(-sm_key 0x5e1f00d5a1ad0001
+sm_key 1
)",
        "sm_key 1"),
    sm::with_file("The SA_Key is the usual one while tenants share the subnet",
        "partitions.conf",
        R"(Default=0x7fff, ipoib, rate=7, mtu=5: ALL=full;
tenant1=0x8001: 0x0002c90300a1b011=full, 0x0002c90300a1b012=full;
)",
        "sa_key 0x1",
        R"(-sa_key 0x5e1f00d5a1ad0002
+sa_key 0x1
)"),
    sm::example("The clean manager"),
};

void judge(
    DeviceContext& context, const Setting<bool>& changed, std::string_view option, std::string_view follows)
{
    const SubnetManager& manager = *context.device().manager;
    if (!changed.known() || changed.value)
        return;
    const bool tenants = sm::has_tenants(manager);
    context.report({.severity = tenants ? Severity::error : Severity::info,
        .at = sm::place_of(context.device(), changed),
        .message = fmt::format("{} has the {} that every installation starts with: {}{}",
            context.device().name,
            option,
            follows,
            tenants ? ", and tenants share the subnet" : ""),
        .subjects = {sm::subject(context, option)},
        .fix = fmt::format("Set {} to a secret number, the same on all managers of the subnet.", option)});
}

void check(DeviceContext& context, const SubnetManager& manager)
{
    judge(context,
        manager.sm_key_changed,
        "sm_key",
        "any manager that joins with a higher priority "
        "becomes master");
    judge(context, manager.sa_key_changed, "sa_key", "any client can pose as a trusted one");
}

}

extern const Rule rule = {
    .code = "SM011",
    .name = "well-known-keys",
    .severity = Severity::info,
    .other_severities = {{{Severity::error, "where tenants share the subnet"}}},
    .scope = Scope::device,
    .summary = "The keys of managers and of trusted clients are the defaults that every installation has.",
    .why = "Anyone who knows the SM_Key can become master of the subnet with a higher priority, and "
           "anyone who knows the SA_Key is trusted with requests that others are refused. Both are 1 by "
           "default everywhere. Where tenants share the subnet, any tenant can do so.",
    .source
    = "opensm(8) 3.3.23, sm_key, sa_key; NVIDIA UFM Enterprise User Manual v6.15.8, UFM Subnet Manager "
      "Default Properties (both 1)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set sm_key and sa_key to secret numbers of your own choice.",
    .check_device = sm::check_manager<check>,
};

}
