// SPDX-License-Identifier: Apache-2.0
// Drop profiles, and how the schedulers that use them mark packets.
#include "drivers/junos/read/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

namespace rocelint::junos {
namespace {

constexpr std::string_view no_depth
    = "its thresholds are shares of a queue's depth, which only the device knows";

std::vector<std::pair<Percent, const Statement*>> list_of(
    Config& config, const Statement& block, std::string_view word)
{
    std::vector<std::pair<Percent, const Statement*>> values;
    for (const Statement& statement : block) {
        if (statement.word() != word || values.size() >= points_at_most)
            continue;
        if (const auto percent = percent_of(config, statement))
            values.emplace_back(*percent, &statement);
    }
    return values;
}

struct DropPoint {
    Percent fill;
    Percent probability;
    const Statement* fill_at;
    const Statement* probability_at;
};

std::vector<DropPoint> points_of(Config& config, const Statement& profile)
{
    std::vector<DropPoint> points;
    if (const Statement* curve = profile.child("interpolate"); curve != nullptr) {
        const auto fills = list_of(config, *curve, "fill-level");
        const auto probabilities = list_of(config, *curve, "drop-probability");
        if (fills.size() != probabilities.size())
            config.reject(*curve,
                fmt::format("drop profile {} has {} fill levels and {} drop probabilities",
                    profile.key,
                    fills.size(),
                    probabilities.size()));
        for (std::size_t at = 0; at < std::min(fills.size(), probabilities.size()); ++at)
            points.push_back(
                {fills[at].first, probabilities[at].first, fills[at].second, probabilities[at].second});
    }
    for (const Statement& step : profile) {
        if (step.word() != "fill-level")
            continue;
        const Statement* probability = step.child("drop-probability");
        const auto fill = percent_of(config, step);
        const auto value = probability == nullptr ? std::nullopt : percent_of(config, *probability);
        if (fill && value)
            points.push_back({*fill, *value, &step, probability});
    }
    return points;
}

EcnCurve make_curve(
    Config& config, Colour colour, const Statement& reference, const Statement* profile, const Statement* ecn)
{
    EcnCurve curve;
    curve.colour = colour;
    curve.marks
        = ecn != nullptr ? Setting(true, config.here(*ecn)) : config.defaults.value(Default::ecn, false);
    curve.drops = {true, config.here(reference)};
    const OriginId depth = config.device.origins.unread(no_depth);
    curve.min_threshold = Setting<Bytes>::unread(depth);
    curve.max_threshold = Setting<Bytes>::unread(depth);
    const std::vector<DropPoint> points
        = profile == nullptr ? std::vector<DropPoint>{} : points_of(config, *profile);
    if (points.empty())
        return curve;
    curve.min_fill = {points.front().fill, config.here(*points.front().fill_at)};
    curve.max_fill = {points.back().fill, config.here(*points.back().fill_at)};
    curve.max_probability = {points.back().probability, config.here(*points.back().probability_at)};
    return curve;
}

bool has_points(Config& config, const Statement& profile, const EcnShares& shares)
{
    const std::vector<DropPoint> points = points_of(config, profile);
    return points.size() > 1 && points.front().fill == shares.min_fill
        && points.back().fill == shares.max_fill && points.back().probability == shares.max_probability;
}

const Statement* drop_profile(Config& config, const Statement& reference)
{
    const auto found = config.drop_profiles.find(reference.key);
    if (found != config.drop_profiles.end())
        return found->second;
    static_cast<void>(config.lost(reference, "drop profile", reference.key));
    return nullptr;
}

// Statements that mark by something other than the fill level of the queue, or change how marking is done.
constexpr std::array<std::string_view, 3> other_marking{
    "latency-ecn", "ecn-enhanced", "drop-profile-map-set"};

}

std::optional<Colour> colour_of(std::string_view loss_priority)
{
    if (loss_priority == "any" || loss_priority == "low")
        return Colour::green;
    if (loss_priority == "medium-low" || loss_priority == "medium-high")
        return Colour::yellow;
    if (loss_priority == "high")
        return Colour::red;
    return std::nullopt;
}

Setting<Ref> make_ecn(Config& config, const Statement& scheduler)
{
    for (const std::string_view word : other_marking) {
        if (scheduler.child(word) != nullptr)
            return Setting<Ref>::unread(config.device.origins.unread(config.device.arena->keep(
                fmt::format("its scheduler marks by {}, which is not read", word))));
    }
    const Statement* ecn = scheduler.child("explicit-congestion-notification");
    EcnProfile profile;
    profile.name = scheduler.key;
    profile.at = ecn == nullptr ? scheduler.at : ecn->at;
    profile.other_colours = OtherColours::unmarked;
    const Statement* map = scheduler.child("drop-profile-map");
    if (map != nullptr) {
        for (const Statement& loss : *map) {
            const std::optional<Colour> colour = colour_of(loss.key);
            const Statement* protocol = loss.first;
            const Statement* reference = protocol == nullptr ? nullptr : protocol->child("drop-profile");
            if (!colour) {
                config.reject(loss, fmt::format("\"{}\" is not a loss priority", loss.key));
                continue;
            }
            if (loss.key == "any")
                profile.other_colours = OtherColours::as_green;
            if (reference == nullptr || std::ranges::any_of(profile.curves, [&](const EcnCurve& curve) {
                    return curve.colour == *colour;
                }))
                continue;
            profile.curves.push_back(
                make_curve(config, *colour, *reference, drop_profile(config, *reference), ecn));
        }
    }
    // A scheduler is where ECN would be enabled, so if it does not say so, ECN is off.
    if (profile.curves.empty() && ecn == nullptr)
        return config.device.fragment ? config.defaults.value(Default::ecn, Ref{})
                                      : Setting<Ref>{Ref{}, config.here(scheduler)};
    if (profile.curves.empty())
        return Setting<Ref>::unread(
            config.device.origins.unread("its scheduler has no drop profile to mark packets by"));
    const Ref made{static_cast<std::uint32_t>(config.device.ecn_profiles.size())};
    config.device.ecn_profiles.push_back(std::move(profile));
    return {made, config.here(ecn == nullptr ? *map : *ecn)};
}

std::string_view drop_profile_with(Config& config, const EcnShares& shares)
{
    std::string_view first;
    for (const auto& [name, profile] : config.drop_profiles) {
        if ((first.empty() || name < first) && has_points(config, *profile, shares))
            first = name;
    }
    return first;
}

}
