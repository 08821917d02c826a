// SPDX-License-Identifier: Apache-2.0
// A host's settings as text, to compare what captures show with what the configuration sets.
#include "drivers/linux_host/config/config_facts.h"
#include "drivers/linux_host/setter/limits.h"
#include "models/text/sentence.h"

#include <fmt/format.h>

namespace rocelint::linux_host {
namespace {

template <class T, class Text>
std::optional<ShownValue> show(const HostBuilder& host, const Setting<T>& setting, Text&& text)
{
    if (!setting.known())
        return std::nullopt;
    return ShownValue{text(setting.value), host.origins().span(setting.origin)};
}

std::string priorities(PrioritySet set) { return set.empty() ? "none" : to_string(set); }
std::string on_off(bool on) { return on ? "on" : "off"; }
template <class T>
std::string number(T value)
{
    return fmt::format("{}", value);
}

std::string service_name(const ServedClass& served)
{
    if (!served.at.somewhere())
        return "-";
    return !served.kind.known() ? "vendor" : served.kind.value == SchedulerKind::weighted ? "ets" : "strict";
}

template <class Part>
std::string joined(Part&& part)
{
    std::string text;
    for (std::size_t index = 0; index < 8; ++index)
        text += (index == 0 ? "" : ",") + part(index);
    return text;
}

}

std::string_view ConfigFacts::name_of(Knob sets)
{
    constexpr std::array<std::string_view, 23> names{"the MTU",
        "link pause",
        "FEC",
        "Energy-Efficient Ethernet",
        "the DCBX mode",
        "the receive buffer sizes",
        "the buffers of the priorities",
        "the cable length",
        "PFC on priority",
        "trust",
        "the priority of a DSCP",
        "the DSCP map",
        "the default priority",
        "the classes of the priorities",
        "the service of the classes",
        "the shares of the classes",
        "the rate limits",
        "the traffic class",
        "the ToS of the connection manager",
        "the RoCE version",
        "the notification point",
        "the reaction point",
        "the DSCP of CNPs"};
    const auto index = static_cast<std::size_t>(sets);
    return index < names.size() ? names[index] : "the priority of CNPs";
}

std::optional<ShownValue> ConfigFacts::shown(const Setter& setter)
{
    switch (setter.sets) {
    case Knob::traffic_class:
    case Knob::cm_tos:
    case Knob::cm_mode:
        return shown_of_nic(setter);
    default:
        break;
    }
    const std::uint32_t index = host_.find_port(setter.subject);
    return index == Port::no_index ? std::nullopt : shown_of_port(index, setter);
}

std::optional<ShownValue> ConfigFacts::shown_of_nic(const Setter& setter)
{
    const Nic* nic = nullptr;
    if (setter.by_rdma_device)
        nic = &host_.rdma(setter.subject, setter.rdma_port).nic;
    else if (const RdmaPort* rdma = host_.rdma_of_interface(setter.subject); rdma != nullptr)
        nic = &rdma->nic;
    else if (const std::uint32_t index = host_.find_port(setter.subject); index != Port::no_index)
        nic = &host_.net(index).nic;
    if (nic == nullptr)
        return std::nullopt;
    if (setter.sets == Knob::traffic_class && nic->class_unset.peek_known())
        return show(host_, nic->class_unset, [](bool) -> std::string { return "-1"; });
    if (setter.sets == Knob::traffic_class)
        return show(host_, nic->traffic_class, number<std::uint8_t>);
    if (setter.sets == Knob::cm_tos)
        return show(host_, nic->cm_tos, number<std::uint8_t>);
    return show(host_, nic->cm_version, [](RoceVersion version) -> std::string {
        return version == RoceVersion::v2 ? "2" : "1";
    });
}

std::optional<ShownValue> ConfigFacts::shown_of_port(std::uint32_t index, const Setter& setter)
{
    const Port& port = host_.port_at(index);
    const Nic& nic = host_.net(index).nic;
    switch (setter.sets) {
    case Knob::mtu:
        return show(host_, port.ip_mtu, [](Bytes bytes) { return number(bytes.count); });
    case Knob::pause:
        return show(host_, setter.number == 0 ? port.pause_rx : port.pause_tx, on_off);
    case Knob::fec:
        return show(host_, port.fec, [](Fec fec) { return std::string(word_of<Fec>(fec_words, fec)); });
    case Knob::eee:
        return show(host_, port.energy_efficient, on_off);
    case Knob::dcbx:
        return show(host_, nic.dcbx, [](DcbxMode mode) -> std::string {
            return mode == DcbxMode::os_controlled ? "os" : "fw";
        });
    case Knob::cable_length:
        return show(host_, port.cable_length, [](Metres metres) { return number(metres.count); });
    case Knob::pfc:
        return show(host_, port.pfc_tx, priorities);
    case Knob::trust:
        return show(host_, port.trust, [](Trust trust) -> std::string { return rocelint::name_of(trust); });
    case Knob::default_priority:
        return show(host_, port.default_tc, number<std::uint8_t>);
    case Knob::cnp_dscp:
        return show(host_, nic.cnp_dscp, number<std::uint8_t>);
    case Knob::cnp_priority:
        return show(host_, nic.cnp_priority, number<std::uint8_t>);
    case Knob::dscp_priority: {
        const ClassMap* map = host_.device().map(port.dscp_to_tc);
        if (map == nullptr || map->at_point(setter.number) == ClassMap::unmapped)
            return std::nullopt;
        return ShownValue{fmt::format("{} to {}", setter.number, map->at_point(setter.number)),
            host_.origins().span(map->origin[setter.number])};
    }
    case Knob::dscp_flush:
        return shown_map(index);
    case Knob::notification:
    case Knob::reaction: {
        const bool notifies = setter.sets == Knob::notification;
        if (!(notifies ? nic.notification_seen : nic.reaction_seen).has(setter.number))
            return std::nullopt;
        const PrioritySet on = notifies ? nic.ecn_notification.value : nic.ecn_reaction.value;
        const OriginId origin = (notifies ? nic.notification_at : nic.reaction_at)[setter.number];
        return ShownValue{fmt::format("{} for priority {}", on_off(on.has(setter.number)), setter.number),
            host_.origins().span(origin)};
    }
    default:
        return shown_list(index, setter);
    }
}

// Shares and limits of the classes that the setter names, as far as they are known.
std::optional<ShownValue> ConfigFacts::shown_of_classes(std::uint32_t index, const Setter& setter)
{
    const bool collected = index < facts_.size() && facts_[index].has_value();
    const TrafficClasses& classes = collected ? facts_[index]->classes : host_.net(index).classes;
    std::string text;
    Span at;
    for (const std::uint8_t tc : setter.given) {
        const ServedClass& captured = host_.net(index).classes.classes[tc];
        if (!captured.at.somewhere())
            continue;
        if (!at.somewhere())
            at = captured.at;
        const ServedClass& served = classes.classes[tc];
        std::string value = "-";
        if (setter.sets == Knob::rate_limit && served.limit.known())
            value = number(served.limit.value.count / 1'000'000'000);
        else if (setter.sets == Knob::share && collected && facts_[index]->share[tc].known()
            && captured.kind.is(SchedulerKind::weighted))
            value = number(facts_[index]->share[tc].value);
        else if (setter.sets == Knob::share && !collected && served.bandwidth.known())
            value = number(served.bandwidth.value.hundredths / 100);
        add_item(text, value, ",");
    }
    if (!at.somewhere())
        return std::nullopt;
    return ShownValue{std::move(text), at};
}

std::optional<ShownValue> ConfigFacts::shown_map(std::uint32_t index)
{
    const ClassMap* map = host_.device().map(host_.port_at(index).dscp_to_tc);
    if (map == nullptr)
        return std::nullopt;
    std::string text;
    for (std::uint8_t dscp = 0; dscp < 64; ++dscp) {
        if (const std::uint8_t to = map->at_point(dscp); to != ClassMap::unmapped && to != 0)
            add_item(text, fmt::format("{} to {}", dscp, to));
    }
    return ShownValue{text.empty() ? "all to 0" : std::move(text), map->at};
}

std::optional<ShownValue> ConfigFacts::shown_list(std::uint32_t index, const Setter& setter)
{
    const bool collected = index < facts_.size() && facts_[index].has_value();
    const TrafficClasses& classes = collected ? facts_[index]->classes : host_.net(index).classes;
    const ReceiveBuffers& buffers = collected ? facts_[index]->buffers : host_.net(index).buffers;
    if (setter.sets == Knob::priority_buffer && buffers.of_priority_origin != OriginId{})
        return ShownValue{joined([&](std::size_t at) { return number(buffers.of_priority[at]); }),
            host_.origins().span(buffers.of_priority_origin)};
    if (setter.sets == Knob::buffer_size && buffers.size_origin != OriginId{})
        return ShownValue{joined([&](std::size_t at) { return number(buffers.size[at]); }),
            host_.origins().span(buffers.size_origin)};
    if (setter.sets == Knob::class_map && classes.of_priority[0] != TrafficClasses::nothing)
        return ShownValue{joined([&](std::size_t at) { return number(classes.of_priority[at]); }),
            host_.origins().span(classes.of_priority_origin[0])};
    if (setter.sets == Knob::share || setter.sets == Knob::rate_limit)
        return shown_of_classes(index, setter);
    if (setter.sets != Knob::service)
        return std::nullopt;
    // Only the classes that the capture lists can be compared.
    const TrafficClasses& captured = host_.net(index).classes;
    Span at;
    for (const ServedClass& served : captured.classes) {
        if (!at.somewhere())
            at = served.at;
    }
    return ShownValue{joined([&](std::size_t tc) {
                          return captured.classes[tc].at.somewhere() ? service_name(classes.classes[tc])
                                                                     : "-";
                      }),
        at};
}

}
