// SPDX-License-Identifier: Apache-2.0
// What roceOptimized of a template sets (Mellanox/nic-configuration-operator 8bfbeb3): QoS of the running NIC in
// pkg/configuration/configvalidation.go, CalculateDesiredRuntimeConfig, and pkg/dms/client.go, SetQoSSettings; the
// marking of CNPs in ConstructNvParamMapFromTemplate.
#include "drivers/kubernetes/nic_roce.h"

#include "drivers/kubernetes/nic_firmware.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <array>
#include <optional>
#include <utility>

namespace rocelint::kubernetes {
namespace {

using State = CoverageState;

constexpr std::size_t priorities = 8;

// "0,0,0,1,0,0,0,0", as the CRD demands.
std::optional<PrioritySet> mask_of(std::string_view text)
{
    PrioritySet mask;
    if (text.size() != 2 * priorities - 1)
        return std::nullopt;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (at % 2 == 1 ? text[at] != ',' : text[at] != '0' && text[at] != '1')
            return std::nullopt;
        if (text[at] == '1')
            mask.insert(static_cast<Priority>(at / 2));
    }
    return mask;
}

class RoceReader {
public:
    RoceReader(Draft& draft, std::uint32_t port) : draft_(draft), port_(port) { }

    void read(const Node* roce, bool has_profile)
    {
        const Node* enabled = node_at(roce, "enabled");
        const std::optional<bool> is_on = draft_.flag(enabled);
        const Node* qos = node_at(roce, "qos");
        // A key without anything below it is as good as absent.
        if (qos != nullptr && !qos->is_container() && qos->value.empty()) {
            qos->mark(State::irrelevant);
            qos = nullptr;
        }
        const Node* mode = node_at(roce, "roceMode");
        // A part of a template, which a tool such as kustomize lays over another.
        if (roce != nullptr && enabled == nullptr && !has_profile) {
            read_mode(mode);
            if (qos != nullptr)
                read_qos(*qos);
            return;
        }
        if (!is_on || !*is_on || has_profile) {
            if (is_on && *is_on)
                draft_.complain(draft_.place(*enabled),
                    "spectrumXOptimized and roceOptimized exclude each other: the template is refused");
            else if (is_on && qos != nullptr)
                draft_.warn(draft_.place(*enabled),
                    "roceOptimized is not enabled: the operator ignores its qos, trust and PFC included");
            const bool is_undecided = enabled != nullptr && !is_on;
            for (const Node* node : {qos, mode}) {
                if (node != nullptr)
                    node->mark_subtree(is_undecided ? State::unsupported : State::irrelevant);
            }
            if (!has_profile)
                make_unread(draft_,
                    port_,
                    is_on ? "roceOptimized is not enabled, so the template sets no trust and no PFC"
                        : is_undecided ? "whether roceOptimized is enabled has yet to be filled in"
                                       : "the template does not set it");
            return;
        }
        read_mode(mode);
        constexpr std::array<std::pair<std::string_view, std::string_view>, 3> fixed{
            {{"CNP_DSCP", "cnp_dscp"},
                {"CNP_802P_PRIO", "cnp_priority"},
                {"ROCE_CC_PRIO_MASK", "cc_priority_mask"}}};
        for (const auto& [name, key] : fixed) {
            const auto entry = catalog::platform_default(platform_name, key);
            if (entry.known())
                set_firmware(draft_, nic(), name, entry.number(), chosen(draft_, *enabled, entry));
        }
        if (qos == nullptr) {
            const auto trust = catalog::platform_default(platform_name, "qos_trust");
            const auto pfc = catalog::platform_default(platform_name, "qos_pfc");
            set_trust(trust.value, chosen(draft_, *enabled, trust));
            set_pfc(mask_of(pfc.value).value_or(PrioritySet{}), chosen(draft_, *enabled, pfc));
            return;
        }
        read_qos(*qos);
    }

private:
    [[nodiscard]] Port& port() { return draft_.device().ports[port_]; }
    [[nodiscard]] Nic& nic() { return draft_.device().nics[port().nic]; }

    void read_mode(const Node* mode)
    {
        if (const auto version = draft_.number(mode, 1, 2))
            nic().cm_version = {*version == 2 ? RoceVersion::v2 : RoceVersion::v1, draft_.stated(*mode)};
    }

