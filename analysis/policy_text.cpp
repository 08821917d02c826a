// SPDX-License-Identifier: Apache-2.0
// Inferred classes become a policy that people can correct, in the words that policy_classes.cpp reads.
#include "analysis/policy_text.h"

#include "models/text/append.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

std::string dscp_list(DscpSet set)
{
    std::string out;
    for (const Dscp dscp : set)
        out += fmt::format("{}{}", out.empty() ? "" : ", ", dscp);
    return out;
}

std::string_view pause_key(Pause pause)
{
    return pause == Pause::nowhere ? ", pfc: none" : pause == Pause::host_links ? ", pfc: host-links" : "";
}

}

std::string policy_yaml(const ClassModel& model)
{
    std::string out
        = "# What switches, hosts and jobs agree on. Read it, correct it, and keep it beside the\n"
          "# configuration: from then on it is what the configuration is checked against.\n"
          "version: 1\n";
    if (model.classes.empty())
        out += "# No device has PFC on for any priority, and nothing shows a class that RDMA uses without it.\n";
    else
        out += "classes:\n";
    for (const RdmaClass& entry : model.classes)
        append(out,
            "  # {}\n  - {{name: \"{}\", priority: {}, dscp: [{}], trust: {}{}}}\n",
            entry.evidence,
            entry.name,
            entry.priority,
            dscp_list(entry.dscps),
            entry.trust == Trust::pcp ? "pcp" : "dscp",
            pause_key(entry.pause));
    if (model.cnp.dscp || model.cnp.priority) {
        out += "cnp: {";
        if (model.cnp.priority)
            append(out, "priority: {}", *model.cnp.priority);
        if (model.cnp.dscp)
            append(out, "{}dscp: {}", model.cnp.priority ? ", " : "", *model.cnp.dscp);
        out += "}\n";
    }
    return out;
}

}
