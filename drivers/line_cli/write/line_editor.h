// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/read/stanza_index.h"
#include "drivers/line_cli/write/line_writer.h"
#include "models/change/asked.h"

#include <map>
#include <ranges>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// A line that applies to a port.
struct FoundLine {
    const PortStanza* stanza = nullptr;
    const Fact* fact = nullptr; ///< null if there is none

    /// Whether there is such a line and it is not a negation.
    [[nodiscard]] bool states() const { return fact != nullptr && fact->sense == Sense::set; }
};

/// Identifies a line of a port: what it says, and for which queue, class or priority.
struct LineName {
    std::uint8_t fact = 0;
    std::uint8_t number = Fact::no_number;
};

/// The parts that are kept of a line that a fact replaces.
enum class Keep : std::uint8_t { other_values, nothing };

/// Which lines state a value for the members of a LAG.
enum class OfMembers : std::uint8_t {
    own, ///< each member's own
    lag_if_stated, ///< the LAG's if it states a value and the member does not
    lag, ///< the LAG's only
};

/// Puts facts into a configuration: in the place that states them now if all users of that place want the
/// same, else for the port alone. Refuses a value that the row does not allow, and says what the row allows.
/// The functions that edit return an empty string, or the reason why they cannot.
class LineEditor {
public:
    /// Facts in the scopes `of_members` apply to the members of a LAG if the LAG states them.
    LineEditor(const Grammar& grammar,
        const StanzaIndex& stanzas,
        const Device& device,
        std::span<const Change> changes,
        LineWriter& writer,
        Scopes of_members = 0)
        : grammar_(grammar)
        , stanzas_(stanzas)
        , device_(device)
        , asked_(changes)
        , writer_(writer)
        , of_members_(of_members)
    {
    }

    /// Returns the port's own last line, else its profile's, else its LAG's.
    [[nodiscard]] FoundLine find(std::uint32_t port, const LineName& name) const;
    /// Makes the line state the fact. The line's other values stay, unless `keep` replaces the whole line.
    [[nodiscard]] std::string put(const Change& change, const Fact& wanted, Keep keep = Keep::other_values);
    /// Adds a line in a place with lines that begin with the same word, if that place may be edited.
    [[nodiscard]] std::string add(const Change& change, const Fact& wanted);
    /// Adds a line that overrides, for this port alone, what a shared place says.
    [[nodiscard]] std::string override_after(
        const Change& change, const PortStanza* stanza, const Fact& wanted, const Fact* like = nullptr);
    /// Replaces a line that was found and may be edited.
    [[nodiscard]] std::string replace(
        const FoundLine& found, const Fact& wanted, Keep keep = Keep::other_values);
    /// Removes the line that applies to the port, and its block if that was the last line. Where the place
    /// may not be edited, `instead` overrides it.
    [[nodiscard]] std::string take_away(const Change& change, const LineName& name, const Fact& instead);

    /// Writes a device-wide line: in place of `old`, else after the last of the lines that share the most
    /// words of its stem (at least three, if the stem has that many), else before the interfaces.
    [[nodiscard]] std::string put_global(const Fact& wanted, const Fact* old);
    /// Returns the last device-wide line of this kind; for a kind by values, the last that states the value
    /// `slot`.
    [[nodiscard]] const Fact* find_global(std::uint8_t kind, std::uint8_t slot = Fact::no_number) const;
    /// Returns the last device-wide line of this kind and number unless it is a negation, else null.
    [[nodiscard]] const Fact* find_global_of(const LineName& name) const;
    [[nodiscard]] std::string take_away_global(const Fact& line);
    /// Moves a LAG member's change to the LAG if the LAG has the line and all affected ports want the change.
    /// Returns an empty string, or a sentence that names a port that does not want it; `what` names the line
    /// in it.
    [[nodiscard]] std::string move_to_lag(
        Change& change, const LineName& name, OfMembers of_members, std::string_view what) const;
    /// Returns the first other port that a device-wide place affects and that does not want the change. Null
    /// if all ports want it, or if the change is meant for the place itself. `touches(index, port)`: whether
    /// the place affects the port.
    template <class Touches>
    [[nodiscard]] const Port* bystander(const Change& change, Touches&& touches) const
    {
        const auto all = std::views::iota(std::uint32_t{0}, static_cast<std::uint32_t>(device_.ports.size()));
        const std::uint32_t found = asked_.first_unwilling(change, all, [&](std::uint32_t port, auto&& need) {
            if (port != change.port.port && touches(port, device_.ports[port]))
                need(change.number);
        });
        return found == Port::no_index ? nullptr : &device_.ports[found];
    }

    /// Whether everything that uses the stanza wants the change.
    [[nodiscard]] bool may_edit(const PortStanza& stanza, const Change& change) const;
    [[nodiscard]] bool wants(std::uint32_t port, const Change& change) const;
    [[nodiscard]] const Asked& asked() const { return asked_; }
    [[nodiscard]] const StanzaIndex& stanzas() const { return stanzas_; }
    [[nodiscard]] LineWriter& writer() { return writer_; }
    [[nodiscard]] const Grammar& grammar() const { return grammar_; }
    /// Returns the fact as a line, see write().
    [[nodiscard]] std::string text_of(const Fact& wanted, const Fact* like = nullptr) const
    {
        return write(grammar_, wanted, like);
    }
    /// Returns the row with which the device's ports and profiles open blocks of this scope, or null if none
    /// does.
    [[nodiscard]] const Statement* usual_opener(Scopes opens) const;
    /// Sets what usual_opener() returns if no line shows it.
    void set_usual_opener(Scopes opens, const Statement* row)
    {
        if (usual_opener(opens) == nullptr)
            usual_openers_[opens] = row;
    }

private:
    /// Returns the header that the lines of a stanza repeat on a flat platform.
    [[nodiscard]] std::string flat_header(const PortStanza& stanza) const;
    [[nodiscard]] std::string out_of_range(const Fact& wanted) const;
    /// Returns the port's profile if it states the same kind of fact and all its ports want the change; else
    /// null.
    [[nodiscard]] const PortStanza* speaking_profile(const Change& change, const Fact& wanted) const;
    [[nodiscard]] FoundLine find_in(const PortStanza& stanza, const LineName& name) const;
    [[nodiscard]] bool is_stated_besides(
        std::uint32_t port, const LineName& name, const FoundLine& found) const;
    /// Returns the tree of a device-wide line.
    [[nodiscard]] const Tree* tree_of(const Fact& fact) const;
    [[nodiscard]] std::string header_of(std::uint32_t port) const;
    [[nodiscard]] std::string block_header(
        const PortStanza& stanza, const Statement& opener, std::uint8_t number) const;
    void insert(const PortStanza& stanza, const Fact& wanted, const Fact* like);
    void insert_flat(const PortStanza& stanza, const std::string& header, const std::string& text);
    const Grammar& grammar_;
    const StanzaIndex& stanzas_;
    const Device& device_;
    Asked asked_;
    LineWriter& writer_;
    Scopes of_members_;
    mutable std::map<Scopes, const Statement*> usual_openers_; ///< null: no line shows it
};

inline constexpr std::string_view conflicting_line
    = "another correction sets a different value on the same line";
inline constexpr std::string_view inexact_line
    = "the values cannot be written exactly in the unit that the line has";

}

// The names of this header for platforms: see statement.h.
namespace rocelint::line_cli::vocabulary {

using line_cli::FoundLine;

}
