// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/counters.h"
#include "models/fabric/forwarding.h"
#include "models/fabric/host.h"
#include "models/fabric/load_balancing.h"
#include "models/fabric/meter.h"
#include "models/fabric/port.h"
#include "models/fabric/subnet/subnet.h"
#include "models/fabric/subnet/subnet_manager.h"
#include "models/fabric/value/definition.h"
#include "models/text/arena.h"
#include "models/text/held.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// A subnet is a capture of all InfiniBand nodes of one subnet; a subnet manager is the set of its files on a
/// host. Neither has ports or queues in the Ethernet sense, so Ethernet rules have nothing to judge in them.
enum class DeviceKind : std::uint8_t { network_switch, host, job, subnet, subnet_manager };
enum class Role : std::uint8_t { unknown, host, leaf, spine, super_spine, core, border, management, storage };

/// What a classification policy does with the packets of one of its classes.
struct PolicyClass {
    std::string_view name;
    Span at;
    DscpSet dscps; ///< DSCPs that the class matches
    PrioritySet pcps;
    bool matches_everything = false; ///< the catch-all
    bool matches_nothing = false; ///< its class-map has no match line
    bool matches_other = false; ///< matches by address or similar, so it is unknown which RDMA packets match
    DscpSet possible = DscpSet::all(); ///< with `matches_other`: it matches no packet of another DSCP
    PrioritySet possible_pcps = PrioritySet::all(); ///< and none with another CoS
    Span definition; ///< place of its class-map
    Setting<std::uint8_t> set_tc;
    Setting<std::uint8_t> set_dscp;
};

/// A multi-field classification policy on ingress: the first matching class wins and overrides the port's
/// map.
struct ClassPolicy {
    std::string_view name;
    Span at;
    std::vector<PolicyClass> classes; ///< in order
};

/// A neighbor that a device saw or claims to have.
struct Neighbour {
    enum class Source : std::uint8_t { lldp, neighbour_table, description };
    std::uint32_t port = 0;
    Source source = Source::lldp;
    Span at;
    std::string_view device;
    std::string_view port_id;
    std::string_view port_description;
};

/// A statement about PFC, marking or queues in which the running configuration differs from the pending or saved
/// one, according to the device's own comparison.
struct StatementApart {
    /// The other configuration.
    enum class From : std::uint8_t {
        pending, ///< entered, but not committed
        saved, ///< the startup configuration
    };
    std::string_view words; ///< the first words of the statement: "qos roce"
    Span at;
    From from = From::pending;
    bool removes = false; ///< the running configuration has the statement, and the other one does not
};

/// One switch, host or job environment in neutral terms. Numbers of traffic classes, queues and priority
/// groups are local to the device: rules compare devices only by DSCP, PCP, priority and behavior.
struct Device {
    std::string name; ///< hostname, else the name of the file or folder
    bool name_is_configured = false; ///< the configuration states the name
    /// the name in the configuration, if the topology gives the files another; else empty
    std::string stated_name;
    /// The cards of a chassis that are read as this one device, by name: LLDP neighbours report the name of a card.
    /// Port names and aliases begin with the card: "card1|asic0|Ethernet0", "card1|etp1".
    std::vector<std::string_view> cards;
    /// The driver cannot edit the files (those of a device with several ASICs): users make all corrections by hand.
    bool only_by_hand = false;
    std::string_view platform; ///< driver name; a literal
    DeviceKind kind = DeviceKind::network_switch;
    /// Part of a configuration without the device's identity: what it lacks is unread, not absent.
    bool fragment = false;
    /// The files show what is in force, such as PFC of ports after negotiation, which is read with the configuration.
    bool shows_state = false;
    /// a line uses an undefined name, which is reported when the files are read
    bool names_undefined = false;
    /// The number of lines about PFC, ECN or RoCE that the reader did not understand. If it is not zero, rules
    /// must not conclude anything from the absence of a line.
    std::uint32_t lines_lost = 0;
    std::vector<SourceId> files;
    std::vector<SourceId> shared_files; ///< the subset of `files` that also configures other devices
    Span identity; ///< where the device states its name; findings about absent device-wide lines point here
    std::string_view model; ///< hardware name
    std::string_view asic; ///< as the configuration names it
    std::string_view version;
    std::string_view release; ///< release of the operating system, if the user stated it: files do not
    Setting<Role> role;
    bool tunnel_remap = false; ///< dual-ToR style remapping into extra lossless classes
    /// Not a host, but the settings that a cluster applies to some of its nodes; no job runs on it.
    bool is_template = false;
    /// False if the platform has no PFC watchdog at all.
    bool has_watchdog = true;
    /// False if the watchdog's times are fixed by the platform and not configurable.
    bool watchdog_has_times = true;
    /// False if the times are stated in units of unknown length, so that no change can set them.
    bool watchdog_times_settable = true;
    /// Policies of the host's operating system set PFC, bandwidth shares and the RDMA priority for all NICs. False if
    /// vendor tools configure each NIC separately.
    bool has_network_policies = false;
    /// A hypervisor, which configures NICs with its own commands and with parameters of their drivers.
    bool is_hypervisor = false;
    /// The priorities on which the host's storage (vSAN, NVMe) requires PFC before it uses RDMA; empty if it requires
    /// none.
    PrioritySet storage_priorities;
    /// The priorities of which the storage interface accepts one.
    PrioritySet accepted_storage_priorities;
    /// PFC is off for the whole device, overriding its ports.
    Setting<bool> pfc_all_off;
    /// The priorities that every port with PFC pauses, because the platform cannot exclude them. Empty on most
    /// platforms.
    PrioritySet always_paused;
    /// Packets wait on ingress, in a virtual output queue for their egress port and class. The settings of a Queue
    /// apply to each ingress chip that has packets for the port, and not to the port itself.
    Setting<bool> virtual_queues;
    /// The queues towards ports of other cards are configured individually, and the files do not list the ports of
    /// the chassis: the configuration of the queues towards other cards is unknown.
    bool other_cards_unread = false;
    /// The device drops every packet of a priority with PFC, as if each such queue were stuck.
    Setting<bool> forced_drop;
    LoadBalancing load_balancing;
    Forwarding forwarding;
    Setting<std::uint32_t> gpus; ///< for hosts
    Setting<std::string_view> gpu_model; ///< of the first GPU, "NVIDIA H100 80GB HBM3"
    /// All RDMA devices of a host, including InfiniBand; empty if no capture lists all of them.
    std::vector<std::string_view> rdma_devices;
    std::vector<HostIbPort> ib_ports; ///< for hosts
    /// For a host: its files that set marking or queueing at boot. All other files show the current state.
    std::vector<SourceId> boot_files;
    /// The boot files are corrections that this program wrote: other boot-time settings of the host were not
    /// collected.
    bool boot_files_are_corrections = false;
    /// PCI bridges above NICs and GPUs that redirect requests between them up to the root complex (ACS).
    Setting<std::uint32_t> redirecting_bridges;

