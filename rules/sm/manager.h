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

/// The check of a rule about subnet managers: calls `judge` for each device that is one.
template <void (*judge)(DeviceContext&, const SubnetManager&)>
void check_manager(DeviceContext& context)
{
    if (context.device().manager)
        judge(context, *context.device().manager);
}

/// The place of a manager's setting: its line, otherwise the start of the file that lacks it.
template <class T>
[[nodiscard]] Span place_of(const Device& device, const Setting<T>& setting)
{
    return device.place(setting.origin);
}

/// An option of a manager as a subject, whether or not a line states it.
[[nodiscard]] Subject subject(std::uint32_t device, const SubnetManager& manager, std::string_view option);
[[nodiscard]] inline Subject subject(const DeviceContext& context, std::string_view option)
{
    return subject(context.index, *context.device().manager, option);
}

/// An option line whose value does not take effect.
[[nodiscard]] Subject subject(std::uint32_t device, const SubnetManager& manager, const SmOption& line);
[[nodiscard]] inline Subject subject(const DeviceContext& context, const SmOption& line)
{
    return subject(context.index, *context.device().manager, line);
}

/// A change of an option, whether or not a line states it at present.
[[nodiscard]] Change change(std::uint32_t device, std::string_view option, std::string text);
/// A change of a text in partitions.conf or qos-policy.conf.
[[nodiscard]] Change change_of_text(
    std::uint32_t device, Property property, std::string_view wrong, std::string right);

/// The fault, starting with the text that it is about, with a fix if the fault has one.
[[nodiscard]] Diagnosis diagnosis_of(const DeviceContext& context, const SmFault& fault, Property property);

/// Reports every fault of one kind. For faults in lists that are option values, `lists` is a part of the
/// names of these options: if the reader knows the intended list, proposes the change of the option.
void report_faults(DeviceContext& context,
    SmFault::Kind kind,
    Property property,
    std::string_view fix,
    std::string_view lists = {});

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
    /// The RDMA devices that the level is for, as NCCL_IB_HCA lists them; empty: all of them.
    std::string_view devices{};
};
/// The known levels of NCCL, UCX and NVSHMEM, in this order.
[[nodiscard]] std::vector<JobLevel> levels_of(const Job& job);
/// Whether a job, which is a device, may send packets of this level through the subnet of a manager. False if the
/// captures show that its hosts have their InfiniBand ports in other subnets, or no such ports; true if they do not
/// show where its hosts or the manager are.
[[nodiscard]] bool may_use_subnet_of(
    FabricContext& context, std::uint32_t manager, std::uint32_t job, const JobLevel& level);

/// The ports that options of a class apply to, in words: "channel adapters", "ports of switches".
[[nodiscard]] std::string_view ports_of(SmPortClass of);

/// The number that an option runs with; `fallback` if no line states the option. Options write numbers as in C.
[[nodiscard]] std::uint64_t option_number(
    const SubnetManager& manager, std::string_view option, std::uint64_t fallback);

/// The most virtual lanes that nue spreads paths over: 1 unless a line says otherwise, 0: as many as there are.
[[nodiscard]] std::uint64_t lanes_of_nue(const SubnetManager& manager);
/// Whether an engine of this manager assigns service levels to paths to keep them free of deadlock.
[[nodiscard]] bool assigns_levels(const SubnetManager& manager, RoutingEngine engine);
/// Whether an engine avoids deadlock by itself on the topologies that it supports.
[[nodiscard]] bool is_deadlock_free(RoutingEngine engine);

/// The value of routing_engine with each unknown name replaced by the similar known one, and with no_fallback
/// (no fallback to min-hop) if the first engine rules out credit loops or the option is set already; empty if
/// an unknown name resembles no engine.
[[nodiscard]] std::string mended_engines(const SubnetManager& manager);

/// Whether there are partitions besides the default one: tenants that share the subnet.
[[nodiscard]] bool has_tenants(const SubnetManager& manager);

}
