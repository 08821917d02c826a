// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/translator.h"
#include "drivers/os10/block_editor.h"
#include "drivers/os10/os10.h"

#include <span>
#include <string>
#include <string_view>

namespace rocelint::os10 {

/// Turns neutral changes into lines of OS10: changes of ports and maps in edit.cpp, of queues in
/// edit_queues.cpp, of PFC and its buffers in edit_pause.cpp.
class Os10Translator final : public line_cli::Translator {
public:
    explicit Os10Translator(const line_cli::Task& task);

private:
    using Fact = line_cli::Fact;
    static constexpr std::uint8_t groups = 8; ///< also the number of queues

    void finish() override { blocks_.finish(); }

    std::string take(const Change& change, const Port& port) override;
    std::string set_trust(const Change& change, const Port& port, Trust trust);

    using Found = line_cli::BlockEditor::BoundPolicy;
    Found find(const Change& change, LineKind binding) const;
    std::string class_map_for(const Block& policy, LineKind kind, std::uint8_t number);
    std::string put_queue_line(const Block& policy, std::uint8_t queue, const Fact& wanted);
    std::string set_ecn(const Change& change, const Port&, const EcnTarget& target) override;
    std::string put_curve(const Block& profile, const Fact& curve);
    std::string new_profile(const Change& change, const Fact& curve);
    std::string set_scheduler(const Change& change, const Port&, const SchedulerTarget& target) override;
    std::string set_map(const Change& change, const Port&, const MapEntry& entry) override;
    [[nodiscard]] const Block* network_of(const Change& change) const;
    [[nodiscard]] static PrioritySet paused_by(const Block& lines);
    [[nodiscard]] const Block* class_that_pauses(const Change& change, Priority priority) const;
    [[nodiscard]] const Block* class_of_group(const Change& change, std::uint8_t group) const;
    std::string pause(const Change& change, const Port& port, Priority priority, bool add);
    std::string set_pfc(const Change& change, const Port& port, const PriorityDelta& delta) override;
    [[nodiscard]] std::string_view policy_that_pauses(PrioritySet wanted) const;
    std::string set_watchdog(const Change&, const Port&, const WatchdogTarget&) override;

    // Edits the sizes that a class states. Buffers that OS10 sizes by itself are left alone.
    template <class Edit>
    std::string set_buffer(const Change& change, const Block* lines, Edit&& edit)
    {
        const Found found = find(change, LineKind::service_network);
        if (!found.reason.empty())
            return found.reason;
        const Fact* old = lines == nullptr ? nullptr : lines->find(LineKind::pause);
        if (old == nullptr || !old->values[0].written())
            return "OS10 sets the buffer aside by itself where pause has no buffer-size";
        Fact wanted = *old;
        edit(wanted);
        return blocks_.put(*lines, wanted);
    }

    std::string set_share_of_buffer(const Change& change, DynamicThreshold threshold);

    BlockEditor blocks_;
};

}
