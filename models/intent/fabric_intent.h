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

/// A port as the intent wants it.
struct IntentPort {
    std::string name;
    Span at;
    std::string alias;
    Stated<BitsPerSecond> speed; ///< after reading also that of its cable
    Stated<std::uint32_t> lanes;
    std::optional<std::uint32_t> first_lane; ///< number of its first serial lane on the ASIC
    std::optional<std::uint32_t> index; ///< front panel port, from 1
    Stated<Fec> fec;
    Stated<Bytes> mtu; ///< largest IP packet
    Stated<bool> rdma;
    std::string rdma_device;
    std::optional<std::uint32_t> link; ///< index of the cable in it
};

/// A switch or host as the intent wants it.
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
    bool lists_ports = false; ///< else its ports are those that links name
    [[nodiscard]] bool is_host() const { return role.value == Role::host; }
};

struct IntentEnd {
    std::uint32_t device = 0;
    std::uint32_t port = Port::no_index;
    Span at;
};

/// A cable as the intent wants it.
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
    std::string
        policy_file; ///< as written, relative to the document; empty where the policy is inline or absent
    const Node* policy = nullptr; ///< the policy itself, where it is inline
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

/// Reads fabric.yaml, expands it and validates it: by our YANG module what the document itself can tell, by the
/// catalog what hardware can do. `platforms` are the names of all drivers. The first mistake is an Error at its place,
/// which for a misspelt word proposes the nearest known one.
[[nodiscard]] Result<FabricIntent> read_fabric_intent(
    const Source& source, std::span<const std::string_view> platforms);

/// An Error about a place of the intent, for what is found out later.
[[nodiscard]] tl::unexpected<Error> fail_at(const FabricIntent& intent, Span at, std::string_view message);

}
