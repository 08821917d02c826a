// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/block_editor.h"
#include "drivers/line_cli/write/translator.h"
#include "drivers/vrp/config.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::vrp {

/// Turns neutral changes into lines of VRP: changes of ports and maps in edit.cpp, of queues in edit_queues.cpp, of PFC
/// and its watchdog in edit_pause.cpp.
class VrpTranslator final : public line_cli::Translator {
public:
    explicit VrpTranslator(const line_cli::Task& task);

private:
    void finish() override;

    std::string take(const Change& change, const Port& port) override;
    std::string set_trust(const Change& change, const Port& port, Trust trust);
    std::string set_frame(const Change& change, Bytes frame);
    std::string set_link_pause(const Change& change, const Port& port, bool on);
    std::string take_whole(const Change& change) override;
    std::string set_map(const Change& change, const Port& port, const MapEntry& entry) override;
    [[nodiscard]] std::string_view domain_of(std::uint32_t port) const;

    std::string set_ecn(const Change& change, const Port& port, const EcnTarget& target) override;
    std::string set_curve(const Block& profile, const Fact& curve);
    std::string switch_marking_on(const Change& change);
    [[nodiscard]] bool has_line(std::uint32_t port, LineKind kind) const;
    std::string set_scheduler(const Change& change, const Port& port, const SchedulerTarget& target) override;
    void write_modes(std::uint32_t port, PrioritySet weighted, PrioritySet strict);

    std::string set_pfc(const Change& change, const Port& port, const PriorityDelta& delta) override;
    std::string pause_too(const Block& profile, Priority priority);
    std::string pause_by(const Change& change, const Block* profile, PrioritySet wanted);
    /// A profile that pauses just these priorities, for a port with this line of PFC, or none; null with `found`: the usual one.
    [[nodiscard]] const Block* profile_with(
        const Port& port, const Fact* line, PrioritySet priorities, bool& found) const;
    [[nodiscard]] std::string refuse_for_users(const Change& change, std::string_view profile) const;
    std::string set_watchdog(const Change& change, const Port& port, const WatchdogTarget& target) override;
    std::string set_times(const Change& change, const Port& port, const WatchdogTarget& target);
    std::string set_timers(const Change& change, const WatchdogTarget& target);
    std::string set_buffer(const Change& change, const Port& port);

    /// The stanza after which a new block goes.
    [[nodiscard]] const line_cli::Stanza& before_new() const;

    line_cli::BlockEditor blocks_;
    Hardware hardware_;
    std::vector<const Fact*> slot_lines_;
    /// By port: queues whose service changes. One line of a port holds many.
    std::map<std::uint32_t, std::pair<PrioritySet, PrioritySet>> served_;
};

}
