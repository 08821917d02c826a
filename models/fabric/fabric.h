// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/fabric/topology.h"
#include "models/text/source.h"

#include <compare>
#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// One port of one device, by indices into the Fabric.
struct PortId {
    std::uint32_t device = 0xffffffffU;
    std::uint32_t port = 0xffffffffU;
    [[nodiscard]] constexpr bool valid() const { return device != 0xffffffffU; }
    friend constexpr auto operator<=>(const PortId&, const PortId&) = default;
};

/// What tells of a link, most trusted first.
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

/// The far end of a port whose neighbour was not collected.
struct OpenEnd {
    PortId port;
    std::string_view neighbour;
    Span at;
};

/// Two sources that name different neighbours for one port, or a plan that the seen cabling contradicts.
struct CablingConflict {
    PortId port;
    Span believed;
    Span other;
    std::string message;
};

/// Everything that was read, joined. Const after link(): rules run over it in parallel.
struct Fabric {
    SourceSet sources;
    std::vector<Device> devices;
    std::vector<Link> links;
    std::vector<OpenEnd> open_ends;
    std::vector<CablingConflict> cabling_conflicts;
    Topology topology;
    /// By device, by port: index of the link, or Port::no_index.
    std::vector<std::vector<std::uint32_t>> link_of_port;
    std::vector<std::uint32_t> jobs; ///< the devices that are jobs
    /// By device: the host whose folder a job's file lies in. None for a job that may run on every host.
    std::vector<std::optional<std::uint32_t>> host_of_job;

    [[nodiscard]] const Device& device(PortId id) const { return devices[id.device]; }
    [[nodiscard]] const Port& port(PortId id) const { return devices[id.device].ports[id.port]; }
    /// The port at the other end of the cable, if it is known.
    [[nodiscard]] std::optional<PortId> peer(PortId id) const;
    [[nodiscard]] const Link* link(PortId id) const;
    /// Index of the device with this name (case-insensitive; a domain suffix on either side is ignored).
    [[nodiscard]] std::optional<std::uint32_t> find_device(std::string_view name) const;
};

/// Joins devices and topology: names, roles, links from all sources in order of trust, LAG membership, jobs to hosts.
/// Devices of equal name with conflicting values stay two devices.
[[nodiscard]] Fabric link(std::vector<Device> devices, SourceSet sources, Topology topology);

[[nodiscard]] const char* name_of(LinkSource source);

}
