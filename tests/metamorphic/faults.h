// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/change.h"
#include "tests/mutation/subject.h"
#include "workspace/amend/corrections.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace rocelint::testing {

/// A fault in neutral terms, which every platform's editor writes in its own words.
struct Fault {
    const char* name; ///< what is wrong, for the page: "PFC is off"
    Property property;
    ChangeValue value;
    std::uint8_t number = 0xff; ///< Change::number
    bool shared = false; ///< Change::shared
    bool to_unmarked = false; ///< a map entry that leads where unmarked packets go
    std::string_view
        about{}; ///< the rule that judges it, where no platform's pair of switches shows enough for it
};

/// The faults of one switch port, all of them faults on every platform that can be configured so.
[[nodiscard]] std::span<const Fault> all_faults();

/// Two switches of each platform that rocelint edits, with a host, by a policy that states classes. Nothing is found in them.
[[nodiscard]] std::vector<Subject> switch_pairs();

/// A subject with faults in it.
struct Broken {
    std::vector<workspace::Correction> edits; ///< what the editor wrote
    std::unique_ptr<workspace::Outcome> outcome; ///< null where the platform cannot be configured so
    std::string reason; ///< why it cannot, by its editor
};

/// Where a fault is put.
struct FaultAt {
    const Fault* fault = nullptr;
    std::string_view device; ///< "leaf1"
    std::uint32_t port = 0; ///< which of its physical ports
};

/// Writes faults into the files of a subject and checks it.
[[nodiscard]] Broken break_subject(const Subject& subject, std::span<const FaultAt> faults);

}
