// SPDX-License-Identifier: Apache-2.0
// A subnet manager as an intent wants it. All numbers are already computed; a renderer adds only syntax.
#pragma once

#include "models/fabric/subnet/subnet_manager.h"
#include "models/fabric/value/quantity.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// One service level with its own virtual lane.
struct IbClassDesign {
    std::string name;
    std::uint8_t sl = 0;
    std::uint8_t vl = 0;
    std::uint8_t weight = 0; ///< in units of 64 bytes per turn
    bool first = false; ///< served before the classes without it
    std::uint32_t share = 0; ///< percent, as stated
};

struct IbMemberDesign {
    Guid guid = 0;
    std::string host;
    bool full = false;
};

struct IbPartitionDesign {
    std::string name;
    std::uint16_t pkey = 0; ///< without the membership bit
    std::string level; ///< the class of its traffic; empty: the class of service level 0
    std::uint8_t sl = 0;
    bool ipoib = false;
    std::uint8_t rate_code = 0; ///< rate of its IPoIB groups, if it has IPoIB
    std::uint8_t mtu_code = 0;
    std::optional<SmMembership> everybody; ///< membership of unlisted ports; absent: they are not members
    std::vector<IbMemberDesign> members;
};

struct IbRootDesign {
    Guid guid = 0;
    std::string name;
};

/// Keys by which managers and ports authenticate each other. No message shows them.
struct IbKeys {
    std::uint64_t sm = 0;
    std::uint64_t sa = 0;
    std::uint64_t m = 0;
};

struct ManagerDesign {
    std::string subnet;
    Guid guid = 0; ///< GUID of the port that the manager runs on
    std::uint8_t priority = 0;
    std::optional<std::uint64_t> prefix;
    RoutingEngine engine = RoutingEngine::minhop;
    std::uint8_t lanes = 0; ///< number of data lanes on every port; 0: as many as the ports have
    std::vector<IbClassDesign> classes; ///< by service level; fewer than two: all traffic is treated alike
    std::vector<IbPartitionDesign> partitions; ///< the partition of all ports comes first
    std::vector<IbRootDesign> roots; ///< the switches of the top tier; empty if the tiers are unknown
    std::string folder; ///< folder of the manager's files on its host
    std::optional<IbKeys> keys;
};

}
