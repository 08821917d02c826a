// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/text/result.h"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace rocelint::cli {

/// What the commands that reach devices are told: collect, plan, push, rollback and drift.
struct LiveOptions {
    std::vector<std::string>
        words; ///< an inventory, a plan or a journal; of drift also an intent or a folder
    std::string inventory; ///< of push and rollback: another than the plan's
    std::string output; ///< folder of collect, file of plan
    std::string policy;
    std::string topology;
    std::string intent; ///< of plan: what the fabric is to be, instead of what rules find
    std::string from; ///< of plan: a folder that collect wrote, instead of the devices
    std::string journal;
    std::string resume; ///< of push: the journal to go on with
    std::vector<std::string> limit; ///< patterns of device names; empty: all
    std::vector<std::string> select; ///< rule codes
    std::vector<std::string> ignore;
    bool script = false;
    bool allow_disruptive = false;
    bool json = false;
    std::size_t parallel = 0; ///< 0: the command's own default
    std::size_t wave = 10;
    std::size_t failures = 1;
    std::uint64_t drops = 0;
    unsigned retries = 2;
    std::chrono::seconds window{300};
    std::chrono::seconds settle{60};
    std::chrono::seconds observe{5};
    std::chrono::seconds connect_timeout{10};
    std::chrono::seconds command_timeout{60};
};

/// The words that the user typed, before they mean anything.
struct LiveWords {
    std::vector<std::string> words;
    std::string inventory, output, policy, topology, intent, from, journal, resume, limit, select, ignore;
    std::string parallel, wave, failures, drops, retries, window, settle, observe, connect_timeout,
        command_timeout;
    bool script = false;
    bool allow_disruptive = false;
    bool json = false;
};

/// Which command an option belongs to; several are or-ed.
enum LiveCommand : unsigned {
    for_collect = 1,
    for_plan = 2,
    for_push = 4,
    for_rollback = 8,
    for_drift = 16,
};

/// One option with a value, or one flag, of these commands.
struct LiveOption {
    unsigned commands;
    const char* name;
    const char* value; ///< "FILE"; null for a flag
    std::string LiveWords::*word;
    bool LiveWords::*flag;
    const char* description;
};
[[nodiscard]] const std::vector<LiveOption>& live_option_table();

/// One command, as the help shows it.
struct LiveEntry {
    LiveCommand command;
    const char* name;
    const char* words; ///< what it takes besides options
    const char* words_description;
    const char* description;
};
extern const std::array<LiveEntry, 5> live_commands;

/// What the words mean. `usage` where a number is none, or out of its range.
[[nodiscard]] Result<LiveOptions> read_live_words(const LiveWords& words);

}
