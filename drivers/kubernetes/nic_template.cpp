// SPDX-License-Identifier: Apache-2.0
// What the operator does with a template (Mellanox/nic-configuration-operator 8bfbeb3): the settings of the running
// NIC in pkg/configuration/configvalidation.go, CalculateDesiredRuntimeConfig, and manager.go; those that the
// firmware keeps in ConstructNvParamMapFromTemplate, over which rawNvConfig wins.
#include "drivers/kubernetes/draft.h"
#include "drivers/kubernetes/nic_firmware.h"
#include "drivers/kubernetes/nic_selector.h"
#include "models/catalog/catalog.h"
#include "models/text/redact.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace rocelint::kubernetes {
namespace {

using State = CoverageState;

constexpr std::string_view platform = "kubernetes";
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

class TemplateReader {
public:
    TemplateReader(Draft& draft, const Object& object) : draft_(draft), object_(object) { }

    void read(const Object* rival)
    {
        const Node* spec = node_at(object_.node, "spec");
        mark_selectors(spec);
        const Node* settings = node_at(spec, "template");
        const Node* link_type = node_at(settings, "linkType");
        const bool is_infiniband = link_type != nullptr && link_type->value == "Infiniband";
        if (link_type != nullptr)
            link_type->mark(State::read);
        const std::string_view type = nic_type(object_);
        port_ = draft_.add_port(type.empty() ? "nics" : fmt::format("nicType-{}", type),
            draft_.object_at(),
            is_infiniband ? PortKind::other : PortKind::physical);
        if (settings == nullptr || is_infiniband) {
            ignore(settings);
            return;
        }
        draft_.add_nic(port_);
        const std::optional<bool> reset = draft_.flag(node_at(spec, "resetToDefault"));
        if (rival != nullptr)
            return leave_out(settings, tell_rival(*rival));
        if (reset.value_or(false))
            return leave_out(settings, "resetToDefault is set, so the operator ignores the template");
        read_settings(*settings);
    }

private:
    [[nodiscard]] Port& port() { return draft_.device().ports[port_]; }
    [[nodiscard]] Nic& nic() { return draft_.device().nics[port().nic]; }

    static void mark_selectors(const Node* spec)
    {
        for (const std::string_view key : {"nodeSelector", "nicSelector"}) {
            if (const Node* selector = node_at(spec, key))
                selector->mark_subtree(State::irrelevant);
        }
    }

    static void ignore(const Node* settings)
    {
        if (settings != nullptr)
            settings->mark_subtree(State::irrelevant);
    }

    std::string_view tell_rival(const Object& rival)
    {
        const std::string_view other = rival.name == nullptr
            ? rival.kind_name
            : draft_.tree().source->text_at(draft_.tree().value_span(*rival.name));
        // Said at the first of them.
        if (rival.node->offset > object_.node->offset)
            draft_.complain(draft_.object_at(),
                fmt::format("{} and {} select the same NICs: the operator then applies neither of them",
                    draft_.object_name(),
                    other));
        return "two templates select these NICs, so the operator applies neither";
    }

    // Nothing of the template takes effect.
    void leave_out(const Node* settings, std::string_view reason)
    {
        ignore(settings);
        make_unread(reason);
    }

    void make_unread(std::string_view reason)
    {
        const OriginId why = draft_.origins().unread(reason);
        port().trust = Setting<Trust>::unread(why);
        port().pfc_rx = port().pfc_tx = Setting<PrioritySet>::unread(why);
        nic().cm_tos = Setting<std::uint8_t>::unread(why);
    }

    void read_settings(const Node& settings)
    {
        const OriginId unset = draft_.origins().unread("the template does not set it");
        make_unread("the template does not set it");
        port().pause_rx = port().pause_tx = Setting<bool>::unread(unset);
        port().ip_mtu = port().max_frame = Setting<Bytes>::unread(unset);
        nic().traffic_class = Setting<std::uint8_t>::unread(unset);
        nic().ecn_notification = nic().ecn_reaction = Setting<PrioritySet>::unread(unset);
        for (const std::string_view key : {"numVfs", "networkBay", "runtimePerformanceOptimized", "force"}) {
            if (const Node* node = node_at(&settings, key))
                node->mark_subtree(State::irrelevant);
        }
        read_pci(node_at(&settings, "pciPerformanceOptimized"));
        read_gpu_direct(node_at(&settings, "gpuDirectOptimized"));
        const bool has_profile = read_spectrum_x(node_at(&settings, "spectrumXOptimized"));
        read_roce(node_at(&settings, "roceOptimized"), has_profile);
        read_raw_firmware(draft_, nic(), node_at(&settings, "rawNvConfig"));
    }

    // A value that the operator itself chooses because of the line at `node`.
    OriginId chosen(const Node& node, const catalog::PlatformDefault& entry)
    {
        return draft_.origins().inherited(draft_.place(node), draft_.place(node), entry.source);
    }

