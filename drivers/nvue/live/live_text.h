// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "drivers/transport/ssh_session.h"
#include "models/text/objection.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// Returns only the statements from the output of `nv config show -o commands`.
[[nodiscard]] std::string statements_of(std::string_view shown);
/// Why an apply would survive a reboot before it is confirmed. Since Cumulus
/// Linux 5.9 every apply is saved unless the configuration says otherwise (NVIDIA NVUE reference, Config
/// Commands).
Objection saves_by_itself(std::string_view shown);
/// Returns a command's message: the first line of its errors, else of its output.
[[nodiscard]] std::string first_line(const Execution& execution);

/// A revision of the configuration, as the switch reports it.
struct Revision {
    std::string id; ///< "7"
    std::string state; ///< "pending", "confirm", "applied", "inactive"

    [[nodiscard]] bool awaits_confirmation() const { return state == "confirm"; }
    [[nodiscard]] bool is_pending() const { return state == "pending"; }
};
/// Parses `nv config revision -o json`; nothing if it is not an object of revisions with states.
[[nodiscard]] std::optional<std::vector<Revision>> revisions_of(std::string_view json);
/// Returns the revisions that `nv set` reports as created: "created [rev_id: 7]".
[[nodiscard]] std::vector<std::string> created_in(std::string_view printed);

/// Returns the first statement that is in only one of two lists, without secrets. The order does not count.
[[nodiscard]] std::optional<std::string> line_beside(std::string_view wanted, std::string_view now);

/// Parses the hardware from `nv show platform -o json`.
[[nodiscard]] Hardware hardware_of(std::string_view json);
/// Parses `nv show interface -o json`: links, dropped packets and lost carriers of `ports`, or of all ports
/// if it is empty.
[[nodiscard]] Health health_of(std::string_view json, const std::vector<std::string>& ports);

/// Shell scripts. The first types statements and stops at the first one that is refused. It stores the
/// switch's message about the revision that it created in a file, the mark of the transaction. It types
/// nothing into a revision that someone else with the same login has begun, and no second statement into a
/// revision that the switch does not name.
[[nodiscard]] std::string stage_script(std::string_view id, std::string_view commands);
/// Returns why staging failed: whose revision is in the way, which statement was refused, or which part of ours was
/// left where.
[[nodiscard]] std::string why_not_staged(const Execution& execution, std::string_view commands);
/// Scripts that show the mark, show the marks of all transactions, and remove a mark.
[[nodiscard]] std::string mark_script(std::string_view id);
inline constexpr std::string_view all_marks_script = "cat \"$HOME\"/.rocelint-* 2> /dev/null";
[[nodiscard]] std::string unmark_script(std::string_view id);
/// Detaches a pending revision, deletes it, and removes its mark.
[[nodiscard]] std::string drop_script(std::string_view revision);

}
