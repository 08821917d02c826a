// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/line_cli/statement.h"
#include "models/fabric/lost_names.h"
#include "models/fabric/setting.h"
#include "models/syntax/tree.h"

#include <string_view>
#include <vector>

namespace rocelint::line_cli {

/// A line that holds for a port, and the line of the port that refers to it where it stands elsewhere.
struct Stated {
    const Fact* fact = nullptr;
    Span reference; ///< nowhere: the port's own
    OriginId made; ///< of a line that stands in no text: another line stands for it

    explicit operator bool() const { return fact != nullptr; }
    [[nodiscard]] bool is(Sense sense) const { return fact != nullptr && fact->sense == sense; }
};

/// Whether a line was about this setting, even one whose value could not be read.
template <class T>
[[nodiscard]] bool stated(const Setting<T>& setting)
{
    return setting.origin != OriginId{};
}

/// Makes the settings of one device of its lines, with where they come from.
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
    /// The value of a line; unset where there is none, unread for `reason` where it is not understood.
    template <class T, class Value>
    [[nodiscard]] Setting<T> setting(const Stated& line, std::string_view reason, Value value)
    {
        if (!line)
            return {};
        if (line.fact->sense == Sense::unread)
            return Setting<T>::unread(unread(reason));
        return {value(*line.fact), origin_of(line)};
    }
    /// The same; `absent` where there is no line.
    template <class T, class Value>
    [[nodiscard]] Setting<T> setting(
        const Stated& line, std::string_view reason, Value value, Setting<T> absent)
    {
        return line ? setting<T>(line, reason, value) : absent;
    }
    /// A value that another place has, as the port has it: inherited, and referred to by the port's line at `reference`.
    template <class T>
    [[nodiscard]] Setting<T> inherit(const Setting<T>& from, Span reference)
    {
        if (!from.configured())
            return from;
        return {from.value, origins_.inherited(reference, origins_.span(from.origin))};
    }

    /// The origin of what a line at `at` names and nothing defines (see LostNames).
    [[nodiscard]] OriginId lost(std::string_view what, std::string_view name, Span at)
    {
        return lost_names_.take(what, name, at);
    }

    /// The same of a line; of one that is not understood, that it is not.
    [[nodiscard]] OriginId lost(std::string_view what, const Fact& line)
    {
        return line.sense == Sense::unread ? unread("its line is not understood")
                                           : lost(what, line.text, line.at);
    }

private:
    Origins& origins_;
    LostNames lost_names_;
};

}
