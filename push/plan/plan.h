// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "models/change/change_document.h"
#include "models/change/change_order.h"
#include "models/text/result.h"
#include "models/text/source.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::push {

/// One change of a step, with information for people.
struct StepChange {
    NamedChange named;
    std::string what; ///< "PFC on for priority 3"
    std::vector<std::string> codes; ///< of the rules that request it; empty if an intent does
};

/// What is interrupted, and for whom, while a disruptive step is applied.
struct StepRadius {
    std::vector<std::string> ports;
    std::vector<std::string> hosts; ///< hosts that lose at least one link
    std::vector<std::string> rails; ///< "rail 0", "plane a", as far as the topology says
};

/// A reference to a step, by the device's name and the step's index.
struct StepRef {
    std::string device;
    std::uint32_t step = 0;
    friend auto operator<=>(const StepRef&, const StepRef&) = default;
};

/// One transaction of one device.
struct PlanStep {
    Phase phase = Phase::any; ///< of its first change
    Transaction transaction;
    std::vector<StepChange> changes;
    FixClass fix_class = FixClass::hitless; ///< hitless or disruptive
    std::string reason; ///< why the step has this class, with the source
    StepRadius radius;
    std::vector<StepRef> needs; ///< steps of other devices that must be done before this one
    /// The hash that the device must have afterwards; empty if it cannot be known in advance.
    std::string ends_at;
};

/// A change that the plan leaves out, and why.
struct LeftOut {
    std::string port;
    std::string what;
    std::string reason;
};

/// A device at the other end of a cable, on whose state the order of steps depends.
struct Neighbour {
    std::string name;
    std::string hash; ///< Snapshot::hash of the state that the plan was made from
    Hardware hardware; ///< from read_hardware()
};

/// The steps for one device.
struct PlanDevice {
    std::string name;
    std::string platform;
    /// Snapshot::hash of the state that the plan was made from. Empty: for review only, not to be pushed.
    std::string hash;
    std::vector<PlanStep> steps; ///< in this order; each begins in the state where the previous one ended
    std::vector<LeftOut> left_out;
    std::vector<std::string> neighbours; ///< names in Plan::neighbours, for a device with steps
    Hardware hardware; ///< from read_hardware()
};

/// A finding, reduced to what identifies it again after the change.
struct PlanFinding {
    std::string fingerprint; ///< as in the JSON report: does not depend on lines
    std::string code;
    std::string severity;
    std::string device;
    std::string port;
    std::string message;
};

/// Two devices that must never be changed at the same time, and why.
struct ApartPair {
    std::string a;
    std::string b;
    std::string reason;
    bool only_disruptive = false; ///< only if a step of one of them is disruptive
};

/// A whole plan, as stored in a file.
struct Plan {
    static constexpr std::uint64_t version = 6;
    std::string made; ///< UTC, ISO 8601
    std::string inventory; ///< its path, as given
    /// Folder with the configurations that the plan was made from; relative to the plan's own folder.
    std::string files;
    std::string policy; ///< text of the policy, given or inferred
    std::string topology; ///< the topology file's text, or empty
    std::vector<PlanDevice> devices;
    std::vector<Neighbour> neighbours; ///< each once, in the state that it had when the plan was made
    std::vector<ApartPair> apart;
    std::vector<PlanFinding> before;
    std::vector<PlanFinding> after; ///< as predicted
    /// Disruptive steps were requested; if false, they need a device under maintenance.
    bool allow_disruptive = false;
    std::string seal; ///< from seal_plan(); empty: not sealed
    /// Rolls back another plan (undo_plan): its rounds are in the opposite order. Never in a file.
    bool backwards = false;
    [[nodiscard]] const PlanDevice* find(std::string_view name) const;
    [[nodiscard]] const Neighbour* find_neighbour(std::string_view name) const;
};

/// The plan as JSON, for a file. Contains configuration commands but no secrets.
[[nodiscard]] std::string write_plan(const Plan& plan);
/// Adds the HMAC of the whole plan, with the state key: what was approved in a review is what is pushed, down
/// to the last port to watch. Without the key the plan cannot be changed afterwards.
void seal_plan(Plan& plan, std::string_view key);
/// Whether the plan is unchanged since it was sealed with this key.
[[nodiscard]] bool bears_seal(const Plan& plan, std::string_view key);
/// Reads a plan. Fails with `invalid`, with file, line and column, for anything that write_plan() did not
/// write.
[[nodiscard]] Result<Plan> read_plan(const Source& source);

}
