// SPDX-License-Identifier: Apache-2.0
// One list of faults for all platforms. Each platform's own editor writes them, so that they look in the file as if a person had
// typed them.
#include "tests/metamorphic/faults.h"

#include "drivers/driver.h"
#include "models/fabric/classify.h"

#include <doctest/doctest.h>

#include <algorithm>

namespace rocelint::testing {
namespace {

constexpr Priority rdma = 3; // in every base example
constexpr Priority other = 5;
constexpr Dscp rdma_dscp = 26;
constexpr Dscp cnp_dscp = 48;

constexpr std::uint8_t none = 0xff;
constexpr bool of_all = true; // shared by several ports, so that the change affects all of them

const Fault faults[] = {
    {"PFC is off for RDMA", Property::pfc, PriorityDelta{{}, PrioritySet::of(rdma)}},
    {"PFC is on for priority 5, which no class has",
        Property::pfc,
        PriorityDelta{PrioritySet::of(other), {}},
        none,
        of_all},
    {"PFC is on for priority 5 in place of 3",
        Property::pfc,
        PriorityDelta{PrioritySet::of(other), PrioritySet::of(rdma)},
        none,
        of_all},
    {"802.3x link pause is on beside PFC", Property::link_pause, true},
    {"the RDMA code point is in another class",
        Property::dscp_map,
        MapEntry{MapKind::dscp_to_tc, rdma_dscp, other},
        none,
        of_all},
    {"the RDMA code point is in the class of unmarked packets",
        Property::dscp_map,
        MapEntry{MapKind::dscp_to_tc, rdma_dscp, 0},
        none,
        of_all,
        true},
    {"a foreign code point is in the RDMA class",
        Property::dscp_map,
        MapEntry{MapKind::dscp_to_tc, 10, rdma},
        none,
        of_all},
    {"the CNP code point is in the class of unmarked packets",
        Property::dscp_map,
        MapEntry{MapKind::dscp_to_tc, cnp_dscp, 0},
        none,
        of_all,
        true},
    {"the port trusts no mark", Property::trust, Trust::none, none, of_all},
    {"the port trusts the PCP", Property::trust, Trust::pcp, none, of_all},
    {"RDMA leaves by another queue",
        Property::queue_map,
        MapEntry{MapKind::tc_to_queue, rdma, other},
        none,
        of_all},
    {"pause for RDMA stops another queue",
        Property::queue_map,
        MapEntry{MapKind::priority_to_queue, rdma, other},
        none,
        of_all},
    {"RDMA packets leave with another DSCP",
        Property::dscp_rewrite,
        MapEntry{MapKind::tc_to_dscp, rdma, 0},
        none,
        of_all},
    {"ECN marks from a kilobyte on",
        Property::ecn_thresholds,
        EcnTarget{Bytes{1000}, Bytes{2000}, Percent::whole(10)},
        rdma,
        of_all},
    {"ECN marks from 10 megabytes on",
        Property::ecn_thresholds,
        EcnTarget{Bytes{10'000'000}, Bytes{12'000'000}, Percent::whole(10)},
        rdma,
        of_all},
    {"the RDMA queue is strict",
        Property::scheduler,
        SchedulerTarget{.kind = SchedulerKind::strict, .bandwidth = {}, .weight = {}},
        rdma,
        of_all},
    {"the RDMA queue has a share of 5 %",
        Property::scheduler,
        SchedulerTarget{.kind = SchedulerKind::weighted, .bandwidth = Percent::whole(5), .weight = {}},
        rdma,
        of_all},
    {"the RDMA queue has a weight of 5",
        Property::scheduler,
        SchedulerTarget{.kind = SchedulerKind::weighted, .bandwidth = {}, .weight = 5},
        rdma,
        of_all},
    {"the MTU is 1500", Property::mtu, Bytes{1514}},
    {"the headroom is of 1000 bytes", Property::headroom, Bytes{1000}, rdma, of_all},
    {"the RDMA class has no headroom",
        Property::headroom,
        PriorityDelta{{}, PrioritySet::of(rdma)},
        none,
        of_all},
    {"headroom is for a cable of 1 m", Property::cable_length, Metres{1}},
    {"the watchdog cuts off after 5 seconds",
        Property::watchdog_timers,
        WatchdogTarget{.priorities = PrioritySet::of(rdma),
            .detection = Milliseconds{5'000},
            .restoration = Milliseconds{10'000},
            .poll = {}},
        none,
        of_all},
    {"FEC is off", Property::fec, Fec::none, none, false, false, "LNK001"},
};

Change change_of(const Fault& fault, PortId port, const Device& device)
{
    Change change{.port = port,
        .property = fault.property,
        .number = fault.number,
        .value = fault.value,
        .shared = fault.shared};
    if (fault.to_unmarked)
        std::get<MapEntry>(change.value).to = forward_dscp(device, device.ports[port.port], 0).tc.value;
    return change;
}

// The subject with the edited texts.
Subject edited(const Subject& subject, const std::vector<workspace::Correction>& edits)
{
    Subject changed{.name = subject.name, .topology = subject.topology, .policy = subject.policy};
    for (const Subject::File& file : subject.files) {
        std::string text = file.text;
        for (const workspace::Correction& edit : edits) {
            const auto found = std::ranges::find(edit.files, file.path, &workspace::CorrectedFile::path);
            if (found != edit.files.end())
                text = found->text;
        }
        changed.files.push_back({file.path, std::move(text), {}, {}});
    }
    return changed;
}

std::uint32_t physical_port(const Device& device, std::uint32_t wanted)
{
    for (std::uint32_t port = 0; port < device.ports.size(); ++port) {
        if (device.ports[port].kind == PortKind::physical && wanted-- == 0)
            return port;
    }
    REQUIRE_MESSAGE(false, "no such port");
    return 0;
}

}

std::span<const Fault> all_faults() { return faults; }

std::vector<Subject> switch_pairs()
{
    std::vector<Subject> subjects;
    for (const Driver* driver : all_drivers()) {
        if (driver->base_example.empty() || driver->edit == nullptr || driver->name.ends_with("-host")
            || driver->name == "app-env" || driver->name == "ib-fabric" || driver->name == "opensm"
            || driver->name.starts_with("sample"))
            continue;
        Subject& subject = subjects.emplace_back(two_devices_of(*driver));
        subject.name = driver->name;
        subject.policy
            = "version: 1\nprofile: lossless\nrdma: {priority: 3, dscp: [26]}\ncnp: {priority: 6, dscp: 48}\n";
        subject.sound = check_texts(subject, 0, nullptr);
        REQUIRE(subject.sound->report.count(Severity::error) == 0);
    }
    return subjects;
}

Broken break_subject(const Subject& subject, std::span<const FaultAt> wanted)
{
    const workspace::Outcome& sound = *subject.sound;
    FixPlan plan;
    for (const FaultAt& at : wanted) {
        const std::uint32_t device = *sound.fabric.find_device(at.device);
        const PortId port{device, physical_port(sound.fabric.devices[device], at.port)};
        const auto known = std::ranges::find(plan.devices, device, &DeviceFixes::device);
        DeviceFixes& fixes = known != plan.devices.end() ? *known : plan.devices.emplace_back(device);
        fixes.changes.push_back({change_of(*at.fault, port, sound.fabric.devices[device]), {}});
    }
    std::ranges::sort(plan.devices, {}, &DeviceFixes::device);
    Broken broken;
    broken.edits = workspace::correct(sound, plan, {});
    for (const workspace::Correction& edit : broken.edits) {
        if (!edit.not_made.empty()) {
            broken.reason = edit.not_made.front().reason;
            return broken;
        }
    }
    broken.outcome = check_texts(edited(subject, broken.edits), 0, nullptr);
    return broken;
}

}
