// SPDX-License-Identifier: Apache-2.0
// The treatment of a packet at one port: code point, traffic class, priority group, queue, pause, headroom,
// marking, each with the line or document that it comes from. Ports of one device share most of this, so each
// port holds only the numbers of its steps.
#include "analysis/facts/memory/port_headroom.h"
#include "analysis/rdma_queue.h"
#include "cli/report/html/html_data.h"
#include "models/fabric/classify.h"
#include "models/fabric/fields/value_text.h"

#include <fmt/format.h>

#include <map>
#include <tuple>

namespace rocelint::cli {
namespace {

// One step of a device's treatment, and its reason. The value is the number of a string.
struct ChainStep {
    std::uint32_t value = 0;
    OriginId origin;
    friend auto operator<=>(const ChainStep& a, const ChainStep& b)
    {
        return std::tuple(a.value, a.origin.packed) <=> std::tuple(b.value, b.origin.packed);
    }
    friend bool operator==(const ChainStep&, const ChainStep&) = default;
};

std::string bytes_text(Bytes bytes)
{
    return bytes.count >= 10'000 ? fmt::format("{:.1f} kB", static_cast<double>(bytes.count) / 1000)
                                 : fmt::format("{} B", bytes.count);
}

std::string marking_text(const EcnProfile& profile)
{
    const EcnCurve* curve = green_curve(profile);
    if (curve == nullptr || !curve->marks.peek_known())
        return fmt::format("marking of {} is not known", profile.name);
    if (!curve->marks.value)
        return "does not mark";
    const auto threshold = [](const Setting<Bytes>& bytes, const Setting<Percent>& fill) {
        return bytes.peek_known() ? bytes_text(bytes.value)
            : fill.peek_known()   ? value_text(fill.value)
                                  : std::string("?");
    };
    std::string text = fmt::format("marks from {} to {}",
        threshold(curve->min_threshold, curve->min_fill),
        threshold(curve->max_threshold, curve->max_fill));
    if (curve->max_probability.peek_known())
        text += fmt::format(", at most {}", value_text(curve->max_probability.value));
    return text;
}

// Writes one device.
class ChainWriter {
public:
    ChainWriter(const PageWriter& page, std::uint32_t device)
        : page_(page)
        , analysis_(page.data.outcome.analysis)
        , device_(page.data.outcome.fabric.devices[device])
        , index_(device)
    {
    }

    void write()
    {
        page_.out.begin_array();
        page_.device(index_);
        page_.out.begin_array();
        for (std::uint32_t port = 0; port < device_.ports.size(); ++port) {
            const Judgement& judgement = analysis_.judgement({index_, port});
            if (judgement.verdict == Verdict::roce && device_.ports[port].kind != PortKind::management)
                write_port({index_, port}, judgement);
        }
        page_.out.end();
        page_.out.begin_array();
        for (const ChainStep& step : steps_)
            write_step(step);
        page_.out.end();
        page_.out.end();
    }

private:
    void write_port(PortId id, const Judgement& judgement)
    {
        const Port& port = device_.ports[id.port];
        const std::optional<PortId> peer = page_.data.outcome.fabric.peer(id);
        page_.out.begin_array();
        page_.text(port.name);
        page_.text(describe(judgement, page_.data.outcome.fabric));
        page_.text(port.speed.peek_known() ? value_text(port.speed.value) : std::string());
        page_.device(peer ? peer->device : PortId{}.device);
        page_.text(peer ? workspace::name_port(*peer, page_.data.outcome.fabric).port : std::string());
        const PrioritySet carried = analysis_.carried_classes(id);
        page_.out.begin_array();
        for (std::uint32_t number = 0; number < analysis_.classes.classes.size(); ++number) {
            const RdmaClass& one = analysis_.classes.classes[number];
            if (carried.has(one.priority) && !one.dscps.empty())
                write_class(number, one, port);
        }
        page_.out.end();
        write_headroom(id, port);
        page_.out.end();
    }

    void write_class(std::uint32_t number, const RdmaClass& one, const Port& port)
    {
        const Dscp dscp = one.dscps.first();
        const Treatment way = classify_dscp(device_, port, dscp);
        page_.out.begin_array();
        page_.out.number(number);
        page_.out.number(dscp);
        step(way.tc, "TC {}");
        step(way.group, "priority group {}");
        step(way.queue, "queue {}");
        pause(port.pfc_tx, one.priority, "sends");
        pause(port.pfc_rx, one.priority, "obeys");
        headroom_step(port, way.group);
        marking_step(port, way.queue);
        page_.out.end();
    }

    void add(std::string_view value, OriginId origin)
    {
        const ChainStep step{page_.strings(value), origin};
        const auto [place, fresh] = known_.try_emplace(step, static_cast<std::uint32_t>(steps_.size()));
        if (fresh)
            steps_.push_back(step);
        page_.out.number(place->second);
    }

    void step(const Setting<std::uint8_t>& setting, fmt::format_string<const std::uint8_t&> label)
    {
        add(setting.peek_known() ? fmt::format(label, setting.value) : std::string(), setting.origin);
    }

