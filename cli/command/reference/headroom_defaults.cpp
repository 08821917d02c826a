// SPDX-License-Identifier: Apache-2.0
// Fills in the options of `rocelint headroom` that were not given, one after another, until one is rejected.
#include "cli/command/reference/headroom.h"
#include "models/catalog/design_defaults.h"
#include "models/fabric/fields/value_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

namespace rocelint::cli {
namespace {

using Refusal = std::optional<std::string>;

constexpr std::uint64_t eight_lane_speed = 800'000'000'000; // 8 x 100G, as in SONiC's tables

Refusal speed(HeadroomOptions& options)
{
    if (!options.stated.speed)
        return "--speed is missing; write the port's speed, such as 400G";
    options.input.speed = *options.stated.speed;
    options.input.lanes
        = options.stated.lanes.value_or(options.input.speed.count >= eight_lane_speed ? 8 : 4);
    if (!options.stated.lanes)
        options.assumed.push_back(fmt::format("{} lanes", options.input.lanes));
    return std::nullopt;
}

Refusal cable(HeadroomOptions& options)
{
    if (options.sweep && options.stated.cable)
        return "--cable and --sweep exclude each other";
    if (options.sweep)
        return std::nullopt;
    if (options.stated.cable) {
        options.input.cable = *options.stated.cable;
    } else if (options.nic != nullptr && options.nic->default_cable.known()) {
        options.input.cable = options.nic->default_cable.value;
        options.assumed.push_back(fmt::format("a cable of {} m", options.input.cable.count));
    } else {
        return "--cable is missing; write the length of the cable, such as 30m";
    }
    return std::nullopt;
}

void size(HeadroomOptions& options, Bytes& target, std::string_view name, std::optional<std::uint32_t> stated)
{
    if (stated)
        target.count = *stated;
    else
        options.assumed.push_back(fmt::format("{} {}", name, target.count));
}

Refusal packets(HeadroomOptions& options)
{
    size(options, options.input.mtu, "MTU", options.stated.mtu);
    size(options, options.input.lossless_mtu, "lossless MTU", options.stated.lossless_mtu);
    if (options.input.lossless_mtu > options.input.mtu)
        return fmt::format("--lossless-mtu {} is larger than the MTU of any class, {}",
            options.input.lossless_mtu.count,
            options.input.mtu.count);
    const std::uint32_t percent
        = options.stated.small_packets.value_or(options.input.small_packets.hundredths / 100);
    if (!options.stated.small_packets)
        options.assumed.push_back(fmt::format("{} % small packets", percent));
    options.input.small_packets = Percent::whole(percent);
    return std::nullopt;
}

Refusal delays(HeadroomOptions& options)
{
    options.input.shared_headroom = options.oversubscription != 0;
    const auto interface = catalog::interface_bits(options.input.speed);
    if (interface.known()) {
        options.input.interface_bits = interface.value;
        options.input.interface_source = interface.source;
    }
    return std::nullopt;
}

BitsPerSecond nearest_speed(BitsPerSecond wanted)
{
    const std::vector<BitsPerSecond> speeds = catalog::response_speeds();
    const auto distance = [wanted](BitsPerSecond speed) {
        return std::max(speed.count, wanted.count) - std::min(speed.count, wanted.count);
    };
    return *std::ranges::min_element(speeds, {}, distance);
}

Refusal response(HeadroomOptions& options)
{
    physics::HeadroomInput& input = options.input;
    if (options.stated.response_quanta) {
        input.response_quanta = *options.stated.response_quanta;
        input.response_source = "as given (--response-quanta)";
        return std::nullopt;
    }
    const auto known = catalog::response_quanta(input.speed);
    // SONiC's own formula then uses a figure of the chip, and the answer says so.
    const bool formula_has_its_own = options.asic != nullptr && options.asic->peer_response_kib.known()
        && catalog::is_ethernet_rate(input.speed) && options.model != HeadroomChoice::components;
    if (!known.known() && formula_has_its_own)
        return std::nullopt;
    if (!known.known())
        return fmt::format("--speed: no response time is known for {}; the nearest speed with one is {}; "
                           "or give --response-quanta N",
            value_text(input.speed),
            value_text(nearest_speed(input.speed)));
    input.response_quanta = known.value;
    input.response_source = known.source;
    return std::nullopt;
}

Refusal model(HeadroomOptions& options)
{
    const bool modelled = options.asic != nullptr && options.asic->model.known();
    if (options.model == HeadroomChoice::lua && !modelled) {
        std::vector<std::string_view> known;
        for (const catalog::Asic& asic : catalog::all_asics()) {
            if (asic.model.known())
                known.push_back(asic.name);
        }
        return fmt::format("--model lua needs --asic with one of {}", fmt::join(known, ", "));
    }
    if (options.model == HeadroomChoice::table && options.asic == nullptr)
        return "--model table needs --asic";
    if (options.model == HeadroomChoice::table && catalog::tables_of(*options.asic).empty())
        return fmt::format("--model table: the catalog has no shipped table of {}", options.asic->name);
    return std::nullopt;
}

}

Objection complete(HeadroomOptions& options)
{
    for (const auto part : {speed, cable, packets, delays, response, model}) {
        if (auto refusal = part(options))
            return Objection(*std::move(refusal));
    }
    return {};
}

}
