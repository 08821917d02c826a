// SPDX-License-Identifier: Apache-2.0
// Applies single settings of scripts and files to the host that captures show. What a tool derives from them
// (trust, buffers) is not guessed where the NIC's driver decides.
#include "drivers/linux_host/config/config_facts.h"

#include "drivers/linux_host/output/outputs.h"
#include "drivers/linux_host/setter/limits.h"
#include "models/catalog/catalog.h"
#include "models/physics/wire.h"

namespace rocelint::linux_host {

OriginId ConfigFacts::why(const Setter& setter) { return host_.origins().explicit_at(setter.at); }

Nic& ConfigFacts::nic_of(const Setter& setter)
{
    if (setter.by_rdma_device)
        return host_.rdma(setter.subject, setter.rdma_port).nic;
    if (RdmaPort* rdma = host_.rdma_of_interface(setter.subject); rdma != nullptr)
        return rdma->nic;
    NetDevice& net = host_.net(host_.port(setter.subject, setter.at));
    net.has_nic = true;
    return net.nic;
}

// The captured state is the starting point that the configuration changes.
ConfigFacts::PortFacts& ConfigFacts::facts_of(std::uint32_t port)
{
    if (facts_.size() <= port)
        facts_.resize(port + 1);
    if (!facts_[port]) {
        PortFacts facts;
        facts.classes = host_.net(port).classes;
        facts.buffers = host_.net(port).buffers;
        for (std::size_t tc = 0; tc < 8; ++tc) {
            const Setting<Percent>& share = facts.classes.classes[tc].bandwidth;
            if (share.known())
                facts.share[tc] = {share.value.hundredths / 100, share.origin};
        }
        facts_[port] = facts;
    }
    return *facts_[port];
}

void ConfigFacts::apply(const Setter& setter)
{
    switch (setter.sets) {
    case Knob::traffic_class:
    case Knob::cm_tos:
    case Knob::cm_mode:
        apply_to_nic(nic_of(setter), setter);
        return;
    default:
        break;
    }
    const std::uint32_t index = host_.port(setter.subject, setter.at);
    if (index != Port::no_index)
        apply_to_port(index, setter);
}

void ConfigFacts::apply_to_nic(Nic& nic, const Setter& setter)
{
    const OriginId origin = why(setter);
    const auto amount = static_cast<std::uint8_t>(setter.amount);
    if (setter.sets == Knob::traffic_class)
        set_traffic_class(nic, setter.amount == unset_traffic_class ? -1 : amount, origin);
    else if (setter.sets == Knob::cm_tos)
        nic.cm_tos = {amount, origin};
    else
        nic.cm_version = {amount == 2 ? RoceVersion::v2 : RoceVersion::v1, origin};
}

void ConfigFacts::apply_to_port(std::uint32_t index, const Setter& setter)
{
    Port& port = host_.port_at(index);
    NetDevice& net = host_.net(index);
    const OriginId origin = why(setter);
    const auto amount = static_cast<std::uint8_t>(setter.amount);
    // Settings other than the MTU and those of the link exist only for RDMA NICs.
    net.has_nic = net.has_nic || setter.sets > Knob::eee;
    switch (setter.sets) {
    case Knob::mtu: {
        constexpr std::uint64_t ethernet_header = physics::ethernet_header;
        port.ip_mtu = {Bytes{setter.amount}, origin};
        port.max_frame = {Bytes{setter.amount + ethernet_header},
            host_.origins().derived(setter.at, {}, "the interface's MTU and the Ethernet header")};
        return;
    }
    case Knob::pause:
        (setter.number == 0 ? port.pause_rx : port.pause_tx) = {amount != 0, origin};
        return;
    case Knob::fec:
        port.fec = {static_cast<Fec>(amount), origin};
        return;
    case Knob::eee:
        port.energy_efficient = {amount != 0, origin};
        return;
    case Knob::dcbx:
        net.nic.dcbx = {amount != 0 ? DcbxMode::os_controlled : DcbxMode::firmware_controlled, origin};
        return;
    case Knob::cable_length:
        port.cable_length = {Metres{setter.amount}, origin};
        return;
    case Knob::pfc:
        return apply_pfc(index, setter);
    case Knob::trust:
        return apply_trust(index, setter);
    case Knob::dscp_priority:
    case Knob::dscp_flush:
        return apply_dscp(index, setter);
    case Knob::default_priority:
        port.default_tc = {amount, origin};
        return;
    case Knob::notification:
    case Knob::reaction:
        return apply_half(net, setter);
    case Knob::cnp_dscp:
        net.nic.cnp_dscp = {amount, origin};
        return;
    case Knob::cnp_priority:
        net.nic.cnp_priority = {amount, origin};
        return;
    default:
        return collect(facts_of(index), setter);
    }
}

void ConfigFacts::apply_pfc(std::uint32_t index, const Setter& setter)
{
    Port& port = host_.port_at(index);
    if (setter.given != PrioritySet{0xff} && !port.pfc_tx.known()) {
        port.pfc_rx = Setting<PrioritySet>::unread(host_.origins().unread(
            "the configuration sets PFC of some priorities only, and nothing shows the others"));
        port.pfc_tx = port.pfc_rx;
        return;
    }
    PrioritySet set = port.pfc_tx.known() ? port.pfc_tx.value : PrioritySet{};
    for (const Priority priority : setter.given) {
        if (setter.list[priority] != 0)
            set.insert(priority);
        else
            set.erase(priority);
    }
    linux_host::apply_pfc(host_, index, set, setter.at);
}

void ConfigFacts::apply_trust(std::uint32_t index, const Setter& setter)
{
    Port& port = host_.port_at(index);
    PortFacts& facts = facts_of(index);
    const auto wanted = static_cast<Trusted>(setter.amount);
    const Trust trust = wanted == Trusted::dscp ? Trust::dscp
        : wanted == Trusted::pcp                ? Trust::pcp
                                                : Trust::dscp_else_pcp;
    const bool was_dscp = port.trust.is(Trust::dscp);
    port.trust = {trust, why(setter)};
    port.pcp_to_tc = {Ref{}, why(setter)};
    host_.net(index).trust_from_app_table = false;
    if (trust == Trust::pcp) {
        port.dscp_to_tc = {};
        facts.has_map = false;
        return;
    }
    if (was_dscp || !setter.mlx5 || port.dscp_to_tc.known() || facts.has_map)
        return;
    // When an mlx5 NIC starts to trust DSCP, this is its initial map.
    const catalog::PlatformDefault shift = catalog::platform_default("linux-host", "dscp_to_priority_shift");
    const OriginId origin = host_.origins().default_of(shift.source);
    facts.map = ClassMap{};
    for (std::uint8_t dscp = 0; shift.known() && dscp < 64; ++dscp)
        facts.map.set(dscp, static_cast<std::uint8_t>(dscp >> shift.number()), origin);
    facts.map.at = setter.at;
    facts.has_map = true;
    apply_dscp_map(host_, index, facts.map);
}

void ConfigFacts::apply_dscp(std::uint32_t index, const Setter& setter)
{
    Port& port = host_.port_at(index);
    PortFacts& facts = facts_of(index);
    if (!facts.has_map) {
        if (const ClassMap* map = host_.device().map(port.dscp_to_tc); map != nullptr)
            facts.map = *map;
        facts.map.at = setter.at;
        facts.has_map = true;
    }
    if (setter.sets == Knob::dscp_flush)
        facts.map.to.fill(0);
    else
        facts.map.set(setter.number, static_cast<std::uint8_t>(setter.amount), why(setter));
    if (setter.sets == Knob::dscp_priority && !port.trust.is(Trust::dscp)
        && !port.trust.is(Trust::dscp_else_pcp)) {
        // The effect on trust depends on the NIC's driver; see HostBuilder::settle_trust().
        port.trust = {};
        host_.net(index).trust_from_app_table = true;
        if (setter.notation == Notation::dscp_set && !host_.net(index).nic.driver.known())
            port.trust = {Trust::dscp,
                host_.origins().derived(setter.at,
                    {},
                    "mlnx_qos is for mlx5 NICs, which trust DSCP as soon as one DSCP has a priority")};
    }
    apply_dscp_map(host_, index, facts.map);
}

void ConfigFacts::apply_half(NetDevice& net, const Setter& setter)
{
    const bool notifies = setter.sets == Knob::notification;
    const OriginId origin = why(setter);
    Setting<PrioritySet>& set = notifies ? net.nic.ecn_notification : net.nic.ecn_reaction;
    (notifies ? net.nic.notification_seen : net.nic.reaction_seen).insert(setter.number);
    (notifies ? net.nic.notification_at : net.nic.reaction_at)[setter.number] = origin;
    if (setter.amount != 0)
        set.value.insert(setter.number);
    else
        set.value.erase(setter.number);
    if (setter.amount != 0 || !set.known())
        set.origin = origin;
}

void ConfigFacts::collect(PortFacts& facts, const Setter& setter)
{
    const OriginId origin = why(setter);
    facts.at = setter.at;
    const bool buffers = setter.sets == Knob::buffer_size || setter.sets == Knob::priority_buffer;
    (buffers ? facts.has_buffers : facts.has_classes) = true;
    for (const std::uint8_t index : setter.given) {
        const std::uint32_t value = setter.list[index];
        ServedClass& served = facts.classes.classes[index];
        switch (setter.sets) {
        case Knob::class_map:
            facts.classes.of_priority[index] = static_cast<std::uint8_t>(value);
            facts.classes.of_priority_origin[index] = origin;
            break;
        case Knob::service:
            served.at = setter.at;
            served.kind = value == static_cast<std::uint32_t>(Service::vendor)
                ? Setting<SchedulerKind>::unread(
                    host_.origins().unread("tsa vendor: the NIC's firmware decides how the class is served"))
                : Setting<SchedulerKind>{value == static_cast<std::uint32_t>(Service::ets)
                        ? SchedulerKind::weighted
                        : SchedulerKind::strict,
                    origin};
            break;
        case Knob::share:
            facts.share[index] = {value, origin};
            break;
        case Knob::rate_limit:
            served.limit = value == 0
                ? Setting<BitsPerSecond>{}
                : Setting<BitsPerSecond>{BitsPerSecond{std::uint64_t{value} * 1'000'000'000}, origin};
            break;
        case Knob::buffer_size:
            facts.buffers.size[index] = value;
            facts.buffers.size_origin = origin;
            break;
        default:
            facts.buffers.of_priority[index] = static_cast<std::uint8_t>(value);
            facts.buffers.of_priority_origin = origin;
            break;
        }
    }
}

// Keeps the classes that a priority maps to, as the tools show them; without a priority map, all served
// classes.
void ConfigFacts::settle_classes(PortFacts& facts)
{
    std::array<bool, 8> used{};
    bool mapped = false;
    for (const std::uint8_t tc : facts.classes.of_priority) {
        if (tc < 8)
            used[tc] = true;
        mapped = mapped || tc < 8;
    }
    for (std::size_t tc = 0; tc < 8; ++tc) {
        ServedClass& served = facts.classes.classes[tc];
        const bool stated = served.at.somewhere();
        served.present = stated && (used[tc] || !mapped);
        const bool weighted = served.kind.is(SchedulerKind::weighted);
        served.bandwidth = weighted && facts.share[tc].known()
            ? Setting<Percent>{Percent::whole(facts.share[tc].value), facts.share[tc].origin}
            : Setting<Percent>{};
    }
}

void ConfigFacts::finish()
{
    for (std::uint32_t index = 0; index < facts_.size(); ++index) {
        if (!facts_[index])
            continue;
        PortFacts& facts = *facts_[index];
        if (facts.has_classes) {
            settle_classes(facts);
            linux_host::apply(host_, index, facts.classes);
        }
        if (facts.has_buffers)
            linux_host::apply(host_, index, facts.buffers);
    }
}

}
