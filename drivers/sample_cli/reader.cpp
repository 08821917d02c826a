// SPDX-License-Identifier: Apache-2.0
// From facts to the Device: what the lines mean on this platform. Nothing here knows how a line is spelled. A
// setting that no line states gets the platform's default if a source states one, and stays unread otherwise.
#include "drivers/line_cli/read/device_lines.h"
#include "drivers/sample_cli/grammar.h"
#include "drivers/sample_cli/sample_cli.h"
#include "models/catalog/catalog.h"
#include "models/fabric/member_places.h"
#include "models/physics/wire.h"

#include <array>

namespace rocelint::sample_cli {
namespace {

constexpr std::uint8_t classes = 8; // also the number of queues and of priorities

// The lines of a device, assigned to its ports, and what they mean.
class Reader : line_cli::DeviceLines {
public:
    // One pass marks the coverage of each line and reports values out of range.
    Reader(std::span<const Tree> trees, Reading& reading)
        : DeviceLines(grammar(),
            line_cli::read_lines(grammar(), scope::top, trees, &reading.problems),
            reading.device,
            reading.problems,
            [](std::string_view) { return PortKind::physical; })
    {
    }

    void read()
    {
        default_ = device.origins.default_of(catalog::platform_default("sample-cli", "absent_line").source);
        read_device();
        for (const line_cli::Stanza& stanza : lines.stanzas) {
            if (lines.header(stanza).kind == kind(LineKind::port))
                read_block(stanza);
        }
        for (std::uint32_t port = 0; port < device.ports.size(); ++port)
            resolve(port);
    }

private:
    [[nodiscard]] OriginId written(const Fact& fact) { return device.origins.explicit_at(fact.at); }

    // Reads device-wide lines in order: the last line about something wins.
    void read_device()
    {
        ClassMap& map = device.maps.emplace_back();
        for (std::uint8_t dscp = 0; dscp < 64; ++dscp)
            map.set(dscp, 0, default_);
        for (const line_cli::Stanza& stanza : lines.stanzas) {
            const Fact& fact = lines.header(stanza);
            if (fact.sense != Sense::set)
                continue;
            if (fact.kind == kind(LineKind::class_of_dscp)) {
                for (const std::uint8_t dscp : DscpSet{fact.value(0)})
                    map.set(dscp, static_cast<std::uint8_t>(fact.value(1)), written(fact));
            } else if (fact.kind == kind(LineKind::service)) {
                read_service(fact);
            }
        }
    }

    void read_service(const Fact& fact)
    {
        const bool strict = fact.values[1].state == line_cli::Value::State::instead;
        Scheduler made;
        made.name = strict ? "strict" : "share";
        made.at = fact.at;
        made.kind = {strict ? SchedulerKind::strict : SchedulerKind::weighted, written(fact)};
        if (!strict)
            made.bandwidth = {Percent::whole(static_cast<std::uint32_t>(fact.value(1))), written(fact)};
        services_[fact.number] = {line_cli::add_to(device.schedulers, made), made.kind.origin};
    }

    // A block may apply to several ports ("interface p1-4"), and a port may have several blocks.
    void read_block(const line_cli::Stanza& stanza)
    {
        const std::span<const Fact> inside = lines.inside(stanza);
        for_each_port(lines.header(stanza), {}, inside, [&](std::uint32_t port) {
            for (const Fact& fact : inside)
                said.put(ports[port].place, fact);
        });
    }

    [[nodiscard]] const Fact* stated(
        std::uint32_t port, LineKind what, std::uint8_t number = Fact::no_number) const
    {
        const Fact* fact = find(ports[port].place, what, number);
        return fact != nullptr && fact->sense == Sense::set ? fact : nullptr;
    }

    void resolve(std::uint32_t index)
    {
        Port& port = device.ports[index];
        if (const Fact* text = stated(index, LineKind::description))
            port.description = text->text;
        if (const Fact* speed = stated(index, LineKind::speed))
            port.speed = {BitsPerSecond{speed->value()}, written(*speed)};
        if (const Fact* mtu = stated(index, LineKind::mtu)) {
            constexpr std::uint64_t ethernet_header = physics::ethernet_header;
            port.max_frame = {Bytes{mtu->value()}, written(*mtu)};
            port.ip_mtu = {Bytes{mtu->value() - ethernet_header},
                device.origins.derived(mtu->at, {}, "the largest frame without its Ethernet header")};
        }
        const Fact* trust = stated(index, LineKind::trust);
        port.trust = trust == nullptr ? Setting<Trust>{Trust::none, default_}
                                      : Setting<Trust>{static_cast<Trust>(trust->value()), written(*trust)};
        resolve_pause(port, index);
        resolve_maps(port);
        resolve_queues(port, index);
    }

    void resolve_pause(Port& port, std::uint32_t index)
    {
        Setting<PrioritySet> pfc{{}, default_};
        MemberPlaces places{};
        for (std::uint8_t priority = 0; priority < classes; ++priority) {
            if (const Fact* line = stated(index, LineKind::pfc, priority)) {
                pfc.value.insert(priority);
                pfc.origin = written(*line);
                places.at(priority) = line->at;
            }
        }
        place_members(device.origins, pfc.origin, places);
        port.pfc_rx = port.pfc_tx = pfc;
        port.pause_rx = port.pause_tx = {false, default_};
        const Fact* watchdog = stated(index, LineKind::watchdog);
        port.watchdog.enabled = {watchdog != nullptr, watchdog == nullptr ? default_ : written(*watchdog)};
        if (watchdog == nullptr)
            return;
        port.watchdog.detection
            = {Milliseconds{static_cast<std::uint32_t>(watchdog->value(0))}, written(*watchdog)};
        port.watchdog.restoration
            = {Milliseconds{static_cast<std::uint32_t>(watchdog->value(1))}, written(*watchdog)};
    }

    // A class, its queue and its priority have the same number, so only the DSCP has to be mapped.
    void resolve_maps(Port& port) const
    {
        port.default_tc = {0, default_};
        port.dscp_to_tc = {Ref{0}, default_};
        const Setting<Ref> none{Ref{}, default_};
        port.tc_to_queue = port.tc_to_priority_group = port.priority_to_queue = none;
        port.priority_to_priority_group = port.pcp_to_tc = port.ingress_policy = none;
    }

    void resolve_queues(Port& port, std::uint32_t index)
    {
        begin_queues(port, classes);
        const Setting<Ref> none{Ref{}, default_};
        for (std::uint8_t number = 0; number < classes; ++number) {
            Setting<Ref> ecn = none;
            if (const Fact* marking = stated(index, LineKind::marking, number))
                ecn = {add_marking(port, *marking), written(*marking)};
            device.queues.push_back({number, ecn, services_[number], {}});
        }
    }

    Ref add_marking(const Port& port, const Fact& fact)
    {
        const OriginId origin = written(fact);
        EcnCurve curve;
        curve.marks = {true, origin};
        curve.drops = {false, default_};
        curve.min_threshold = {Bytes{fact.value(1)}, origin};
        curve.max_threshold = {Bytes{fact.value(2)}, origin};
        if (fact.values[3].written())
            curve.max_probability = {Percent::whole(static_cast<std::uint32_t>(fact.value(3))), origin};
        return line_cli::add_to(device.ecn_profiles, {port.name, fact.at, {curve}});
    }

    std::array<Setting<Ref>, classes> services_{};
    OriginId default_;
};

}

void understand(std::span<const Tree> trees, Reading& reading) { Reader(trees, reading).read(); }

}
