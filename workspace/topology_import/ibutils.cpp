// SPDX-License-Identifier: Apache-2.0
// Reads topology files of ibutils (ibdm, ibtopodiff(1), ibutils 1.5.7): a line names the type and the name of a
// system, and each indented line a cable: "P1 -4x-10G-> TYPE NAME PORT". The speed is that of a lane.
#include "models/text/ascii.h"
#include "workspace/topology_import/draft.h"
#include "workspace/topology_import/forms.h"

#include <fmt/format.h>

#include <charconv>
#include <string_view>

namespace rocelint::workspace {
namespace {

struct IbCableLine {
    std::string_view port;
    std::string_view arrow; ///< "->" or "-4x-10G->"
    std::string_view type;
    std::string_view name;
    std::string_view far_port;
};

bool is_arrow(std::string_view word) { return word.starts_with('-') && word.ends_with("->"); }

std::string_view without_comment(std::string_view line) { return line.substr(0, line.find('#')); }

std::optional<IbCableLine> cable_line(std::string_view line)
{
    line = without_comment(line);
    IbCableLine cable;
    cable.port = ascii::take_word(line, ascii::is_blank_or_cr);
    cable.arrow = ascii::take_word(line, ascii::is_blank_or_cr);
    if (!is_arrow(cable.arrow) && cable.arrow != "->")
        return std::nullopt;
    cable.type = ascii::take_word(line, ascii::is_blank_or_cr);
    cable.name = ascii::take_word(line, ascii::is_blank_or_cr);
    cable.far_port = ascii::take_word(line, ascii::is_blank_or_cr);
    return cable;
}

// "-4x-10G->": four lanes of 10 Gb/s.
std::optional<BitsPerSecond> speed_of(std::string_view arrow)
{
    constexpr double giga = 1e9;
    constexpr unsigned most_lanes = 12;
    constexpr double fastest_lane = 1000;
    arrow.remove_prefix(1);
    const std::string_view width = ascii::take_until(arrow, '-');
    unsigned lanes = 0;
    double rate = 0;
    const auto [end, error] = std::from_chars(width.data(), width.data() + width.size(), lanes);
    const auto [rate_end, rate_error] = std::from_chars(arrow.data(), arrow.data() + arrow.size(), rate);
    if (error != std::errc{} || rate_error != std::errc{} || end == width.data() + width.size()
        || ascii::lower(*end) != 'x' || lanes == 0 || lanes > most_lanes
        || !(rate > 0 && rate <= fastest_lane))
        return std::nullopt;
    return BitsPerSecond{static_cast<std::uint64_t>(rate * giga) * lanes};
}

class IbutilsReader {
public:
    IbutilsReader(const ParsedText& text, std::string_view name)
        : source_(text.source), draft_(text.source, name)
    {
    }

    Result<Topology> read()
    {
        std::string_view rest = source_.text();
        std::string_view system;
        while (!rest.empty()) {
            const std::string_view line = ascii::take_line(rest);
            std::string_view words = without_comment(line);
            if (ascii::trimmed(words, ascii::is_blank_or_cr).empty())
                continue;
            const Span at = draft_.span(ascii::trimmed(line, ascii::is_blank_or_cr));
            if (const auto cable = cable_line(line)) {
                if (system.empty())
                    return fail_in_file(source_, at.offset, "this cable comes before the line of its system");
                draft_.cable({system, cable->port},
                    {cable->name, cable->far_port},
                    at,
                    {.speed = speed_of(cable->arrow)});
                continue;
            }
            static_cast<void>(ascii::take_word(words, ascii::is_blank_or_cr)); // its type
            system = ascii::take_word(words, ascii::is_blank_or_cr);
            if (system.empty())
                return fail_in_file(source_,
                    at.offset,
                    "expected the type and the name of a system, or a cable such as P1 -> HCA host1 P1");
            draft_.device(system, at);
        }
        return draft_.finish();
    }

private:
    const Source& source_;
    TopologyDraft draft_;
};

}

bool fits_ibutils(const ParsedText& text) { return text.shape == TextShape::lines; }

Result<Topology> read_ibutils(const ParsedText& text, std::string_view name)
{
    return IbutilsReader(text, name).read();
}

}
