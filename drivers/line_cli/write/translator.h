// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/write/line_editor.h"
#include "drivers/line_cli/write/list_lines.h"
#include "models/change/editing.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// A property that is the only value of a line.
struct ValueLine {
    Property property;
    std::uint8_t fact = 0;
    std::uint64_t less = 0; ///< part of the value that the line does not count: the header of a frame
    std::optional<std::uint64_t> off; ///< the value that the line's negation stands for
    std::string_view no_words; ///< why some values have no line; empty: the usual sentence
    std::optional<OfMembers> of_members; ///< absent: as for other lines of the platform
    std::string_view what; ///< the property as worded in a sentence; empty: its name
    Setting<bool> Port::*now = nullptr; ///< nothing is written if the port has this value already
};

/// The changes to make in the files of one device. Everything it refers to must outlive its user.
struct Task {
    std::span<const Tree> trees; ///< the device was read from these
    const Device& device;
    std::span<const Change> changes;
};

/// How one platform writes changes. Everything it refers to must outlive its user.
struct ChangeStyle {
    std::string_view platform; ///< in sentences: "EOS"
    const Grammar& grammar;
    Scopes top; ///< scope of lines outside all blocks
    const PortBlocks& blocks;
    std::span<const ValueLine> values;
    OfMembers of_members = OfMembers::own; ///< for lines that do not say otherwise
    Scopes inherited = 0; ///< scopes whose lines on a LAG apply to its members
};

/// Turns neutral changes into edits of one platform's text. A refused change leaves nothing behind, even if
/// some of its lines were already made.
class Translator {
public:
    Translator(const ChangeStyle& style, const Task& task);
    Translator(const Translator&) = delete;
    Translator& operator=(const Translator&) = delete;
    virtual ~Translator() = default;

    /// Returns why no change can be made in these files; empty if changes can be made.
    [[nodiscard]] virtual std::string why_not_editable() const { return {}; }
    /// Call it once: returns the edits.
    [[nodiscard]] Editing edit();

protected:
    // Each function makes one kind of change. It returns an empty string, or why the change cannot be made.

    [[nodiscard]] virtual std::string set_pfc(
        const Change& change, const Port& /*port*/, const PriorityDelta& /*delta*/)
    {
        return not_supported(change);
    }
    [[nodiscard]] virtual std::string set_watchdog(
        const Change& change, const Port& /*port*/, const WatchdogTarget& /*target*/)
    {
        return not_supported(change);
    }
    /// Handles maps of every kind.
    [[nodiscard]] virtual std::string set_map(
        const Change& change, const Port& /*port*/, const MapEntry& /*entry*/)
    {
        return not_supported(change);
    }
    [[nodiscard]] virtual std::string set_ecn(
        const Change& change, const Port& /*port*/, const EcnTarget& /*target*/)
    {
        return not_supported(change);
    }
    [[nodiscard]] virtual std::string set_scheduler(
        const Change& change, const Port& /*port*/, const SchedulerTarget& /*target*/)
    {
        return not_supported(change);
    }
    /// Makes any other change of a port.
    [[nodiscard]] virtual std::string take(const Change& change, const Port& /*port*/)
    {
        return take_value(change);
    }
    /// Called once all changes are taken: writes what was only collected. It can no longer refuse anything.
    virtual void finish() { }
    /// Makes a change of the whole device.
    [[nodiscard]] virtual std::string take_whole(const Change& change) { return not_supported(change); }

    /// Makes the change of a property that is a ValueLine; other properties are not supported.
    [[nodiscard]] std::string take_value(const Change& change);
    /// Writes the fact for the port, or for its LAG if the port gets the line from there.
    [[nodiscard]] std::string put(const Change& change, const Fact& wanted);
    /// Writes the speed, on a platform where a port without a line works at `highest`, the rate of its type.
    [[nodiscard]] std::string put_speed_below(const Change& change, const Port& port, BitsPerSecond highest);
    /// Removes the line of the fact, in the same place.
    [[nodiscard]] std::string take_away(const Change& change, Fact fact);
    /// Returns an empty string, or a refusal: the device-wide lines that `sentence` names would change a port
    /// for which `touches` is true.
    template <class Touches>
    [[nodiscard]] std::string refuse_for_others(
        const Change& change, std::string_view sentence, Touches&& touches) const
    {
        const Port* other = editor_.bystander(change, touches);
        return other == nullptr ? std::string{} : must_not_change(sentence, *other);
    }
    [[nodiscard]] std::string not_supported(const Change& change) const;
    /// Returns the priorities for which the port of a change sends pause once all changes are made.
    [[nodiscard]] PrioritySet paused_after(const Change& change, const Port& port) const;
    /// The same as refuse_for_others() for device-wide lines that pause a priority on every port with PFC, or stop pausing it.
    [[nodiscard]] std::string refuse_for_paused(
        const Change& change, std::string_view sentence, Priority priority, bool add) const;
    /// Whether the groups of these priorities are lossless (added), or lossy (removed), on this port.
    [[nodiscard]] bool are_lossless(const Port& port, const PriorityDelta& delta) const;

    [[nodiscard]] const Device& device() const { return device_; }
    [[nodiscard]] std::span<const Change> changes() const { return changes_; }
    [[nodiscard]] const Lines& lines() const { return lines_; }
    [[nodiscard]] LineEditor& editor() { return editor_; }
    [[nodiscard]] const LineEditor& editor() const { return editor_; }
    [[nodiscard]] ListLines& lists() { return lists_; }

private:
    [[nodiscard]] std::vector<Refusal> run();
    [[nodiscard]] std::set<std::uint32_t> adopt_profiles();
    [[nodiscard]] std::string dispatch(const Change& change, const Port& port);
    [[nodiscard]] std::string put_as(const Change& change, const Fact& wanted, const ValueLine& row);
    [[nodiscard]] std::string put_code(const Change& change, const ValueLine& row, Fec code);
    [[nodiscard]] std::string put_value(const Change& change, const ValueLine& row, std::uint64_t value);
    [[nodiscard]] static std::string must_not_change(std::string_view sentence, const Port& other);

    ChangeStyle style_;
    const Device& device_;
    std::span<const Change> changes_;
    Lines lines_;
    StanzaIndex stanzas_;
    LineWriter writer_;
    LineEditor editor_;
    ListLines lists_;
};

}
