// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rocelint::cli {

/// Options of the commands that reach devices: collect, plan, push, rollback and drift.
struct LiveOptions {
    /// An inventory, a plan or a journal; for drift also an intent or a folder.
    std::vector<std::string> words;
    std::string inventory; ///< push and rollback: instead of the plan's inventory
    std::string output; ///< collect: a folder; plan: a file
    std::string policy;
    std::string topology;
    /// Plan: build what this fabric.yaml describes, instead of fixing what the rules find.
    std::string intent;
    /// Plan: a folder that collect wrote, or of other configurations, to read instead of the devices.
    std::string from;
    std::string journal;
    std::string resume; ///< push: the journal to resume
    std::vector<std::string> limit; ///< patterns for devices and groups (push::is_within); empty: all
    std::vector<std::string> select; ///< rule codes
    std::vector<std::string> ignore;
    bool script = false;
    bool counters = false; ///< collect: counters instead of configurations
    std::chrono::seconds every{60}; ///< collect: between two captures of counters
    std::uint64_t times = 2; ///< collect: number of captures of counters
    bool allow_disruptive = false;
    std::uint64_t max_age = 24; ///< push: maximum age of the plan in hours
    std::string comment; ///< push and rollback: stored in the journal
    std::string before; ///< program to run before each step, which must succeed; words separated by blanks
    std::string after; ///< program to run after each step; same form
    bool detailed_exit_code = false; ///< plan: the exit code shows whether there is anything to push
    bool yes = false; ///< push: begin without asking on the terminal
    bool ask = false; ///< push: ask on the terminal after each wave of canaries
    bool rollback_all = false; ///< push: if a step fails, undo the changes on all devices
    bool accept_blind = false; ///< push even if a device does not report link and drops of a changed port
    std::string self_test; ///< push: the device whose own rollback is tested
    std::string port; ///< push: the unused port that the test changes
    bool check = false; ///< push: check only, without putting anything in force
    std::string expected_hash; ///< push: the required SHA-256 of the plan; empty: any
    bool json = false;
    std::size_t parallel = 0; ///< 0: the command's own default
    std::size_t wave = 10;
    std::size_t failures = 1;
    std::uint64_t drops = 0;
    std::optional<std::uint64_t> pauses; ///< per second
    unsigned retries = 2;
    std::chrono::seconds window{300};
    std::chrono::seconds settle{60};
    std::chrono::seconds observe{5};
    std::chrono::seconds bake{0}; ///< push: how long to watch the canaries before the other devices follow
    std::chrono::seconds connect_timeout{10};
    std::chrono::seconds command_timeout{60};
};

}
