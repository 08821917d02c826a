// SPDX-License-Identifier: Apache-2.0
// A flow that the fabric cannot carry is a mistake of the file: it would be missing from every load.
#include "cli/command/check/resolve_flows.h"

#include "cli/command/check/find_endpoint.h"
#include "models/text/nearest.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

namespace rocelint::cli {
namespace {

class FlowResolver {
public:
    explicit FlowResolver(const proof::FabricProof& proof) : proof_(proof) { }

    Result<std::vector<simulate::Flow>> resolve(std::span<const workspace::StatedFlow> stated)
    {
        for (const workspace::StatedFlow& flow : stated) {
            if (const auto added = add(flow); !added)
                add_mistake(error_,
                    {ErrorKind::invalid, fmt::format("{}: {}", flow.place, added.error().message), {}});
        }
        if (error_)
            return tl::unexpected(std::move(*error_));
        return std::move(flows_);
    }

private:
    [[nodiscard]] Result<std::uint8_t> find_class_of(const workspace::StatedFlow& flow) const
    {
        constexpr std::size_t most_classes = 8; // that a proof follows
        const std::vector<RdmaClass>& classes = proof_.analysis().classes.classes;
        if (classes.empty())
            return fail(ErrorKind::invalid, "this fabric has no RDMA class");
        std::vector<std::string> known;
        for (std::size_t index = 0; index < std::min(classes.size(), most_classes); ++index) {
            if (equal_ignoring_case(classes[index].name, flow.rdma_class)
                || fmt::format("{}", classes[index].priority) == flow.rdma_class)
                return static_cast<std::uint8_t>(index);
            known.push_back(classes[index].name.empty() ? fmt::format("{}", classes[index].priority)
                                                        : classes[index].name);
        }
        if (!flow.rdma_class.empty())
            return fail(ErrorKind::invalid,
                fmt::format("unknown RDMA class '{}'; type {}", flow.rdma_class, listed(known, "or")));
        if (known.size() > 1)
            return fail(ErrorKind::invalid,
                fmt::format("the flow names no class, and this fabric has several; type class: {}",
                    listed(known, "or")));
        return std::uint8_t{0};
    }

    [[nodiscard]] bool sends(std::uint32_t endpoint, std::uint8_t rdma_class) const
    {
        return std::ranges::any_of(proof_.starts(endpoint),
            [&](const proof::JudgedStart& start) { return start.packet.kind == rdma_class; });
    }

    // A matrix of all pairs names each end many times.
    const Result<std::vector<std::uint32_t>>& endpoints_of(const std::string& name)
    {
        const auto [entry, fresh] = known_.try_emplace(name);
        if (fresh)
            entry->second = find_endpoints(proof_, name);
        return entry->second;
    }

    Result<void> add(const workspace::StatedFlow& flow)
    {
        const auto& from = endpoints_of(flow.from);
        if (!from)
            return tl::unexpected(from.error());
        const auto& to = endpoints_of(flow.to);
        if (!to)
            return tl::unexpected(to.error());
        if (*from == *to)
            return fail(ErrorKind::invalid,
                fmt::format("'{}' and '{}' are the same endpoint; type two", flow.from, flow.to));
        const auto rdma_class = find_class_of(flow);
        if (!rdma_class)
            return tl::unexpected(rdma_class.error());
        const std::size_t pairs = std::max(from->size(), to->size());
        for (std::size_t pair = 0; pair < pairs; ++pair) {
            const std::uint32_t source = (*from)[pair % from->size()];
            const std::uint32_t target = (*to)[pair % to->size()];
            if (source == target)
                continue;
            if (const auto added = add_pair(flow, source, target, *rdma_class); !added)
                return added;
        }
        return {};
    }

    Result<void> add_pair(
        const workspace::StatedFlow& flow, std::uint32_t from, std::uint32_t to, std::uint8_t rdma_class)
    {
        const std::string label = proof_.analysis().classes.classes[rdma_class].label();
        if (!sends(from, rdma_class))
            return fail(
                ErrorKind::invalid, fmt::format("'{}' sends nothing in the class {}", flow.from, label));
        if (!proof_.uses(to, rdma_class))
            return fail(
                ErrorKind::invalid, fmt::format("'{}' takes nothing in the class {}", flow.to, label));
        double rate = flow.rate ? static_cast<double>(flow.rate->count) : 0;
        if (!flow.rate) {
            const auto speed = simulate::speed_of_endpoint(proof_, from);
            if (!speed)
                return fail(ErrorKind::invalid,
                    fmt::format("the speed of '{}' is not known; type a rate such as 40G", flow.from));
            rate = static_cast<double>(speed->count) * flow.share;
        }
        constexpr double nanoseconds_per_microsecond = 1000;
        flows_.push_back(
            {from, to, rdma_class, rate, simulate::Nanoseconds(flow.start_us * nanoseconds_per_microsecond)});
        return {};
    }

    const proof::FabricProof& proof_;
    std::map<std::string, Result<std::vector<std::uint32_t>>> known_; ///< by name
    std::vector<simulate::Flow> flows_;
    std::optional<Error> error_;
};

}

Result<std::vector<simulate::Flow>> resolve_flows(
    const proof::FabricProof& proof, std::span<const workspace::StatedFlow> stated)
{
    return FlowResolver(proof).resolve(stated);
}

}
