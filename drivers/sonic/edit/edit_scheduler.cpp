// SPDX-License-Identifier: Apache-2.0
// Binds queues to another row of SCHEDULER, because a row is shared by queues of many ports.
#include "drivers/sonic/edit/change_set.h"
#include "drivers/sonic/tables/fields.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::sonic {
namespace {

// A row that also shapes does not qualify.
bool serves(const Scheduler& scheduler, const SchedulerTarget& target)
{
    return scheduler.kind.is(target.kind) && !scheduler.limit.configured()
        && (!target.weight || scheduler.weight.is(*target.weight));
}

}

Objection SchedulerEditor::bind(const Change& change, const SchedulerTarget& target)
{
    if (set_.device.ports[change.port.port].kind == PortKind::system)
        return "the queue is served where its port is: by another chip or card of the chassis";
    const bool weighted = target.kind == SchedulerKind::weighted;
    if (target.bandwidth || weighted != target.weight.has_value())
        return "SCHEDULER has weights, and no shares in percent";
    if (target.weight) {
        if (Objection reason = objection_unless_empty(out_of_range(scheduler_weight.limit, *target.weight)))
            return reason;
    }
    const auto known = std::ranges::find_if(set_.device.schedulers,
        [&](const Scheduler& scheduler) { return !scheduler.name.empty() && serves(scheduler, target); });
    std::string name;
    if (known != set_.device.schedulers.end()) {
        name = known->name;
    } else {
        name = weighted ? fmt::format("DWRR_{}", *target.weight) : "STRICT";
        set_.cells.set_named(Table::scheduler, name, scheduler_type.name, weighted ? "DWRR" : "STRICT");
        if (weighted)
            set_.cells.set_named(
                Table::scheduler, name, scheduler_weight.name(), fmt::format("{}", *target.weight));
    }
    return set_queue(set_, change, "scheduler", Table::scheduler, name);
}

}
