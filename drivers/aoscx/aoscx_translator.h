// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/aoscx/config.h"
#include "drivers/line_cli/write/block_editor.h"
#include "drivers/line_cli/write/translator.h"

#include <string>
#include <string_view>

namespace rocelint::aoscx {

/// Turns neutral changes into lines of AOS-CX: changes of ports and maps in edit.cpp, of queues and buffers in
/// edit_queues.cpp.
class AoscxTranslator final : public line_cli::Translator {
public:
    explicit AoscxTranslator(const line_cli::Task& task);

private:
    std::string take(const Change& change, const Port& port) override;
    std::string set_trust(const Change& change, Trust trust);
    std::string set_size(const Change& change, const Port& port, Bytes frame);
    std::string set_link_pause(const Change& change, const Port& port, bool on);
    std::string set_map(const Change& change, const Port& port, const MapEntry& entry) override;
    std::string set_pfc(const Change& change, const Port& port, const PriorityDelta& delta) override;
    std::string set_watchdog(const Change& change, const Port& port, const WatchdogTarget& target) override;

    std::string set_ecn(const Change& change, const Port& port, const EcnTarget& target) override;
    std::string put_marks(const Block& profile, const Fact& curve);
    std::string copy_thresholds(const Change& change, const Block* profile, const Fact& curve);
    std::string set_scheduler(const Change& change, const Port& port, const SchedulerTarget& target) override;
    std::string set_headroom(const Change& change, const Port& port);
    std::string set_buffer(const Change& change, const Port& port);

    /// The line of the lossless pool that holds packets of this priority, or null.
    [[nodiscard]] const Fact* pool_of(Priority priority) const;
    /// The change of this port that puts the priority into a lossless pool, or null.
    [[nodiscard]] const Change* headroom_asked(std::uint32_t port, Priority priority) const;
    /// The profile that a line of the port, of its LAG or of the switch applies; empty: none.
    [[nodiscard]] std::string_view thresholds_of(std::uint32_t port) const;
    [[nodiscard]] std::string_view schedule_of(std::uint32_t port) const;
    /// Whether the change is that of every port with this profile.
    template <class NameOf>
    [[nodiscard]] const Port* unwilling(const Change& change, std::string_view name, NameOf&& name_of) const
    {
        return editor().bystander(change, [&](std::uint32_t index, const Port& port) {
            return port.kind == PortKind::physical && name_of(index) == name;
        });
    }

    line_cli::BlockEditor blocks_;
};

}
