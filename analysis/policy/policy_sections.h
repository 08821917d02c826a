// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "analysis/policy/policy.h"
#include "analysis/policy/policy_keys.h"
#include "models/syntax/document_reader.h"

namespace rocelint {

/// Reads a policy embedded in another document, such as an intent.
[[nodiscard]] Result<Policy> read_policy(
    const Tree& tree, const Node& node, std::span<const KnownRule> known, const OpenPolicy& open = {});

/// The name of a headroom model in policies.
[[nodiscard]] std::string_view model_word(HeadroomChoice model);

/// The name of a kind of congestion control in policies.
[[nodiscard]] std::string_view control_word(CongestionControl control);

/// The name of a way of spreading in policies.
[[nodiscard]] constexpr std::string_view spreading_word(Spreading spreading)
{
    return spreading == Spreading::packets ? "packets" : "flows";
}

/// The name of a way of repeating lost packets in policies.
[[nodiscard]] constexpr std::string_view retransmission_word(Retransmission retransmission)
{
    return retransmission == Retransmission::selective ? "selective" : "go-back-n";
}

/// Records where something was set.
void note_place(DocumentReader& reader, const Node& node, PolicyPlaces& places, std::string what);

/// Reads what one file says, except for the files it extends and its own rules. `known` includes the own
/// rules that the file may refer to.
void read_sections(
    DocumentReader& reader, const Node& root, std::span<const KnownRule> known, Policy& policy);

/// Readers for the sections of rocelint.yaml. Each reads its own node and reports mistakes to the reader.
void read_rdma(DocumentReader& reader, const Node& node, Policy& policy);
void read_classes(DocumentReader& reader, const Node& node, Policy& policy);
void read_congestion_control(DocumentReader& reader, const Node& node, Policy& policy);
void read_cnp(DocumentReader& reader, const Node& node, Policy& policy);
void read_rules(DocumentReader& reader, const Node& node, std::span<const KnownRule> known, Policy& policy);
void read_overrides(
    DocumentReader& reader, const Node& node, std::span<const KnownRule> known, Policy& policy);
void read_waivers(DocumentReader& reader, const Node& node, std::span<const KnownRule> known, Policy& policy);
void read_ports(DocumentReader& reader, const Node& node, Policy& policy);
void read_scope(DocumentReader& reader, const Node& node, Policy& policy);
void read_headroom(DocumentReader& reader, const Node& node, Policy& policy);
/// Options of a check.
void read_fail_on(DocumentReader& reader, const Node& node, Policy& policy);
/// `codes` is what the key named `key` sets: Policy::select, Policy::ignore or Policy::unchecked.
void read_codes(DocumentReader& reader,
    const Node& node,
    std::string_view key,
    std::span<const KnownRule> known,
    Policy& policy,
    std::vector<std::string>& codes);
void read_baseline(DocumentReader& reader, const Node& node, Policy& policy);
void read_reports(DocumentReader& reader, const Node& node, Policy& policy);
/// Reads a list of own rules and appends them to `all`, the rules of the files read before. Their codes and
/// names must differ from those of `shipped` and of `all`.
void read_custom_rules(DocumentReader& reader,
    const Node& node,
    std::span<const KnownRule> shipped,
    CustomRules& all,
    Policy& policy);

/// All rules that a policy may refer to.
[[nodiscard]] std::vector<KnownRule> with_custom_rules(
    std::span<const KnownRule> shipped, const CustomRules& own);

}
