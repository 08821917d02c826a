// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/srlinux/config.h"
#include "models/change/asked.h"
#include "models/text/objection.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::srlinux {

/// The words that lead to a statement from the outermost level, its value included.
using Path = std::vector<std::string_view>;

/// Turns neutral changes into amendments of statements. An Objection is why a change cannot be made.
class Editor {
public:
    Editor(InForce& now, Draft& draft, std::span<const Change> changes)
        : now_(now), draft_(draft), asked_(changes)
    {
    }
    /// Makes all changes that it can; returns the others.
    [[nodiscard]] std::vector<Refusal> take_all();

private:
    Objection take(const Change& change);
    // edit.cpp: interfaces
    Objection set_mtu(const Change& change);
    Objection set_link_pause(const Change& change);
    Objection set_speed(const Change& change);
    Objection set_fec(const Change& change);
    // edit_classes.cpp: classifiers and maps
    Objection set_trust(const Change& change);
    Objection set_map(const Change& change);
    Objection set_point(const Change& change, const MapEntry& entry);
    Objection set_rewrite(const Change& change, const MapEntry& entry);
    Objection class_of(std::uint8_t tc, std::string_view& name);
    Objection queue_of(Named kind, std::uint8_t index, std::string_view& name);
    // edit_pfc.cpp: mapping profiles and what PFC queues may hold
    Objection set_pfc(const Change& change);
    Objection pause(std::string_view profile, const Path& filled, const Path& obeyed, Priority priority);
    Objection release(std::string_view profile, Priority priority);
    Objection set_watchdog(const Change& change);
    Objection set_headroom(const Change& change);
    Objection set_mapped_priority(const Change& change, const MapEntry& entry);
    // edit_queues.cpp: marking and service
    Objection set_marking(const Change& change);
    Objection set_thresholds(const Path& slope, const Change& change);
    Objection set_scheduler(const Change& change);

    [[nodiscard]] Config& config() { return *now_.config; }
    [[nodiscard]] const Device& device() const { return now_.reading.device; }
    [[nodiscard]] const Port& port_of(const Change& change) const { return device().ports[change.port.port]; }
    /// The interface whose QoS counts for the port: itself, or its LAG.
    [[nodiscard]] std::string_view carrier_of(const Change& change) const;
    /// Ensures a statement, if the modules allow its value.
    Objection put(const Path& path);
    [[nodiscard]] Statement* drafted(const Path& path) { return draft_.find(draft_.root(), path); }
    void remove(const Path& path);
    /// Ensures the entry of `qos interfaces` for the port, or for a subinterface; gives its path.
    Objection entry_of(const Change& change, std::string_view subinterface, Path& path);
    /// What the port's entry states by these words; null: nothing.
    [[nodiscard]] const Statement* bound_to(
        std::uint32_t port, std::initializer_list<std::string_view> words) const;
    /// A sentence that names another port that uses the same object and does not want the change.
    Objection refuse_for_others(const Change& change,
        std::string_view what,
        const std::function<const Statement*(std::uint32_t)>& reference_of) const;
    [[nodiscard]] std::string_view keep(std::string_view text) { return draft_.keep(text); }
    [[nodiscard]] std::string_view keep(std::uint64_t number);

    InForce& now_;
    Draft& draft_;
    Asked asked_;
    std::map<std::uint32_t, std::string_view> new_profile_; ///< by port: the mapping profile that it gets
};

/// The path with further words.
[[nodiscard]] Path joined(Path path, std::initializer_list<std::string_view> words);

}
