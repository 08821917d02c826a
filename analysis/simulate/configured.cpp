// SPDX-License-Identifier: Apache-2.0
// Takes the values of an incast from the model, as ECN005 and HDR001 take them, and puts ports together that are
// alike.
#include "analysis/simulate/configured.h"

#include "analysis/facts/memory/group_memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace rocelint::simulate {
namespace {

struct EgressKind {
    BitsPerSecond speed;
    PortMarking marking;
    std::vector<std::uint32_t> ports;
};

struct SenderKind {
    BitsPerSecond speed;
    PauseFill fill;
    std::vector<std::uint32_t> ports;
};

bool are_alike(const PauseFill& a, const PauseFill& b)
{
    const auto values = [](const PauseFill& fill) {
        return std::tuple(
            fill.fixed, fill.pause_at, fill.alpha.value, fill.alpha.infinite, fill.shared, fill.shipped);
    };
    return values(a) == values(b);
}

class Search {
public:
    Search(const Analysis& analysis, std::uint32_t device, std::optional<std::uint32_t> only)
        : analysis_(analysis)
        , index_(device)
        , device_(analysis.fabric->devices[device])
        , only_(only)
        , packet_(packet_of(analysis, device))
    {
    }

    ConfiguredIncasts find()
    {
        const std::vector<RdmaClass>& classes = analysis_.classes.classes;
        for (std::size_t index = 0; index < classes.size(); ++index)
            add_class(index);
        return std::move(found_);
    }

private:
    void add_class(std::size_t index)
    {
        const RdmaClass& rdma_class = analysis_.classes.classes[index];
        std::vector<EgressKind> egress;
        std::vector<SenderKind> senders;
        for (std::uint32_t number = 0; number < device_.ports.size(); ++number) {
            const PortId id{index_, number};
            const Port& port = device_.ports[number];
            if (!may_carry_traffic(port) || !analysis_.is_roce(id)
                || !analysis_.required_priorities(id).has(rdma_class.priority))
                continue;
            if (!port.speed.known()) {
                refuse(index, number, "the speed of the port is not known");
                continue;
            }
            if (!only_ || *only_ == number)
                add_egress(egress, number, rdma_class);
            add_sender(senders, number, index);
        }
        for (const EgressKind& to : egress) {
            for (const SenderKind& from : senders)
                add_incast(index, to, from);
        }
    }

    void refuse(std::size_t rdma_class, std::uint32_t port, std::string reason)
    {
        const auto known = std::ranges::find_if(found_.refused,
            [&](const NotSimulated& one) { return one.rdma_class == rdma_class && one.reason == reason; });
        if (known != found_.refused.end())
            known->ports.push_back(port);
        else
            found_.refused.push_back({index_, rdma_class, {port}, std::move(reason)});
    }

    void add_egress(std::vector<EgressKind>& kinds, std::uint32_t number, const RdmaClass& rdma_class) const
    {
        const Port& port = device_.ports[number];
        PortMarking marking = marking_of_port(device_, port, rdma_class);
        const auto known = std::ranges::find_if(kinds, [&](const EgressKind& kind) {
            return kind.speed == port.speed.value && kind.marking.profile == marking.profile
                && kind.marking.missing == marking.missing;
        });
        if (known != kinds.end())
            known->ports.push_back(number);
        else
            kinds.push_back({port.speed.value, std::move(marking), {number}});
    }

    void add_sender(std::vector<SenderKind>& kinds, std::uint32_t number, std::size_t class_index)
    {
        const Port& port = device_.ports[number];
        std::string reason;
        const auto fill = known_fill(device_, port, analysis_.classes.classes[class_index].priority, reason);
        if (!fill)
            return refuse(class_index, number, std::move(reason));
        const auto known = std::ranges::find_if(kinds, [&](const SenderKind& kind) {
            return kind.speed == port.speed.value && are_alike(kind.fill, *fill);
        });
        if (known != kinds.end())
            known->ports.push_back(number);
        else
            kinds.push_back({port.speed.value, *fill, {number}});
    }

    void add_incast(std::size_t class_index, const EgressKind& to, const SenderKind& from)
    {
        ConfiguredIncast found{.device = index_,
            .rdma_class = class_index,
            .egress = to.ports,
            .senders = from.ports,
            .fill = from.fill,
            .marking_name = to.marking.profile == nullptr ? std::string_view() : to.marking.profile->name,
            .no_marking = to.marking.missing,
            .values = {.sender_rate = from.speed,
                .egress_rate = to.speed,
                .threshold = {from.fill.fixed, from.fill.pause_at, from.fill.alpha, from.fill.shared},
                .marking = to.marking.marking,
                .packet = packet_}};
        // A port does not send to itself.
        const bool all_among_senders = std::ranges::all_of(
            to.ports, [&](std::uint32_t port) { return std::ranges::binary_search(from.ports, port); });
        found.most = static_cast<std::uint32_t>(from.ports.size()) - (all_among_senders ? 1 : 0);
        if (static_cast<double>(from.speed.count) * found.most <= static_cast<double>(to.speed.count))
            return;
        add_headroom(found);
        found_.incasts.push_back(std::move(found));
    }

    void add_headroom(ConfiguredIncast& found) const
    {
        std::optional<Bytes> pool;
        if (!find_headroom_pool(device_, pool, found.no_headroom))
            return;
        const Priority priority = analysis_.classes.classes[found.rdma_class].priority;
        double least_spare = 0;
        for (const std::uint32_t number : found.senders) {
            auto one = headroom_of_sender(analysis_, {index_, number}, priority, found.no_headroom);
            if (!one) {
                found.no_headroom = fmt::format("{}: {}", device_.ports[number].name, found.no_headroom);
                found.headroom.reset();
                found.values.headroom.reset();
                return;
            }
            Incast values = found.values;
            values.headroom = group_headroom(*one, values.sender_rate);
            const IncastForms forms = closed_forms(with_most(values, found.most));
            const double spare = static_cast<double>(one->size.count)
                - static_cast<double>(forms.headroom_used.value_or(Bytes{}).count);
            if (found.headroom && spare >= least_spare)
                continue;
            least_spare = spare;
            found.headroom = std::move(one);
            found.values.headroom = values.headroom;
            found.values.headroom->pool = pool;
        }
    }

    static Incast with_most(Incast values, std::uint32_t most)
    {
        values.senders = most;
        return values;
    }

    const Analysis& analysis_;
    std::uint32_t index_;
    const Device& device_;
    std::optional<std::uint32_t> only_;
    Bytes packet_;
    ConfiguredIncasts found_;
};

}

ConfiguredIncasts find_incasts(
    const Analysis& analysis, std::uint32_t device, std::optional<std::uint32_t> only)
{
    if (analysis.fabric->devices[device].kind != DeviceKind::network_switch)
        return {};
    return Search(analysis, device, only).find();
}

}