    void pause(const Setting<PrioritySet>& set, Priority priority, std::string_view verb)
    {
        if (!set.peek_known())
            return add({}, set.origin);
        add(set.value.has(priority) ? fmt::format("{} pause for priority {}", verb, priority)
                : set.value.empty() ? fmt::format("{} no pause", verb)
                                    : fmt::format("{} pause for {} only", verb, to_string(set.value)),
            set.origin);
    }

    void headroom_step(const Port& port, const Setting<std::uint8_t>& number)
    {
        const PriorityGroup* group = number.peek_known() ? device_.group(port, number.value) : nullptr;
        if (group == nullptr || !group->buffer.peek_known())
            return add({}, group == nullptr ? OriginId{} : group->buffer.origin);
        if (group->buffer.value.none() || group->buffer.value.index >= device_.buffer_profiles.size())
            return add(
                group->lossless.peek_known() && group->lossless.value ? "worked out by the device" : "none",
                group->buffer.origin);
        const BufferProfile& profile = device_.buffer_profiles[group->buffer.value.index];
        if (!profile.xoff.peek_known())
            return add({}, profile.xoff.origin);
        add(fmt::format("{} ({})", bytes_text(profile.xoff.value), profile.name), profile.xoff.origin);
    }

    void marking_step(const Port& port, const Setting<std::uint8_t>& number)
    {
        if (!number.peek_known())
            return add({}, number.origin);
        const Setting<Ref>& ecn = ecn_of_queue(device_, port, number.value);
        if (!ecn.peek_known())
            return add({}, ecn.origin);
        const EcnProfile* profile = profile_of(device_, ecn);
        add(profile == nullptr ? std::string("does not mark") : marking_text(*profile), ecn.origin);
    }

    void write_step(const ChainStep& step)
    {
        const Origin origin = device_.origins.look_up(step.origin);
        page_.out.begin_array();
        page_.out.number(step.value);
        page_.out.number(static_cast<std::uint64_t>(origin.kind));
        const bool placed = origin.kind != OriginKind::default_ && origin.kind != OriginKind::unread;
        page_.place(placed && origin.at.somewhere() ? origin.at : placed ? origin.via : Span{});
        page_.text(origin.note);
        page_.out.end();
    }

    // Writes what each lossless profile gives this port, and what the models require there.
    void write_headroom(PortId id, const Port& port)
    {
        page_.out.begin_array();
        if (pauses_rdma(analysis_, id) && port.groups_visible) {
            const auto limits = headroom_limits(analysis_.policy_of(index_));
            for (const LosslessGroups& groups : lossless_groups(device_, port))
                write_need(id, port, groups, limits);
        }
        page_.out.end();
    }

    void write_need(PortId id,
        const Port& port,
        const LosslessGroups& groups,
        const std::optional<HeadroomLimits>& limits)
    {
        const BufferProfile& profile = *groups.profile;
        const Setting<BitsPerSecond>& speed = port.speed.peek_known() ? port.speed : profile.for_speed;
        const CableLength cable = cable_for_headroom(page_.data.outcome.fabric, id, &profile);
        if (!profile.xoff.peek_known())
            return;
        JsonWriter& out = page_.out;
        out.begin_array();
        page_.text(to_string(groups.priorities));
        out.number(profile.xoff.value.count);
        if (limits && cable.known() && speed.peek_known()) {
            const PortHeadroom judged
                = judge_headroom(analysis_, id, profile.xoff.value, speed.value, cable, *limits);
            constexpr std::string_view words[] = {"enough", "too small", "loses packets", "not proven"};
            out.number(judged.need.accepted.empty() ? 0 : judged.need.advised.xoff.count);
            out.number(judged.need.floor.count);
            page_.text(words[static_cast<std::size_t>(judged.verdict)]);
            page_.text(judged.need.accepted.empty() ? std::string() : describe(judged.need.advised));
            page_.text(fmt::format("{}, {}", value_text(speed.value), describe(cable)));
        } else {
            out.number(0);
            out.number(0);
            page_.text("not judged");
            page_.text({});
            page_.text(!cable.known()     ? "the length of the cable is unknown"
                    : !speed.peek_known() ? "the speed is unknown"
                                          : "the policy has switched HDR001 off");
        }
        out.end();
    }

    const PageWriter& page_;
    const Analysis& analysis_;
    const Device& device_;
    std::uint32_t index_;
    std::map<ChainStep, std::uint32_t> known_;
    std::vector<ChainStep> steps_;
};

}

void write_chains(const PageWriter& page)
{
    const workspace::Outcome& outcome = page.data.outcome;
    for (std::uint32_t index = 0; index < outcome.fabric.devices.size(); ++index) {
        const DeviceKind kind = outcome.fabric.devices[index].kind;
        if (kind == DeviceKind::network_switch || kind == DeviceKind::host)
            ChainWriter(page, index).write();
    }
}

}