    void read_pci(const Node* pci)
    {
        const Node* enabled = node_at(pci, "enabled");
        const std::optional<bool> is_on = draft_.flag(enabled);
        const Node* size = node_at(pci, "maxReadRequest");
        // Deprecated: ConstructNvParamMapFromTemplate still writes MAX_ACC_OUT_READ, which the model does not have.
        if (const Node* reads = node_at(pci, "maxAccOutRead"))
            reads->mark(State::irrelevant);
        if (!is_on.value_or(false)) {
            if (size != nullptr)
                size->mark(State::irrelevant);
            return;
        }
        if (const auto bytes = draft_.number(size, 0, 4096); bytes && *bytes != 0)
            nic().read_request = {Bytes{*bytes}, draft_.stated(*size)};
        else if (const auto entry = catalog::platform_default(platform, "read_request");
                 size == nullptr && entry.known())
            nic().read_request = {Bytes{entry.number()}, chosen(*enabled, entry)};
    }

    void read_gpu_direct(const Node* gpu_direct)
    {
        const Node* enabled = node_at(gpu_direct, "enabled");
        const std::optional<bool> is_on = draft_.flag(enabled);
        if (const Node* environment = node_at(gpu_direct, "env"))
            environment->mark(State::irrelevant);
        const auto entry = catalog::platform_default(platform, "gpu_direct_ats");
        if (is_on.value_or(false) && entry.known())
            nic().ats = {entry.number() != 0, chosen(*enabled, entry)};
    }

    // Returns whether a profile of Spectrum-X decides the settings of RoCE.
    bool read_spectrum_x(const Node* spectrum_x)
    {
        const bool is_on = draft_.flag(node_at(spectrum_x, "enabled")).value_or(false);
        if (spectrum_x == nullptr)
            return false;
        for (const Node& entry : *spectrum_x) {
            if (entry.state == State::unrecognised)
                entry.mark_subtree(is_on ? State::unsupported : State::irrelevant);
        }
        if (is_on)
            make_unread("spectrumXOptimized takes it from a ConfigMap with a profile, which is not read");
        return is_on;
    }

    void read_roce(const Node* roce, bool has_profile)
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
        if (!is_on || !*is_on || has_profile) {
            if (is_on && *is_on)
                draft_.complain(draft_.place(*enabled),
                    "spectrumXOptimized and roceOptimized exclude each other: the template is refused");
            else if (is_on && qos != nullptr)
                draft_.warn(draft_.place(*enabled),
                    "roceOptimized is not enabled: the operator ignores its qos, trust and PFC included");
            ignore(qos);
            ignore(mode);
            if (!has_profile)
                make_unread(is_on ? "roceOptimized is not enabled, so the template sets no trust and no PFC"
                                  : "the template does not set it");
            return;
        }
        if (const auto version = draft_.number(mode, 1, 2))
            nic().cm_version = {*version == 2 ? RoceVersion::v2 : RoceVersion::v1, draft_.stated(*mode)};
        constexpr std::array<std::pair<std::string_view, std::string_view>, 3> fixed{
            {{"CNP_DSCP", "cnp_dscp"},
                {"CNP_802P_PRIO", "cnp_priority"},
                {"ROCE_CC_PRIO_MASK", "cc_priority_mask"}}};
        for (const auto& [name, key] : fixed) {
            const auto entry = catalog::platform_default(platform, key);
            if (entry.known())
                set_firmware(nic(), name, entry.number(), chosen(*enabled, entry));
        }
        if (qos == nullptr) {
            const auto trust = catalog::platform_default(platform, "qos_trust");
            const auto pfc = catalog::platform_default(platform, "qos_pfc");
            set_trust(trust.value, chosen(*enabled, trust));
            set_pfc(mask_of(pfc.value).value_or(PrioritySet{}), chosen(*enabled, pfc));
            return;
        }
        read_qos(*qos);
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
        const auto shift = catalog::platform_default(platform, "dscp_to_priority_shift");
        Device& device = draft_.device();
        ClassMap map{.name = "dscp2prio", .at = trust};
        const OriginId by_firmware
            = draft_.origins().lacking(draft_.origins().default_of(shift.source), trust);
        for (const Dscp dscp : DscpSet::all())
            map.set(dscp, static_cast<std::uint8_t>(dscp >> shift.number()), by_firmware);
        port().dscp_to_tc = {Ref{static_cast<std::uint32_t>(device.maps.size())}, by_firmware};
        device.maps.push_back(map);
        const auto swapped = catalog::platform_default(platform, "swapped_priorities");
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
    const Object& object_;
    std::uint32_t port_ = 0;
};

}

void read_nic_template(Draft& draft, const Object& object, const Object* rival)
{
    TemplateReader(draft, object).read(rival);
}

}
