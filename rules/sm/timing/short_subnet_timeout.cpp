// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm014 {
namespace {

constexpr Example examples[] = {
    sm::example("The timeout is shorter",
        R"(-subnet_timeout 18
+subnet_timeout 16
)",
        "subnet_timeout 16"),
    sm::example("The clean manager"),
};

void check(DeviceContext& context, const SubnetManager& manager)
{
    constexpr std::uint8_t for_ever = 20;
    if (!manager.subnet_timeout.known() || !manager.packet_life_time.known()
        || manager.packet_life_time.value >= for_ever
        || manager.subnet_timeout.value >= manager.packet_life_time.value)
        return;
    context.report({.at = sm::place_of(context.device(), manager.subnet_timeout),
        .message = fmt::format(
            "{} waits 2^{} * 4.096 us for an answer, and packets may live 2^{} * 4.096 us in each switch",
            context.device().name,
            manager.subnet_timeout.value,
            manager.packet_life_time.value),
        .subjects = {sm::subject(context, "subnet_timeout")},
        .fix = "Let subnet_timeout be packet_life_time or more.",
        .changes
        = {sm::change(context.index, "subnet_timeout", std::to_string(manager.packet_life_time.value))}});
}

}

extern const Rule rule = {
    .code = "SM014",
    .name = "short-subnet-timeout",
    .severity = Severity::info,
    .scope = Scope::device,
    .summary = "Management requests time out while their packets may still be on their way.",
    .why = "A packet may live for 4.096 us * 2^packet_life_time in a switch, and a requester waits for an "
           "answer for 4.096 us * 2^subnet_timeout. With a shorter timeout, requests that are still on "
           "their way are repeated, just when the fabric is busy.",
    .source = "opensm(8) 3.3.23; opensm 3.3.23, opensm/osm_subnet.c (both 18 by default); InfiniBand "
              "Architecture Specification 13.4.6.2 (SubnetTimeout)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Let subnet_timeout be packet_life_time or more.",
    .check_device = sm::check_manager<check>,
};

}
