// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/e2e/push_bench.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::e2e {

/// What a cell was, as `CODE EVENT STATE`: the exit code of push, the journal's last event, and the device's configuration
/// (both what is in force and what a reboot would bring): old, new, or "new, not saved". Anything that is left on the device
/// stands behind it. After "then:" stands what `push --resume` came to.
using CellOutcome = std::string;

/// One fault: a row of the matrix.
struct Fault {
    const char* id; ///< "lost-after-commit"
    const char* what; ///< for people: "The connection is lost after the commit"
    const char* answer; ///< for people: what rocelint does then
    CellOutcome (*play)(const Bench& bench);
    /// What must come out, by Road; where it begins with '-', why there is no such cell. Rows leave the last ones out:
    /// all_faults() has them from nvue_outcome(), manager_outcome() and timer_outcome().
    std::array<const char*, road_count> outcomes;
    Bench::Login login = Bench::Login::good;
};

/// All rows, in the order of the page.
[[nodiscard]] std::vector<Fault> all_faults();

/// Parts of all_faults().
[[nodiscard]] std::vector<Fault> faults_before_commit();
[[nodiscard]] std::vector<Fault> faults_of_connections();
[[nodiscard]] std::vector<Fault> faults_of_devices();
[[nodiscard]] std::vector<Fault> faults_of_others();
[[nodiscard]] std::vector<Fault> faults_of_rights();
[[nodiscard]] std::vector<Fault> faults_of_ours();
/// What must come out at the host of a subnet manager, by the id of the fault; null where nothing is said.
[[nodiscard]] const char* manager_outcome(std::string_view id);
/// The same on a switch with NVUE.
[[nodiscard]] const char* nvue_outcome(std::string_view id);
/// What must come out at a switch whose Linux has the timer, likewise.
[[nodiscard]] const char* timer_outcome(Road road, std::string_view id);

/// The commands of a device at which faults strike: parts of what it logs.
struct MatrixWords {
    const char* stage; ///< the second of two commands that make the change
    const char* commit;
    const char* confirm;
    const char* persist;
    const char* read;
};
[[nodiscard]] const MatrixWords& words_of(Road road);

/// A link stays down once the change is in force.
[[nodiscard]] CellOutcome link_stays_down(const Bench& bench);

/// A fault that strikes only when the journal has an event.
[[nodiscard]] std::string when(const Bench& bench, const std::string& event);
/// "4 taken_back old"
[[nodiscard]] CellOutcome outcome(const Bench& bench, int code);

/// Where a column writes the cells that passed, and reads them for the page: by fault and road; empty where it did not pass.
using PassedCells = std::vector<std::array<CellOutcome, road_count>>;
void keep_passed(Road road, const std::vector<std::pair<std::string, CellOutcome>>& cells);
[[nodiscard]] PassedCells read_passed(const std::vector<Fault>& faults);

/// docs/push-safety.md.
[[nodiscard]] std::string push_safety_page(const std::vector<Fault>& faults, const PassedCells& passed);

}
