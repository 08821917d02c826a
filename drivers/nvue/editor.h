// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/nvue/draft.h"
#include "models/change/change.h"

#include <span>
#include <string>
#include <vector>

namespace rocelint::nvue {

/// Adds changes to the draft of a switch. edit.cpp handles the list of changes, ports and links; edit_qos.cpp
/// handles classes, queues and buffers.
class Editor {
public:
    /// Both must outlive the editor.
    Editor(const Config& config, std::span<const Change> changes)
        : config_(config), changes_(changes), draft_(config)
    {
    }

    /// Returns the steps of all changes; `refused` gets the changes that are refused.
    std::vector<Step> run(std::vector<Refusal>& refused);

private:
    [[nodiscard]] bool is_for_all(const Change& change) const;
    template <class Put>
    Objection each(const Kind& kind, const Change& change, Put&& put)
    {
        const std::vector<std::uint32_t> ports = change.shared ? draft_.users(kind, change.port.port)
                                                               : std::vector<std::uint32_t>{change.port.port};
        for (const std::uint32_t port : ports)
            put(draft_.of_port(kind, port));
        return {};
    }
    Objection whole(const Change& change, std::string path, std::string value);
    Objection not_supported(const Change& change) const;
    Objection make(const Change& change);
    Objection make_pause(const Change& change);
    Objection make_length(const Change& change);
    Objection make_link_pause(const Change& change);
    Objection make_marking(const Change& change);
    Objection make_trust(const Change& change);
    Objection make_map(const Change& change);
    Objection make_service(const Change& change);
    Objection make_watchdog(const Change& change);
    void put_watchdog(std::uint32_t port);
    Objection make_link(const Change& change);
    Objection make_threshold(const Change& change);
    Objection make_hashing(const HashFields& fields);

    const Config& config_;
    std::span<const Change> changes_;
    Draft draft_;
};

}
