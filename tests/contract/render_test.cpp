// SPDX-License-Identifier: Apache-2.0
// What Driver::render promises on every platform: the driver reads back what the design says, or leaves open what the platform
// cannot express. Ports are named as in the driver's own example.
#include "models/fabric/classify.h"
#include "tests/contract/driver_case.h"
#include "tests/drivers/render_design.h"

#include <fmt/format.h>

#include <algorithm>

namespace rocelint {
namespace {

using contract::Files;
using contract::for_each_example;
using contract::Read;

// A leaf with a host on its first port and a spine on the others, or a host.
DeviceDesign design_like(const Driver& driver, const Device& like, bool two_classes)
{
    const bool host = like.kind == DeviceKind::host;
    DeviceDesign design = render_design::switch_design(
        driver.name, "device1", host ? Role::host : Role::leaf, two_classes && !host);
    if (host)
        design.nic = "mlx5";
    for (const Port& port : like.ports) {
        if (port.kind != PortKind::physical)
            continue;
        const bool down = design.ports.empty() && !host;
        PortDesign& made = render_design::add_port(design,
            {.name = std::string(port.name),
                .metres = down ? 5U : 40U,
                .peer = down ? "host1" : "spine1",
                .peer_port = down ? "eth0" : "p1",
                .peer_role = down ? Role::host
                    : host        ? Role::leaf
                                  : Role::spine});
        if (host && port.nic != Port::no_index)
            made.rdma_device = like.nics[port.nic].rdma_device;
        for (LosslessDesign& each : made.lossless) {
            if (host)
                each.xoff.reset();
        }
    }
    return design;
}

template <class T>
void agrees(std::string_view what, const Setting<T>& read, const T& wanted)
{
    CAPTURE(what);
    CHECK((!read.known() || read.value == wanted));
}

void check_classes(const DeviceDesign& design, const Device& device, const Port& port)
{
    for (const ClassDesign& each : design.classes) {
        CAPTURE(each.name);
        for (const Dscp dscp : each.dscps) {
            const Treatment treatment = classify_dscp(device, port, dscp);
            REQUIRE(treatment.tc.known());
            CHECK(treatment.tc.value == each.priority);
            REQUIRE(treatment.tx_priority.known());
            CHECK(port.pfc_tx.value.has(treatment.tx_priority.value) == each.lossless);
        }
    }
}

// A platform that takes whole kilobytes has the next larger one, and render says so.
void agrees_in_kilobytes(std::string_view what, const Setting<Bytes>& read, Bytes wanted)
{
    constexpr std::uint64_t kilobyte = 1024;
    const std::uint64_t next = (wanted.count + kilobyte - 1) / kilobyte * kilobyte;
    agrees(what, read, read.known() && read.value.count == next ? Bytes{next} : wanted);
}

void check_marking(const PortDesign& wanted, const Device& device, const Port& port)
{
    for (const LosslessDesign& each : wanted.lossless) {
        const Queue* queue = nullptr;
        for (const Queue& candidate : device.queues_of(port)) {
            if (queue_of_priority(device, port, each.priority).is(candidate.number))
                queue = &candidate;
        }
        if (!each.ecn || queue == nullptr || !queue->ecn.known() || queue->ecn.value.none())
            continue;
        const EcnProfile& profile = device.ecn_profiles[queue->ecn.value.index];
        CHECK(profile.marks());
        agrees_in_kilobytes("min", profile.curves.front().min_threshold, each.ecn->min_threshold);
        agrees_in_kilobytes("max", profile.curves.front().max_threshold, each.ecn->max_threshold);
        // A platform without a line for it uses its own value, and render says so.
        if (profile.curves.front().max_probability.origin.kind() != OriginKind::default_)
            agrees("probability", profile.curves.front().max_probability, each.ecn->max_probability);
    }
}

void check_port(const DeviceDesign& design, const PortDesign& wanted, const Device& device)
{
    const std::uint32_t index = device.find_port(wanted.name);
    REQUIRE(index != Port::no_index);
    const Port& port = device.ports[index];
    agrees("speed", port.speed, wanted.speed);
    agrees("cable", port.cable_length, wanted.cable);
    agrees("IP MTU", port.ip_mtu, wanted.ip_mtu);
    REQUIRE(port.pfc_rx.known());
    REQUIRE(port.pfc_tx.known());
    CHECK(port.pfc_rx.value == design.lossless());
    CHECK(port.pfc_tx.value == design.lossless());
    agrees("trust", port.trust, design.trust);
    agrees("detection", port.watchdog.detection, *design.watchdog.detection);
    agrees("restoration", port.watchdog.restoration, *design.watchdog.restoration);
    check_classes(design, device, port);
    check_marking(wanted, device, port);
}

TEST_SUITE_BEGIN("driver contract");

TEST_CASE("a driver reads back the design from what it rendered")
{
    for_each_example([](const Driver& driver, const std::string& text) {
        if (driver.render == nullptr || driver.renders_managers)
            return;
        const Read base(driver, text);
        for (const bool two_classes : {false, true}) {
            CAPTURE(two_classes);
            const DeviceDesign design = design_like(driver, base.device(), two_classes);
            const Rendering rendering = driver.render(design);
            REQUIRE_FALSE(rendering.files.empty());
            Files files;
            for (const RenderedFile& file : rendering.files) {
                const Source source(0, file.name, file.text);
                CHECK(detect(driver, source).confidence > 0);
                files.emplace_back(file.name, file.text);
            }
            for (const std::string& sentence : rendering.left_out)
                CHECK_FALSE(sentence.empty());
            const Read read(driver, files);
            CAPTURE(files.front().second);
            CHECK(read.problems() == 0);
            CHECK(read.device().name == design.name);
            for (const PortDesign& port : design.ports) {
                CAPTURE(port.name);
                check_port(design, port, read.device());
            }
            CHECK(driver.render(design).files.front().text == rendering.files.front().text);
        }
    });
}

TEST_SUITE_END();

}
}
