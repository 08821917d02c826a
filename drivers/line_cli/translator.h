// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/line_editor.h"
#include "drivers/line_cli/list_lines.h"
#include "models/change/editing.h"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// A property that is the one value of a line.
struct ValueLine {
    Property property;
    std::uint8_t fact = 0;
    std::uint64_t less = 0; ///< what the line does not count of the value: the header of a frame
    std::optional<std::uint64_t> off; ///< the value that the line's negation says
    std::string_view no_words; ///< why there is no line for some values; empty: the usual sentence
    std::optional<OfMembers> of_members; ///< absent: as other lines of the platform
    std::string_view what; ///< the property in a sentence; empty: as it is named
    Setting<bool> Port::*now = nullptr; ///< where the port has the value already, nothing is written
};

/// What the changes of one platform go by. All of it lives longer than its user.
struct ChangeStyle {
    std::string_view platform; ///< in sentences: "EOS"
    const Grammar& grammar;
    Scopes top; ///< of lines in no block
    const PortBlocks& blocks;
    std::span<const ValueLine> values;
    OfMembers of_members = OfMembers::own; ///< of lines that do not say otherwise
    Scopes inherited = 0; ///< whose lines hold for a member of a LAG where they stand on the LAG
};

/// Neutral changes as lines of one platform: in the text, and the same as commands, of one pass, so that they cannot differ.
/// A change that is refused leaves nothing, also where some of its lines were made already.
class Translator {
public:
    Translator(const ChangeStyle& style,
        std::span<const Tree> trees,
        const Device& device,
        std::span<const Change> changes);
    Translator(const Translator&) = delete;
    Translator& operator=(const Translator&) = delete;
    virtual ~Translator() = default;

    /// Why no change can be made in these files; empty where any can.
    [[nodiscard]] virtual std::string hindrance() const { return {}; }
    /// Once: the edits, or the commands.
    [[nodiscard]] Editing edit();
    [[nodiscard]] Commands commands();

protected:
    // Each makes one kind of change. Empty, or why it cannot be.

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
    /// Of maps of every kind.
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
    /// Any other change of a port.
    [[nodiscard]] virtual std::string take(const Change& change, const Port& /*port*/)
    {
        return take_value(change);
    }
    /// Once all changes were taken: writes what was only collected. What is written then is refused no more.
    virtual void finish() { }
    /// A change of the whole device.
    [[nodiscard]] virtual std::string take_whole(const Change& change) { return not_supported(change); }

    /// A change of a property that is a ValueLine; others are not supported.
    [[nodiscard]] std::string take_value(const Change& change);
    /// The fact for the port, or for its LAG where it has the line from there.
    [[nodiscard]] std::string put(const Change& change, const Fact& wanted);
    /// Takes the line away that the fact is of, likewise.
    [[nodiscard]] std::string take_away(const Change& change, Fact fact);
    /// Empty, or that the lines of the whole device that `sentence` speaks of would change a port that `touches` tells of.
    template <class Touches>
    [[nodiscard]] std::string refuse_for_others(
        const Change& change, std::string_view sentence, Touches&& touches) const
    {
        const Port* other = editor_.bystander(change, touches);
        return other == nullptr ? std::string{} : must_not_change(sentence, *other);
    }
    [[nodiscard]] std::string not_supported(const Change& change) const;

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
