// SPDX-License-Identifier: Apache-2.0
// Joins the facts of a host into ports and NICs. What DCB shows in force has precedence over parameters of the driver, which
// count from the next boot.
#include "drivers/esxi_host/host_reader.h"
#include "models/catalog/catalog.h"
#include "models/physics/wire.h"
#include "models/text/ascii.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

namespace rocelint::esxi_host {
namespace {

constexpr std::string_view without_header
    = "the MTU of a NIC does not count the Ethernet header (VMware, vSphere Networking)";
constexpr std::string_view own_ecn_bits = "dscp_force gives the DSCP; the NIC sets the ECN bits itself";
constexpr std::string_view no_congestion_control
    = "esxcli shows for which priorities the NIC has congestion control only in a namespace of the NIC's vendor, which is not read";

class Assembler {
public:
    Assembler(Device& device, const HostFacts& facts) : device_(device), facts_(facts)
    {
        for (const RdmaFacts& rdma : facts.rdma) {
            if (!rdma.uplink.empty())
                by_uplink_.try_emplace(rdma.uplink, &rdma);
        }
    }

    void add(const NicFacts& nic)
    {
        Port& port = device_.ports.emplace_back();
        port.name = nic.name;
        port.at = nic.at;
        port.kind = PortKind::physical;
        port.speed = nic.speed;
        port.admin_up = nic.admin_up;
        port.link_up = nic.link_up;
        const auto rdma = by_uplink_.find(nic.name);
        const RdmaFacts* device = rdma == by_uplink_.end() ? nullptr : rdma->second;
        add_frames(port, nic, device);
        add_pause(port, nic);
        add_pfc(port, nic);
        add_trust(port, nic);
        if (device != nullptr)
            add_nic(port, nic, *device);
    }

private:
    [[nodiscard]] Origins& origins() { return device_.origins; }

    // The reason stays with the device.
    template <class... Words>
    [[nodiscard]] OriginId lacks(fmt::format_string<Words...> reason, Words&&... words)
    {
        return origins().unread(device_.arena->keep(fmt::format(reason, std::forward<Words>(words)...)));
    }

    [[nodiscard]] static bool is_of_nvidia(const NicFacts& nic)
    {
        return nic.driver.peek_known() && nic.driver.value == nvidia_driver;
    }

    [[nodiscard]] const Parameter* parameter_of(const NicFacts& nic, std::string_view name) const
    {
        return is_of_nvidia(nic) ? facts_.parameter(nvidia_driver, name) : nullptr;
    }

    // RDMA packets pass the NIC and the VMkernel interface that the RDMA device belongs to: the smaller of the two decides.
    void add_frames(Port& port, const NicFacts& nic, const RdmaFacts* device)
    {
        if (!nic.mtu.peek_known()) {
            port.ip_mtu = Setting<Bytes>::unread(lacks("the MTU of {:.40} was not captured", nic.name));
            port.max_frame = port.ip_mtu;
            return;
        }
        port.ip_mtu = nic.mtu;
        port.max_frame = {Bytes{nic.mtu.value.count + physics::ethernet_header},
            origins().derived(origins().span(nic.mtu.origin), {}, without_header)};
        if (device == nullptr)
            return;
        for (const std::string_view name : device->interfaces) {
            const NetFacts* interface = facts_.interfaces.find(name);
            if (interface != nullptr && interface->mtu.peek_known()
                && interface->mtu.value.count < port.ip_mtu.value.count)
                port.ip_mtu = interface->mtu;
        }
    }

    void add_pause(Port& port, const NicFacts& nic)
    {
        const OriginId why = lacks(
            "neither `esxcli network nic pauseParams list` nor `esxcli network nic get -n {0:.40}` was captured",
            nic.name);
        port.pause_rx = nic.pause_rx.peek_known() ? nic.pause_rx : Setting<bool>::unread(why);
        port.pause_tx = nic.pause_tx.peek_known() ? nic.pause_tx : Setting<bool>::unread(why);
    }

    // pfctx and pfcrx have one bit for each priority.
    [[nodiscard]] std::optional<Setting<PrioritySet>> pfc_of(const NicFacts& nic, std::string_view name) const
    {
        const Parameter* parameter = parameter_of(nic, name);
        if (parameter == nullptr)
            return std::nullopt;
        constexpr std::uint32_t all = 255;
        const auto bits = number_of(parameter->value, all);
        if (!bits)
            return std::nullopt;
        return Setting<PrioritySet>{PrioritySet{static_cast<std::uint8_t>(*bits)}, parameter->at};
    }

    // The one of the two parameters that has no value in a list of all. `other`: the one that has a value.
    [[nodiscard]] std::optional<Setting<PrioritySet>> pfc_by_default(
        const Setting<PrioritySet>& other, std::string_view name)
    {
        const ModuleFacts* module = facts_.modules.find(nvidia_driver);
        if (module == nullptr || !module->listed || module->find(name) != nullptr)
            return std::nullopt;
        const auto value = catalog::platform_default(platform_name, "pfc_parameter");
        return Setting<PrioritySet>{PrioritySet{static_cast<std::uint8_t>(value.number())},
            origins().lacking(origins().default_of(value.source), origins().span(other.origin))};
    }

