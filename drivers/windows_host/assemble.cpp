// SPDX-License-Identifier: Apache-2.0
// Joins the facts of a host into ports and NICs. What is in force has precedence over what was asked for: the two differ
// where DCB is off on the adapter, or the host leaves PFC and traffic classes to its neighbour.
#include "drivers/windows_host/assemble.h"

#include "models/physics/wire.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::windows_host {
namespace {

// *NetworkDirectTechnology and the other keywords: Microsoft, Standardized INF Keywords for Network Devices.
constexpr std::uint8_t roce_v1 = 3;
constexpr std::uint8_t roce_v2 = 4;

constexpr std::string_view by_policy
    = "network policies give packets an IEEE 802.1p priority (Microsoft, New-NetQosPolicy, PriorityValue8021Action)";
constexpr std::string_view without_header
    = "the jumbo packet counts the Ethernet header (Microsoft, Standardized INF Keywords for Network Devices)";
constexpr std::string_view no_congestion_control
    = "the cmdlets of Windows do not show the NIC's congestion control";
constexpr std::string_view no_vlan
    = "VlanID of the adapter is 0: a virtual switch tags its frames, or they carry at most a tag without a VLAN, which not "
      "every switch takes a priority from";
constexpr std::string_view no_marking
    = "a NIC does not mark what it sends; congestion marks are set by the switches";

class Assembler {
public:
    Assembler(Device& device, const HostFacts& facts, const HostFacts& corrected)
        : device_(device), facts_(facts), corrected_(corrected)
    {
    }

    void add(const AdapterFacts& adapter)
    {
        Port& port = device_.ports.emplace_back();
        port.name = device_.arena->keep(adapter.name); // exported names may be decoded
        port.at = adapter.at;
        // The host's own ports of a virtual switch.
        port.kind = adapter.name.starts_with("vEthernet ") ? PortKind::other : PortKind::physical;
        port.speed = adapter.speed;
        port.link_up = adapter.up;
        add_frames(port, adapter);
        add_pause(port, adapter);
        add_pfc(port, adapter);
        port.peer_pfc = adapter.peer_paused;
        port.peer_roce_priority = adapter.peer_roce_priority;
        port.peer_dcbx_version = adapter.peer_dcbx_version;
        add_trust(port, adapter);
        add_classes(port, adapter);
        if (has_roce(adapter))
            add_nic(port, adapter);
    }

private:
    [[nodiscard]] Origins& origins() { return device_.origins; }

    [[nodiscard]] OriginId lacks(std::string_view cmdlet, const AdapterFacts& adapter)
    {
        return origins().unread(
            device_.arena->keep(fmt::format("no {} output was captured for {}", cmdlet, adapter.name)));
    }

    [[nodiscard]] Setting<bool> willing_of(const AdapterFacts& adapter)
    {
        if (adapter.willing.origin != OriginId{})
            return adapter.willing;
        return facts_.willing.origin != OriginId{}
            ? facts_.willing
            : Setting<bool>::unread(lacks("Get-NetQosDcbxSetting", adapter));
    }

    // Whether the adapter has what was asked of all adapters.
    [[nodiscard]] bool obeys_host(const AdapterFacts& adapter)
    {
        const Setting<bool> willing = willing_of(adapter);
        return adapter.qos.peek_known() && adapter.qos.value && willing.peek_known() && !willing.value;
    }

    [[nodiscard]] Setting<std::uint8_t> smb_direct_of(const AdapterFacts& adapter) const
    {
        return adapter.smb_direct_priority.peek_known() ? adapter.smb_direct_priority
                                                        : facts_.smb_direct_priority;
    }

    // QoS is off on the adapter and on for others: the policies of the host are for those.
    [[nodiscard]] bool is_left_out(const AdapterFacts& adapter) const
    {
        const auto has_qos = [](const AdapterFacts& one) { return one.qos.peek_known() && one.qos.value; };
        return adapter.qos.peek_known() && !adapter.qos.value
            && std::ranges::any_of(facts_.adapters, has_qos);
    }

