// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/check/outcome.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::fuzz {

/// One reader of bytes that others wrote. Whatever they are, it ends in time, and ends with a value or a message: `run`
/// ends the program where something that must hold does not.
struct Target {
    std::string_view name;
    void (*run)(std::string_view bytes) = nullptr;
    std::vector<std::string_view>
        fixtures; ///< patterns of file names below fixtures/fabrics; what fits is a seed
    std::vector<std::string> seeds; ///< and these texts
};

/// What the names of targets begin with that check what a platform's tables spell; its name follows.
inline constexpr std::string_view spelled_prefix = "check-";

/// All of them. A driver's bears the name of its platform.
[[nodiscard]] std::span<const Target> all_targets();
/// The seeds of one, from the least to the largest.
[[nodiscard]] std::vector<std::string> seeds_of(const Target& target);

/// Ends the program, with a sentence, where `holds` is false.
void must(bool holds, const char* sentence);

// Files that people and this program write.
void read_policy_bytes(std::string_view bytes);
void read_topology_bytes(std::string_view bytes);
void read_intent_bytes(std::string_view bytes);
void read_inventory_bytes(std::string_view bytes);
void read_plan_bytes(std::string_view bytes);
void read_journal_bytes(std::string_view bytes);
void read_ssh_config_bytes(std::string_view bytes);

/// Names of a commit's files, a line each, "name -> target" for a link: whatever they are, nothing lies outside of the folder.
void write_commit_names(std::string_view bytes);

// What an editor says to `rocelint lsp`.
void read_editor_stream(std::string_view bytes);

// What devices answer.
void read_netconf_stream(std::string_view bytes);
void read_netconf_reply(std::string_view bytes);
void read_terminal(std::string_view bytes);
void tidy_answers(std::string_view bytes);
void redact_bytes(std::string_view bytes);
// What drivers make of it. Several texts are parted by `border`: an answer, two documents and a patch; an answer and another;
// a configuration before, now, and the difference that the device told.
void read_sonic_answers(std::string_view bytes);
void read_junos_answers(std::string_view bytes);
void read_host_answers(std::string_view bytes);
void read_nxos_answers(std::string_view bytes);
void read_nvue_answers(std::string_view bytes);
void read_running_diff(std::string_view bytes);

/// What parts the files of one input of check_fabric_bytes().
inline constexpr std::string_view border = "%%%%\n";

/// A whole road of one driver: detect, parse, identity, read, coverage, dump.
void read_as(std::string_view platform, std::string_view bytes);
/// All rules over a small fabric: policy, topology and one file for each device, parted by `border`.
void check_fabric_bytes(std::string_view bytes);
/// The check of devices of one platform, or of any where it is empty; null where the policy or the topology is none.
[[nodiscard]] std::unique_ptr<workspace::Outcome> check_texts(std::string_view policy,
    std::string_view topology,
    std::span<const std::string_view> devices,
    std::string_view platform);
/// The whole road of configurations that the platform's own tables spell (grammar_text.h), by the decisions of `bytes`: read,
/// linked, checked, corrected with files and commands, compared, and brought to the platform's base example and back.
void check_spelled(std::string_view platform, std::string_view bytes);

}
