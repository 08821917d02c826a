// SPDX-License-Identifier: Apache-2.0
// Queries on the classes of a fabric, by which rules, proofs and designs judge.
#include "models/fabric/class_model.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {

std::string RdmaClass::label() const
{
    if (pause != Pause::nowhere)
        return fmt::format("priority {}", priority);
    return trust == Trust::pcp ? fmt::format("PCP {}", priority) : fmt::format("DSCP {}", to_string(dscps));
}

CongestionControl ClassModel::control_of(const RdmaClass& rdma_class) const
{
    return rdma_class.congestion_control.value_or(congestion_control.value_or(CongestionControl::dcqcn));
}

bool ClassModel::expects_marks(const RdmaClass& rdma_class) const
{
    const CongestionControl control = control_of(rdma_class);
    const bool is_guess = assumed && !congestion_control;
    return control == CongestionControl::dcqcn || (control == CongestionControl::none && is_guess);
}

bool ClassModel::sends_cnps() const
{
    const auto uses_them
        = [this](const RdmaClass& rdma_class) { return control_of(rdma_class) == CongestionControl::dcqcn; };
    return classes.empty() ? congestion_control.value_or(CongestionControl::dcqcn) == CongestionControl::dcqcn
                           : std::ranges::any_of(classes, uses_them);
}

PrioritySet ClassModel::lossless() const
{
    PrioritySet set;
    for (const RdmaClass& rdma_class : classes) {
        if (rdma_class.pause != Pause::nowhere)
            set.insert(rdma_class.priority);
    }
    return set;
}

DscpSet ClassModel::dscps() const
{
    DscpSet set;
    for (const RdmaClass& rdma_class : classes)
        set = set | rdma_class.dscps;
    return set;
}

const RdmaClass* ClassModel::of_priority(Priority priority) const
{
    const auto found = std::ranges::find(classes, priority, &RdmaClass::priority);
    return found == classes.end() ? nullptr : &*found;
}

const RdmaClass* ClassModel::of_dscp(Dscp dscp, Role role) const
{
    const auto found = std::ranges::find_if(classes, [dscp, role](const RdmaClass& candidate) {
        return candidate.dscps.has(dscp) && applies_to(candidate, role);
    });
    return found == classes.end() ? nullptr : &*found;
}

bool ClassModel::applies_to(const RdmaClass& rdma_class, Role role)
{
    return rdma_class.roles.empty() || role == Role::unknown
        || std::ranges::find(rdma_class.roles, role) != rdma_class.roles.end();
}

}
