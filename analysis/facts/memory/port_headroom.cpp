// SPDX-License-Identifier: Apache-2.0
// Answers one question for several rules: does this profile give this port the headroom that the models
// require? Between the physical floor and the component model the answer may be unknown: the result is then
// neither "enough" nor "too small".
#include "analysis/facts/memory/port_headroom.h"

#include "models/fabric/fields/value_text.h"

#include <fmt/format.h>

namespace rocelint {
namespace {

HeadroomQuestion question_of(
    const Analysis& analysis, PortId id, BitsPerSecond speed, Metres cable, Bytes lossless_mtu)
{
    const Device& device = analysis.fabric->device(id);
    const Port& port = analysis.fabric->port(id);
    HeadroomQuestion question;
    question.input = headroom_input(speed, cable);
    question.input.lanes = port.lanes.value_or(static_cast<std::uint8_t>(question.input.lanes));
    question.input.mtu = port.ip_mtu.value_or(question.input.mtu);
    // Pause stops the lossless class, whose packets are RDMA packets and smaller than the port's MTU.
    question.input.lossless_mtu = device.headroom.lossless_mtu.value_or(lossless_mtu);
    question.input.small_packets = device.headroom.small_packets.value_or(question.input.small_packets);
    question.asic = catalog::asic_of(device);
    question.tables = catalog::tables_of_sku(device.model);
    question.shared_headroom = has_shared_headroom(device);
    question.input.shared_headroom = question.shared_headroom.value_or(false);
    question.choice = analysis.policy_of(id.device).headroom_model;
    return question;
}

}

std::string PortHeadroom::why_unproven() const
{
    if (need.accepted.empty() && question.choice != HeadroomChoice::automatic)
        return fmt::format(
            "no headroom model that the policy allows is known for this switch at {}", value_text(speed));
    if (need.shipped_below_floor != nullptr)
        return fmt::format(
            "not proven: {} is shipped with a row for {} that holds less than the {} bytes of one packet "
            "and the cable",
            need.shipped_below_floor->sku,
            value_text(speed),
            need.floor.count);
    const std::string chip = question.asic == nullptr
        ? std::string("no file names the chip of the switch")
        : fmt::format("no formula and no table{} is known for {}",
            question.asic->cell.known() ? "" : ", and no size of a cell,",
            question.asic->name);
    const std::string worst = need.accepted.empty() ? std::string()
                                                    : fmt::format(", which may need as much as {} ({})",
                                                        need.accepted.front().xoff.count,
                                                        describe(need.accepted.front()));
    return fmt::format(
        "not proven: {} bytes are more than the {} that arrive in any case at {} with {} m of cable, but {}{}",
        xoff.count,
        need.floor.count,
        value_text(speed),
        cable.length.count,
        chip,
        worst);
}

PortHeadroom judge_headroom(const Analysis& analysis,
    PortId id,
    Bytes xoff,
    BitsPerSecond speed,
    const CableLength& cable,
    const HeadroomLimits& limits)
{
    PortHeadroom judged{.xoff = xoff,
        .speed = speed,
        .cable = cable,
        .question = question_of(analysis, id, speed, cable.length, limits.lossless_mtu),
        .need = {}};
    judged.need = headroom_need(judged.question);
    judged.verdict = judge(judged.need, xoff, limits.tolerance, limits.floor_share);
    // A site that relies on the component model alone expects it to be satisfied.
    if (judged.verdict == HeadroomVerdict::unproven
        && judged.question.choice == HeadroomChoice::component_model && !judged.need.accepted.empty())
        judged.verdict = HeadroomVerdict::small;
    return judged;
}

}
