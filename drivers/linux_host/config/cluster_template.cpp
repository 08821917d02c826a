// SPDX-License-Identifier: Apache-2.0
// What a NicConfigurationTemplate sets on a running NIC (Mellanox/nic-configuration-operator 8bfbeb3,
// pkg/configuration/configvalidation.go, CalculateDesiredRuntimeConfig, and pkg/dms/client.go, SetQoSSettings). A value
// that the operator refuses is reported where the template is read by itself, and sets nothing here.
#include "drivers/linux_host/config/cluster.h"
#include "drivers/linux_host/knob/notation.h"
#include "models/catalog/catalog.h"
#include "models/fabric/value/quantity.h"

#include <optional>
#include <utility>

namespace rocelint::linux_host {
namespace {

class TemplateSettings {
public:
    TemplateSettings(const ClusterObject& object, std::string_view interface)
        : object_(object), interface_(interface)
    {
    }

    void add()
    {
        const Node* settings = member(object_.spec(), "template");
        const Node* link_type = cluster_value(settings, {"linkType"});
        const Node* roce = member(settings, "roceOptimized");
        const Node* enabled = cluster_value(roce, {"enabled"});
        // With a profile of Spectrum-X, a ConfigMap decides, or the operator refuses the template.
        if ((link_type != nullptr && link_type->value == "Infiniband") || !is_true_value(enabled)
            || is_true_value(cluster_value(object_.spec(), {"resetToDefault"}))
            || is_true_value(cluster_value(settings, {"spectrumXOptimized", "enabled"})))
            return;
        if (const auto version = number(cluster_value(roce, {"roceMode"}), 1, 2))
            add_amount(Knob::cm_mode, *version);
        const Node* qos = member(roce, "qos");
        if (qos == nullptr || qos->kind != Node::Kind::object) {
            add_trust(*enabled, catalog::platform_default("kubernetes", "qos_trust").value);
            add_pfc(*enabled, catalog::platform_default("kubernetes", "qos_pfc").value);
            return;
        }
        add_qos(*qos);
    }

private:
    struct Number {
        const Node* node = nullptr;
        std::uint32_t value = 0;
    };

    static const Node* member(const Node* node, std::string_view key)
    {
        return node == nullptr || node->kind != Node::Kind::object ? nullptr : node->child(key);
    }

    static std::optional<Number> number(const Node* node, std::uint64_t least, std::uint64_t most)
    {
        const auto value = node == nullptr ? std::nullopt : parse_number(node->value);
        return value && *value >= least && *value <= most
            ? std::optional(Number{node, static_cast<std::uint32_t>(*value)})
            : std::nullopt;
    }

    Setter& add_amount(Knob knob, const Number& number)
    {
        Setter& setter = add_cluster_setter(object_, knob, interface_, *number.node);
        setter.amount = number.value;
        return setter;
    }

    void add_qos(const Node& qos)
    {
        if (const Node* trust = cluster_value(&qos, {"trust"}))
            add_trust(*trust, trust->value);
        if (const Node* pfc = cluster_value(&qos, {"pfc"}))
            add_pfc(*pfc, pfc->value);
        constexpr std::uint64_t longest = 1000;
        // 0 is not written.
        if (const auto tos = number(cluster_value(&qos, {"tos"}), 1, 255))
            add_amount(Knob::cm_tos, *tos);
        if (const auto metres = number(cluster_value(&qos, {"cableLen"}), 1, longest))
            add_amount(Knob::cable_length, *metres);
        const Node* ecn = cluster_value(&qos, {"ecn", "enabled"});
        const auto priority = number(cluster_value(&qos, {"ecn", "priority"}), 0, 7);
        if (const auto is_on = truth(ecn); is_on && priority) {
            for (const Knob half : {Knob::notification, Knob::reaction})
                add_amount(half, {ecn, *is_on ? 1U : 0U}).number = static_cast<std::uint8_t>(priority->value);
        }
        const Node* pause = cluster_value(&qos, {"pauseFrames", "enabled"});
        if (const auto is_on = truth(pause)) {
            for (const std::uint8_t side : {std::uint8_t{0}, std::uint8_t{1}})
                add_amount(Knob::pause, {pause, *is_on ? 1U : 0U}).number = side;
        }
    }

    static std::optional<bool> truth(const Node* node)
    {
        if (node == nullptr || node->value.empty() || is_unfilled_value(*node))
            return std::nullopt;
        return is_true_value(node);
    }

    void add_trust(const Node& node, std::string_view word)
    {
        if (word != "dscp" && word != "pfc")
            return;
        Setter& setter = add_amount(
            Knob::trust, {&node, static_cast<std::uint32_t>(word == "dscp" ? Trusted::dscp : Trusted::pcp)});
        setter.mlx5 = true;
    }

    // "0,0,0,1,0,0,0,0", as mlnx_qos has it.
    void add_pfc(const Node& node, std::string_view mask)
    {
        constexpr std::size_t whole = 15;
        const SpeltKnob spelt = spelt_by(Knob::pfc, Tool::mlnx_qos);
        const auto value
            = mask.size() == whole ? parse_value(*spelt.row, *spelt.spelling, mask) : std::nullopt;
        if (!value)
            return;
        Setter& setter = add_cluster_setter(object_, Knob::pfc, interface_, node);
        static_cast<KnobValue&>(setter) = *value;
    }

    const ClusterObject& object_;
    std::string_view interface_;
};

}

void add_template_settings(const ClusterObject& object, std::string_view interface)
{
    TemplateSettings(object, interface).add();
}

Setter& add_cluster_setter(
    const ClusterObject& object, Knob knob, std::string_view interface, const Node& node)
{
    Setter setter;
    setter.knob = knob;
    setter.subject = interface;
    setter.editable = false;
    setter.at = object.place(node);
    return object.file->setters.emplace_back(setter);
}

}
