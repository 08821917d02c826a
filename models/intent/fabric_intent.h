// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/fabric/device.h"
#include "models/intent/stated.h"
#include "models/intent/subnet_intent.h"
#include "models/syntax/tree.h"
#include "models/text/result.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint {

/// A port as the intent specifies it.
struct IntentPort {
    std::string name;
    Span at;
    std::string alias;
    Stated<BitsPerSecond> speed; ///< after reading, also the speed of its cable
    Stated<std::uint32_t> lanes;
    std::optional<std::uint32_t> first_lane; ///< number of its first serial lane on the ASIC
    std::optional<std::uint32_t> index; ///< front panel port, from 1
    Stated<Fec> fec;
    Stated<Bytes> mtu; ///< largest IP packet
    Stated<bool> rdma;
    std::string rdma_device;
    std::optional<std::uint32_t> link; ///< index of its cable
};

/// A switch or host as the intent specifies it.
struct IntentDevice {
    std::string name;
    Span at;
    Stated<std::string> platform;
    Stated<std::string> asic;
    Stated<std::string> model; ///< hardware SKU
    Stated<std::string> nic; ///< of a host
    Stated<std::string> version;
    Stated<std::string> plane;
    Stated<std::uint32_t> rail;
    Stated<Role> role;
    std::vector<IntentPort> ports; ///< in the order of the document
    bool lists_ports = false; ///< if false, it has the ports that links name
    [[nodiscard]] bool is_host() const { return role.value == Role::host; }
};

struct IntentEnd {
    std::uint32_t device = 0;
    std::uint32_t port = Port::no_index;
    Span at;
};

/// A cable as the intent specifies it.
struct IntentLink {
    IntentEnd a;
    IntentEnd b;
    Stated<BitsPerSecond> speed;
    Stated<Metres> cable;
    Stated<bool> rdma;
    Span at;
};

/// A bandwidth share of a class.
struct IntentShare {
    std::string name;
    Percent percent;
    Span at;
};

/// A parsed and validated fabric.yaml, with templates and ranges expanded.
struct FabricIntent {
    std::shared_ptr<const Tree> tree; ///< its Source must outlive the intent
    /// as written, relative to the document; empty if the policy is inline or absent
    std::string policy_file;
    const Node* policy = nullptr; ///< the policy itself, if inline
    Span policy_at;
    Stated<Bytes> mtu; ///< largest IP packet of hosts
    Stated<Bytes> switch_mtu; ///< largest IP packet of switches
    std::vector<IntentShare> shares;
    Stated<Milliseconds> detection;
    Stated<Milliseconds> restoration;
    Stated<Milliseconds> poll;
    std::vector<IntentDevice> devices;
    std::vector<IntentLink> links;
    std::vector<IntentSubnet> subnets; ///< InfiniBand

    [[nodiscard]] const IntentPort& port(const IntentEnd& end) const
    {
        return devices[end.device].ports[end.port];
    }
};

/// Reads, expands and validates fabric.yaml: with the YANG module for rules within the document, with the
/// catalog for the abilities of hardware. `platforms` are the names of all drivers. Returns the first mistake
/// as an Error at its place, which suggests the nearest known word for a misspelled one.
[[nodiscard]] Result<FabricIntent> read_fabric_intent(
    const Source& source, std::span<const std::string_view> platforms);

/// An Error at a place of the intent, for mistakes found after reading.
[[nodiscard]] tl::unexpected<Error> fail_at(const FabricIntent& intent, Span at, std::string_view message);

}
