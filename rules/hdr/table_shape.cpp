// SPDX-License-Identifier: Apache-2.0
#include "rules/hdr/table_shape.h"

#include "analysis/facts/memory/headroom_need.h"
#include "models/physics/headroom.h"

#include <algorithm>
#include <tuple>

namespace rocelint {
namespace {

void sort_by_speed(std::vector<HeadroomPoint>& points)
{
    std::ranges::sort(points, [](const HeadroomPoint& a, const HeadroomPoint& b) {
        return std::tuple(a.speed, a.cable, a.xoff, a.row) < std::tuple(b.speed, b.cable, b.xoff, b.row);
    });
}

void sort_by_cable(std::vector<HeadroomPoint>& points)
{
    std::ranges::sort(points, [](const HeadroomPoint& a, const HeadroomPoint& b) {
        return std::tuple(a.cable, a.speed, a.xoff, a.row) < std::tuple(b.cable, b.speed, b.xoff, b.row);
    });
}

}

std::vector<HeadroomStep> falling_steps(std::vector<HeadroomPoint> points)
{
    std::vector<HeadroomStep> steps;
    sort_by_speed(points);
    for (std::size_t at = 1; at < points.size(); ++at) {
        const HeadroomPoint& less = points[at - 1];
        const HeadroomPoint& more = points[at];
        if (less.speed == more.speed && less.cable < more.cable && more.xoff < less.xoff)
            steps.push_back({less, more});
    }
    sort_by_cable(points);
    for (std::size_t at = 1; at < points.size(); ++at) {
        const HeadroomPoint& less = points[at - 1];
        const HeadroomPoint& more = points[at];
        if (less.cable == more.cable && less.speed < more.speed && more.xoff < less.xoff)
            steps.push_back({less, more});
    }
    return steps;
}

std::vector<HeadroomStep> odd_slopes(
    std::vector<HeadroomPoint> points, double least, double most, Bytes rounding)
{
    std::vector<HeadroomStep> steps;
    sort_by_speed(points);
    for (std::size_t first = 0, end = 0; first < points.size(); first = end) {
        while (end < points.size() && points[end].speed == points[first].speed)
            ++end;
        const HeadroomPoint& less = points[first];
        const HeadroomPoint& more = points[end - 1];
        // falling_steps() reports falling headroom.
        if (less.cable >= more.cable || more.xoff < less.xoff)
            continue;
        const auto slope = [&](std::uint64_t added, std::uint64_t taken) {
            return physics::slope_ratio(
                more.speed, less.cable, {less.xoff.count + taken}, more.cable, {more.xoff.count + added});
        };
        const physics::HeadroomInput input = headroom_input(more.speed, more.cable);
        const bool enough = more.xoff >= physics::component_headroom(input, Bytes{}).xoff;
        // Fast growth to less than the worst case needs means that the shorter row is small, not that the
        // longer one is wasteful.
        if (enough ? slope(0, rounding.count) > most : slope(rounding.count, 0) < least)
            steps.push_back({less, more, slope(0, 0)});
    }
    return steps;
}

bool is_shipped(const std::vector<HeadroomPoint>& points)
{
    const auto has = [](const catalog::HeadroomTable& table, const HeadroomPoint& point) {
        const catalog::HeadroomRow* row = table.row(point.speed, point.cable);
        return row != nullptr && row->xoff == point.xoff;
    };
    return std::ranges::any_of(catalog::headroom_tables(), [&](const catalog::HeadroomTable& table) {
        return std::ranges::all_of(points, [&](const HeadroomPoint& point) { return has(table, point); });
    });
}

std::vector<HeadroomPoint> headroom_points(const Device& device)
{
    std::vector<HeadroomPoint> points;
    for (std::size_t row = 0; row < device.buffer_profiles.size(); ++row) {
        const BufferProfile& profile = device.buffer_profiles[row];
        if (profile.for_speed.known() && profile.for_cable.known() && profile.xoff.known()
            && profile.xoff.value.count > 0)
            points.push_back({profile.for_speed.value, profile.for_cable.value, profile.xoff.value, row});
    }
    return points;
}

Span place_of_xoff(const Device& device, const BufferProfile& profile)
{
    const Span written = device.origins.span(profile.xoff.origin);
    return written.somewhere() ? written : profile.at;
}

}
