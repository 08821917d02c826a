// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/syntax/tree.h"
#include "models/text/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// A device as the topology file describes it.
struct TopologyDevice {
    std::string name;
    Role role = Role::unknown;
    std::string asic;
    std::string file; ///< path as written, relative to the topology file; a folder ends in '/'
    std::string plane;
    std::optional<std::uint32_t> rail; ///< the NIC of each host that this leaf serves
    Span at;
};

/// A cable as the topology file describes it.
struct TopologyLink {
    std::string a_device;
    std::string a_port;
    std::string b_device;
    std::string b_port;
    std::optional<Metres> cable;
    std::optional<BitsPerSecond> speed;
    Span at;
};

/// A statement of a topology in the form of another program that did not become a device or a cable.
struct TopologyRemark {
    Span at;
    std::string sentence;
    bool is_mistake = false; ///< the file must be corrected; otherwise the statement is no part of the fabric
};

/// A parsed topology.yaml, or what another program's file states of the fabric. Empty if there is none.
struct Topology {
    std::string path;
    std::vector<TopologyDevice> devices;
    std::vector<TopologyLink> links;
    std::string_view form; ///< the form of another program, a literal; empty for topology.yaml
    std::vector<TopologyRemark> remarks; ///< in the file's order
    [[nodiscard]] bool given() const { return !path.empty(); }
};

/// Reads topology.yaml. An unknown key, a wrong type or a link without two ends is an Error at its place.
[[nodiscard]] Result<Topology> read_topology(const Source& source);

/// "400G", "100000M", "25g" or plain Mb/s.
[[nodiscard]] std::optional<BitsPerSecond> parse_speed(std::string_view text);
/// "leaf", "spine", ... as the topology and policy files write roles.
[[nodiscard]] std::optional<Role> parse_role(std::string_view text);

}
