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

/// A statement about PFC, marking or queues that the configuration in force does not share with another one of the
/// device, as the device itself compared them.
struct StatementApart {
    /// The other configuration.
    enum class From : std::uint8_t {
        pending, ///< what was entered and not put in force
        saved, ///< what the device starts with
    };
    std::string_view words; ///< the first words of the statement: "qos roce"
    Span at;
    From from = From::pending;
    bool removes = false; ///< the other configuration is without it
};

/// One switch, host or job environment in neutral terms. Numbers of traffic classes, queues and priority
/// groups are local to the device: rules compare devices only by DSCP, PCP, priority and behavior.
struct Device {
    std::string name; ///< hostname, else the name of the file or folder
    bool name_is_configured = false; ///< the configuration states the name
    /// the name in the configuration, if the topology gives the files another; else empty
    std::string stated_name;
    /// The names of the cards of a chassis that are read as this device: neighbours name a card. A card's ports are called
    /// by it, "card1|asic0|Ethernet0", and so are their aliases, "card1|etp1".
    std::vector<std::string_view> cards;
    /// The driver edits none of the files, so that all corrections are made by hand: those of several ASICs.
    bool only_by_hand = false;
    std::string_view platform; ///< driver name; a literal
    DeviceKind kind = DeviceKind::network_switch;
    /// Part of a configuration without the device's identity: what it lacks is unread, not absent.
    bool fragment = false;
    /// The files show what is in force, such as PFC of ports after negotiation, which is read with the configuration.
    bool shows_state = false;
    /// a line uses an undefined name, which is reported when the files are read
    bool names_undefined = false;
    /// Lines about PFC, ECN or RoCE that the reader did not understand. If there are any, rules conclude
    /// nothing from absent lines.
    std::uint32_t lines_lost = 0;
    std::vector<SourceId> files;
    std::vector<SourceId> shared_files; ///< among them, those that set up other devices as well
    Span identity; ///< where the device states its name; findings about absent device-wide lines point here
    std::string_view model; ///< hardware name
    std::string_view asic; ///< as the configuration names it
    std::string_view version;
    std::string_view release; ///< release of the operating system, if the user stated it: files do not
    Setting<Role> role;
    bool tunnel_remap = false; ///< dual-ToR style remapping into extra lossless classes
    /// Settings that a cluster gives to some of its nodes, instead of a host: no job runs on it.
    bool is_template = false;
    /// False if the platform has no PFC watchdog at all.
    bool has_watchdog = true;
    /// False if the watchdog's times are fixed by the platform and not configurable.
    bool watchdog_has_times = true;
    /// False if the times are stated in units of unknown length, so that no change can set them.
    bool watchdog_times_settable = true;
    /// Policies of a host's operating system set PFC, shares and the priority of RDMA packets for all its NICs; false
    /// where the tools of each NIC do.
    bool has_network_policies = false;
    /// A hypervisor that sets up NICs by its own commands and by parameters of their drivers.
    bool is_hypervisor = false;
    /// The priority that the host's storage (vSAN, NVMe) needs PFC on before it uses RDMA; empty where it demands none.
    PrioritySet storage_priorities;
    /// Those of which its interface says that it takes one.
    PrioritySet accepted_storage_priorities;
    /// PFC is off for the whole device, overriding its ports.
    Setting<bool> pfc_all_off;
    /// Every port with PFC pauses these: the platform has no line that leaves them out. Empty on most platforms.
    PrioritySet always_paused;
    /// A packet waits where it comes in, in a queue of its egress port and class (virtual output queue): what a Queue
    /// states holds there, once for each chip that has packets for the port, and not at the port.
    Setting<bool> virtual_queues;
    /// The queues towards ports of other cards are configured one by one, and the files list no port of the chassis: what
    /// they say of other cards is not known.
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
