// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>

namespace rocelint::rules::nic026 {
namespace {

constexpr std::string_view one_slows_down = R"(root@host1:~# rdma link
link mlx5_bond_0/1 state ACTIVE physical_state LINK_UP netdev bond0
root@host1:~# cat /sys/class/infiniband/mlx5_bond_0/tc/1/traffic_class
106
root@host1:~# ip -d link
2: ens1f0np0: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc mq master bond0 state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978
    bond_slave state ACTIVE mii_status UP
3: ens1f1np1: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc mq master bond0 state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978
    bond_slave state ACTIVE mii_status UP
4: bond0: <BROADCAST,MULTICAST,MASTER,UP,LOWER_UP> mtu 9000 qdisc noqueue state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535
    bond mode 802.3ad miimon 100 updelay 0 downdelay 0 xmit_hash_policy layer3+4 lacp_rate fast
root@host1:~# grep -rH '' /sys/class/net/ens1f0np0/ecn /sys/class/net/ens1f1np1/ecn
/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:1
/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:1
/sys/class/net/ens1f1np1/ecn/roce_np/enable/3:0
/sys/class/net/ens1f1np1/ecn/roce_rp/enable/3:0
)";
constexpr std::string_view both_slow_down = R"(root@host1:~# rdma link
link mlx5_bond_0/1 state ACTIVE physical_state LINK_UP netdev bond0
root@host1:~# cat /sys/class/infiniband/mlx5_bond_0/tc/1/traffic_class
106
root@host1:~# ip -d link
2: ens1f0np0: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc mq master bond0 state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978
    bond_slave state ACTIVE mii_status UP
3: ens1f1np1: <BROADCAST,MULTICAST,SLAVE,UP,LOWER_UP> mtu 9000 qdisc mq master bond0 state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 9978
    bond_slave state ACTIVE mii_status UP
4: bond0: <BROADCAST,MULTICAST,MASTER,UP,LOWER_UP> mtu 9000 qdisc noqueue state UP mode DEFAULT group default qlen 1000
    link/ether 02:00:00:00:01:10 brd ff:ff:ff:ff:ff:ff promiscuity 0 minmtu 68 maxmtu 65535
    bond mode 802.3ad miimon 100 updelay 0 downdelay 0 xmit_hash_policy layer3+4 lacp_rate fast
root@host1:~# grep -rH '' /sys/class/net/ens1f0np0/ecn /sys/class/net/ens1f1np1/ecn
/sys/class/net/ens1f0np0/ecn/roce_np/enable/3:1
/sys/class/net/ens1f0np0/ecn/roce_rp/enable/3:1
/sys/class/net/ens1f1np1/ecn/roce_np/enable/3:1
/sys/class/net/ens1f1np1/ecn/roce_rp/enable/3:1
)";

constexpr Example examples[] = {
    {.title = "Only one member of the bond takes part in DCQCN",
        .files = {{{"linux-host", "host1", one_slows_down, "capture.txt"}}},
        .flagged = "/sys/class/net/ens1f1np1/ecn/roce_rp/enable/3:0"},
    {.title = "Both members take part in DCQCN",
        .files = {{{"linux-host", "host1", both_slow_down, "capture.txt"}}}},
    {.title = "The policy says that senders do not slow down",
        .files = {{{"linux-host", "host1", one_slows_down, "capture.txt"}}},
        .policy = "version: 1\nprofile: lossless\ncongestion_control: none\n"},
};

// One member of a bond that carries RDMA.
struct BondMember {
    PortId id;
    const Port* port = nullptr;
    const Nic* nic = nullptr;
};

class BondCheck {
public:
    BondCheck(DeviceContext& context, const Port& bond, const BondMember& first, const BondMember& other)
        : context_(context), bond_(bond), first_(first), other_(other)
    {
    }

