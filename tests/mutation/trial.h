// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/change/difference.h"
#include "tests/mutation/subject.h"

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace rocelint::testing {

/// What became of a mutant, from the best to the worst.
enum class Fate : std::uint8_t {
    same, ///< it says nothing else than before: no field of the model differs
    beside, ///< the report does not differ, and nothing that happens to RDMA packets or CNPs does
    found, ///< a new finding at the line or the innermost stanza around it
    found_elsewhere, ///< a new finding that names another place
    unchecked, ///< something is "not checked" now
    not_understood, ///< the line is unrecognised or unsupported now
    unchecked_before, ///< a rule of its family was "not checked" on the device before, and still is
    silent, ///< the model differs, and the report does not
};

struct Verdict {
    Fate fate = Fate::same;
    std::set<Property> changed; ///< in the model
    std::vector<std::string> findings; ///< that are new, each with the places that it names
    std::vector<std::string> differs; ///< what of the treatment of packets does
    bool concerns_rdma = false; ///< a reading of what is about RDMA packets or CNPs differs
    /// The report has no error and no warning, and no row of PFC, QOS, ECN or HDR is "not checked".
    bool is_green = false;
    Effect effect = Effect::none; ///< on RDMA packets and CNPs
};

/// The fabrics of fixtures/fabrics that are sound, a small one for each platform from the examples of the rules, and the
/// clean examples, of which only the lines are broken that the base device of the platform does not have.
[[nodiscard]] const std::vector<Subject>& sound_subjects();

/// The report on the subject with one token broken.
[[nodiscard]] std::unique_ptr<workspace::Outcome> check_mutant(
    const Subject& subject, std::size_t file, const Mutant& mutant);

/// Checks the subject with one token broken, and compares.
[[nodiscard]] Verdict try_mutant(const Subject& subject, std::size_t file, const Mutant& mutant);

}
