// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace rocelint::kubernetes {

/// The effect of an object on NICs.
enum class ObjectKind : std::uint8_t {
    other, ///< does not concern NICs
    not_modelled, ///< concerns NICs, and the model has no place for it
    nic_template, ///< NicConfigurationTemplate
    sriov_policy, ///< SriovNetworkNodePolicy
    node_network, ///< NodeNetworkConfigurationPolicy
    pod_network, ///< MacvlanNetwork, SriovNetwork, NetworkAttachmentDefinition
};

/// One object: a document, or an entry of a List.
struct Object {
    const Node* node = nullptr;
    ObjectKind kind = ObjectKind::other;
    std::string_view kind_name;
    const Node* name = nullptr; ///< metadata.name; null if it has none
    [[nodiscard]] bool sets_nics() const { return kind >= ObjectKind::nic_template; }
};

/// The objects of a text, in order. Marks what only identifies them.
[[nodiscard]] std::vector<Object> objects_of(const Tree& tree);

/// The name of an object as written, with the marks of a template in it; of one that takes several lines or is an alias,
/// the value. Empty if it has none that could be printed.
[[nodiscard]] std::string_view written_name(const Tree& tree, const Object& object);

/// The node below `from` by these keys, or null. Marks the mappings above it.
[[nodiscard]] const Node* node_at(const Node* from, std::string_view key);

}
