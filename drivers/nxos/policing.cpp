// SPDX-License-Identifier: Apache-2.0
// Policers in the classes of policy-maps of type qos (Cisco Nexus 9000 Series NX-OS Quality of Service Configuration Guide,
// Release 10.5(x), Configuring Policing):
//   police [cir] R [unit] [bc B [unit]] [pir R [unit] [be B [unit]]] conform A [exceed A] [violate A]
// Packets above the peak rate violate, those between the rates exceed, and with one rate those above it violate. WRED of a
// queue has one curve, so that only dropped packets matter.
#include "drivers/nxos/policing.h"

#include "drivers/line_cli/grammar/statement.h"
#include "models/syntax/indent_tree.h"

#include <algorithm>
#include <array>
#include <optional>

namespace rocelint::nxos {
namespace {

constexpr std::string_view police_not_understood = "its police line is not understood";
constexpr std::string_view violate_unstated
    = "its police line does not say what becomes of packets above the rate";

struct PolicedRate {
    BitsPerSecond above{}; ///< 0: not in bits per second
    bool line_rate = false; ///< 100 percent: no port exceeds it
};

std::optional<PolicedRate> take_policed_rate(Words& words)
{
    const bool percent = words.take("percent");
    const auto number = parse_number(words.next());
    constexpr std::uint64_t most = 10'000'000'000'000;
    constexpr std::uint64_t whole = 100;
    if (!number || *number > most)
        return std::nullopt;
    if (percent)
        return PolicedRate{{}, *number >= whole};
    if (words.take("pps"))
        return PolicedRate{};
    constexpr std::uint64_t kilo = 1000;
    const std::uint64_t unit = words.take("gbps") ? kilo * kilo * kilo
        : words.take("mbps")                      ? kilo * kilo
        : words.take("kbps")                      ? kilo
                                                  : 1;
    words.take("bps");
    return *number > most / unit ? std::nullopt : std::optional(PolicedRate{{*number * unit}, false});
}

bool take_policed_burst(Words& words, std::string_view word)
{
    if (!words.take(word))
        return true;
    const bool good = parse_number(words.next()).has_value();
    for (const std::string_view unit : {"bytes", "kbytes", "mbytes", "ms", "us", "packets"}) {
        if (words.take(unit))
            break;
    }
    return good;
}

// "transmit", "drop", "set dscp dscp table cir-markdown-map", "set-dscp-transmit 10": whether it drops.
std::optional<bool> take_action(Words& words)
{
    const std::string_view action = words.next();
    if (action == "drop" || action == "transmit")
        return action == "drop";
    if (!action.starts_with("set"))
        return std::nullopt;
    while (!words.at_end() && words.peek() != "exceed" && words.peek() != "violate")
        words.next();
    return false;
}

std::vector<Meter> unknown(const line_cli::Fact& fact, std::string_view why)
{
    fact.node->mark(CoverageState::unsupported);
    return {{.why_unknown = why, .at = fact.at}};
}

}

std::vector<Meter> meters_of_police(const line_cli::Fact& fact)
{
    Words words(fact.text);
    words.take("cir");
    const auto committed = take_policed_rate(words);
    if (!committed || !take_policed_burst(words, "bc"))
        return unknown(fact, police_not_understood);
    auto peak = committed;
    const bool two_rates = words.take("pir");
    if (two_rates)
        peak = take_policed_rate(words);
    if (!peak || !take_policed_burst(words, "be"))
        return unknown(fact, police_not_understood);
    std::vector<Meter> meters;
    bool violates = false;
    while (!words.at_end()) {
        const std::string_view when = words.next();
        const auto drops = take_action(words);
        if (!drops || (when != "conform" && when != "exceed" && when != "violate"))
            return unknown(fact, police_not_understood);
        violates = violates || when == "violate";
        const PolicedRate& above = when == "exceed" ? *committed : *peak;
        if (*drops && when == "conform")
            meters.push_back({.effect = MeterEffect::drop, .at = fact.at});
        else if (*drops && !above.line_rate)
            meters.push_back({.effect = MeterEffect::drop, .above = above.above, .at = fact.at});
    }
    if (!violates && !peak->line_rate)
        meters.push_back({.above = peak->above, .why_unknown = violate_unstated, .at = fact.at});
    return meters;
}

}
