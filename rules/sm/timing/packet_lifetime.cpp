// SPDX-License-Identifier: Apache-2.0
#include "rules/sm/examples.h"
#include "rules/sm/manager.h"

#include <fmt/format.h>

namespace rocelint::rules::sm015 {
namespace {

constexpr Example examples[] = {
    sm::example("Packets live forever",
        R"(-packet_life_time 0x12
+packet_life_time 0x14
-subnet_timeout 18
+subnet_timeout 20
)",
        "packet_life_time 0x14"),
    sm::example("The head of queue never times out",
        R"(-head_of_queue_lifetime 0x12
+head_of_queue_lifetime 0x14
)",
        "head_of_queue_lifetime 0x14"),
    sm::example("Leaves drop later than switches",
        R"(-leaf_head_of_queue_lifetime 0x10
+leaf_head_of_queue_lifetime 0x13
)",
        "leaf_head_of_queue_lifetime 0x13"),
    sm::example("The clean manager"),
};

constexpr std::uint8_t for_ever = 20;

void judge(DeviceContext& context, const Setting<std::uint8_t>& lifetime, std::string_view option)
{
    if (!lifetime.known() || lifetime.value < for_ever)
        return;
    const std::string_view usual = option == "leaf_head_of_queue_lifetime" ? "0x10" : "0x12";
    context.report({.at = sm::place_of(context.device(), lifetime),
        .message = fmt::format("{} sets {} to {}, and from {} on packets that are stuck are never dropped",
            context.device().name,
            option,
            lifetime.value,
            for_ever),
        .subjects = {sm::subject(context, option)},
        .fix = fmt::format("Set {} below {}: opensm starts with {}.", option, for_ever, usual),
        .changes = {sm::change(context.index, option, std::string(usual))}});
}

void check(DeviceContext& context, const SubnetManager& manager)
{
    judge(context, manager.packet_life_time, "packet_life_time");
    judge(context, manager.head_of_queue_lifetime, "head_of_queue_lifetime");
    judge(context, manager.leaf_head_of_queue_lifetime, "leaf_head_of_queue_lifetime");
    const Setting<std::uint8_t>& leaf = manager.leaf_head_of_queue_lifetime;
    if (!leaf.known() || !manager.head_of_queue_lifetime.known() || leaf.value >= for_ever
        || leaf.value <= manager.head_of_queue_lifetime.value)
        return;
    context.report({.at = sm::place_of(context.device(), leaf),
        .message = fmt::format(
            "{} lets packets wait longer for a host ({}) than between switches ({}): one host that takes nothing stops "
            "the switches behind it first",
            context.device().name,
            leaf.value,
            manager.head_of_queue_lifetime.value),
        .subjects = {sm::subject(context, "leaf_head_of_queue_lifetime")},
        .fix = "Let leaf_head_of_queue_lifetime be head_of_queue_lifetime or less.",
        .changes = {sm::change(context.index,
            "leaf_head_of_queue_lifetime",
            std::to_string(manager.head_of_queue_lifetime.value))}});
}

}

extern const Rule rule = {
    .code = "SM015",
    .name = "packet-lifetimes",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary = "Switches never drop packets that cannot go on, or drop them later at hosts than between "
               "switches.",
    .why = "A packet that waits at the head of a queue for longer than its lifetime is dropped, which is "
           "what frees a fabric whose credits are stuck. From code 20 (0x14) on the timer is off. A host "
           "that accepts no packets must be cut off before it holds up switches: the lifetime at leaves "
           "should be shorter than the one between switches.",
    .source
    = "opensm 3.3.23, opensm/osm_subnet.c (packet_life_time, head_of_queue_lifetime: 0x14 disables the "
      "mechanism); InfiniBand Architecture Specification 14.2.5.6 (HOQLife) and 14.2.5.4 "
      "(LifeTimeValue)",
    .examples = examples,
    .fix_class = FixClass::disruptive,
    .fix = "Set lifetimes below 20, at leaves not above those between switches.",
    .check_device = sm::check_manager<check>,
};

}
