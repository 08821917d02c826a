// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/e2e/matrix/push_bench.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::e2e {

/// The outcome of a cell as `CODE EVENT STATE`: the exit code of push, the journal's last event, and the device's configuration
/// (both what is in force and what a reboot would load): old, new, or "new, not saved". Anything left on the device follows. The
/// outcome of `push --resume` follows after "then:".
using CellOutcome = std::string;

/// Outcomes that several rows share.
namespace cell {
inline constexpr const char* refused = "4 refused old";
inline constexpr const char* back = "4 taken_back old";
inline constexpr const char* done = "0 done new";
inline constexpr const char* not_saved = "4 not_saved new, not saved";
inline constexpr const char* second_refused = "0 done new; the second: 4 refused";
inline constexpr const char* neither = "4 unknown NEITHER";
inline constexpr const char* no_ports = "-it reports nothing about its ports";
inline constexpr const char* no_save = "-its files are what a reboot brings";
inline constexpr const char* at_once = "-what is committed is saved";
inline constexpr const char* no_rights = "-it knows no such rights";
inline constexpr const char* by_root = "-what root may do is not asked for command by command";
inline constexpr const char* whole_files = "-its files are put in place as a whole";
inline constexpr const char* no_terminal = "-no terminal is used";
inline constexpr const char* own_lines = "-its configuration says what it has";
inline constexpr const char* only_printed = "-what its tools print is no configuration";
inline constexpr const char* no_warm = "-it knows no warm restart that keeps what is not saved";
}

/// One fault: a row of the matrix.
struct Fault {
    const char* id; ///< "lost-after-commit"
    const char* what; ///< for people: "The connection is lost after the commit"
    const char* answer; ///< for people: what rocelint does then
    CellOutcome (*play)(const Bench& bench);
    const char* usual; ///< the usual outcome; if it starts with '-', the reason why there is no such cell
    struct Other {
        std::vector<Road> roads;
        const char* outcome;
    };
    std::vector<Other> others{}; ///< the columns with another outcome
    Bench::Login login = Bench::Login::good;
};

/// The required outcome in a column.
[[nodiscard]] const char* outcome_of(const Fault& fault, Road road);

/// All rows, in the order of the page.
[[nodiscard]] std::vector<Fault> all_faults();

/// Whether `./dev test` plays a cell: about a sixth of each row and column, and at least one cell of each row.
[[nodiscard]] bool is_in_sample(const std::vector<Fault>& faults, std::size_t row, Road road);

/// Parts of all_faults().
[[nodiscard]] std::vector<Fault> faults_before_commit();
[[nodiscard]] std::vector<Fault> faults_of_connections();
[[nodiscard]] std::vector<Fault> faults_of_devices();
[[nodiscard]] std::vector<Fault> faults_of_others();
[[nodiscard]] std::vector<Fault> faults_of_rights();
[[nodiscard]] std::vector<Fault> faults_of_kills();
[[nodiscard]] std::vector<Fault> faults_of_the_machine();
[[nodiscard]] std::vector<Fault> faults_of_two_pushes();
/// The commands of a device at which faults strike, as substrings of its log.
struct MatrixWords {
    const char* stage; ///< the second of the two commands that make the change
    const char*
        change; ///< what a fault refuses midway: differs from `stage` if lines take effect as they are typed
    const char* commit;
    const char* confirm;
    const char* persist;
    const char* read;
};
[[nodiscard]] const MatrixWords& words_of(Road road);

/// Pushes and returns the outcome.
[[nodiscard]] CellOutcome just_push(const Bench& bench);

/// Pushes while a link stays down after the commit.
[[nodiscard]] CellOutcome link_stays_down(const Bench& bench);

/// The condition of a fault that strikes only after the journal has an event.
[[nodiscard]] std::string when(const Bench& bench, const std::string& event);
/// The outcome after this exit code, such as "4 taken_back old".
[[nodiscard]] CellOutcome outcome(const Bench& bench, int code);

/// Where a column writes the cells that passed and the page reads them: by fault and road; empty if the cell did not pass.
using PassedCells = std::vector<std::array<CellOutcome, road_count>>;
void keep_passed(Road road, const std::vector<std::pair<std::string, CellOutcome>>& cells);
[[nodiscard]] PassedCells read_passed(const std::vector<Fault>& faults);
/// Fills the cells outside the sample with the outcome that their row states.
void fill_outside_of_sample(const std::vector<Fault>& faults, PassedCells& passed);

/// docs/push-safety.md.
[[nodiscard]] std::string push_safety_page(const std::vector<Fault>& faults, const PassedCells& passed);

}
