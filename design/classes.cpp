// SPDX-License-Identifier: Apache-2.0
// The policy defines the classes, and the intent their shares. A combination that a rule would report (CNPs
// in a paused class, a DSCP in two classes) is rejected here instead of being rendered.
#include "design/classes.h"

#include "design/parameters.h"
#include "models/catalog/design_defaults.h"
#include "models/text/ascii.h"
#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace rocelint::design {
namespace {

constexpr std::string_view default_class = "best-effort";
constexpr std::string_view cnp_class = "cnp";

// Every platform accepts letters, digits and dashes.
std::string class_name(std::string_view name)
{
    std::string out(name);
    for (char& c : out) {
        const bool plain = ascii::is_letter_or_digit(c);
        c = plain ? c : '-';
    }
    return out;
}

Priority free_priority(const ClassModel& classes)
{
    for (const Priority priority : PrioritySet::all() - classes.lossless()) {
        if (classes.cnp.priority != priority)
            return priority;
    }
    return 0;
}

// The classes of the policy that devices of this role have.
std::vector<const RdmaClass*> classes_of(const ClassModel& classes, Role role)
{
    std::vector<const RdmaClass*> found;
    for (const RdmaClass& each : classes.classes) {
        if (ClassModel::applies_to(each, role))
            found.push_back(&each);
    }
    return found;
}

// The share of all RDMA classes together if the intent states none: the usual one, moved into the window that
// ETS002 asks for.
std::uint32_t usual_share(const Policy& policy)
{
    const double usual = catalog::design_defaults().rdma_share_percent.value;
    const auto window = parameter(policy, "ETS002", "share_percent");
    if (window.size() != 2)
        return static_cast<std::uint32_t>(usual);
    return static_cast<std::uint32_t>(std::max(std::ceil(window[0]), std::min(usual, std::floor(window[1]))));
}

// The shares of the classes of one device.
std::vector<Percent> shares_of(
    const FabricIntent& intent, const Policy& policy, const std::vector<const RdmaClass*>& classes)
{
    std::vector<Percent> shares;
    const auto count = static_cast<std::uint32_t>(classes.size());
    for (const RdmaClass* each : classes) {
        if (intent.shares.empty()) {
            const std::uint32_t whole = usual_share(policy);
            shares.push_back(Percent::whole(whole / count + (shares.size() < whole % count ? 1 : 0)));
            continue;
        }
        const auto stated = std::ranges::find_if(intent.shares,
            [&](const IntentShare& share) { return class_name(share.name) == class_name(each->name); });
        shares.push_back(stated == intent.shares.end() ? Percent{} : stated->percent);
    }
    return shares;
}

Result<void> check_shares(const FabricIntent& intent, const ClassModel& classes)
{
    std::vector<std::string_view> names{default_class};
    for (const RdmaClass& each : classes.classes)
        names.emplace_back(each.name);
    for (const IntentShare& share : intent.shares) {
        if (std::ranges::find(names, share.name) != names.end())
            continue;
        if (share.name == cnp_class)
            return fail_at(
                intent, share.at, "CNPs are served ahead of all weighted classes; leave their share out");
        const std::string_view near = nearest(share.name, names);
        return fail_at(intent,
            share.at,
            near.empty()
                ? fmt::format("unknown class '{}'; the classes are: {}", share.name, fmt::join(names, ", "))
                : fmt::format("unknown class '{}'; did you mean '{}'?", share.name, near));
    }
    for (const std::string_view name : names) {
        if (!intent.shares.empty()
            && std::ranges::find(intent.shares, name, &IntentShare::name) == intent.shares.end())
            return fail_at(intent,
                intent.shares.front().at,
                fmt::format(
                    "class '{}' has no share; state one for each class that is served by weight", name));
    }
    return {};
}

Result<void> check_overlap(const FabricIntent& intent, const ClassModel& classes)
{
    DscpSet taken;
    PrioritySet priorities;
    for (const RdmaClass& each : classes.classes) {
        if (!(taken & each.dscps).empty())
            return fail_at(intent,
                intent.policy_at,
                fmt::format("DSCP {} is in two classes of the policy", to_string(taken & each.dscps)));
        if (priorities.has(each.priority))
            return fail_at(intent,
                intent.policy_at,
                fmt::format("priority {} is in two classes of the policy", each.priority));
        taken = taken | each.dscps;
        priorities.insert(each.priority);
        if (each.trust != classes.classes.front().trust)
            return fail_at(
                intent, intent.policy_at, "the classes of the policy trust different fields of a packet");
    }
    const CnpClass& cnp = classes.cnp;
    constexpr Dscp unmarked = 0;
    if (cnp.dscp == unmarked)
        return fail_at(intent,
            intent.policy_at,
            "CNPs have DSCP 0, as unmarked packets do: they would wait among all other traffic; give them a "
            "DSCP of their own in the policy");
    if (cnp.priority && priorities.has(*cnp.priority))
        return fail_at(intent,
            intent.policy_at,
            fmt::format(
                "CNPs have priority {}, which is lossless: they would wait behind the very pause that they "
                "should end; give them a priority of their own in the policy",
                *cnp.priority));
    if (cnp.dscp && taken.has(*cnp.dscp))
        return fail_at(intent, intent.policy_at, fmt::format("CNPs and RDMA share DSCP {}", *cnp.dscp));
    return {};
}

}

