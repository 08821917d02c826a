// SPDX-License-Identifier: Apache-2.0
// The promises that every driver makes, checked on its own base example: see drivers/driver.h.
#include "models/fabric/classify.h"
#include "models/syntax/coverage.h"
#include "tests/contract/driver_case.h"

#include <random>
#include <string>

namespace rocelint {
namespace {

using contract::first_physical;
using contract::for_each_example;
using contract::Read;

std::string with_carriage_returns(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (c == '\n')
            out += '\r';
        out += c;
    }
    return out;
}

// Reads a damaged text: nothing may crash, and coverage must still add up.
void survive(const Driver& driver, std::string_view text)
{
    const Read damaged(driver, text);
    (void)detect(driver, damaged.source());
    (void)driver.identity(damaged.trees.front());
    (void)damaged.dumped();
    const Coverage coverage = measure_coverage(damaged.trees.front());
    std::uint32_t sum = 0;
    for (const std::uint32_t count : coverage.counts)
        sum += count;
    CHECK(sum == coverage.total);
}

TEST_SUITE_BEGIN("driver contract");

TEST_CASE("a base example is recognised by its own driver, and by no other with equal confidence")
{
    for_each_example([](const Driver& own, const std::string& text) {
        const Source source(0, std::string(own.base_file_name), text);
        const int confidence = detect(own, source).confidence;
        CHECK(confidence > 0);
        CHECK_FALSE(detect(own, source).reason.empty());
        for (const Driver* other : all_drivers()) {
            CAPTURE(other->name);
            if (other != &own)
                CHECK(detect(*other, source).confidence < confidence);
        }
        CHECK(recognise(source).driver == &own);
    });
}

TEST_CASE("a base example reads without problems and with every line understood")
{
    for_each_example([](const Driver& driver, const std::string& text) {
        const Read read(driver, text);
        CHECK(read.trees.front().problems.empty());
        for (const SyntaxProblem& problem : read.reading.problems)
            FAIL_CHECK(problem.message);
        const Coverage coverage = measure_coverage(read.trees.front());
        for (const Coverage::Detail& detail : coverage.details)
            FAIL_CHECK(detail.text);
        CHECK(coverage.count(CoverageState::unsupported) == 0);
        CHECK(coverage.count(CoverageState::unrecognised) == 0);
        CHECK(coverage.count(CoverageState::read) > 0);
        CHECK(coverage.count(CoverageState::read) + coverage.count(CoverageState::irrelevant)
            == coverage.total);
        CHECK(coverage.total == count_lines(text));
    });
}

TEST_CASE("a base example states its name, its platform and its ports")
{
    for_each_example([](const Driver& driver, const std::string& text) {
        const Read read(driver, text);
        const Device& device = read.device();
        CHECK(device.platform == driver.name);
        CHECK(device.files == std::vector<SourceId>{0});
        CHECK_FALSE(device.fragment);
        if (device.kind == DeviceKind::job) {
            CHECK_FALSE(device.jobs.empty());
            return;
        }
        // Subnet captures and subnet managers take their name from their folder.
        if (device.kind == DeviceKind::subnet) {
            CHECK_FALSE(device.subnet->nodes.empty());
            CHECK(device.name == "fallback");
            return;
        }
        if (device.kind == DeviceKind::subnet_manager) {
            CHECK(device.manager);
            CHECK(device.identity.somewhere());
            return;
        }
        CHECK(driver.identity(read.trees.front()) == "device1");
        CHECK(device.name == "device1");
        CHECK(device.name_is_configured);
        CHECK(device.identity.somewhere());
        CHECK(device.ports.size() >= (device.kind == DeviceKind::host ? 1U : 2U));
        CHECK(first_physical(device) != nullptr);
    });
}

TEST_CASE(
    "a base example pauses DSCP 26 in both directions, and never DSCP 48; by the VLAN tag, PCP 3 and never PCP 6")
{
    for_each_example([](const Driver& driver, const std::string& text) {
        const Read read(driver, text);
        const Port* port = first_physical(read.device());
        if (port == nullptr)
            return;
        REQUIRE(port->pfc_rx.known());
        REQUIRE(port->pfc_tx.known());
        const bool by_tag = port->trust.is(Trust::pcp);
        const Treatment rdma
            = by_tag ? classify_pcp(read.device(), *port, 3) : classify_dscp(read.device(), *port, 26);
        REQUIRE(rdma.tc.known());
        REQUIRE(rdma.rx_priority.known());
        REQUIRE(rdma.tx_priority.known());
        CHECK(port->pfc_rx.value.has(rdma.rx_priority.value));
        CHECK(port->pfc_tx.value.has(rdma.tx_priority.value));
        const Treatment cnp
            = by_tag ? classify_pcp(read.device(), *port, 6) : classify_dscp(read.device(), *port, 48);
        REQUIRE(cnp.tc.known());
        REQUIRE(cnp.tx_priority.known());
        CHECK_FALSE(port->pfc_tx.value.has(cnp.tx_priority.value));
        // If only lossless queues obey pause at all, no priority maps to this one.
        REQUIRE(cnp.queue.known());
        for (const Priority priority : port->pfc_rx.value)
            CHECK_FALSE(queue_of_priority(read.device(), *port, priority).is(cnp.queue.value));
    });
}

TEST_CASE("reading is deterministic, and the same with CRLF line endings")
{
    for_each_example([](const Driver& driver, const std::string& text) {
        const std::string once = Read(driver, text).dumped();
        CHECK(once == Read(driver, text).dumped());
        CHECK(once == Read(driver, with_carriage_returns(text)).dumped());
    });
}

TEST_CASE("ports point at their queues, groups and tables, and never past them")
{
    for_each_example([](const Driver& driver, const std::string& text) {
        const Read read(driver, text);
        const Device& device = read.device();
        for (const Port& port : device.ports) {
            CAPTURE(port.name);
            CHECK(std::size_t{port.first_queue} + port.queue_count <= device.queues.size());
            CHECK(std::size_t{port.first_group} + port.group_count <= device.groups.size());
            CHECK((port.lag == Port::no_index || port.lag < device.ports.size()));
            CHECK((port.parent == Port::no_index || port.parent < device.ports.size()));
            CHECK((port.nic == Port::no_index || port.nic < device.nics.size()));
            const auto queues = device.queues_of(port);
            for (std::size_t index = 1; index < queues.size(); ++index)
                CHECK(queues[index - 1].number < queues[index].number);
        }
    });
}

TEST_CASE("no truncated file crashes its driver")
{
    for_each_example([](const Driver& driver, const std::string& text) {
        constexpr std::size_t step = 37;
        for (std::size_t length = 0; length < text.size(); length += step)
            survive(driver, std::string_view(text).substr(0, length));
    });
}

TEST_CASE("no damaged byte and no repeated piece crashes a driver")
{
    for_each_example([](const Driver& driver, const std::string& text) {
        std::mt19937 random(20240607);
        const auto below = [&random](std::size_t limit) { return random() % limit; };
        for (int round = 0; round < 100; ++round) {
            std::string damaged = text;
            for (std::size_t flips = 1 + below(4); flips > 0; --flips)
                damaged[below(damaged.size())] = static_cast<char>(below(256));
            if (round % 3 == 0) {
                const std::size_t from = below(damaged.size());
                damaged.insert(below(damaged.size()), damaged.substr(from, 1 + below(80)));
            }
            survive(driver, damaged);
        }
    });
}

TEST_CASE("every driver can read any other driver's example without crashing")
{
    for_each_example([](const Driver&, const std::string& text) {
        for (const Driver* reader : all_drivers())
            survive(*reader, text);
    });
}

TEST_SUITE_END();

}
}
