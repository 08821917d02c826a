// SPDX-License-Identifier: Apache-2.0
// One question for several rules: does this profile give this port what the models ask for? Below the component
// model but above the physical floor there may be no answer, and then neither "enough" nor "too small" is said.
#include "analysis/facts/port_headroom.h"

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
    // Pause stops the lossless class, whose packets are RDMA's and not as large as the port's MTU.
    question.input.lossless_mtu = device.headroom.lossless_mtu.value_or(lossless_mtu);
    question.input.small_packets = device.headroom.small_packets.value_or(question.input.small_packets);
    question.asic = catalog::asic_of(device);
    question.table = catalog::table_of_sku(device.model);
    question.shared_headroom = has_shared_headroom(device);
    question.input.shared_headroom = question.shared_headroom.value_or(false);
    question.choice = analysis.policy->headroom_model;
    return question;
}

}

bool PortHeadroom::undecided() const
{
    // The component model is the worst case of any switch: some chips make do with less.
    return verdict == HeadroomVerdict::small && !need.knows_switch
        && question.choice != HeadroomChoice::component_model && xoff >= need.floor;
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
    return judged;
}

}
