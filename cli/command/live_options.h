// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
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
    std::string from; ///< of plan: a folder that collect wrote, or of configurations, instead of the devices
    std::string journal;
    std::string resume; ///< of push: the journal to go on with
    std::vector<std::string> limit; ///< patterns of devices and groups (push::is_within); empty: all
    std::vector<std::string> select; ///< rule codes
    std::vector<std::string> ignore;
    bool script = false;
    bool allow_disruptive = false;
    std::uint64_t max_age = 24; ///< of push: hours that a plan may be old
    std::string comment; ///< of push and rollback: for the journal
    std::string before; ///< program that is run before each step, and must succeed; words apart by blanks
    std::string after; ///< program that is run after each step, likewise
    bool detailed_exit_code = false; ///< of plan: whether there is something to push is told by the exit code
    bool yes = false; ///< of push: a person at the terminal is not asked before it begins
    bool ask = false; ///< of push: the terminal is asked after each wave of canaries
    bool rollback_all = false; ///< of push: where a step fails, what the others did is undone too
    bool accept_blind = false; ///< push also where a device tells nothing about a port that is touched
    bool check = false; ///< of push: nothing is put in force
    std::string expected_hash; ///< of push: what the plan's SHA-256 must be; empty: anything
    bool json = false;
    std::size_t parallel = 0; ///< 0: the command's own default
    std::size_t wave = 10;
    std::size_t failures = 1;
    std::uint64_t drops = 0;
    std::optional<std::uint64_t> pauses; ///< a second
    unsigned retries = 2;
    std::chrono::seconds window{300};
    std::chrono::seconds settle{60};
    std::chrono::seconds observe{5};
    std::chrono::seconds bake{0}; ///< of push: how long canaries are watched before the others follow
    std::chrono::seconds connect_timeout{10};
    std::chrono::seconds command_timeout{60};
};

}