    void add_frames(Port& port, const AdapterFacts& adapter)
    {
        constexpr std::uint64_t header = physics::ethernet_header;
        if (!adapter.jumbo.peek_known() || adapter.jumbo.value.count <= header) {
            port.ip_mtu = Setting<Bytes>::unread(lacks("Get-NetAdapterAdvancedProperty", adapter));
            port.max_frame = port.ip_mtu;
            return;
        }
        port.max_frame = adapter.jumbo;
        port.ip_mtu = {Bytes{adapter.jumbo.value.count - header},
            origins().derived(origins().span(adapter.jumbo.origin), {}, without_header)};
    }

    void add_pause(Port& port, const AdapterFacts& adapter)
    {
        constexpr std::uint8_t sends = 1;
        constexpr std::uint8_t obeys = 2;
        const Setting<std::uint8_t>& pause = adapter.link_pause;
        if (pause.peek_known() && pause.value <= (sends | obeys)) {
            port.pause_tx = {(pause.value & sends) != 0, pause.origin};
            port.pause_rx = {(pause.value & obeys) != 0, pause.origin};
            return;
        }
        port.pause_rx = Setting<bool>::unread(pause.peek_known()
                ? origins().unread("the NIC and its neighbour negotiate link pause")
                : lacks("Get-NetAdapterAdvancedProperty", adapter));
        port.pause_tx = port.pause_rx;
    }

    // PFC of all eight priorities, from Get-NetQosFlowControl or a script.
    [[nodiscard]] std::optional<Setting<PrioritySet>> asked_pfc() const
    {
        Setting<PrioritySet> asked;
        for (const Priority priority : PrioritySet::all()) {
            const Setting<bool>& on = facts_.asked_pfc[priority];
            if (!on.peek_known())
                return std::nullopt;
            if (asked.origin == OriginId{} || (on.value && asked.value.empty()))
                asked.origin = on.origin;
            if (on.value)
                asked.value.insert(priority);
        }
        return asked;
    }

    // Why it is not decided which flow control a script asks for; else nothing.
    [[nodiscard]] OriginId undecided_pfc() const
    {
        for (const Setting<bool>& on : facts_.asked_pfc) {
            if (!on.peek_known() && on.origin != OriginId{})
                return on.origin;
        }
        return {};
    }

    void add_pfc(Port& port, const AdapterFacts& adapter)
    {
        const auto asked = asked_pfc();
        if (adapter.qos.peek_known() && !adapter.qos.value)
            port.pfc_tx = {PrioritySet{}, adapter.qos.origin};
        else if (adapter.paused.origin != OriginId{} && !adapter.asks_anew)
            port.pfc_tx = adapter.paused;
        else if (asked && obeys_host(adapter))
            port.pfc_tx = *asked;
        else if (const OriginId why = undecided_pfc(); why != OriginId{} && obeys_host(adapter))
            port.pfc_tx = Setting<PrioritySet>::unread(why);
        else
            port.pfc_tx = Setting<PrioritySet>::unread(lacks("Get-NetAdapterQos", adapter));
        correct_pfc(port, adapter);
        port.pfc_rx = port.pfc_tx;
        // The NIC accounts and pauses by the priority itself.
        if (port.pfc_tx.peek_known()) {
            port.tc_to_priority_group = {Ref{}, port.pfc_tx.origin};
            port.priority_to_priority_group = {Ref{}, port.pfc_tx.origin};
        }
    }