    [[nodiscard]] bool is_pfc_corrected(const NicFacts& nic) const
    {
        const ModuleFacts* module = is_of_nvidia(nic) ? facts_.modules.find(nvidia_driver) : nullptr;
        return module != nullptr && std::ranges::any_of(module->corrected, [](std::string_view name) {
            return name == "pfctx" || name == "pfcrx";
        });
    }

    void add_pfc(Port& port, const NicFacts& nic)
    {
        auto sent = pfc_of(nic, "pfctx");
        auto obeyed = pfc_of(nic, "pfcrx");
        if (sent && !obeyed)
            obeyed = pfc_by_default(*sent, "pfcrx");
        else if (obeyed && !sent)
            sent = pfc_by_default(*obeyed, "pfctx");
        // Without DCB, the driver itself does what its parameters say.
        const bool by_driver = sent && obeyed && (nic.dcb.is(false) || is_pfc_corrected(nic));
        if (!by_driver && nic.pfc_on.is(false))
            port.pfc_tx = port.pfc_rx = {PrioritySet{},
                nic.pfc.peek_known() && nic.pfc.value.empty() ? nic.pfc.origin : nic.pfc_on.origin};
        else if (!by_driver && nic.pfc.peek_known())
            port.pfc_tx = port.pfc_rx = nic.pfc;
        else if (sent && obeyed) {
            port.pfc_tx = *sent;
            port.pfc_rx = *obeyed;
        } else
            port.pfc_tx = port.pfc_rx = Setting<PrioritySet>::unread(
                lacks("no `esxcli network nic dcb status get -n {:.40}` was captured", nic.name));
        // The NIC accounts and pauses by the priority itself.
        if (port.pfc_tx.peek_known()) {
            port.tc_to_priority_group = {Ref{}, port.pfc_tx.origin};
            port.priority_to_priority_group = {Ref{}, port.pfc_tx.origin};
        }
        if (nic.dcb.is(false))
            port.dcbx_version = {DcbxVersion::off, nic.dcb.origin};
        else
            port.dcbx_version = nic.dcbx_version;
        if (const Parameter* dcbx = parameter_of(nic, "dcbx")) {
            constexpr std::uint32_t last = 3;
            if (const auto mode = number_of(dcbx->value, last))
                port.pfc_negotiated = {*mode != 0, dcbx->at};
        }
    }

    void add_trust(Port& port, const NicFacts& nic)
    {
        constexpr std::uint32_t by_tag = 1;
        constexpr std::uint32_t by_dscp = 2;
        const Parameter* parameter = parameter_of(nic, "trust_state");
        const auto state = parameter == nullptr ? std::nullopt : number_of(parameter->value, by_dscp);
        if (!state || *state < by_tag) {
            port.trust = Setting<Trust>::unread(is_of_nvidia(nic)
                    ? lacks(
                        "no value of trust_state was captured: `esxcli system module parameters list -m {}`",
                        nvidia_driver)
                    : lacks("esxcli does not show by which field {:.40} classifies", nic.name));
            return;
        }
        port.trust = {*state == by_dscp ? Trust::dscp : Trust::pcp, parameter->at};
        port.pcp_to_tc = {Ref{}, parameter->at};
        add_maps(port, origins().span(parameter->at));
    }

    // The maps that the NIC starts with: no parameter changes them.
    void add_maps(Port& port, Span trust)
    {
        const auto shift = catalog::platform_default(platform_name, "dscp_to_priority_shift");
        const auto swapped = catalog::platform_default(platform_name, "swapped_priorities");
        const OriginId by_nic = origins().lacking(origins().default_of(shift.source), trust);
        const OriginId by_table = origins().lacking(origins().default_of(swapped.source), trust);
        ClassMap map{.name = "DSCP", .at = trust};
        for (const Dscp dscp : DscpSet::all())
            map.set(dscp, static_cast<std::uint8_t>(dscp >> shift.number()), by_nic);
        port.dscp_to_tc = {Ref{static_cast<std::uint32_t>(device_.maps.size())}, by_nic};
        device_.maps.push_back(map);
        ClassMap queues{.kind = MapKind::tc_to_queue, .name = "traffic classes", .at = trust};
        for (const Priority priority : PrioritySet::all())
            queues.set(priority,
                static_cast<std::uint8_t>(priority < swapped.number() ? 1 - priority : priority),
                by_table);
        port.tc_to_queue = {Ref{static_cast<std::uint32_t>(device_.maps.size())}, by_table};
        device_.maps.push_back(queues);
        queues.kind = MapKind::priority_to_queue;
        port.priority_to_queue = {Ref{static_cast<std::uint32_t>(device_.maps.size())}, by_table};
        device_.maps.push_back(queues);
    }

