// SPDX-License-Identifier: Apache-2.0
// Marking and early drop as curves over bytes. Thresholds that depend on a chip's segment size or a port's
// speed stay unread if that is unknown.
#include "drivers/eos/config.h"

#include <algorithm>

namespace rocelint::eos {
namespace {

Setting<Bytes> threshold(Config& config, const Fact& fact, std::size_t slot, const Port& port, OriginId here)
{
    const std::uint64_t amount = fact.value(slot);
    switch (fact.statement->slots[slot].terms[fact.values[slot].term].measure) {
    case native_measure:
        return {Bytes{amount}, here};
    case segments_measure:
        return Setting<Bytes>::unread(
            config.unread("counted in buffer segments, whose size depends on the ASIC"));
    default:
        break;
    }
    if (!port.speed.known())
        return Setting<Bytes>::unread(config.unread("given as a time, and the port's speed is not known"));
    // Rates are multiples of a million, so dividing first loses nothing; the product stays below 2^64.
    constexpr std::uint64_t longest = 1'000'000;
    if (amount > longest)
        return Setting<Bytes>::unread(config.unread("the threshold is out of range"));
    return {Bytes{amount * (port.speed.value.count / 1'000'000) / 8}, here};
}

// Two numbers in the same unit can be compared without knowing the unit's size or the port's speed.
void warn_of_order(Config& config, const Fact& line, std::size_t first)
{
    const auto term = [&line](std::size_t slot) { return line.values[slot].term; };
    const bool same_unit = line.statement->slots[first].terms[term(first)].measure
        == line.statement->slots[first + 1].terms[term(first + 1)].measure;
    if (!same_unit || line.value(first) <= line.value(first + 1))
        return;
    const bool said = std::ranges::any_of(
        config.problems, [&line](const SyntaxProblem& problem) { return problem.at == line.at; });
    if (!said)
        config.problems.push_back(
            {SyntaxProblem::Severity::error, line.at, "the lower threshold is above the upper one"});
}

}

Setting<Ref> build_ecn(
    Config& config, const Fact* ecn, const Fact* drop, const Port& port, std::string_view name)
{
    const auto says = [](const Fact* fact, Sense sense) { return fact != nullptr && fact->sense == sense; };
    const bool marks = says(ecn, Sense::set);
    const bool drops = says(drop, Sense::set);
    if (says(ecn, Sense::unread) || (says(drop, Sense::unread) && !marks))
        return Setting<Ref>::unread(config.unread("its random-detect line is not understood"));
    if (!marks && !drops)
        return ecn == nullptr ? config.defaults.value("ecn", Ref{})
                              : Setting<Ref>(Ref{}, config.device.origins.explicit_at(ecn->at));
    const Fact& line = marks ? *ecn : *drop;
    const OriginId here = config.device.origins.explicit_at(line.at);
    EcnProfile profile;
    profile.name = name;
    profile.at = line.at;
    // No manual that was found says whether random-detect ecn marks packets of another drop precedence.
    profile.other_colours = OtherColours::unknown;
    EcnCurve& curve = profile.curves.emplace_back();
    curve.colour = marks ? Colour::green : static_cast<Colour>(drop->value(0));
    const auto state = [&](const Fact* fact, Default usual) {
        const auto set = config.setting<bool>({fact, {}}, "its random-detect line is not understood", is_set);
        return stated(set) ? set : config.defaults.value(usual, false);
    };
    curve.marks = state(ecn, "ecn");
    curve.drops = state(drop, "random_drop");
    const std::size_t first = marks ? 0 : 1; // in a drop line, the color comes first
    curve.min_threshold = threshold(config, line, first, port, here);
    curve.max_threshold = threshold(config, line, first + 1, port, here);
    if (!curve.min_threshold.known())
        warn_of_order(config, line, first);
    // A probability of zero is out of the line's range; a switch that accepts it marks nothing.
    if (const line_cli::Value& probability = line.values[first + 2]; probability.written())
        curve.max_probability = {Percent::whole(static_cast<std::uint32_t>(probability.number)), here};
    else
        curve.max_probability
            = Setting<Percent>::unread(config.unread("max-mark-probability is not written"));
    if (const auto& weight = line.values[first + 3]; weight.written())
        curve.weight = {static_cast<std::uint8_t>(weight.number), here};
    config.device.ecn_profiles.push_back(std::move(profile));
    return {Ref{static_cast<std::uint32_t>(config.device.ecn_profiles.size() - 1)}, here};
}

}
