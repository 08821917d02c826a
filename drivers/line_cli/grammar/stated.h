// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/grammar/statement.h"
#include "models/fabric/lost_names.h"
#include "models/fabric/value/quantity.h"
#include "models/fabric/value/setting.h"
#include "models/syntax/tree.h"

#include <string_view>
#include <type_traits>
#include <vector>

namespace rocelint::line_cli {

/// Why a setting is unread whose line is.
inline constexpr std::string_view not_understood = "its line is not understood";

// The meaning of a line with one value, for SettingMaker::setting().

[[nodiscard]] inline bool is_set(const Fact& fact) { return fact.sense == Sense::set; }
/// Whether the line is a negation that means off: `no shutdown`.
[[nodiscard]] inline bool is_off(const Fact& fact) { return fact.sense == Sense::off; }
/// Whether a line of two words, such as `receive on`, says on.
[[nodiscard]] inline bool says_on(const Fact& fact) { return is_set(fact) && fact.value() != 0; }
template <class T>
[[nodiscard]] T value_as(const Fact& fact)
{
    if constexpr (std::is_same_v<T, Metres>)
        return {static_cast<std::uint32_t>(fact.value())};
    else
        return T(fact.value());
}

/// A line that applies to a port, and the line of the port that refers to it if the line is elsewhere.
struct Stated {
    const Fact* fact = nullptr;
    Span reference; ///< nowhere: it is the port's own line
    OriginId made; ///< set for a line that is not in the text, but implied by another line

    explicit operator bool() const { return fact != nullptr; }
    [[nodiscard]] bool is(Sense sense) const { return fact != nullptr && fact->sense == sense; }
};

/// Whether a line stated this setting, even one whose value could not be read.
template <class T>
[[nodiscard]] bool stated(const Setting<T>& setting)
{
    return setting.origin != OriginId{};
}

/// Makes the settings of one device from its lines, with their origins.
class SettingMaker {
public:
    SettingMaker(Device& device, std::vector<SyntaxProblem>& problems)
        : origins_(device.origins), lost_names_(device, problems)
    {
    }

    [[nodiscard]] OriginId origin_of(const Stated& line)
    {
        if (line.made != OriginId{})
            return line.made;
        return line.reference.somewhere() ? origins_.inherited(line.reference, line.fact->at)
                                          : origins_.explicit_at(line.fact->at);
    }
    [[nodiscard]] OriginId unread(std::string_view reason) { return origins_.unread(reason); }
    /// Returns the value of a line: unset if there is no line, unread for `reason` if the line is not
    /// understood.
    template <class T, class Value>
    [[nodiscard]] Setting<T> setting(const Stated& line, std::string_view reason, Value value)
    {
        if (!line)
            return {};
        if (line.fact->sense == Sense::unread)
            return Setting<T>::unread(unread(reason));
        return {value(*line.fact), origin_of(line)};
    }
    /// The same, but `absent` if there is no line.
    template <class T, class Value>
    [[nodiscard]] Setting<T> setting(
        const Stated& line, std::string_view reason, Value value, Setting<T> absent)
    {
        return line ? setting<T>(line, reason, value) : absent;
    }
    template <class T, class Value>
    [[nodiscard]] Setting<T> setting(const Stated& line, Value value, Setting<T> absent)
    {
        return setting(line, not_understood, value, absent);
    }
    /// Returns what holds because the place at `at` has no line about it.
    template <class T>
    [[nodiscard]] Setting<T> lacking(Setting<T> usual, Span at)
    {
        usual.origin = origins_.lacking(usual.origin, at);
        return usual;
    }
    /// Returns another place's value as the port inherits it, through the port's line at `reference`.
    template <class T>
    [[nodiscard]] Setting<T> inherit(const Setting<T>& from, Span reference)
    {
        if (!from.configured())
            return from;
        return {from.value, origins_.inherited(reference, origins_.span(from.origin))};
    }

    /// Returns the origin for a name that a line at `at` uses and nothing defines (see LostNames).
    [[nodiscard]] OriginId lost(std::string_view what, std::string_view name, Span at)
    {
        return lost_names_.take(what, name, at);
    }

    /// The same for a line; a line that is not understood is unread for that reason instead.
    [[nodiscard]] OriginId lost(std::string_view what, const Fact& line)
    {
        return line.sense == Sense::unread ? unread(not_understood) : lost(what, line.text, line.at);
    }

private:
    Origins& origins_;
    LostNames lost_names_;
};

}

// The names of this header for platforms: see statement.h.
namespace rocelint::line_cli::vocabulary {

using line_cli::is_off;
using line_cli::is_set;
using line_cli::not_understood;
using line_cli::says_on;
using line_cli::Stated;
using line_cli::stated;
using line_cli::value_as;

}
