// SPDX-License-Identifier: Apache-2.0
// An InfiniBand subnet as the intent specifies it: its managers, the classes that share its lanes, and the
// partition members.
#pragma once

#include "models/fabric/device.h"
#include "models/fabric/subnet/manager_design.h"
#include "models/fabric/subnet/subnet_manager.h"
#include "models/intent/stated.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint {

/// A host that runs a subnet manager.
struct IntentManager {
    std::string name;
    Span at;
    Stated<Guid> guid; ///< GUID of the port that the manager runs on
    Stated<std::uint32_t> priority; ///< 0 to 15; the highest becomes master
};

/// A class of traffic: one service level with its own lane.
struct IntentIbClass {
    std::string name;
    Span at;
    Stated<std::uint32_t> sl;
    Stated<std::uint32_t> share; ///< percent of the bandwidth that the classes with `first` leave
    Stated<bool> first; ///< served before all classes that have a share
};

/// A host or switch, with the GUIDs of its ports or its own GUID.
struct IntentNode {
    std::string name;
    Span at;
    bool is_switch = false;
    Stated<Role> role; ///< of a switch
    std::vector<Guid> guids;
};

struct IntentMember {
    Stated<std::string> host;
    bool full = false;
};

/// A partition. The partition of all ports has the key 0x7fff and comes first.
struct IntentPartition {
    std::string name;
    Span at;
    Stated<std::uint32_t> pkey;
    Stated<std::string> traffic_class;
    Stated<bool> ipoib; ///< IP over InfiniBand
    Stated<BitsPerSecond> rate; ///< rate of its groups, if different from the subnet's
    Stated<Bytes> mtu;
    Stated<SmMembership> everybody; ///< membership of hosts that it does not list
    std::vector<IntentMember> members;
};

struct IntentSubnet {
    std::string name;
    Span at;
    Stated<std::uint64_t> prefix; ///< upper half of its GIDs
    Stated<std::string> routing; ///< minhop, updn or ftree
    Stated<std::uint32_t> lanes; ///< virtual lanes for data on every port
    Stated<BitsPerSecond> rate; ///< rate of the slowest host's link
    Stated<Bytes> mtu; ///< the smallest MTU of any port
    Stated<std::string> folder; ///< folder of the manager's files on its host
    /// The file next to the document that holds sm_key, sa_key and m_key, as written.
    Stated<std::string> keys;
    std::optional<IbKeys> key_numbers; ///< the contents of that file, once it has been read
    std::vector<IntentManager> managers;
    std::vector<IntentIbClass> classes; ///< by service level
    std::vector<IntentNode> nodes;
    std::vector<IntentPartition> partitions;
};

/// The key of the partition of all ports.
inline constexpr std::uint32_t default_partition_key = 0x7fff;

}
