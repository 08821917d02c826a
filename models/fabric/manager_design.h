// SPDX-License-Identifier: Apache-2.0
// A subnet manager as an intent wants it. Every number has been worked out; a renderer adds nothing but syntax.
#pragma once

#include "models/fabric/quantity.h"
#include "models/fabric/subnet_manager.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// One service level on a virtual lane of its own.
struct IbClassDesign {
    std::string name;
    std::uint8_t sl = 0;
    std::uint8_t vl = 0;
    std::uint8_t weight = 0; ///< times 64 bytes, of each turn
    bool first = false; ///< goes before those that are not
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
    std::string level; ///< the class of its traffic; empty: the one with service level 0
    std::uint8_t sl = 0;
    bool ipoib = false;
    std::uint8_t rate_code = 0; ///< of its groups, where it has IPoIB
    std::uint8_t mtu_code = 0;
    std::optional<SmMembership> everybody; ///< what ports are that it does not list; absent: none of it
    std::vector<IbMemberDesign> members;
};

struct IbRootDesign {
    Guid guid = 0;
    std::string name;
};

/// Keys that managers and ports know each other by. They are in no message.
struct IbKeys {
    std::uint64_t sm = 0;
    std::uint64_t sa = 0;
    std::uint64_t m = 0;
};

struct ManagerDesign {
    std::string subnet;
    Guid guid = 0; ///< of the port that it runs on
    std::uint8_t priority = 0;
    std::optional<std::uint64_t> prefix;
    RoutingEngine engine = RoutingEngine::minhop;
    std::uint8_t lanes = 0; ///< for data, on every port; 0: as many as ports have
    std::vector<IbClassDesign> classes; ///< by service level; fewer than two: nothing is told apart
    std::vector<IbPartitionDesign> partitions; ///< that of everybody first
    std::vector<IbRootDesign> roots; ///< the switches of the top tier; empty where the tiers are not known
    std::string folder; ///< of its files on its host
    std::optional<IbKeys> keys;
};

}
