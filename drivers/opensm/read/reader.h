// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"
#include "drivers/opensm/read/file_kind.h"
#include "models/fabric/subnet/subnet_manager.h"

#include <optional>
#include <string>
#include <string_view>

namespace rocelint::opensm {

/// The state that the readers of one subnet manager's files share.
class ManagerReader {
public:
    ManagerReader(Reading& reading, SubnetManager& manager) : reading_(reading), manager_(manager) { }

    [[nodiscard]] SubnetManager& manager() { return manager_; }
    [[nodiscard]] Origins& origins() { return reading_.device.origins; }
    [[nodiscard]] Device& device() { return reading_.device; }
    [[nodiscard]] std::string_view keep(std::string_view text) { return reading_.device.arena->keep(text); }
    SmFault& fault(SmFault::Kind kind, Span at, std::string_view text, const std::string& message)
    {
        constexpr std::size_t longest = 60;
        manager_.faults.push_back(
            {.kind = kind, .at = at, .text = text.substr(0, longest), .message = keep(message)});
        return manager_.faults.back();
    }
    /// Records the fix of a fault: `wrong`, a part of the file, becomes `right`.
    void mend(SmFault& fault, Span at, std::string_view wrong, const std::string& right)
    {
        fault.mend_at = at;
        fault.wrong = wrong;
        fault.right = keep(right);
    }
    void problem(SyntaxProblem::Severity severity, Span at, std::string message)
    {
        reading_.problems.push_back({severity, at, std::move(message)});
    }

private:
    Reading& reading_;
    SubnetManager& manager_;
};

/// Reads opensm.conf (a tree from parse_options) into the manager. `tree` is null if no option file was read.
void read_options(ManagerReader& reader, const Tree* tree);
/// Reads the lists of SL to VL and of arbitration in the qos options.
void read_qos_lists(ManagerReader& reader, const Source& source);
void read_partitions(ManagerReader& reader, const Tree& tree);
void read_policy(ManagerReader& reader, const Tree& tree);
/// Reads root_guid_file and similar files; `list` is the purpose for which the options use the file.
void read_guids(ManagerReader& reader, const Tree& tree, SmGuid::List list);
void read_guid2lid(ManagerReader& reader, const Tree& tree);
/// Reads SHARP's sharp_am.cfg.
void read_sharp(ManagerReader& reader, const Tree& tree);
/// Reads UFM's gv.cfg.
void read_ufm(ManagerReader& reader, const Tree& tree);
/// Reads /etc/sysconfig/opensm: its PRIORITY becomes `opensm -p`, which overrides sm_priority.
void read_service(ManagerReader& reader, const Tree& tree);
/// Marks known files that the model does not use (names of nodes, M_Keys of ports).
void read_nothing(const Tree& tree);
/// Marks the lines of NVIDIA's congestion_control_policy_file, of which only the statements that name algorithms are
/// documented.
void read_congestion_policy(const Tree& tree);
/// Reads NVIDIA's pgrp_policy_file.
void read_port_groups(ManagerReader& reader, const Tree& tree);

/// Calls `visit(line)` for each line node of a tree of lines.
template <class Visit>
void for_each_line(const Tree& tree, Visit&& visit)
{
    for (const Node* node = tree.root == nullptr ? nullptr : tree.root->first; node != nullptr;
         node = node->next)
        visit(*node);
}

}
