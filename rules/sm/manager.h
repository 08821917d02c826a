// SPDX-License-Identifier: Apache-2.0
// What the rules about subnet managers share.
#pragma once

#include "rules/rule.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::sm {

/// The place of a setting of a manager: its line, else the beginning of the file that lacks it.
template <class T>
[[nodiscard]] Span place_of(const Device& device, const Setting<T>& setting)
{
    return device.place(setting.origin);
}

/// The number of a subject by a text, so that two faults of one file are two subjects, and stay so when their lines move.
[[nodiscard]] std::uint8_t number_of(std::string_view text);
/// By the text that stands at a place.
[[nodiscard]] std::uint8_t number_of(const Fabric& fabric, Span at);
/// Blames an option of a manager, whether a line states it or not.
void blame(Finding& finding, std::uint32_t device, const SubnetManager& manager, std::string_view option);

/// Adds a change of the option's line, where there is one: an option that no line states has no place to be changed at.
void propose(DeviceContext& context, Finding& finding, std::string_view option, ChangeValue value);

/// Reports at a setting, and blames the option of this name.
template <class T>
Finding& report_setting(DeviceContext& context,
    Severity severity,
    std::string_view option,
    const Setting<T>& setting,
    std::string message)
{
    Finding& finding = context.report(severity, place_of(context.device(), setting), std::move(message));
    blame(finding, context.index, *context.device().manager, option);
    return finding;
}

/// Reports what a fault says, with the text that it is about in front of it.
Finding& report_fault(DeviceContext& context, const SmFault& fault, Property property);

/// Reports every fault of one kind.
void report_faults(DeviceContext& context, SmFault::Kind kind, Property property, std::string_view fix);

/// Index of an option line that does not run with what it says, as the part that a subject names.
[[nodiscard]] inline std::uint32_t part(const SubnetManager& manager, const SmOption& option)
{
    return static_cast<std::uint32_t>(&option - manager.options.data());
}

/// The managers of each subnet: by the subnet that was captured, else by the plane that the topology gives them.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> managers_by_subnet(const FabricContext& context);

/// A service level that traffic uses, and where that is stated.
struct UsedLevel {
    std::uint8_t sl = 0;
    std::string user; ///< "partition ai", for people
    Span at;
};
/// Service levels that partitions and the qos-policy give out, each of their users once, by level.
[[nodiscard]] std::vector<UsedLevel> used_levels(const SubnetManager& manager);

/// A service level that a job asks for, and the variable that says so.
struct JobLevel {
    const Setting<std::uint8_t>* level = nullptr;
    std::string_view variable;
};
/// Those of NCCL, UCX and NVSHMEM that are known, in this order.
[[nodiscard]] std::vector<JobLevel> levels_of(const Job& job);

/// "hosts", "switches", …, as the options of a class are about.
[[nodiscard]] std::string_view ports_of(SmPortClass of);

/// Whether an engine gives paths their service levels, so that they are free of deadlock.
[[nodiscard]] bool assigns_levels(RoutingEngine engine);
/// Whether an engine is free of deadlock by itself on the topologies that it takes.
[[nodiscard]] bool is_deadlock_free(RoutingEngine engine);

/// Whether partitions besides the default one are there: tenants that share the subnet.
[[nodiscard]] bool has_tenants(const SubnetManager& manager);

}
