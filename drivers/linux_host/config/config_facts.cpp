// SPDX-License-Identifier: Apache-2.0
// Applies single settings of scripts and files to the host that captures show. What a tool derives from them
// (trust, buffers) is not guessed where the NIC's driver decides.
#include "drivers/linux_host/config/config_facts.h"

#include "drivers/linux_host/output/outputs.h"
#include "models/catalog/catalog.h"

namespace rocelint::linux_host {

OriginId ConfigFacts::why(const Setter& setter) { return host_.origins().explicit_at(setter.at); }

Nic* ConfigFacts::nic_of(const Setter& setter)
{
    if (setter.by_rdma_device)
        return &host_.rdma(setter.subject, setter.rdma_port).nic;
    if (RdmaPort* rdma = host_.rdma_of_interface(setter.subject); rdma != nullptr)
        return &rdma->nic;
    const std::uint32_t index = host_.port(setter.subject, setter.at);
    if (index == Port::no_index)
        return nullptr;
    NetDevice& net = host_.net(index);
    net.has_nic = true;
    return &net.nic;
}

ClassFacts ConfigFacts::captured_classes(std::uint32_t port)
{
    ClassFacts facts;
    facts.classes = host_.net(port).classes;
    facts.buffers = host_.net(port).buffers;
    for (std::size_t tc = 0; tc < 8; ++tc) {
        const Setting<Percent>& share = facts.classes.classes[tc].bandwidth;
        if (share.known())
            facts.share[tc] = {share.value.hundredths / 100, share.origin};
    }
    return facts;
}

// The captured state is the starting point that the configuration changes.
ConfigFacts::PortFacts& ConfigFacts::facts_of(std::uint32_t port)
{
    if (facts_.size() <= port)
        facts_.resize(port + 1);
    if (!facts_[port]) {
        facts_[port].emplace();
        static_cast<ClassFacts&>(*facts_[port]) = captured_classes(port);
    }
    return *facts_[port];
}

void ConfigFacts::apply(const Setter& setter)
{
    const KnobRow& row = row_of(setter.knob);
    if (row.scope == Scope::rdma_device || setter.by_rdma_device) {
        Port no_port;
        if (Nic* nic = nic_of(setter); nic != nullptr)
            row.member->put({no_port, *nic, host_.origins(), setter.at, why(setter)}, setter);
        return;
    }
    const std::uint32_t index = host_.port(setter.subject, setter.at);
    if (index != Port::no_index)
        apply_to_port(index, row, setter);
}

void ConfigFacts::apply_to_port(std::uint32_t index, const KnobRow& row, const Setter& setter)
{
    NetDevice& net = host_.net(index);
    net.has_nic = net.has_nic || row.scope == Scope::nic;
    if (setter.bnxt && !net.nic.driver.peek_known())
        net.nic.driver = {"bnxt_en",
            host_.origins().derived(
                setter.at, {}, "set up with a tool for Broadcom NICs, whose driver is bnxt_en")};
    if (setter.spelling != nullptr && setter.spelling->tool == Tool::lldptool)
        note_host_agent(host_, index, setter.at);
    switch (row.member->stored) {
    case Stored::field:
        row.member->put({host_.port_at(index), net.nic, host_.origins(), setter.at, why(setter)}, setter);
        return;
    case Stored::priorities:
        return apply_pfc(index, setter);
    case Stored::trust:
        return apply_trust(index, setter);
    case Stored::dscp_map:
        return apply_dscp(index, setter);
    case Stored::classes:
        return collect(facts_of(index), row.member->classes, setter);
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
    // One command makes a priority both paused and not dropped.
    if (Setting<PrioritySet>& held = host_.net(index).nic.no_drop; held.peek_known())
        held = {(held.value - setter.given) | (set & setter.given), why(setter)};
}

void ConfigFacts::apply_trust(std::uint32_t index, const Setter& setter)
{
    Port& port = host_.port_at(index);
    PortFacts& facts = facts_of(index);
    const Trust trust = trust_in(static_cast<Trusted>(setter.amount));
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
    if (setter.knob == Knob::dscp_flush)
        facts.map.to.fill(0);
    else
        facts.map.set(setter.number, static_cast<std::uint8_t>(setter.amount), why(setter));
    if (setter.knob == Knob::dscp_priority && !port.trust.is(Trust::dscp)
        && !port.trust.is(Trust::dscp_else_pcp)) {
        // The effect on trust depends on the NIC's driver; see HostBuilder::settle_trust().
        port.trust = {};
        host_.net(index).trust_from_app_table = true;
        if (setter.mlx5 && !host_.net(index).nic.driver.known())
            port.trust = {Trust::dscp,
                host_.origins().derived(setter.at,
                    {},
                    "mlnx_qos is for mlx5 NICs, which trust DSCP as soon as one DSCP has a priority")};
    }
    apply_dscp_map(host_, index, facts.map);
}

void ConfigFacts::collect(PortFacts& facts, const ClassMember& member, const Setter& setter)
{
    const ClassPlace place{host_.origins(), setter.at, why(setter)};
    facts.at = setter.at;
    (member.buffers ? facts.has_buffers : facts.has_classes) = true;
    for (const std::uint8_t index : setter.given)
        member.put(facts, index, setter.list[index], place);
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
