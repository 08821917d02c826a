// SPDX-License-Identifier: Apache-2.0
// Writes inferred classes as a policy that people can edit, in the format that policy/policy_classes.cpp reads.
#include "analysis/policy_members.h"
#include "analysis/policy_text.h"

#include <algorithm>

namespace rocelint {
namespace {

bool states_cnps(const CnpClass& cnp) { return cnp.priority.has_value() || cnp.dscp.has_value(); }

// The shipped profile that the classes follow, if the policy states everything else that the profile does: classes and
// CNPs, which replace its own. Otherwise it would bring in values that no device shows.
std::string_view shipped_profile_of(const ClassModel& model)
{
    const auto all_pause = [&model](Pause pause) {
        return std::ranges::all_of(
            model.classes, [pause](const RdmaClass& one) { return one.pause == pause; });
    };
    if (model.classes.empty() || !states_cnps(model.cnp))
        return {};
    return all_pause(Pause::everywhere) ? "lossless" : all_pause(Pause::nowhere) ? "lossy" : "";
}

}

std::string policy_yaml(const ClassModel& model,
    const PolicyScope& scope,
    const Practice& practice,
    std::span<const ClassName> names)
{
    YamlWriter out;
    PolicyMembers members(out);
    out.comment("What switches, hosts and jobs agree on. Read it, correct it, and keep it beside the\n"
                "configuration: from then on it is what the configuration is checked against.");
    out.begin_map(PolicyMembers::Layout::lines);
    out.key("version").number(1);
    if (const std::string_view profile = shipped_profile_of(model); !profile.empty())
        out.key("profile").word(profile);
    if (model.classes.empty()) {
        out.comment(
            "No device has PFC on for any priority, and nothing shows a class that RDMA uses without it.");
    } else {
        out.key("classes").begin_list(PolicyMembers::Layout::lines);
        for (std::size_t index = 0; index < model.classes.size(); ++index) {
            const RdmaClass& entry = model.classes[index];
            const ClassName name = index < names.size() ? names[index] : ClassName{entry.name, {}};
            out.comment(name.why.empty() ? entry.evidence : entry.evidence + '\n' + name.why);
            members.rdma_class({.name = name.name,
                .priority = entry.priority,
                .pause = entry.pause,
                .dscps = entry.dscps,
                .trust = entry.trust,
                .congestion_control = entry.congestion_control});
        }
        out.end_list();
    }
    members.cnp({.priority = model.cnp.priority, .dscp = model.cnp.dscp});
    // The values of models/catalog/profile_lossless.yaml, which names their source.
    if (!model.classes.empty() && model.sends_cnps() && !states_cnps(model.cnp))
        out.comment(
            "No NIC shows how its CNPs are marked, so their class is not checked (ETS003, QOS004, CC005). State\n"
            "what the NICs are set to, which usually is:\n"
            "cnp: {priority: 6, dscp: 48}");
    members.practice(practice);
    if (scope.given) {
        out.comment(
            "Nothing on these switches and ports shows RDMA. Remove those that should carry it: they are then judged.");
        out.key("scope");
        members.scope(scope);
    }
    out.end_map();
    return out.take();
}

std::string ports_yaml(std::span<const PortPolicy> ports)
{
    YamlWriter out;
    PolicyMembers members(out);
    out.begin_map(PolicyMembers::Layout::lines);
    out.key("ports").begin_list(PolicyMembers::Layout::lines);
    for (const PortPolicy& each : ports)
        members.port(each);
    out.end_list();
    out.end_map();
    return out.take();
}

std::string scope_words(const PolicyScope& scope)
{
    YamlWriter out;
    PolicyMembers(out).scope(scope);
    return out.take_value();
}

}