    // Corrections of the host's own PFC also change the PFC in force, if the adapter obeys the host.
    void correct_pfc(Port& port, const AdapterFacts& adapter)
    {
        if (!port.pfc_tx.peek_known() || !obeys_host(adapter))
            return;
        for (const Priority priority : PrioritySet::all()) {
            const Setting<bool>& on = corrected_.asked_pfc[priority];
            if (!on.peek_known() || port.pfc_tx.value.has(priority) == on.value)
                continue;
            port.pfc_tx.origin = on.origin;
            if (on.value)
                port.pfc_tx.value.insert(priority);
            else
                port.pfc_tx.value.erase(priority);
        }
    }

    void add_trust(Port& port, const AdapterFacts& adapter)
    {
        const Setting<std::uint8_t> priority = smb_direct_of(adapter);
        port.default_tc = adapter.default_priority;
        if (adapter.tag_mode.peek_known()) {
            // 0: no tags; 1: tags with a priority; 2: tags with a VLAN; 3: both.
            constexpr std::uint8_t with_priority = 1;
            port.tagged = {(adapter.tag_mode.value & with_priority) != 0, adapter.tag_mode.origin};
            if (port.tagged.value && adapter.vlan.peek_known() && adapter.vlan.value == 0)
                port.tagged = Setting<bool>::unread(origins().unread(no_vlan));
        } else
            port.tagged = Setting<bool>::unread(lacks("Get-NetAdapterAdvancedProperty", adapter));
        if (facts_.unread_trust.somewhere())
            port.trust = Setting<Trust>::unread(origins().unread(
                "Mlx5Cmd -QosConfig can let the NIC trust DSCP, and what it set is not read"));
        else if (!priority.peek_known())
            port.trust = Setting<Trust>::unread(
                priority.origin != OriginId{} ? priority.origin : lacks("Get-NetQosPolicy", adapter));
        else {
            port.trust = {Trust::pcp, origins().derived(origins().span(priority.origin), {}, by_policy)};
            port.pcp_to_tc = {Ref{}, port.trust.origin};
        }
    }

    void add_classes(Port& port, const AdapterFacts& adapter)
    {
        if (adapter.qos.peek_known() && !adapter.qos.value)
            return;
        const bool shows_asked = adapter.classes.empty() || adapter.asks_anew || corrected_.changes_classes;
        const std::vector<ServedClass>& classes
            = shows_asked && obeys_host(adapter) ? facts_.asked_classes : adapter.classes;
        constexpr std::size_t most = 8;
        if (classes.size() > most)
            return;
        PrioritySet covered;
        for (const ServedClass& served : classes)
            covered = covered | served.priorities;
        if (covered != PrioritySet::all())
            return;
        ClassMap queues{.kind = MapKind::tc_to_queue, .name = "traffic classes", .at = classes.front().at};
        port.first_queue = static_cast<std::uint32_t>(device_.queues.size());
        port.queue_count = static_cast<std::uint16_t>(classes.size());
        port.queues_visible = true;
        for (std::uint8_t number = 0; number < classes.size(); ++number) {
            const ServedClass& served = classes[number];
            for (const Priority priority : served.priorities)
                queues.set(priority, number, served.kind.origin);
            Queue& queue = device_.queues.emplace_back();
            queue.number = number;
            queue.ecn = Setting<Ref>::unread(origins().unread(no_marking));
            queue.scheduler
                = {Ref{static_cast<std::uint32_t>(device_.schedulers.size())}, served.kind.origin};
            Scheduler& scheduler = device_.schedulers.emplace_back();
            scheduler.name = served.kind.value == SchedulerKind::strict ? "strict" : "ets";
            scheduler.at = served.at;
            scheduler.kind = served.kind;
            scheduler.bandwidth = served.bandwidth;
        }
        const OriginId at = classes.front().kind.origin;
        port.tc_to_queue = {Ref{static_cast<std::uint32_t>(device_.maps.size())}, at};
        device_.maps.push_back(queues);
        queues.kind = MapKind::priority_to_queue;
        port.priority_to_queue = {Ref{static_cast<std::uint32_t>(device_.maps.size())}, at};
        device_.maps.push_back(queues);
    }

