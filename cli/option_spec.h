// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "cli/options.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::cli {

/// Why a value is refused, in a sentence that names its option. No value: it is accepted.
using Refusal = std::optional<std::string>;

struct OptionSpec;

/// Stores a word from the command line in the options of the command. For a flag, and for an omitted value,
/// the word is empty.
struct Setter {
    using Set = Refusal (*)(Command& command, const OptionSpec& spec, const std::string& word);
    /// Returns the accepted words, for completion. A word that ends with '=' is followed by a file.
    using Words = std::vector<std::string_view> (*)();

    Set set = nullptr;
    Words words = nullptr; ///< null: any word; a file or folder if the value's name says so

    constexpr Setter() = default;
    // NOLINTNEXTLINE(google-explicit-constructor): a row of the table names a function.
    constexpr Setter(Set set_word, Words known = nullptr) : set(set_word), words(known) { }
};

/// Commands, for OptionSpec::commands; combined with `|`.
enum CommandBit : unsigned {
    for_check = 1U << 0,
    for_fix = 1U << 1,
    for_render = 1U << 2,
    for_rules = 1U << 3,
    for_explain = 1U << 4,
    for_headroom = 1U << 5,
    for_infer = 1U << 6,
    for_tree = 1U << 7,
    for_model = 1U << 8,
    for_coverage = 1U << 9,
    for_trace = 1U << 10,
    for_collect = 1U << 11,
    for_plan = 1U << 12,
    for_push = 1U << 13,
    for_rollback = 1U << 14,
    for_drift = 1U << 15,
    for_diff = 1U << 16,
    for_baseline = 1U << 17, ///< baseline create
    for_lsp = 1U << 18,
    for_policy_show = 1U << 19,
    for_config = 1U << 20,
    for_rules_test = 1U << 21,
    for_version = 1U << 22,
    for_help = 1U << 23,
    for_completion = 1U << 24,
    for_man = 1U << 25,
    for_baseline_update = 1U << 26,
    for_baseline_show = 1U << 27,
};

/// One option, flag or positional argument. A command's help lists them in the order of the table.
struct OptionSpec {
    unsigned commands = 0;
    const char* name = nullptr; ///< "-o,--output"; for a positional argument, its name in the help
    /// "FILE"; null for a flag, blank for a positional argument, "[=CODES]" if the value may be omitted.
    const char* value = nullptr;
    const char* help = nullptr;
    Setter set;
    bool many = false; ///< an option: may be repeated; a positional argument: may occur any number of times
    bool required = false;
    const char* group = nullptr; ///< only one option of a group may be given
};

/// Every option of every command.
[[nodiscard]] std::span<const OptionSpec> option_table();

/// One command. A two-word command follows the row of its first word, which has no `make`.
struct CommandSpec {
    unsigned bit = 0;
    const char* name = nullptr; ///< "check", "policy infer"
    const char* help = nullptr;
    /// Creates the options with their defaults.
    Command (*make)() = nullptr;
    /// Checks the options as a whole, and fills in those that follow from others. Null if there is nothing to
    /// do.
    Refusal (*finish)(Command& command) = nullptr;
    const char* footer = nullptr; ///< exit codes, if they differ from those of `check`
};

/// All commands, in the order of the help.
[[nodiscard]] std::span<const CommandSpec> command_table();

}
