// SPDX-License-Identifier: Apache-2.0
// What rules of an access list match is not read, so that which packets they drop by their rate is not known.
#include "drivers/nvue/config.h"

#include <unordered_map>

namespace rocelint::nvue {

void resolve_meters(Config& config)
{
    std::unordered_map<std::string_view, Span> policed;
    for (const Fact& fact : config.facts) {
        if (fact.says() == LineKind::acl_police && !fact.unset)
            policed.emplace(fact.name, fact.at);
    }
    for (const Fact& fact : config.facts) {
        const auto list
            = fact.says() == LineKind::acl_inbound && !fact.unset ? policed.find(fact.second) : policed.end();
        if (list == policed.end())
            continue;
        const Meter meter{.dscps = DscpSet::all(),
            .why_unknown = "which packets its access list matches is not read",
            .at = list->second};
        for (const std::string& name : expand_names(fact.name)) {
            if (const auto port = config.port_by_name.find(name); port != config.port_by_name.end())
                bind_meters(config.device, port->second, {&meter, 1});
        }
    }
}

}
