// SPDX-License-Identifier: Apache-2.0
#include "analysis/standing.h"

#include "models/fabric/target.h"
#include "models/text/append.h"
#include "models/text/sentence.h"

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <vector>

namespace rocelint {
namespace {

constexpr std::array<std::string_view, 11> sources{"nothing",
    "the policy",
    "its kind",
    "the topology",
    "hosts",
    "paths between hosts",
    "lossless configuration",
    "ECN of an RDMA class",
    "the other end",
    "settings not in force",
    "the policy's classes"};

bool any_queue_marks(const Device& device, const Port& port)
{
    return std::ranges::any_of(device.queues_of(port), [&](const Queue& queue) {
        const EcnProfile* profile = target_of(device.ecn_profiles, queue.ecn);
        return profile != nullptr && profile->marks();
    });
}

}

std::string describe_standing(const Analysis& analysis, std::uint32_t index)
{
    const Device& device = analysis.fabric->devices[index];
    std::size_t ports = 0;
    std::size_t meant = 0;
    std::size_t judged = 0;
    std::size_t marking = 0;
    std::map<EvidenceKind, std::size_t> why;
    std::map<std::string, std::size_t> paused;
    for (std::uint32_t number = 0; number < device.ports.size(); ++number) {
        const Port& port = device.ports[number];
        if (port.kind != PortKind::physical)
            continue;
        ++ports;
        if (port.pfc_tx.known() && !port.pfc_tx.value.empty())
            ++paused[to_string(port.pfc_tx.value)];
        marking += any_queue_marks(device, port) ? 1 : 0;
        judged += analysis.was_judged({index, number}) ? 1 : 0;
        if (!analysis.is_roce({index, number}))
            continue;
        ++meant;
        ++why[analysis.judgement({index, number}).evidence];
    }
    std::string out;
    append(out, "{}: RDMA meant on {} of {}", device.name, meant, counted(ports, "port"));
    std::string_view before = " (by ";
    for (const auto& [evidence, count] : why) {
        append(out, "{}{}", before, sources[static_cast<std::size_t>(evidence)]);
        if (why.size() > 1)
            append(out, ": {}", count);
        before = ", ";
    }
    append(out, "{}, {} judged", why.empty() ? "" : ")", judged);
    if (paused.empty())
        out += ", no PFC";
    for (const auto& [priorities, count] : paused)
        append(out, ", PFC {} on {}", priorities, count);
    if (marking == 0)
        out += ", no ECN";
    else
        append(out, ", ECN on {}", marking);
    return out;
}

}
