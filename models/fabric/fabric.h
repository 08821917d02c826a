// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/fabric/topology.h"
#include "models/text/source.h"

#include <compare>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace rocelint {

/// One port of one device, by indices into the Fabric.
struct PortId {
    std::uint32_t device = 0xffffffffU;
    std::uint32_t port = 0xffffffffU;
    [[nodiscard]] constexpr bool valid() const { return device != 0xffffffffU; }
    friend constexpr auto operator<=>(const PortId&, const PortId&) = default;
};

/// The source of a link, most trusted first.
enum class LinkSource : std::uint8_t { topology, lldp, neighbour_table, description };

/// A cable between two physical ports of known devices.
struct Link {
    PortId a;
    PortId b;
    LinkSource source = LinkSource::topology;
    Span at;
    std::optional<Metres> cable; ///< measured or planned length, never a configured headroom length
    std::optional<BitsPerSecond> speed;
};

/// The far end of a port whose neighbor was not collected.
struct OpenEnd {
    PortId port;
    std::string_view neighbour;
    Span at;
};

/// Two sources name different neighbors for one port, or the observed cabling contradicts a plan.
struct CablingConflict {
    PortId port;
    Span believed;
    Span other;
    std::string message;
    PortId planned; ///< the far end that is believed, if it is a port of a known device
    PortId seen; ///< the far end that the other source names
};

/// A device that the topology names but none of whose files was read.
struct UnreadDevice {
    std::string name;
    Span at; ///< where the topology first names it
    std::string reason; ///< what happened to its file; empty if there is none
    bool left_out = false; ///< it lies outside of the given paths, so the user did not ask for it
};

/// A device that the topology names differently than the device's own files do.
struct NameConflict {
    std::uint32_t device = 0;
    Span at; ///< where the files state the name
    Span planned;
    std::string name; ///< the topology's name for these files
    std::string stated; ///< what they call themselves
    bool is_other_device = false; ///< the topology has another device of the stated name
    bool usual = false; ///< in this topology, the names in the devices' own files never match
};

/// A port of an InfiniBand channel adapter, and the host that it belongs to.
struct IbHostPort {
    static constexpr std::uint32_t none = 0xffffffffU;
    PortId port; ///< a port of a subnet
    std::string_view host_name; ///< from the port's description, or empty
    std::uint32_t host = none; ///< the device, if the host was collected
    std::string_view rdma_device; ///< the host's RDMA device ("mlx5_0"), or empty
};

/// Everything that was read, joined. Const after link(): rules run over it in parallel.
struct Fabric {
    SourceSet sources;
    std::vector<Device> devices;
    std::vector<Link> links;
    std::vector<OpenEnd> open_ends;
    std::vector<CablingConflict> cabling_conflicts;
    std::vector<UnreadDevice> unread_devices; ///< in the topology's order
    std::vector<NameConflict> name_conflicts;
    Topology topology;
    /// By device, by port: index of the link, or Port::no_index.
    std::vector<std::vector<std::uint32_t>> link_of_port;
    /// Ports of hosts with a Y-cable to both switches of a dual-ToR pair, each with its second link. The
    /// first link is in link_of_port; at the switches, each end has its own entry there.
    std::vector<std::pair<PortId, std::uint32_t>> y_cables;
    std::vector<std::uint32_t> jobs; ///< the devices that are jobs
    /// By device: the host whose folder holds the job's file. Empty for a job that may run on every host.
    std::vector<std::optional<std::uint32_t>> host_of_job;
    std::vector<std::uint32_t> subnets; ///< the devices that are InfiniBand subnets
    std::vector<std::uint32_t> managers; ///< the devices that are subnet managers
    /// By device: the subnet that a subnet manager belongs to. Empty if no matching subnet was captured, or
    /// more than one matches.
    std::vector<std::optional<std::uint32_t>> subnet_of_manager;
    std::vector<IbHostPort> ib_host_ports; ///< by port
    /// Those of collected hosts: indices of ib_host_ports, by host.
    std::vector<std::uint32_t> ib_ports_by_host;

    [[nodiscard]] const Device& device(PortId id) const { return devices[id.device]; }
    [[nodiscard]] const Port& port(PortId id) const { return devices[id.device].ports[id.port]; }
    /// The port at the other end of the cable, if known.
    [[nodiscard]] std::optional<PortId> peer(PortId id) const;
    [[nodiscard]] const Link* link(PortId id) const;
    /// The managers, by device, whose files were read and that belong to this subnet.
    [[nodiscard]] std::vector<std::uint32_t> managers_of(std::uint32_t subnet) const;
    /// Channel adapter ports of this host, by port; none if the device is not a host.
    [[nodiscard]] std::vector<const IbHostPort*> ib_ports_of_host(std::uint32_t host) const;
    /// Index of the device with this name, ignoring case and a domain suffix on either side.
    [[nodiscard]] std::optional<std::uint32_t> find_device(std::string_view name) const;
};

/// Joins devices and topology: names, roles, links from all sources in order of trust, LAG membership, hosts
/// of jobs. Devices with the same name but conflicting values stay two devices.
[[nodiscard]] Fabric link(std::vector<Device> devices, SourceSet sources, Topology topology);

[[nodiscard]] const char* name_of(LinkSource source);

}
