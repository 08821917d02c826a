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

/// Blames an option of a manager, whether a line states it or not.
void blame(Finding& finding, std::uint32_t device, const SubnetManager& manager, std::string_view option);

/// Adds a change of an option, whether a line states it by now or not.
void propose(const RuleContext& context,
    Finding& finding,
    std::uint32_t device,
    std::string_view option,
    std::string text);
inline void propose(DeviceContext& context, Finding& finding, std::string_view option, std::string text)
{
    propose(context, finding, context.index, option, std::move(text));
}
/// Adds a change of a text of partitions.conf or qos-policy.conf.
void propose_text(const RuleContext& context,
    Finding& finding,
    std::uint32_t device,
    Property property,
    std::string_view wrong,
    std::string right);

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

/// Reports what a fault says, with the text that it is about in front of it, and proposes what mends it, where that is told.
Finding& report_fault(DeviceContext& context, const SmFault& fault, Property property);

/// Reports every fault of one kind. Of faults of lists that options state `lists` is a part of those options' names: where the
/// reader tells what such a list was to be, the option's change is proposed.
void report_faults(DeviceContext& context,
    SmFault::Kind kind,
    Property property,
    std::string_view fix,
    std::string_view lists = {});

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

/// The value of routing_engine with the engine that each unknown name is spelt like in its place, and without a way back to
/// min-hop where its first engine rules credit loops out; empty where a name is spelt like none.
[[nodiscard]] std::string mended_engines(const SubnetManager& manager);

/// Whether partitions besides the default one are there: tenants that share the subnet.
[[nodiscard]] bool has_tenants(const SubnetManager& manager);

}
