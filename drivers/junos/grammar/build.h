// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/chain.h"
#include "drivers/junos/grammar/grammar.h"

namespace rocelint::junos {

using hierarchy::Chain;
using hierarchy::deactivate_node;
using hierarchy::follow;
using hierarchy::follow_one;
/// Begins at the outermost level.
[[nodiscard]] inline Chain outermost(Hierarchy& hierarchy)
{
    return hierarchy::outermost(hierarchy, language);
}

/// Adds the statements of a file: in braces or as XML. Marks every node.
void build_braces(Hierarchy& hierarchy, const Tree& tree);
void build_xml(Hierarchy& hierarchy, const Tree& tree);
/// Adds the statements of a file, in any of these notations.
void build(Hierarchy& hierarchy, const Tree& tree);

/// Lets the configuration inherit from its groups and interface ranges; nearer and first-named ones win
/// (Junos OS CLI User Guide, Use Configuration Groups to Quickly Configure Devices).
void inherit_groups(Hierarchy& hierarchy, std::vector<SyntaxProblem>& problems);
void expand_ranges(Hierarchy& hierarchy, std::vector<SyntaxProblem>& problems);

/// Whether a name matches a wildcard of a group (`<xe-*>`) or of class-of-service (`et-0/0/*`): `*`, `?`,
/// `[0-9]` and `[!0-9]`.
[[nodiscard]] bool matches_wildcard(std::string_view pattern, std::string_view name);
[[nodiscard]] bool is_group_wildcard(std::string_view key);

}
