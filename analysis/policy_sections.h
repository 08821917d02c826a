// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy.h"
#include "analysis/policy_keys.h"
#include "models/syntax/document_reader.h"

namespace rocelint {

/// A policy that is a part of another document of people's, such as an intent.
[[nodiscard]] Result<Policy> read_policy(
    const Tree& tree, const Node& node, std::span<const KnownRule> known, const OpenPolicy& open = {});

/// The word of a headroom model, as policies write it.
[[nodiscard]] std::string_view model_word(HeadroomChoice model);

/// Remembers where something was set.
void note_place(DocumentReader& reader, const Node& node, PolicyPlaces& places, std::string what);

/// What one file says, but for what it extends and its own rules, of which `known` has those that it may speak of.
void read_sections(
    DocumentReader& reader, const Node& root, std::span<const KnownRule> known, Policy& policy);

/// The sections of rocelint.yaml. Each reads its own node; mistakes stay with the reader.
void read_rdma(DocumentReader& reader, const Node& node, Policy& policy);
void read_classes(DocumentReader& reader, const Node& node, Policy& policy);
void read_cnp(DocumentReader& reader, const Node& node, Policy& policy);
void read_rules(DocumentReader& reader, const Node& node, std::span<const KnownRule> known, Policy& policy);
void read_overrides(
    DocumentReader& reader, const Node& node, std::span<const KnownRule> known, Policy& policy);
void read_waivers(DocumentReader& reader, const Node& node, std::span<const KnownRule> known, Policy& policy);
void read_ports(DocumentReader& reader, const Node& node, Policy& policy);
void read_scope(DocumentReader& reader, const Node& node, Policy& policy);
void read_headroom(DocumentReader& reader, const Node& node, Policy& policy);
/// A list of own rules. They may take no codes and names of `shipped` nor of `all`, those of files that were read before, which
/// they are added to.
void read_custom_rules(DocumentReader& reader,
    const Node& node,
    std::span<const KnownRule> shipped,
    CustomRules& all,
    Policy& policy);

/// All rules that a policy may speak of.
[[nodiscard]] std::vector<KnownRule> with_custom_rules(
    std::span<const KnownRule> shipped, const CustomRules& own);

}
