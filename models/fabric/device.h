// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/definition.h"
#include "models/fabric/forwarding.h"
#include "models/fabric/host.h"
#include "models/fabric/load_balancing.h"
#include "models/fabric/port.h"
#include "models/fabric/subnet.h"
#include "models/fabric/subnet_manager.h"
#include "models/text/arena.h"
#include "models/text/held.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// A subnet is what was seen of all InfiniBand nodes of one; a subnet manager is what the files of its host say. Neither has
/// ports or queues of its own here: rules for Ethernet have nothing to judge in them.
enum class DeviceKind : std::uint8_t { network_switch, host, job, subnet, subnet_manager };
enum class Role : std::uint8_t { unknown, host, leaf, spine, super_spine, core, border, management, storage };

/// What a classification policy does with the packets of one of its classes.
struct PolicyClass {
    std::string_view name;
    Span at;
    DscpSet dscps; ///< that it matches
    PrioritySet pcps;
    bool matches_everything = false; ///< the catch-all
    bool matches_nothing = false; ///< its class-map has no match line at all
    bool matches_other = false; ///< by address or the like: which RDMA packets it takes cannot be told
    Span definition; ///< of its class-map
    Setting<std::uint8_t> set_tc;
    Setting<std::uint8_t> set_dscp;
};

/// A multi-field classification policy on ingress: its first matching class wins and overrides the port's map.
struct ClassPolicy {
    std::string_view name;
    Span at;
    std::vector<PolicyClass> classes; ///< in order
};

/// A neighbour that a device saw or says it has.
struct Neighbour {
    enum class Source : std::uint8_t { lldp, neighbour_table, description };
    std::uint32_t port = 0;
    Source source = Source::lldp;
    Span at;
    std::string_view device;
    std::string_view port_id;
    std::string_view port_description;
};

/// One switch, host or job environment in neutral terms. Traffic-class, queue and priority-group numbers are local to
/// it: rules compare devices by DSCP, PCP, priority and behaviour only.
struct Device {
    std::string name; ///< hostname, else the file's or folder's name
    bool name_is_configured = false; ///< the configuration states the name
    std::string
        stated_name; ///< the configuration's name, where the topology gives the files another; else empty
    std::string_view platform; ///< driver name; a literal
    DeviceKind kind = DeviceKind::network_switch;
    /// Part of a configuration without the device's identity: what it lacks is unread, not absent.
    bool fragment = false;
    bool names_undefined
        = false; ///< a line names what nothing defines, which is reported where the files are read
    /// Lines about PFC, ECN or RoCE that the reader did not understand: nothing is concluded from what the rest lacks.
    std::uint32_t lines_lost = 0;
    std::vector<SourceId> files;
    Span identity; ///< where the device states its name; an absent device-wide line is flagged here
    std::string_view model; ///< hardware name
    std::string_view asic; ///< as the configuration tells it
    std::string_view version;
    std::string_view release; ///< of its operating system, where somebody told it: no file does
    Setting<Role> role;
    bool tunnel_remap = false; ///< dual-ToR style remapping into extra lossless classes
    /// False where the platform has no PFC watchdog at all.
    bool has_watchdog = true;
    /// False where the times of the watchdog are the platform's own and have no line.
    bool watchdog_has_times = true;
    /// PFC switched off for the whole device, overriding its ports.
    Setting<bool> pfc_all_off;
    /// Every packet of a priority with PFC is dropped, as if each such queue were stuck.
    Setting<bool> forced_drop;
    LoadBalancing load_balancing;
    Forwarding forwarding;
    Setting<std::uint32_t> gpus; ///< of a host
    /// All RDMA devices of a host, of InfiniBand as well; empty where no capture lists all of them.
    std::vector<std::string_view> rdma_devices;
    std::vector<HostIbPort> ib_ports; ///< of a host
    /// Of a host: those of its files that set marking or queueing at boot. All else is what is in force now.
    std::vector<SourceId> boot_files;
    /// They are corrections that this program wrote: what else the host sets at boot was not collected.
    bool boot_files_are_corrections = false;
    /// PCI bridges above NICs and GPUs that send requests between them up to the root (ACS).
    Setting<std::uint32_t> redirecting_bridges;

    std::vector<Port> ports;
    std::vector<Queue> queues;
    std::vector<PriorityGroup> groups;
    std::vector<ClassMap> maps;
    std::vector<ClassPolicy> policies;
    /// Every class-map that is defined, used by a policy or not; `at` and `definition` are its header.
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
    /// Of a subnet. PortId::port of such a device is an index of Subnet::ports.
    Held<Subnet> subnet;
    /// Of a subnet manager. PortId::port of such a device is an index of SubnetManager::options.
    Held<SubnetManager> manager;
    Origins origins;
    /// Owns text that stands nowhere in a file (joined names, decoded escapes).
    std::shared_ptr<Arena> arena = std::make_shared<Arena>(512);

    [[nodiscard]] std::span<const Queue> queues_of(const Port& port) const
    {
        return {queues.data() + port.first_queue, port.queue_count};
    }
    [[nodiscard]] std::span<const PriorityGroup> groups_of(const Port& port) const
    {
        return {groups.data() + port.first_group, port.group_count};
    }
    [[nodiscard]] const Queue* queue(const Port& port, std::uint8_t number) const;
    [[nodiscard]] const PriorityGroup* group(const Port& port, std::uint8_t number) const;
    /// The map that a port's setting names; null for none or unread.
    [[nodiscard]] const ClassMap* map(const Setting<Ref>& ref) const;
    /// Index of the port with this name or alias (case-insensitive, short and long forms), or Port::no_index.
    [[nodiscard]] std::uint32_t find_port(std::string_view wanted) const;
    /// What PortId::port stands for: the name of a port, of a port of the subnet, or of an option; empty for the whole device.
    [[nodiscard]] std::string part_name(std::uint32_t part) const;
    /// The place of a setting (of an inherited one, where the profile or group states it), or, for an absent line, the row or stanza that lacks it, else the port's, else the device's identity, else line 1.
    [[nodiscard]] Span place(OriginId origin, const Port* port = nullptr) const;
};

[[nodiscard]] const char* name_of(Role role);
[[nodiscard]] const char* name_of(DeviceKind kind);
[[nodiscard]] const char* name_of(PortKind kind);
[[nodiscard]] const char* name_of(Trust trust);
[[nodiscard]] const char* name_of(WatchdogAction action);

}
