// SPDX-License-Identifier: Apache-2.0
#include "analysis/rdma_queue.h"
#include "models/fabric/classify.h"
#include "models/text/sentence.h"
#include "rules/chassis_examples.h"
#include "rules/ecn/bound_profiles.h"
#include "rules/need_queue.h"
#include "rules/rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace rocelint::rules::ecn021 {
namespace {

using chassis_examples::card;
using chassis_examples::own_queues;
using chassis_examples::queues_to_card2;

constexpr Example examples[] = {
    {.title = "ECN was turned on for the card's own ports only",
        .files = {{{"sonic", "card1", card},
            {"sonic", "card1", own_queues, "qos.json"},
            {"sonic",
                "card1",
                R"({"QUEUE": {"card2|asic0|Ethernet0|3": {"scheduler": "scheduler.1"},
           "card2|asic0|Ethernet4|3": {"scheduler": "scheduler.1"}},
 "BUFFER_QUEUE": {"card2|asic0|Ethernet0|3": {"profile": "egress_lossless_profile"},
                  "card2|asic0|Ethernet4|3": {"profile": "egress_lossless_profile"}}})",
                "buffers.json"}}},
        .flagged = R"("card2|asic0|Ethernet0|3": {)"},
    {.title = "One port of the other card was forgotten",
        .files = {{{"sonic", "card1", card},
            {"sonic", "card1", own_queues, "qos.json"},
            {"sonic",
                "card1",
                R"({"QUEUE": {"card2|asic0|Ethernet0|3": {"wred_profile": "AZURE_LOSSLESS"},
           "card2|asic0|Ethernet4|3": {}},
 "BUFFER_QUEUE": {"card2|asic0|Ethernet0|3": {"profile": "egress_lossless_profile"},
                  "card2|asic0|Ethernet4|3": {"profile": "egress_lossless_profile"}}})",
                "buffers.json"}}},
        .flagged = R"("card2|asic0|Ethernet4|3": {})"},
    {.title = "The queues towards the other card mark as those towards the card's own ports do",
        .files = {{{"sonic", "card1", card},
            {"sonic", "card1", own_queues, "qos.json"},
            {"sonic", "card1", queues_to_card2, "buffers.json"}}}},
};

// Whether packets of the queue are known never to be marked; WRED that drops them is left to ECN009.
bool never_marks(const Device& device, const Setting<Ref>& ecn)
{
    const EcnProfile* profile = profile_of(device, ecn);
    const EcnCurve* curve = profile == nullptr ? nullptr : green_curve(*profile);
    return curve == nullptr || (curve->marks.is(false) && !curve->drops.is(true));
}

std::optional<EcnTarget> numbers_of(const EcnProfile& profile)
{
    const EcnCurve* curve = green_curve(profile);
    if (curve == nullptr || !curve->min_threshold.peek_known() || !curve->max_threshold.peek_known()
        || !curve->max_probability.peek_known())
        return std::nullopt;
    return EcnTarget{curve->min_threshold.value, curve->max_threshold.value, curve->max_probability.value};
}

void report(DeviceContext& context, const BoundProfile& bound, const std::vector<std::uint32_t>& unmarked)
{
    const Device& device = context.device();
    const PortId first{context.index, unmarked.front()};
    const Port& port = device.ports[first.port];
    const Setting<Ref>& ecn = ecn_of_queue(device, port, bound.queue);
    const EcnProfile* own = profile_of(device, ecn);
    Diagnosis diagnosis{.at = own != nullptr ? own->at : device.place(ecn.origin, &port),
        .message = fmt::format(
            "{}{} never marks packets of priority {}, as the queues towards {} do: where such packets wait for another "
            "chip or card, their senders learn of it only from pause or loss",
            queue_label(context, first, bound.queue),
            unmarked.size() == 1 ? std::string()
                                 : fmt::format(" and {}", counted(unmarked.size() - 1, "other port")),
            bound.priority,
            device.ports[bound.ports.front()].name),
        .related = {{place_in_profile(device, *bound.profile, {}), "the profile that marks there"}},
        .fix = fmt::format("Bind {} to virtual output queue {} towards every port of the chassis.",
            bound.profile->name,
            bound.queue)};
    const std::optional<EcnTarget> target = numbers_of(*bound.profile);
    for (const std::uint32_t index : unmarked) {
        const PortId id{context.index, index};
        diagnosis.blame(id, Property::ecn, bound.priority);
        if (index != unmarked.front())
            diagnosis.also_on.push_back(id);
        if (target)
            diagnosis.changes.push_back(
                {.port = id, .property = Property::ecn, .number = bound.queue, .value = *target});
    }
    context.report(std::move(diagnosis));
}

void check(DeviceContext& context)
{
    const Device& device = context.device();
    if (!device.virtual_queues.is(true))
        return;
    if (device.other_cards_unread && !context.facts().bound_profiles().empty())
        return context.not_checked({context.index, Port::no_index}, std::string(other_cards_unread));
    // Each class and queue once, however many profiles mark it.
    std::vector<std::pair<Priority, std::uint8_t>> seen;
    for (const BoundProfile& bound : context.facts().bound_profiles()) {
        const std::pair use{bound.priority, bound.queue};
        if (std::ranges::find(seen, use) != seen.end())
            continue;
        seen.push_back(use);
        std::vector<std::uint32_t> unmarked;
        for (std::uint32_t index = 0; index < device.ports.size(); ++index) {
            if (device.ports[index].kind != PortKind::system)
                continue;
            const Setting<Ref>& ecn = ecn_of_queue(device, device.ports[index], bound.queue);
            if (context.need({context.index, index}, ecn, "ECN of a virtual output queue") != nullptr
                && never_marks(device, ecn))
                unmarked.push_back(index);
        }
        if (!unmarked.empty())
            report(context, bound, unmarked);
    }
}

}

extern const Rule rule = {
    .code = "ECN021",
    .name = "unmarked-virtual-queue",
    .severity = Severity::warning,
    .scope = Scope::device,
    .summary
    = "A card of a chassis marks RDMA packets for some egress ports of the chassis and not for others.",
    .why
    = "In a chassis with virtual output queues, packets wait at the chip that they come in by, in a queue for each "
      "egress port of all cards, and are marked there. A profile that is bound only to the queues towards the card's "
      "own ports does nothing for packets that leave by another card: their queue grows without a mark until it "
      "pauses the senders, or drops.",
    .source
    = "sonic-net/sonic-utilities pull request 4029 (ecnconfig set WRED for the queues of local ports only); "
      "sonic-net/sonic-swss orchagent/qosorch.cpp, applyWredProfileToQueue",
    .examples = examples,
    .fix_class = FixClass::hitless,
    .fix
    = "Bind the marking profile of the RDMA class to its virtual output queue towards every port of the chassis.",
    .check_device = check,
};

}
