// SPDX-License-Identifier: Apache-2.0
// Policers and drop precedences in the classes of policy-maps, as the schema of arista.avd 5 (policy_maps.schema.yml, qos,
// police) and its documentation of the lines that follow from it state them:
//   police rate R [unit] burst-size B [unit] [action set drop-precedence|dscp D  rate R [unit] burst-size B [unit]]
// Packets above the only rate, or above the higher one, are dropped. `cir`, `bc`, `pir` and `be` are the words of EOS 4.2x.
#include "drivers/eos/policing.h"

#include "drivers/line_cli/grammar/statement.h"
#include "models/fabric/qos.h"

namespace rocelint::eos {
namespace {

constexpr std::string_view not_understood = "its police line is not understood";

struct Rate {
    BitsPerSecond above{}; ///< 0: in packets
    bool good = false;
};

// "cir|rate|pir 10 mbps", in bit/s without a unit.
Rate take_rate(Words& words)
{
    const auto number = parse_number(words.next());
    constexpr std::uint64_t most = 10'000'000'000'000;
    if (!number || *number > most)
        return {};
    if (words.take("pps"))
        return {{}, true};
    constexpr std::uint64_t kilo = 1000;
    const std::uint64_t unit = words.take("kbps") ? kilo : words.take("mbps") ? kilo * kilo : 1;
    words.take("bps");
    return {{*number * unit}, true};
}

bool take_burst(Words& words)
{
    if (!words.take("burst-size") && !words.take("bc") && !words.take("be"))
        return true;
    const bool good = parse_number(words.next()).has_value();
    for (const std::string_view unit : {"bytes", "kbytes", "mbytes", "packets"}) {
        if (words.take(unit))
            break;
    }
    return good;
}

std::vector<Meter> unread_police(Span at) { return {{.why_unknown = not_understood, .at = at}}; }

line_cli::ClassEffects read_police(Words words, Span at)
{
    using State = CoverageState;
    if (!words.take("rate"))
        words.take("cir");
    const Rate lower = take_rate(words);
    if (!lower.good || !take_burst(words))
        return {State::unsupported, unread_police(at)};
    if (words.at_end())
        return {State::read, {{.effect = MeterEffect::drop, .above = lower.above, .at = at}}};
    const bool acts = words.take("action") && words.take("set");
    const bool colours = acts && words.take("drop-precedence");
    if (acts && !colours && (!words.take("dscp") || words.next().empty()))
        return {State::unsupported, unread_police(at)};
    if (!words.take("rate") && !words.take("pir"))
        return {State::unsupported, unread_police(at)};
    const Rate higher = take_rate(words);
    if (!higher.good || !take_burst(words) || !words.at_end() || !acts)
        return {State::unsupported, unread_police(at)};
    std::vector<Meter> meters{{.effect = MeterEffect::drop, .above = higher.above, .at = at}};
    if (colours)
        meters.push_back({.effect = MeterEffect::yellow, .above = lower.above, .at = at});
    // The model has no place for the DSCP that packets between the rates get.
    return {colours ? State::read : State::unsupported, std::move(meters)};
}

}

std::optional<Meter> meter_of_precedence(std::uint64_t precedence, Span at)
{
    switch (precedence) {
    case static_cast<std::uint64_t>(Colour::yellow):
        return Meter{.effect = MeterEffect::yellow, .at = at};
    case static_cast<std::uint64_t>(Colour::red):
        return Meter{.effect = MeterEffect::red, .at = at};
    default:
        return std::nullopt;
    }
}

std::optional<line_cli::ClassEffects> read_policing(Words line, Span at)
{
    if (line.take("police"))
        return read_police(line, at);
    if (!line.take("set") || !line.take("drop-precedence"))
        return std::nullopt;
    const auto precedence = parse_number(line.next());
    constexpr std::uint64_t highest = 2;
    if (!precedence || *precedence > highest || !line.at_end())
        return line_cli::ClassEffects{CoverageState::unrecognised, unread_police(at)};
    Meter meter
        = meter_of_precedence(*precedence, at).value_or(Meter{.effect = MeterEffect::green, .at = at});
    meter.sets_colour = true;
    return line_cli::ClassEffects{CoverageState::read, {meter}};
}

}
