// SPDX-License-Identifier: Apache-2.0
// What the operator does with a template (Mellanox/nic-configuration-operator 8bfbeb3): the settings of the running
// NIC in pkg/configuration/configvalidation.go, CalculateDesiredRuntimeConfig, and manager.go; those that the
// firmware keeps in ConstructNvParamMapFromTemplate, over which rawNvConfig wins.
#include "drivers/kubernetes/draft.h"
#include "drivers/kubernetes/nic_firmware.h"
#include "drivers/kubernetes/nic_roce.h"
#include "drivers/kubernetes/nic_selector.h"
#include "models/catalog/catalog.h"
#include "models/text/redact.h"

#include <fmt/format.h>

namespace rocelint::kubernetes {
namespace {

using State = CoverageState;

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
        std::string_view other = written_name(draft_.tree(), rival);
        if (other.empty())
            other = rival.kind_name;
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
        make_unread(draft_, port_, reason);
    }

    void read_settings(const Node& settings)
    {
        const OriginId unset = draft_.origins().unread("the template does not set it");
        make_unread(draft_, port_, "the template does not set it");
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
        read_roce(draft_, port_, node_at(&settings, "roceOptimized"), has_profile);
        read_raw_firmware(draft_, nic(), node_at(&settings, "rawNvConfig"));
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
        else if (const auto entry = catalog::platform_default(platform_name, "read_request");
                 size == nullptr && entry.known())
            nic().read_request = {Bytes{entry.number()}, chosen(draft_, *enabled, entry)};
    }

    void read_gpu_direct(const Node* gpu_direct)
    {
        const Node* enabled = node_at(gpu_direct, "enabled");
        const std::optional<bool> is_on = draft_.flag(enabled);
        if (const Node* environment = node_at(gpu_direct, "env"))
            environment->mark(State::irrelevant);
        const auto entry = catalog::platform_default(platform_name, "gpu_direct_ats");
        if (is_on.value_or(false) && entry.known())
            nic().ats = {entry.number() != 0, chosen(draft_, *enabled, entry)};
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
            make_unread(draft_,
                port_,
                "spectrumXOptimized takes it from a ConfigMap with a profile, which is not read");
        return is_on;
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
