// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/queue_editor.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint::eos {
namespace {

bool is_priority(std::string_view line) { return begins_with(line, "priority"); }
bool is_bandwidth(std::string_view line) { return begins_with(line, "bandwidth percent"); }

}

// Without `no priority` a queue is strict, and `default` takes a line out of the running-config (Arista EOS User
// Manual, Quality of Service Configuration Commands: priority, bandwidth percent).
std::string QueueEditor::take_away(
    const Change& change, const LineName& name, std::string_view undo, std::string_view override_text)
{
    const FoundLine found = lines_.find(change.port.port, name);
    if (found.line == nullptr)
        return {};
    if (!lines_.may_edit(*found.stanza, change))
        return lines_.override_after(change, found.stanza, name, std::string(override_text));
    if (!writer_.remove(*found.stanza->tree, *found.line))
        return std::string(conflicting_line);
    writer_.command(path_of(*found.stanza, found.block), std::string(undo));
    drop_empty_block(found);
    return {};
}

// A block without lines says nothing.
void QueueEditor::drop_empty_block(const FoundLine& found)
{
    if (found.block == nullptr)
        return;
    const Tree& tree = *found.stanza->tree;
    const bool empty
        = std::ranges::all_of(*found.block, [&](const Node& line) { return writer_.is_removed(tree, line); });
    if (empty)
        writer_.remove_block(tree, *found.block);
}

std::string QueueEditor::set_strict(const Change& change)
{
    const LineName priority{is_priority, change.number};
    const LineName bandwidth{is_bandwidth, change.number};
    const FoundLine kind = lines_.find(change.port.port, priority);
    if (kind.line != nullptr && is_negated(kind.line->key)) {
        std::string reason = take_away(change, priority, "default priority", "priority strict");
        if (!reason.empty())
            return reason;
    }
    return take_away(change, bandwidth, "default bandwidth percent", "no bandwidth percent");
}

std::string QueueEditor::set(const Change& change, const SchedulerTarget& target)
{
    if (target.weight)
        return "EOS serves queues by shares in percent, not by weights";
    if (target.kind == SchedulerKind::strict)
        return set_strict(change);
    if (target.bandwidth && target.bandwidth->hundredths % 100 != 0)
        return "EOS takes a share in whole percent";
    const LineName priority{is_priority, change.number};
    const FoundLine kind = lines_.find(change.port.port, priority);
    std::string reason;
    if (kind.line == nullptr || !is_negated(kind.line->key))
        reason = lines_.put(change, priority, "no priority");
    if (reason.empty() && target.bandwidth)
        reason = lines_.put(change,
            {is_bandwidth, change.number},
            fmt::format("bandwidth percent {}", target.bandwidth->hundredths / 100));
    return reason;
}

}
