// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/difference.h"
#include "tests/mutation/subject.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace rocelint::testing {

/// The outcome of a mutant, from best to worst.
enum class Fate : std::uint8_t {
    same, ///< it means the same as before: no field of the model differs
    beside, ///< the report does not differ, and neither does the treatment of RDMA packets and CNPs
    found, ///< a new finding at the line or the innermost stanza around it
    found_elsewhere, ///< a new finding at another place
    unchecked, ///< something is newly "not checked"
    not_understood, ///< the line is now unrecognised or unsupported
    unchecked_before, ///< a rule of its family was already "not checked" on the device
    silent, ///< the model differs, but the report does not
};

struct Verdict {
    Fate fate = Fate::same;
    std::set<Property> changed; ///< in the model
    std::vector<std::string> findings; ///< new ones, each with the places it names
    std::vector<std::string> differs; ///< differences in the treatment of packets
    bool concerns_rdma = false; ///< rdma_view() differs
    /// The report has no error or warning, and no PFC, QOS, ECN or HDR rule is "not checked".
    bool is_green = false;
    Effect effect = Effect::none; ///< on RDMA packets and CNPs
};

/// The sound fabrics of fixtures/fabrics, a small one per platform built from the rules' base example, and the rules' clean
/// examples, in which only lines that the platform's base device does not have are broken.
[[nodiscard]] const std::vector<Subject>& sound_subjects();

/// The report on the subject with one token broken.
[[nodiscard]] std::unique_ptr<workspace::Outcome> check_mutant(
    const Subject& subject, std::size_t file, const Mutant& mutant);

/// Checks the subject with one token broken and compares the result with the sound subject's.
[[nodiscard]] Verdict try_mutant(const Subject& subject, std::size_t file, const Mutant& mutant);

}
