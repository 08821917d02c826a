// SPDX-License-Identifier: Apache-2.0
// One bad line breaks many paths. The rules about paths report the line and how much it breaks, not each pair
// of hosts.
#include "analysis/proof/path/broken_causes.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace rocelint::proof {
namespace {

class CauseCollector {
public:
    CauseCollector(const FabricProof& proof, bool (*wanted)(Aspect)) : proof_(proof), wanted_(wanted) { }

    std::vector<BrokenCause> run()
    {
        for (std::uint32_t channel = 0; channel < proof_.channel_count(); ++channel) {
            for (const JudgedHop& hop : proof_.hops(channel))
                look_at(channel, hop);
        }
        std::vector<BrokenCause> causes;
        causes.reserve(known_.size());
        for (auto& [key, cause] : known_)
            causes.push_back(std::move(cause));
        std::ranges::sort(causes, {}, [](const BrokenCause& cause) {
            return std::tuple(cause.step.port, cause.step.aspect, cause.step.at);
        });
        return causes;
    }

private:
    void look_at(std::uint32_t channel, const JudgedHop& hop)
    {
        for (const Step& step : proof_.faults(hop.first_fault, hop.fault_count)) {
            if (step.outcome != Grade::broken || !wanted_(step.aspect) || step.kind == Packet::notification)
                continue;
            // A policy that says a port carries no RDMA overrides the routes assumed here.
            const Judgement& judgement = proof_.analysis().judgement(step.port);
            if (judgement.evidence == EvidenceKind::policy && judgement.verdict == Verdict::not_roce)
                continue;
            const Aspect aspect = step.aspect == Aspect::obedience ? Aspect::pause : step.aspect;
            const auto [entry, fresh] = known_.try_emplace(std::tuple(step.port.device, aspect, step.at));
            BrokenCause& cause = entry->second;
            if (fresh || step.port < cause.step.port)
                cause.step = step;
            if (std::ranges::find(cause.subjects, step.subject) == cause.subjects.end())
                cause.subjects.push_back(step.subject);
            // Hops of a class that PFC does not protect everywhere need not be lossless.
            const bool paused = proof_.analysis().classes.classes[step.kind].pause == Pause::everywhere;
            cause.between_lossless = cause.between_lossless || (paused && is_between(channel, hop));
        }
    }

    // Whether the hop is neither the first nor the last of a path, and the next hop may be lossless.
    [[nodiscard]] bool is_between(std::uint32_t index, const JudgedHop& hop) const
    {
        const Channel channel = proof_.channel(index);
        const routing::Graph& graph = proof_.graph();
        if (!channel.from.valid() || !channel.to.valid() || !graph.is_switch(channel.from.device)
            || !graph.is_switch(channel.to.device))
            return false;
        const auto ports = static_cast<std::uint32_t>(graph.fabric().devices[channel.to.device].ports.size());
        for (std::uint32_t port = 0; port < ports; ++port) {
            const std::uint32_t next = proof_.channel_out({channel.to.device, port});
            const JudgedHop* after = next == routing::none ? nullptr : proof_.find(next, hop.out);
            if (after != nullptr && after->lossless && port != channel.to.port)
                return true;
        }
        return false;
    }

    const FabricProof& proof_;
    bool (*wanted_)(Aspect);
    std::map<std::tuple<std::uint32_t, Aspect, Span>, BrokenCause> known_;
};

}

std::vector<BrokenCause> broken_causes(const FabricProof& proof, bool (*wanted)(Aspect))
{
    return CauseCollector(proof, wanted).run();
}

std::vector<Step> unproven_steps(const FabricProof& proof, bool (*wanted)(Aspect))
{
    std::map<std::pair<PortId, Aspect>, const Step*> found;
    for (std::uint32_t channel = 0; channel < proof.channel_count(); ++channel) {
        for (const JudgedHop& hop : proof.hops(channel)) {
            for (const Step& step : proof.faults(hop.first_fault, hop.fault_count)) {
                if (step.outcome == Grade::unproven && wanted(step.aspect))
                    found.try_emplace({step.port, step.aspect}, &step);
            }
        }
    }
    std::vector<Step> steps;
    for (const auto& [key, step] : found)
        steps.push_back(*step);
    return steps;
}

}