    [[nodiscard]] bool has_roce(const AdapterFacts& adapter) const
    {
        const Setting<std::uint8_t>& technology = adapter.technology;
        if (technology.peek_known() && technology.value != roce_v1 && technology.value != roce_v2)
            return false;
        if (adapter.rdma.peek_known())
            return adapter.rdma.value;
        const bool qos = adapter.qos.peek_known() && adapter.qos.value;
        return technology.peek_known() || (qos && smb_direct_of(adapter).peek_known());
    }

    // Whether mlxconfig is about NICs like this one.
    [[nodiscard]] static bool is_of_nvidia(const AdapterFacts& adapter)
    {
        constexpr std::string_view names[]{"Mellanox", "NVIDIA", "ConnectX"};
        return std::ranges::any_of(names, [&adapter](std::string_view name) {
            return adapter.description.find(name) != std::string_view::npos;
        });
    }

    Setting<bool> firmware_dcbx()
    {
        Setting<bool> found;
        for (const auto& [port, lldp] : facts_.firmware) {
            const Setting<bool> speaks = lldp.speaks_dcbx();
            if (!speaks.peek_known())
                continue;
            if (found.peek_known() && found.value != speaks.value)
                return Setting<bool>::unread(origins().unread(
                    "mlxconfig shows it on for some ports and off for others, and not which adapters these are"));
            if (!found.peek_known())
                found = speaks;
        }
        return found;
    }

    void add_nic(Port& port, const AdapterFacts& adapter)
    {
        port.nic = static_cast<std::uint32_t>(device_.nics.size());
        Nic& nic = device_.nics.emplace_back();
        nic.rdma_device = port.name;
        nic.port = static_cast<std::uint32_t>(device_.ports.size() - 1);
        nic.rdma_priority = smb_direct_of(adapter);
        if (!adapter.smb_direct_priority.peek_known() && is_left_out(adapter))
            nic.rdma_priority = Setting<std::uint8_t>::unread(origins().unread(
                "QoS is off on this adapter and on for others of the host, so the host's policies are for those"));
        else if (!nic.rdma_priority.peek_known() && nic.rdma_priority.origin == OriginId{})
            nic.rdma_priority = Setting<std::uint8_t>::unread(lacks("Get-NetQosPolicy", adapter));
        nic.heartbeat_priority = facts_.heartbeat_priority;
        if (is_of_nvidia(adapter)) {
            nic.firmware_dcbx = firmware_dcbx();
            nic.firmware_dcbx_off
                = "mlxconfig.exe -d DEVICE set LLDP_NB_DCBX_P1=0 LLDP_NB_TX_MODE_P1=0, and restart the host";
        }
        nic.host_willing = willing_of(adapter);
        nic.host_lldp = adapter.lldp;
        if (nic.host_willing.peek_known() && !nic.host_willing.value)
            nic.dcbx = {DcbxMode::os_controlled, nic.host_willing.origin};
        nic.cm_version = adapter.technology.peek_known()
            ? Setting<RoceVersion>{adapter.technology.value == roce_v2 ? RoceVersion::v2 : RoceVersion::v1,
                adapter.technology.origin}
            : Setting<RoceVersion>::unread(adapter.technology.origin != OriginId{}
                    ? adapter.technology.origin
                    : lacks("Get-NetAdapterAdvancedProperty", adapter));
        const OriginId unseen = origins().unread(no_congestion_control);
        nic.ecn_notification = Setting<PrioritySet>::unread(unseen);
        nic.ecn_reaction = Setting<PrioritySet>::unread(unseen);
    }

    Device& device_;
    const HostFacts& facts_;
    const HostFacts& corrected_;
};

}

void assemble(Device& device, const HostFacts& facts, const HostFacts& corrected)
{
    Assembler assembler(device, facts, corrected);
    for (const AdapterFacts& adapter : facts.adapters)
        assembler.add(adapter);
    device.origins.shrink_to_fit();
}

}
