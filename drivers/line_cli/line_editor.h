// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/line_writer.h"
#include "drivers/line_cli/stanza_index.h"
#include "models/change/asked.h"

#include <map>
#include <ranges>
#include <span>
#include <string>
#include <string_view>

namespace rocelint::line_cli {

/// A line that counts for a port.
struct FoundLine {
    const PortStanza* stanza = nullptr;
    const Fact* fact = nullptr; ///< null where there is none

    /// Whether there is such a line, and it takes nothing away.
    [[nodiscard]] bool states() const { return fact != nullptr && fact->sense == Sense::set; }
};

/// Which line of a port: what it says, and of which queue, class or priority.
struct LineName {
    std::uint8_t fact = 0;
    std::uint8_t number = Fact::no_number;
};

/// What stays of a line that a fact takes the place of.
enum class Keep : std::uint8_t { other_values, nothing };

/// Whose lines are those of a LAG's members.
enum class OfMembers : std::uint8_t {
    own, ///< each member's
    lag_if_stated, ///< the LAG's where it states one and the member does not
    lag, ///< the LAG's alone
};

/// Puts facts into a configuration: in the place that states them now where all its users want the same, else for the port
/// alone. What a row does not take is refused in the row's words. Each function gives nothing, or why it cannot be.
class LineEditor {
public:
    /// Facts of the scopes `of_members` hold for a member of a LAG where they stand on the LAG.
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

    /// The port's own last line, else its profile's, else its LAG's.
    [[nodiscard]] FoundLine find(std::uint32_t port, const LineName& name) const;
    /// Makes the fact's line say what the fact says; other values of the line stay as they are, unless the whole line is to
    /// be that of the fact.
    [[nodiscard]] std::string put(const Change& change, const Fact& wanted, Keep keep = Keep::other_values);
    /// A further line into the place that has others beginning with the same word, if it may be edited.
    [[nodiscard]] std::string add(const Change& change, const Fact& wanted);
    /// A line that overrides for the port alone what a shared place says.
    [[nodiscard]] std::string override_after(
        const Change& change, const PortStanza* stanza, const Fact& wanted, const Fact* like = nullptr);
    /// Another line in place of one that is found and may be edited.
    [[nodiscard]] std::string replace(
        const FoundLine& found, const Fact& wanted, Keep keep = Keep::other_values);
    /// Takes the line that counts for the port away, and its block with its last line; `instead` overrides a place that may
    /// not be edited.
    [[nodiscard]] std::string take_away(const Change& change, const LineName& name, const Fact& instead);

    /// A device-wide line: in place of `old`, else behind the last of those that have most words of its stem (three at
    /// least, if it has so many), else in front of the interfaces.
    [[nodiscard]] std::string put_global(const Fact& wanted, const Fact* old);
    /// The last device-wide line of this kind; of a kind by values, the last that speaks of the value `slot`.
    [[nodiscard]] const Fact* find_global(std::uint8_t kind, std::uint8_t slot = Fact::no_number) const;
    /// The last device-wide line of this kind and number, where it takes nothing away, or null.
    [[nodiscard]] const Fact* find_global_of(const LineName& name) const;
    [[nodiscard]] std::string take_away_global(const Fact& line);
    /// Makes the change of a LAG's member one of the LAG where that has the line, if all whom it concerns want it. Empty, or
    /// who does not want it; `what` is the line in that sentence.
    [[nodiscard]] std::string move_to_lag(
        Change& change, const LineName& name, OfMembers of_members, std::string_view what) const;
    /// The first other port that a place of the whole device touches, and that does not want the change; null where all
    /// want it, or the place itself is to change. `touches(index, port)`.
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
    /// The fact as a line, see write().
    [[nodiscard]] std::string text_of(const Fact& wanted, const Fact* like = nullptr) const
    {
        return write(grammar_, wanted, like);
    }
    /// The row by which the device's ports and profiles open blocks of this scope, or null where none does.
    [[nodiscard]] const Statement* usual_opener(Scopes opens) const;
    /// What usual_opener() gives where no line shows it.
    void set_usual_opener(Scopes opens, const Statement* row)
    {
        if (usual_opener(opens) == nullptr)
            usual_openers_[opens] = row;
    }
    /// The headers around the lines of a stanza; `block` is a header inside it, or null.
    [[nodiscard]] Path path_of(const PortStanza& stanza, const Node* block = nullptr) const;

private:
    [[nodiscard]] std::string out_of_range(const Fact& wanted) const;
    /// The port's profile, if it states the same kind of fact and every port that uses it wants the change; else null.
    [[nodiscard]] const PortStanza* speaking_profile(const Change& change, const Fact& wanted) const;
    [[nodiscard]] FoundLine find_in(const PortStanza& stanza, const LineName& name) const;
    [[nodiscard]] bool is_stated_besides(
        std::uint32_t port, const LineName& name, const FoundLine& found) const;
    /// Of a device-wide line.
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
