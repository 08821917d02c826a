// SPDX-License-Identifier: Apache-2.0
#include "drivers/eos/config.h"

namespace rocelint::eos {
namespace {

Setting<Bytes> threshold_in_bytes(Config& config, const Threshold& threshold, const Port& port, OriginId line)
{
    if (threshold.unit == ThresholdUnit::bytes)
        return {Bytes{threshold.amount}, line};
    if (threshold.unit == ThresholdUnit::segments)
        return Setting<Bytes>::unread(
            config.unread("counted in buffer segments, whose size depends on the ASIC"));
    if (!port.speed.known())
        return Setting<Bytes>::unread(config.unread("given as a time, and the port's speed is not known"));
    // Rates end in six zeros, so nothing is lost by dividing first; the product stays below 2^64.
    constexpr std::uint64_t longest = 1'000'000;
    const std::uint64_t bytes_per_microsecond_times_8 = port.speed.value.count / 1'000'000;
    if (threshold.amount > longest)
        return Setting<Bytes>::unread(config.unread("the threshold is out of range"));
    return {Bytes{threshold.amount * bytes_per_microsecond_times_8 / 8}, line};
}

void fill_curve(Config& config, EcnCurve& curve, const RandomDetect& detect, const Port& port)
{
    curve.min_threshold = threshold_in_bytes(config, detect.min, port, detect.line);
    curve.max_threshold = threshold_in_bytes(config, detect.max, port, detect.line);
    if (detect.probability != 0)
        curve.max_probability = {Percent::whole(detect.probability), detect.line};
    else
        curve.max_probability
            = Setting<Percent>::unread(config.unread("max-mark-probability is not written"));
}

}

Setting<Ref> build_ecn(Config& config, const QueueLines& lines, const Port& port, std::string_view name)
{
    const bool marks = lines.ecn.line != OriginId{} && !lines.ecn.off;
    const bool drops = lines.drop.line != OriginId{} && !lines.drop.off;
    if (lines.ecn.line.kind() == OriginKind::unread && lines.ecn.line != OriginId{})
        return Setting<Ref>::unread(lines.ecn.line);
    if (!marks && !drops)
        return {Ref{}, lines.ecn.line};
    const RandomDetect& detect = marks ? lines.ecn : lines.drop;
    EcnProfile profile;
    profile.name = name;
    profile.at = config.device.origins.span(detect.line);
    EcnCurve& curve = profile.curves.emplace_back();
    curve.colour = marks ? Colour::green : lines.drop.colour;
    if (marks)
        curve.marks = {true, lines.ecn.line};
    else if (lines.ecn.off)
        curve.marks = {false, lines.ecn.line};
    else
        curve.marks = config.defaults.value(Default::ecn, false);
    if (drops)
        curve.drops = {true, lines.drop.line};
    else if (lines.drop.off)
        curve.drops = {false, lines.drop.line};
    else
        curve.drops = config.defaults.value(Default::random_drop, false);
    fill_curve(config, curve, detect, port);
    config.device.ecn_profiles.push_back(std::move(profile));
    return {Ref{static_cast<std::uint32_t>(config.device.ecn_profiles.size() - 1)}, detect.line};
}

bool depends_on_speed(const RandomDetect& detect)
{
    return detect.line != OriginId{} && !detect.off
        && (detect.min.unit == ThresholdUnit::microseconds || detect.max.unit == ThresholdUnit::microseconds);
}

}