    void run()
    {
        for (const RdmaClass& rdma_class : context_.classes.classes) {
            if (context_.classes.control_of(rdma_class) == CongestionControl::dcqcn)
                compare_reaction(rdma_class);
        }
        compare(
            first_.port->pfc_tx,
            other_.port->pfc_tx,
            Property::pfc,
            [](PrioritySet on) { return on.empty() ? std::string("none") : to_string(on); },
            "PFC on priority");
        compare(
            first_.nic->cnp_dscp,
            other_.nic->cnp_dscp,
            Property::cnp_marking,
            [](std::uint8_t dscp) { return std::to_string(dscp); },
            "CNPs with DSCP");
    }

private:
    // Halves of one NIC that differ are NIC003.
    void compare_reaction(const RdmaClass& rdma_class)
    {
        if (!context_.analysis.carried_classes(first_.id).has(rdma_class.priority))
            return;
        // Without PFC the priority is that of the NIC's own map.
        const bool paused = context_.analysis.required_priorities(first_.id).has(rdma_class.priority);
        const auto sent = paused ? std::optional(rdma_class.priority)
                                 : nic_priority(context_.device(), *first_.port, rdma_class);
        if (!sent || !first_.nic->reaction_seen.has(*sent) || !other_.nic->reaction_seen.has(*sent))
            return;
        const Priority priority = *sent;
        const bool first = first_.nic->ecn_reaction.value_or({}).has(priority);
        if (first == other_.nic->ecn_reaction.value_or({}).has(priority))
            return;
        const BondMember& off = first ? other_ : first_;
        const BondMember& on = first ? first_ : other_;
        report(off,
            off.nic->reaction_at[priority],
            on,
            on.nic->reaction_at[priority],
            {off.id, Property::congestion_control, priority},
            fmt::format("{} of {} slows down on congestion notifications for priority {}, and {} does not",
                on.port->name,
                context_.device().name,
                priority,
                off.port->name));
    }

    template <class T, class InWords>
    void compare(const Setting<T>& first,
        const Setting<T>& other,
        Property property,
        const InWords& in_words,
        std::string_view what)
    {
        if (!first.peek_known() || !other.peek_known() || first.value == other.value)
            return;
        report(other_,
            other.origin,
            first_,
            first.origin,
            {other_.id, property, Subject::whole},
            fmt::format("{} of {} has {} {}, and {} {}",
                first_.port->name,
                context_.device().name,
                what,
                in_words(first.value),
                other_.port->name,
                in_words(other.value)));
    }

    void report(const BondMember& odd,
        OriginId at,
        const BondMember& member,
        OriginId member_at,
        Subject subject,
        const std::string& what)
    {
        const Device& device = context_.device();
        context_.report({.at = device.place(at, odd.port),
            .message = fmt::format(
                "{}: both are members of {}, and a hash or a failover decides which of them a queue pair uses",
                what,
                bond_.name),
            .subjects = {subject},
            .related = {{device.place(member_at, member.port), "the other member"}},
            .fix = fmt::format("Set up all members of {} alike.", bond_.name)});
    }

    DeviceContext& context_;
    const Port& bond_;
    const BondMember& first_;
    const BondMember& other_;
};

void check_bond(DeviceContext& context, std::uint32_t bond)
{
    const Device& host = context.device();
    BondMember first;
    for (std::uint32_t index = 0; index < host.ports.size(); ++index) {
        const Port& port = host.ports[index];
        const PortId id{context.index, index};
        if (port.lag != bond || port.kind != PortKind::physical || port.nic >= host.nics.size()
            || !context.analysis.is_roce(id))
            continue;
        const BondMember member{id, &port, &host.nics[port.nic]};
        if (first.port == nullptr)
            first = member;
        else
            BondCheck(context, host.ports[bond], first, member).run();
    }
}

void check(DeviceContext& context)
{
    const Device& host = context.device();
    if (host.kind != DeviceKind::host)
        return;
    for (std::uint32_t bond = 0; bond < host.ports.size(); ++bond) {
        if (host.ports[bond].kind == PortKind::lag)
            check_bond(context, bond);
    }
}

}

extern const Rule rule = {
    .code = "NIC026",
    .name = "bond-members-differ",
    .severity = Severity::warning,
    .scope = Scope::host,
    .summary = "Members of a host's bond differ in congestion control, PFC or the marking of CNPs.",
    .why
    = "The RDMA device of a bond sends through its members, and each member is a port of the NIC with PFC and "
      "congestion control of its own. Scripts that set up one network device of the pair leave the other as it was. "
      "Which member a queue pair uses depends on a hash, and after a failure all use the one that is left: some flows "
      "slow down and are paused, and others are not.",
    .source
    = "Linux drivers/net/ethernet/mellanox/mlx5/core/lag (RoCE LAG: queue pairs are spread over the ports of both "
      "functions); MLNX_OFED, /sys/class/net/IF/ecn (one set of files for each network device)",
    .examples = examples,
    .fix_class = FixClass::manual,
    .fix = "Set up every member of the bond, not one of them or the bond.",
    .yields = true,
    .check_device = check,
};

}
