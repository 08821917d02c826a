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

/// One change of a step, with what people want to know of it.
struct StepChange {
    NamedChange named;
    std::string what; ///< "PFC on for priority 3"
    std::vector<std::string> codes; ///< of the rules that ask for it; empty where an intent does
};

/// What goes out of order, and for whom, while a disruptive step is applied.
struct StepRadius {
    std::vector<std::string> ports;
    std::vector<std::string> hosts; ///< that lose at least one link
    std::vector<std::string> rails; ///< "rail 0", "plane a", as far as the topology tells
};

/// A step of a device, by the device's name and the step's index.
struct StepRef {
    std::string device;
    std::uint32_t step = 0;
    friend auto operator<=>(const StepRef&, const StepRef&) = default;
};

/// One transaction of one device.
struct PlanStep {
    Phase phase = Phase::any; ///< the first of those that it holds
    Transaction transaction;
    std::vector<StepChange> changes;
    FixClass fix_class = FixClass::hitless; ///< hitless or disruptive
    std::string reason; ///< why it is of this class, with the source
    StepRadius radius;
    std::vector<StepRef> needs; ///< of other devices: must be done before this one
    std::string ends_at; ///< hash that the device must have afterwards; empty where nobody can know it before
};

/// A change that the plan does not hold, and why.
struct LeftOut {
    std::string port;
    std::string what;
    std::string reason;
};

/// A device at the other end of a cable, whose state the order of steps rests on.
struct Neighbour {
    std::string name;
    std::string hash; ///< Snapshot::hash of the state that the plan was made from
    Hardware hardware; ///< read_hardware()
};

/// What is to be done on one device.
struct PlanDevice {
    std::string name;
    std::string platform;
    std::string
        hash; ///< Snapshot::hash of the state that the plan was made from; empty: for review, not to be pushed
    std::vector<PlanStep> steps; ///< in this order; each begins where the one before it ended
    std::vector<LeftOut> left_out;
    std::vector<std::string> neighbours; ///< names in Plan::neighbours; of a device with steps
    Hardware hardware; ///< read_hardware()
};

/// A finding, as far as it can be told again after the change.
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
    bool only_disruptive = false; ///< only where a step of one of them is disruptive
};

/// A whole plan, as it is written to a file.
struct Plan {
    static constexpr std::uint64_t version = 6;
    std::string made; ///< UTC, ISO 8601
    std::string inventory; ///< its path, as given
    std::string
        files; ///< folder with the configurations that it was made from; relative to the plan's own folder
    std::string policy; ///< the policy's text: given, or what was inferred
    std::string topology; ///< the topology file's text, or empty
    std::vector<PlanDevice> devices;
    std::vector<Neighbour> neighbours; ///< each once; those that the plan was made with
    std::vector<ApartPair> apart;
    std::vector<PlanFinding> before;
    std::vector<PlanFinding> after; ///< predicted
    bool allow_disruptive
        = false; ///< steps that interrupt were asked for; else a device must be under maintenance
    std::string seal; ///< of seal_plan(); empty: nobody sealed it
    bool backwards
        = false; ///< takes another plan back (undo_plan): its rounds go backwards. Never in a file.
    [[nodiscard]] const PlanDevice* find(std::string_view name) const;
    [[nodiscard]] const Neighbour* find_neighbour(std::string_view name) const;
};

/// The plan as JSON, for a file. Holds configuration commands and no secrets.
[[nodiscard]] std::string write_plan(const Plan& plan);
/// Puts under the plan the HMAC, with the key of states, of all that it holds: what a review approved is what is pushed, to the
/// last port that is watched. Whoever changes it afterwards needs the key.
void seal_plan(Plan& plan, std::string_view key);
/// Whether the plan is what was sealed with this key.
[[nodiscard]] bool bears_seal(const Plan& plan, std::string_view key);
/// Reads it. `invalid` for anything that write_plan() did not write, with file, line and column.
[[nodiscard]] Result<Plan> read_plan(const Source& source);

}
