// SPDX-License-Identifier: Apache-2.0
// Helpers shared by the rules about subnet managers.
#pragma once

#include "rules/rule.h"

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::sm {

/// The place of a manager's setting: its line, otherwise the start of the file that lacks it.
template <class T>
[[nodiscard]] Span place_of(const Device& device, const Setting<T>& setting)
{
    return device.place(setting.origin);
}

/// Adds an option of a manager as a subject, whether or not a line states it.
void blame(Finding& finding, std::uint32_t device, const SubnetManager& manager, std::string_view option);

/// Adds a change of an option, whether or not a line states it at present.
void propose(const RuleContext& context,
    Finding& finding,
    std::uint32_t device,
    std::string_view option,
    std::string text);
inline void propose(DeviceContext& context, Finding& finding, std::string_view option, std::string text)
{
    propose(context, finding, context.index, option, std::move(text));
}
/// Adds a change of a text in partitions.conf or qos-policy.conf.
void propose_text(const RuleContext& context,
    Finding& finding,
    std::uint32_t device,
    Property property,
    std::string_view wrong,
    std::string right);

/// Reports a finding at a setting, with the option of this name as its subject.
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

/// Reports a fault, starting with the text that it is about, and proposes the fix if the fault has one.
Finding& report_fault(DeviceContext& context, const SmFault& fault, Property property);

/// Reports every fault of one kind. For faults in lists that are option values, `lists` is a part of the
/// names of these options: if the reader knows the intended list, proposes the change of the option.
void report_faults(DeviceContext& context,
    SmFault::Kind kind,
    Property property,
    std::string_view fix,
    std::string_view lists = {});

/// The index of an option line whose value is not in force, used as the part of a subject.
[[nodiscard]] inline std::uint32_t part(const SubnetManager& manager, const SmOption& option)
{
    return static_cast<std::uint32_t>(&option - manager.options.data());
}

/// The managers of each subnet: by the captured subnet, otherwise by their plane in the topology.
[[nodiscard]] std::vector<std::vector<std::uint32_t>> managers_by_subnet(const FabricContext& context);

/// A service level that traffic uses, and where it is stated.
struct UsedLevel {
    std::uint8_t sl = 0;
    std::string user; ///< readable, such as "partition ai"
    Span at;
};
/// Service levels that partitions and the QoS policy assign, with one entry for each user, sorted by level.
[[nodiscard]] std::vector<UsedLevel> used_levels(const SubnetManager& manager);

/// A service level that a job requests, and the variable that requests it.
struct JobLevel {
    const Setting<std::uint8_t>* level = nullptr;
    std::string_view variable;
};
/// The known levels of NCCL, UCX and NVSHMEM, in this order.
[[nodiscard]] std::vector<JobLevel> levels_of(const Job& job);

/// The ports that options of a class apply to, in words: "channel adapters", "ports of switches".
[[nodiscard]] std::string_view ports_of(SmPortClass of);

/// Whether an engine assigns service levels to paths to keep them free of deadlock.
[[nodiscard]] bool assigns_levels(RoutingEngine engine);
/// Whether an engine avoids deadlock by itself on the topologies that it supports.
[[nodiscard]] bool is_deadlock_free(RoutingEngine engine);

/// The value of routing_engine with each unknown name replaced by the similar known one, and with no_fallback
/// (no fallback to min-hop) if the first engine rules out credit loops or the option is set already; empty if
/// an unknown name resembles no engine.
[[nodiscard]] std::string mended_engines(const SubnetManager& manager);

/// Whether there are partitions besides the default one: tenants that share the subnet.
[[nodiscard]] bool has_tenants(const SubnetManager& manager);

}
