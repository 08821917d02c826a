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

/// A fault in neutral terms, which each platform's editor writes in the platform's own syntax.
struct Fault {
    const char* name; ///< what is wrong, for the page: "PFC is off"
    Property property;
    ChangeValue value;
    std::uint8_t number = 0xff; ///< Change::number
    bool shared = false; ///< Change::shared
    bool to_unmarked = false; ///< the map entry sends the DSCP to the class of unmarked packets
    std::string_view
        about{}; ///< the rule that judges it, if no platform's pair of switches shows enough for it
};

/// Faults of one switch port; each is a fault on every platform that can be configured this way.
[[nodiscard]] std::span<const Fault> all_faults();

/// For each platform that rocelint edits, two switches and a host, with a policy that states classes. Nothing is found in them.
[[nodiscard]] std::vector<Subject> switch_pairs();

/// A subject with faults planted in it.
struct Broken {
    std::vector<workspace::Correction> edits; ///< what the editor wrote
    std::unique_ptr<workspace::Outcome> outcome; ///< null if the platform cannot be configured this way
    std::string reason; ///< why not, as its editor says
};

/// Where a fault is planted.
struct FaultAt {
    const Fault* fault = nullptr;
    std::string_view device; ///< such as "leaf1"
    std::uint32_t port = 0; ///< index among its physical ports
};

/// Writes faults into a subject's files and checks it.
[[nodiscard]] Broken break_subject(const Subject& subject, std::span<const FaultAt> faults);

}