    void read_qos(const Node& qos)
    {
        if (const Node* trust = node_at(&qos, "trust"); trust != nullptr && !draft_.is_unfilled(*trust)) {
            if (set_trust(trust->value, draft_.stated(*trust)))
                trust->mark(State::read);
            else
                draft_.complain(draft_.place(*trust),
                    fmt::format(
                        "trust is {}, and must be dscp or pfc: the operator then sets neither trust nor PFC",
                        redact(trust->value)));
        }
        if (const Node* pfc = node_at(&qos, "pfc"); pfc != nullptr && !draft_.is_unfilled(*pfc)) {
            const std::optional<PrioritySet> mask = mask_of(pfc->value);
            if (mask) {
                pfc->mark(State::read);
                set_pfc(*mask, draft_.stated(*pfc));
            } else
                draft_.complain(draft_.place(*pfc),
                    fmt::format("pfc is {}, and must be eight digits 0 or 1 with commas between them",
                        redact(pfc->value)));
        }
        const Node* tos = node_at(&qos, "tos");
        // 0 is not written (pkg/dms/client.go, SetQoSSettings).
        if (const auto value = draft_.number(tos, 0, 255); value && *value != 0)
            nic().cm_tos = {static_cast<std::uint8_t>(*value), draft_.stated(*tos)};
        constexpr std::uint64_t longest = 1000;
        const Node* cable = node_at(&qos, "cableLen");
        if (const auto metres = draft_.number(cable, 0, longest); metres && *metres != 0)
            port().cable_length = {Metres{static_cast<std::uint32_t>(*metres)}, draft_.stated(*cable)};
        read_ecn(node_at(&qos, "ecn"));
        const Node* pause = node_at(node_at(&qos, "pauseFrames"), "enabled");
        if (const auto is_on = draft_.flag(pause))
            port().pause_rx = port().pause_tx = {*is_on, draft_.stated(*pause)};
    }

    // Both halves of DCQCN for one priority; the others stay as they are.
    void read_ecn(const Node* ecn)
    {
        const Node* enabled = node_at(ecn, "enabled");
        const std::optional<bool> is_on = draft_.flag(enabled);
        const auto priority = draft_.number(node_at(ecn, "priority"), 0, priorities - 1);
        if (!is_on || !priority)
            return;
        const OriginId why = draft_.stated(*enabled);
        const PrioritySet seen = PrioritySet::of(static_cast<Priority>(*priority));
        const Setting<PrioritySet> set{*is_on ? seen : PrioritySet{}, why};
        nic().ecn_notification = nic().ecn_reaction = set;
        nic().notification_seen = nic().reaction_seen = seen;
        nic().notification_at[*priority] = nic().reaction_at[*priority] = why;
    }

    bool set_trust(std::string_view word, OriginId why)
    {
        if (word != "dscp" && word != "pfc")
            return false;
        const bool by_dscp = word == "dscp";
        port().trust = {by_dscp ? Trust::dscp : Trust::pcp, why};
        port().pcp_to_tc = {Ref{}, why};
        if (by_dscp)
            set_maps(draft_.origins().span(why));
        return true;
    }

    // The maps that the firmware and the driver start with: the operator writes none.
    void set_maps(Span trust)
    {
        const auto shift = catalog::platform_default(platform_name, "dscp_to_priority_shift");
        Device& device = draft_.device();
        ClassMap map{.name = "dscp2prio", .at = trust};
        const OriginId by_firmware
            = draft_.origins().lacking(draft_.origins().default_of(shift.source), trust);
        for (const Dscp dscp : DscpSet::all())
            map.set(dscp, static_cast<std::uint8_t>(dscp >> shift.number()), by_firmware);
        port().dscp_to_tc = {Ref{static_cast<std::uint32_t>(device.maps.size())}, by_firmware};
        device.maps.push_back(map);
        const auto swapped = catalog::platform_default(platform_name, "swapped_priorities");
        const OriginId by_driver
            = draft_.origins().lacking(draft_.origins().default_of(swapped.source), trust);
        ClassMap queues{.kind = MapKind::tc_to_queue, .name = "prio_tc", .at = trust};
        for (const Priority priority : PrioritySet::all())
            queues.set(priority,
                static_cast<std::uint8_t>(priority < swapped.number() ? 1 - priority : priority),
                by_driver);
        port().tc_to_queue = {Ref{static_cast<std::uint32_t>(device.maps.size())}, by_driver};
        device.maps.push_back(queues);
        queues.kind = MapKind::priority_to_queue;
        port().priority_to_queue = {Ref{static_cast<std::uint32_t>(device.maps.size())}, by_driver};
        device.maps.push_back(queues);
    }

    void set_pfc(PrioritySet mask, OriginId why)
    {
        port().pfc_rx = port().pfc_tx = {mask, why};
        // The NIC accounts and pauses by the priority itself.
        port().tc_to_priority_group = port().priority_to_priority_group = {Ref{}, why};
    }

    Draft& draft_;
    std::uint32_t port_;
};

}

void make_unread(Draft& draft, std::uint32_t port, std::string_view reason)
{
    Port& made = draft.device().ports[port];
    const OriginId why = draft.origins().unread(reason);
    made.trust = Setting<Trust>::unread(why);
    made.pfc_rx = made.pfc_tx = Setting<PrioritySet>::unread(why);
    draft.device().nics[made.nic].cm_tos = Setting<std::uint8_t>::unread(why);
}

OriginId chosen(Draft& draft, const Node& node, const catalog::PlatformDefault& entry)
{
    return draft.origins().inherited(draft.place(node), draft.place(node), entry.source);
}

void read_roce(Draft& draft, std::uint32_t port, const Node* roce, bool has_profile)
{
    RoceReader(draft, port).read(roce, has_profile);
}

}
