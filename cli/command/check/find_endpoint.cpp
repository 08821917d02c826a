// SPDX-License-Identifier: Apache-2.0
// Resolves two words of the command line to the ends of a path. An unknown name or a port without RDMA is
// rejected with the reason instead of being traced.
#include "cli/command/check/find_endpoint.h"

#include "models/text/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::cli {
namespace {

using Endpoints = std::vector<std::uint32_t>;

tl::unexpected<Error> not_found(
    std::string_view kind, std::string_view word, const std::vector<std::string_view>& known)
{
    const std::string_view near = nearest(word, known);
    return fail(ErrorKind::usage,
        near.empty() ? fmt::format("unknown {}: '{}'", kind, word)
                     : fmt::format("unknown {}: '{}'; did you mean '{}'?", kind, word, near));
}

tl::unexpected<Error> unknown_port(const Device& owner, std::string_view port)
{
    std::vector<std::string_view> known;
    known.reserve(owner.ports.size());
    for (const Port& one : owner.ports)
        known.push_back(one.name);
    return not_found(fmt::format("port of {}", owner.name), port, known);
}

class EndpointFinder {
public:
    EndpointFinder(const proof::FabricProof& proof, std::string_view name)
        : proof_(proof), fabric_(proof.graph().fabric()), name_(name)
    {
    }

    [[nodiscard]] Result<Endpoints> run() const
    {
        const std::size_t colon = name_.find(':');
        const std::string_view device = name_.substr(0, colon);
        const auto found = fabric_.find_device(device);
        if (!found) {
            if (const Endpoints planned = of_uncollected(device); !planned.empty())
                return planned;
            return unknown(device);
        }
        return colon == std::string_view::npos ? of_device(*found) : of_port(*found, name_.substr(colon + 1));
    }

private:
    template <class Test>
    [[nodiscard]] Endpoints matching(Test test) const
    {
        Endpoints endpoints;
        const std::vector<routing::Endpoint>& all = proof_.destinations().endpoints;
        for (std::uint32_t index = 0; index < all.size(); ++index) {
            if (test(all[index]))
                endpoints.push_back(index);
        }
        return endpoints;
    }

    [[nodiscard]] Endpoints of_uncollected(std::string_view name) const
    {
        return matching([name](const routing::Endpoint& endpoint) {
            return !endpoint.host.valid() && equal_ignoring_case(endpoint.name, name);
        });
    }

    [[nodiscard]] Result<Endpoints> of_device(std::uint32_t device) const
    {
        if (proof_.graph().is_switch(device))
            return fail(ErrorKind::usage,
                fmt::format(
                    "'{}' is a switch; name a port of it that leads to a host, as {}:PORT", name_, name_));
        Endpoints endpoints = matching(
            [device](const routing::Endpoint& endpoint) { return endpoint.host.device == device; });
        if (!endpoints.empty())
            return endpoints;
        return fail(ErrorKind::usage,
            fmt::format(
                "no port of '{}' is known to carry RDMA and to be cabled to a switch; `rocelint debug "
                "model` shows the evidence",
                name_));
    }

    [[nodiscard]] Result<Endpoints> of_port(std::uint32_t device, std::string_view port_name) const
    {
        const Device& owner = fabric_.devices[device];
        const std::uint32_t port = owner.find_port(port_name);
        if (port == Port::no_index)
            return unknown_port(owner, port_name);
        const PortId wanted{device, port};
        Endpoints endpoints = matching([&](const routing::Endpoint& endpoint) {
            return endpoint.host == wanted
                || std::ranges::any_of(endpoint.attachments, [&](PortId attachment) {
                       return attachment == wanted || fabric_.peer(attachment) == std::optional(wanted);
                   });
        });
        if (!endpoints.empty())
            return endpoints;
        const Judgement& judgement = proof_.analysis().judgement(wanted);
        return fail(ErrorKind::usage,
            fmt::format("'{}' is not a port where RDMA enters or leaves the fabric ({})",
                name_,
                judgement.verdict == Verdict::roce
                    ? std::string("it carries RDMA, but leads to no known host")
                    : "no evidence that it carries RDMA: " + describe(judgement, fabric_)));
    }

    [[nodiscard]] Result<Endpoints> unknown(std::string_view device) const
    {
        std::vector<std::string_view> known;
        for (const Device& one : fabric_.devices) {
            if (one.kind != DeviceKind::job)
                known.push_back(one.name);
        }
        for (const routing::Endpoint& endpoint : proof_.destinations().endpoints)
            known.push_back(endpoint.name);
        return not_found("device", device, known);
    }

    const proof::FabricProof& proof_;
    const Fabric& fabric_;
    std::string_view name_;
};

}

Result<routing::Failures> find_failures(const Fabric& fabric, std::span<const std::string> names)
{
    routing::Failures failures;
    for (const std::string_view name : names) {
        const std::size_t colon = name.find(':');
        const auto device = fabric.find_device(name.substr(0, colon));
        if (!device || fabric.devices[*device].kind == DeviceKind::job) {
            std::vector<std::string_view> known;
            for (const Device& one : fabric.devices) {
                if (one.kind != DeviceKind::job)
                    known.push_back(one.name);
            }
            return not_found("device of --fail", name.substr(0, colon), known);
        }
        if (colon == std::string_view::npos) {
            failures.devices.push_back(*device);
            continue;
        }
        const Device& owner = fabric.devices[*device];
        const std::uint32_t port = owner.find_port(name.substr(colon + 1));
        if (port == Port::no_index)
            return unknown_port(owner, name.substr(colon + 1));
        const std::uint32_t link = fabric.link_of_port[*device][port];
        if (link == Port::no_index)
            return fail(ErrorKind::usage, fmt::format("--fail: no cable is known at '{}'", name));
        failures.links.push_back(link);
    }
    std::ranges::sort(failures.links);
    std::ranges::sort(failures.devices);
    return failures;
}

Result<std::vector<std::uint32_t>> find_endpoints(const proof::FabricProof& proof, std::string_view name)
{
    return EndpointFinder(proof, name).run();
}

Result<PortId> find_port(const Fabric& fabric, std::string_view name)
{
    const std::size_t colon = name.find(':');
    if (colon == std::string_view::npos)
        return fail(ErrorKind::usage, fmt::format("--port cannot be '{}'; write SWITCH:PORT", name));
    const auto device = fabric.find_device(name.substr(0, colon));
    if (!device || fabric.devices[*device].kind != DeviceKind::network_switch) {
        std::vector<std::string_view> known;
        for (const Device& one : fabric.devices) {
            if (one.kind == DeviceKind::network_switch)
                known.push_back(one.name);
        }
        return not_found("switch of --port", name.substr(0, colon), known);
    }
    const Device& owner = fabric.devices[*device];
    const std::uint32_t port = owner.find_port(name.substr(colon + 1));
    if (port == Port::no_index)
        return unknown_port(owner, name.substr(colon + 1));
    return PortId{*device, port};
}

}