Result<void> check_classes(const FabricIntent& intent, const Policy& policy)
{
    if (!policy.classes || policy.classes->classes.empty())
        return fail_at(intent,
            intent.policy_at,
            "the policy states no RDMA class; add profile: lossless, or rdma: {priority: 3, dscp: [26]}");
    const ClassModel& classes = *policy.classes;
    for (const RdmaClass& each : classes.classes) {
        if (each.pause != Pause::everywhere)
            return fail_at(intent,
                intent.policy_at,
                fmt::format("class '{}' has no PFC between switches; render writes classes that are lossless "
                            "on every link",
                    each.name));
        if (each.trust == Trust::pcp)
            return fail_at(intent,
                intent.policy_at,
                fmt::format(
                    "class '{}' is recognised by its PCP, which packets on routed ports do not have, and "
                    "render writes routed ports; state its DSCP in the policy",
                    each.name));
    }
    if (auto checked = check_overlap(intent, classes); !checked)
        return checked;
    const double most = number(policy, "PFC002", "max_lossless");
    if (classes.lossless().size() > most)
        return fail_at(intent,
            intent.policy_at,
            fmt::format(
                "{} lossless classes are more than the {:g} that switches have headroom for (parameter "
                "max_lossless of PFC002)",
                classes.lossless().size(),
                most));
    return check_shares(intent, classes);
}

// ETS002 reports RDMA classes whose share of a port lies outside of its window.
Result<void> check_share_window(const FabricIntent& intent, const Policy& policy, const IntentDevice& device)
{
    const auto window = parameter(policy, "ETS002", "share_percent");
    if (intent.shares.empty() || window.size() != 2 || !is_on(policy, "ETS002"))
        return {};
    const std::vector<const RdmaClass*> classes = classes_of(*policy.classes, device.role.value);
    double sum = 0;
    for (const Percent share : shares_of(intent, policy, classes))
        sum += share.value();
    if (!classes.empty() && (sum < window[0] || sum > window[1]))
        return fail_at(intent,
            intent.shares.front().at,
            fmt::format("RDMA has {:g} % of the bandwidth of {}: state shares that give it {:g} to {:g} %, "
                        "or the parameter share_percent of ETS002 in the policy",
                sum,
                device.name,
                window[0],
                window[1]));
    return {};
}

void design_classes(const FabricIntent& intent, const Policy& policy, DeviceDesign& device)
{
    const ClassModel& classes = *policy.classes;
    DscpSet taken;
    std::uint32_t shared = 0;
    const std::vector<const RdmaClass*> own = classes_of(classes, device.role);
    const std::vector<Percent> shares = shares_of(intent, policy, own);
    for (std::size_t index = 0; index < own.size(); ++index) {
        const RdmaClass& each = *own[index];
        const Percent share = shares[index];
        device.classes.push_back({.name = class_name(each.name),
            .priority = each.priority,
            .dscps = each.dscps,
            .lossless = true,
            .ecn = each.ecn && classes.expects_marks(each),
            .bandwidth = share});
        taken = taken | each.dscps;
        shared += share.hundredths;
        device.trust = each.trust;
        if (device.rdma_tos == 0 && !each.dscps.empty())
            device.rdma_tos = static_cast<std::uint8_t>(each.dscps.first() << 2 | 2);
    }
    const CnpClass cnp = classes.sends_cnps() ? classes.cnp : CnpClass{};
    device.cnp_priority = cnp.priority;
    device.cnp_dscp = cnp.dscp;
    if (cnp.priority) {
        ClassDesign& made = device.classes.emplace_back(ClassDesign{.name = std::string(cnp_class),
            .priority = *cnp.priority,
            .dscps = {},
            .scheduler = SchedulerKind::strict,
            .bandwidth = {}});
        if (cnp.dscp)
            made.dscps.insert(*cnp.dscp);
        taken = taken | made.dscps;
    }
    if (classes.sends_cnps() && (!cnp.priority || !cnp.dscp))
        device.open.emplace_back(
            "the class of CNPs: the policy does not state both its priority and its DSCP");
    std::ranges::sort(device.classes, {}, &ClassDesign::priority);
    device.classes.insert(device.classes.begin(),
        ClassDesign{.name = std::string(default_class),
            .priority = free_priority(classes),
            .dscps = DscpSet::all() - taken,
            .bandwidth = {Percent::whole(100).hundredths - shared}});
}

}