    std::vector<StatementApart> apart; ///< empty where no comparison was captured

    std::vector<Port> ports;
    std::vector<Queue> queues;
    std::vector<PriorityGroup> groups;
    std::vector<ClassMap> maps;
    std::vector<ClassPolicy> policies;
    /// What classifiers and policers do to packets besides choosing their class.
    std::vector<Meter> meters;
    /// Ports and LAGs that the meters of a VLAN interface do not concern; ascending.
    std::vector<OutsideVlan> outside_vlans;
    /// Every defined class-map, whether or not a policy uses it; `at` and `definition` are its header.
    std::vector<PolicyClass> class_maps;
    /// Policies, profiles and maps with a duty that no line of the configuration uses.
    std::vector<Definition> unbound;
    std::vector<EcnProfile> ecn_profiles;
    std::vector<Scheduler> schedulers;
    std::vector<BufferPool> pools;
    std::vector<BufferProfile> buffer_profiles;
    std::vector<BufferProfileList> buffer_profile_lists;
    HeadroomParameters headroom;
    Trimming trimming;
    std::vector<Nic> nics;
    std::vector<Job> jobs;
    std::vector<Neighbour> neighbours;
    std::vector<CounterReading> counter_readings; ///< what captures show of counters, in the order of reading
    /// Own the text of readings that came from other captures of the device and is part of no file.
    std::vector<std::shared_ptr<Arena>> counter_arenas;
    std::vector<Counter> counters; ///< by port, kind and part; made of the readings by link()
    /// For a subnet, PortId::port is an index in Subnet::ports.
    Held<Subnet> subnet;
    /// For a subnet manager, PortId::port is an index in SubnetManager::options.
    Held<SubnetManager> manager;
    Origins origins;
    /// Owns text that is not part of any file (joined names, decoded escapes).
    std::shared_ptr<Arena> arena = std::make_shared<Arena>(512);

    [[nodiscard]] std::span<const Queue> queues_of(const Port& port) const
    {
        return {queues.data() + port.first_queue, port.queue_count};
    }
    [[nodiscard]] std::span<const PriorityGroup> groups_of(const Port& port) const
    {
        return {groups.data() + port.first_group, port.group_count};
    }
    /// Whether the tools of Linux (mlnx_qos, ethtool) set up the NICs of this host.
    [[nodiscard]] bool has_linux_tools() const
    {
        return !has_network_policies && !is_template && !is_hypervisor;
    }
    [[nodiscard]] const Queue* queue(const Port& port, std::uint8_t number) const;
    [[nodiscard]] const PriorityGroup* group(const Port& port, std::uint8_t number) const;
    /// The map that a port's setting refers to; null for none or unread.
    [[nodiscard]] const ClassMap* map(const Setting<Ref>& ref) const;
    /// Index of the port with this name or alias (ignoring case, short and long forms), or Port::no_index.
    [[nodiscard]] std::uint32_t find_port(std::string_view wanted) const;
    /// The name of what PortId::port stands for: a port, a port of the subnet, or an option; empty for the
    /// whole device.
    [[nodiscard]] std::string part_name(std::uint32_t part) const;
    /// The place of a setting: where it is stated, for an inherited one in the profile or group. For an
    /// absent line: the row or stanza that lacks it, else the port's place, else the device's identity, else
    /// line 1.
    [[nodiscard]] Span place(OriginId origin, const Port* port = nullptr) const;
};

/// What a Queue of the device is called in messages about its marking and its buffer: "queue", or "virtual output queue".
[[nodiscard]] std::string_view name_of_queues(const Device& device);

[[nodiscard]] const char* name_of(Role role);
[[nodiscard]] const char* name_of(DeviceKind kind);
[[nodiscard]] const char* name_of(PortKind kind);
[[nodiscard]] const char* name_of(Trust trust);
[[nodiscard]] const char* name_of(WatchdogAction action);

}