    void add_nic(Port& port, const NicFacts& facts, const RdmaFacts& rdma)
    {
        port.nic = static_cast<std::uint32_t>(device_.nics.size());
        Nic& nic = device_.nics.emplace_back();
        nic.rdma_device = rdma.name;
        nic.port = static_cast<std::uint32_t>(device_.ports.size() - 1);
        nic.driver = facts.driver;
        nic.firmware = facts.firmware;
        add_protocols(nic, rdma);
        add_marking(nic, facts);
        nic.nvme = rdma.nvme;
        add_vsan(nic, rdma);
    }

    // vSAN lists its interfaces, and not what it sends by.
    void add_vsan(Nic& nic, const RdmaFacts& rdma) const
    {
        if (!facts_.vsan_listed || rdma.interfaces.empty())
            return;
        nic.vsan_use = VsanUse::none;
        for (const std::string_view name : rdma.interfaces) {
            const NetFacts* interface = facts_.interfaces.find(name);
            if (interface == nullptr || interface->vsan == OriginId{})
                continue;
            if (nic.vsan == OriginId{})
                nic.vsan = interface->vsan;
            nic.vsan_use = VsanUse::possible;
        }
    }

    void add_protocols(Nic& nic, const RdmaFacts& rdma)
    {
        if (rdma.iwarp.peek_known() && rdma.v2.peek_known())
            nic.iwarp = {rdma.iwarp.value && !rdma.v2.value, rdma.iwarp.origin};
        if (rdma.v1.peek_known() && rdma.v2.peek_known() && rdma.v1.value != rdma.v2.value)
            nic.cm_version = {rdma.v2.value ? RoceVersion::v2 : RoceVersion::v1,
                rdma.v2.value ? rdma.v2.origin : rdma.v1.origin};
        else
            nic.cm_version = Setting<RoceVersion>::unread(rdma.v1.peek_known()
                    ? lacks("{:.40} has both versions of RoCE, and each connection chooses one", rdma.name)
                    : lacks("no `esxcli rdma device protocol list` was captured"));
    }

    void add_marking(Nic& nic, const NicFacts& facts)
    {
        constexpr std::uint32_t last_dscp = 63;
        constexpr std::uint8_t ect = 2;
        const Parameter* forced = is_of_nvidia(facts) ? facts_.parameter(nvidia_rdma, "dscp_force") : nullptr;
        const auto dscp = forced == nullptr ? std::nullopt : number_of(forced->value, last_dscp);
        if (dscp)
            nic.traffic_class = {static_cast<std::uint8_t>((*dscp << 2U) | ect),
                origins().derived(origins().span(forced->at), {}, own_ecn_bits)};
        else
            nic.traffic_class = Setting<std::uint8_t>::unread(is_of_nvidia(facts)
                    ? lacks(
                        "no value of dscp_force was captured: `esxcli system module parameters list -m {}`",
                        nvidia_rdma)
                    : lacks("esxcli does not show which DSCP {:.40} gives RDMA packets", facts.name));
        const Parameter* priority
            = is_of_nvidia(facts) ? facts_.parameter(nvidia_rdma, "pcp_force") : nullptr;
        if (const auto pcp = priority == nullptr ? std::nullopt : number_of(priority->value, 7))
            nic.rdma_priority = {static_cast<std::uint8_t>(*pcp), priority->at};
        const Parameter* ecn = parameter_of(facts, "ecn");
        if (ecn != nullptr && number_of(ecn->value, 1) == 0U) {
            nic.ecn_notification = nic.ecn_reaction = {PrioritySet{}, ecn->at};
            nic.notification_seen = nic.reaction_seen = PrioritySet::all();
            nic.notification_at.fill(ecn->at);
            nic.reaction_at.fill(ecn->at);
            return;
        }
        const OriginId unseen = origins().unread(no_congestion_control);
        nic.ecn_notification = Setting<PrioritySet>::unread(unseen);
        nic.ecn_reaction = Setting<PrioritySet>::unread(unseen);
    }

    Device& device_;
    const HostFacts& facts_;
    std::map<std::string_view, const RdmaFacts*> by_uplink_;
};

// "3,4"
PrioritySet priorities_in(std::string_view list)
{
    PrioritySet found;
    for (const char digit : list) {
        if (ascii::is_digit(digit))
            found.insert(static_cast<Priority>(digit - '0'));
    }
    return found;
}

}

void assemble(Device& device, const HostFacts& facts)
{
    Assembler assembler(device, facts);
    for (const NicFacts& nic : facts.nics)
        assembler.add(nic);
    if (facts.rdma_listed) {
        for (const RdmaFacts& rdma : facts.rdma) {
            if (rdma.listed)
                device.rdma_devices.push_back(rdma.name);
        }
    }
    device.storage_priorities
        = priorities_in(catalog::platform_default(platform_name, "storage_priority").value);
    device.accepted_storage_priorities
        = priorities_in(catalog::platform_default(platform_name, "storage_priorities").value);
    device.origins.shrink_to_fit();
}

}
