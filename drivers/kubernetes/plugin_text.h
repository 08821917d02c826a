// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/syntax/tree.h"

#include <string_view>
#include <vector>

namespace rocelint::kubernetes {

/// Whether a text names the plugin that gives a pod an RDMA device, and sets an MTU.
[[nodiscard]] bool has_rdma_plugin(std::string_view text);

/// Gives the texts of networks for pods that are JSON nodes of their own, below the node of the text, so that each of
/// their lines counts. Reports mistakes in them.
void read_plugin_texts(Tree& tree);

/// The plugins of a text, in the order in which they run. None if its JSON has a mistake.
[[nodiscard]] std::vector<const Node*> plugins_of(const Node* text);

}
