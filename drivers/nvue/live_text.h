// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/live.h"
#include "drivers/transport/ssh_session.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::nvue {

/// The statements of what `nv config show -o commands` prints, without anything else.
[[nodiscard]] std::string statements_of(std::string_view shown);
/// Why an apply would survive a reboot before it is confirmed; empty where it would not. Since Cumulus Linux 5.9 every apply is saved unless
/// the configuration says otherwise (NVIDIA NVUE reference, Config Commands).
[[nodiscard]] std::string saves_by_itself(std::string_view shown);
/// What a command says of itself: the first line of its errors, else of its output.
[[nodiscard]] std::string first_line(const Execution& execution);

/// A revision of the configuration, and what the switch says of it.
struct Revision {
    std::string id; ///< "7"
    std::string state; ///< "pending", "confirm", "applied", "inactive"

    [[nodiscard]] bool awaits_confirmation() const { return state == "confirm"; }
    [[nodiscard]] bool is_pending() const { return state == "pending"; }
};
/// `nv config revision -o json`; nothing where it is no object of revisions with states.
[[nodiscard]] std::optional<std::vector<Revision>> revisions_of(std::string_view json);
/// The revisions that `nv set` says it created: "created [rev_id: 7]".
[[nodiscard]] std::vector<std::string> created_in(std::string_view printed);

/// The first statement that stands in one of two lists and not in the other, without secrets; their order does not count.
[[nodiscard]] std::optional<std::string> line_beside(std::string_view wanted, std::string_view now);

/// `nv show platform -o json`: what it tells of the box.
[[nodiscard]] Hardware hardware_of(std::string_view json);
/// `nv show interface -o json`: links, dropped packets and lost carriers of the ports; of all where `ports` is empty.
[[nodiscard]] Health health_of(std::string_view json, const std::vector<std::string>& ports);

/// Shell scripts. Types statements and stops at the first that is refused; what the switch says of the revision that it created is
/// kept in a file, the mark of the transaction. Nothing is typed into a revision of somebody of the same login, nor a second statement
/// into one that the switch does not name.
[[nodiscard]] std::string stage_script(std::string_view id, std::string_view commands);
/// What came of it, where it ended in failure: whose revision is in the way, or what of ours has stayed where.
[[nodiscard]] std::string why_not_staged(const Execution& execution);
/// Shows the mark; shows those of all transactions; takes one away.
[[nodiscard]] std::string mark_script(std::string_view id);
inline constexpr std::string_view all_marks_script = "cat \"$HOME\"/.rocelint-* 2> /dev/null";
[[nodiscard]] std::string unmark_script(std::string_view id);
/// Detaches a pending revision, deletes it, and takes its mark away.
[[nodiscard]] std::string drop_script(std::string_view revision);

}
