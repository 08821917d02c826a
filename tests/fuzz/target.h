// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::fuzz {

/// One reader of bytes that others wrote. Whatever they are, it ends in time with a value or a message: `run` ends the program if
/// an invariant does not hold.
struct Target {
    std::string_view name;
    void (*run)(std::string_view bytes) = nullptr;
    std::vector<std::string_view>
        fixtures; ///< patterns of file names below fixtures/fabrics; matching files are seeds
    std::vector<std::string> seeds; ///< additional seeds
};

/// The name prefix of targets that check what a platform's tables spell; the platform's name follows.
inline constexpr std::string_view spelled_prefix = "check-";

/// All targets. A driver's target has the name of its platform.
[[nodiscard]] std::span<const Target> all_targets();
/// The seeds of a target, from the smallest to the largest.
[[nodiscard]] std::vector<std::string> seeds_of(const Target& target);

/// Ends the program with a message if `holds` is false.
void must(bool holds, const char* sentence);

// Files that people and this program write.
void read_policy_bytes(std::string_view bytes);
void read_topology_bytes(std::string_view bytes);
/// A topology in the form of another program, and the topology.yaml that is made of it.
void import_topology_bytes(std::string_view bytes);
void read_intent_bytes(std::string_view bytes);
void read_inventory_bytes(std::string_view bytes);
void read_plan_bytes(std::string_view bytes);
void read_journal_bytes(std::string_view bytes);
void read_ssh_config_bytes(std::string_view bytes);
void read_baseline_bytes(std::string_view bytes);
/// The list that `rocelint collect` keeps of its files.
void read_collected_bytes(std::string_view bytes);
/// An expression of an own rule.
void read_own_rule(std::string_view bytes);

/// Names of a commit's files, one per line, "name -> target" for a link: whatever they are, nothing is written outside the
/// folder.
void write_commit_names(std::string_view bytes);
/// Entries of a commit's folders, one per line (git_trees.cpp): whatever they are, the copy of the commit is all that is written,
/// and nothing of another repository is in it.
void copy_git_tree(std::string_view bytes);

// What an editor sends to `rocelint lsp`.
void read_editor_stream(std::string_view bytes);

// Answers of devices.
void read_netconf_stream(std::string_view bytes);
void read_netconf_reply(std::string_view bytes);
void read_terminal(std::string_view bytes);
void tidy_answers(std::string_view bytes);
void redact_bytes(std::string_view bytes);
// What drivers make of answers. `border` separates several texts: an answer, two documents and a patch; two answers; a
// configuration before and now, and the difference that the device reported.
void read_sonic_answers(std::string_view bytes);
void read_junos_answers(std::string_view bytes);
void read_host_answers(std::string_view bytes);
void read_nxos_answers(std::string_view bytes);
void read_nvue_answers(std::string_view bytes);
void read_running_diff(std::string_view bytes);
/// Text and JSON of interfaces, a clock, a configuration with a job, a script's answer.
void read_switch_answers(std::string_view bytes);
/// A host's files, a dump of options, a patch, a text and another one.
void read_manager_answers(std::string_view bytes);

// Seeds of these.
[[nodiscard]] std::vector<std::string> baseline_seeds();
[[nodiscard]] std::vector<std::string> collected_seeds();
[[nodiscard]] std::vector<std::string> own_rule_seeds();
[[nodiscard]] std::vector<std::string> git_tree_seeds();
[[nodiscard]] std::vector<std::string> switch_answer_seeds();
[[nodiscard]] std::vector<std::string> manager_answer_seeds();

/// Separates the files of one input of check_fabric_bytes().
inline constexpr std::string_view border = "%%%%\n";

/// All steps of one driver: detect, parse, identity, read, coverage, dump.
void read_as(std::string_view platform, std::string_view bytes);
/// All rules on a small fabric: policy, topology and one file for each device, separated by `border`.
void check_fabric_bytes(std::string_view bytes);
/// The check of devices of one platform, or of any platform if it is empty; null if the policy or the topology cannot be read.
[[nodiscard]] std::unique_ptr<workspace::Outcome> check_texts(std::string_view policy,
    std::string_view topology,
    std::span<const std::string_view> devices,
    std::string_view platform);
/// All steps with configurations spelt by the platform's own tables (grammar_text.h) as `bytes` decides: they are read, linked,
/// checked, corrected as files and commands, compared, and changed to the platform's base example and back.
void check_spelled(std::string_view platform, std::string_view bytes);

}
