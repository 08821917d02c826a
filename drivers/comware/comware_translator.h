// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/comware/config.h"
#include "drivers/line_cli/write/block_editor.h"
#include "drivers/line_cli/write/translator.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace rocelint::comware {

/// Turns neutral changes into lines of Comware: changes of ports and maps in edit.cpp, of queues and buffers in
/// edit_queues.cpp.
class ComwareTranslator final : public line_cli::Translator {
public:
    explicit ComwareTranslator(const line_cli::Task& task);

private:
    std::string take(const Change& change, const Port& port) override;
    std::string set_frame(const Change& change, const Port& port, Bytes frame);
    std::string set_link_pause(const Change& change, const Port& port, bool on);
    std::string take_whole(const Change& change) override;
    std::string set_map(const Change& change, const Port& port, const MapEntry& entry) override;
    std::string set_entry(const Block* table, std::string_view name, std::uint8_t point, std::uint8_t target);

    std::string set_pfc(const Change& change, const Port& port, const PriorityDelta& delta) override;
    std::string set_watchdog(const Change& change, const Port& port, const WatchdogTarget& target) override;
    /// Whether PFC is on for the port, by its own line or that of the whole switch.
    [[nodiscard]] bool has_mode(std::uint32_t port) const;

    std::string set_ecn(const Change& change, const Port& port, const EcnTarget& target) override;
    std::string set_ecn_of_table(const Change& change, const Block& table, Fact curve);
    std::string set_ecn_of_port(const Change& change, Fact curve);
    std::string set_scheduler(const Change& change, const Port& port, const SchedulerTarget& target) override;
    std::string set_buffer(const Change& change, const Port& port);
    /// The whole number of cells of a size; nothing, with the reason, if there is none.
    [[nodiscard]] std::optional<std::uint64_t> cells_of(Bytes size, std::string& reason) const;

    line_cli::BlockEditor blocks_;
    std::uint64_t cell_ = 0; ///< bytes; 0: not known
};

}
