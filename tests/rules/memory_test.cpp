// SPDX-License-Identifier: Apache-2.0
#include "analysis/facts/memory/group_memory.h"
#include "analysis/facts/memory/memory_sum.h"
#include "analysis/facts/memory/pool_availability.h"
#include "rules/ecn/congestion.h"
#include "tests/example_fabric.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace rocelint {
namespace {

std::unique_ptr<workspace::Outcome> leaf(std::string_view platform, std::string_view patch)
{
    const Example example{.files = {{{platform, "leaf1", patch}}}};
    return check_example(example);
}

const Device& device_of(const workspace::Outcome& outcome) { return outcome.fabric.devices.front(); }

TEST_CASE("the ingress side is the sum of pools, headroom and what groups reserve in addition")
{
    const auto outcome = leaf("sonic", "");
    const std::vector<MemoryView> views = memory_views(device_of(*outcome));
    REQUIRE(views.size() == 2);
    const MemoryView& ingress = views[0];
    CHECK(ingress.direction == PoolDirection::ingress);
    CHECK(ingress.missing == "");
    CHECK(ingress.adds_up);
    CHECK(ingress.sum.pools.count == 20971520 + 12582912);
    CHECK(ingress.sum.headroom.count == 36864 + 45056);
    CHECK(ingress.sum.reserved.count == 2 * 19456 + 2 * 4096);
    CHECK(ingress.total().count == 33683456);
    CHECK(ingress.sum.memory == Bytes{34287552});
    CHECK(ingress.fits());
    CHECK(ingress.lossless_groups == 2);
    CHECK_FALSE(ingress.ports_until_loss);
    CHECK_FALSE(ingress.oversubscription());
}

TEST_CASE("an egress pool that its queues may fill is not a partition of the memory")
{
    const auto outcome = leaf("sonic", "");
    const MemoryView egress = memory_views(device_of(*outcome)).at(1);
    CHECK(egress.sum.pools.count == 12582912);
    CHECK(egress.sum.reserved.count == 2 * 7 * 4096 + 2 * 4096);
}

TEST_CASE("ports that are switched off take no memory")
{
    const auto outcome = leaf("sonic", R"({"PORT": {"Ethernet4": {"admin_status": "down"}}})");
    const MemoryView ingress = memory_views(device_of(*outcome)).front();
    CHECK(ingress.sum.headroom.count == 36864);
    CHECK(ingress.lossless_groups == 1);
}

TEST_CASE("a shared headroom pool is counted once and limits how many groups can fill their headroom")
{
    const auto outcome = leaf("sonic",
        R"({"BUFFER_POOL": {"ingress_lossless_pool": {"xoff": "90000", "size": "20000000"}},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"size": "19456"}, "pg_lossless_100000_40m_profile": {"size": "19456"}}})");
    const MemoryView ingress = memory_views(device_of(*outcome)).front();
    CHECK(ingress.shared_headroom);
    CHECK(ingress.sum.headroom.count == 90000);
    CHECK(ingress.sum.reserved.count == 2 * 19456 + 2 * 4096);
    CHECK(ingress.wanted_headroom.count == 36864 + 45056);
    CHECK(ingress.ports_until_loss == 1); // 90000 / 45056
    CHECK(ingress.oversubscription().value_or(0) == doctest::Approx(81920.0 / 90000));
}

TEST_CASE("pools that the device sizes itself leave the sum incomplete")
{
    const auto outcome = leaf("sonic",
        R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
 "BUFFER_POOL": {"ingress_lossless_pool": {"size": null}}})");
    const MemoryView ingress = memory_views(device_of(*outcome)).front();
    CHECK(ingress.missing == "the device works the sizes of its pools out itself (dynamic buffer model)");
    CHECK_FALSE(ingress.missing_outside_pools);
    CHECK(ingress.sum.pools.count == 12582912);
}

TEST_CASE("on hardware with unknown accounting only the pools count")
{
    const auto outcome = leaf("sonic",
        R"({"DEVICE_METADATA": {"localhost": {"hwsku": "Force10-S6000", "platform": "x86_64-dell_s6000_s1220-r0"}}})");
    const MemoryView ingress = memory_views(device_of(*outcome)).front();
    CHECK_FALSE(ingress.adds_up);
    CHECK(ingress.total() == ingress.sum.pools);
}

TEST_CASE("an egress pool as large as the memory is not a partition, whatever its profiles use of it")
{
    const auto outcome = leaf("sonic",
        R"({"BUFFER_POOL": {"egress_lossless_pool": {"size": "34287552", "mode": "dynamic"}},
 "BUFFER_PROFILE": {"egress_lossless_profile": {"static_th": null, "dynamic_th": "3"}}})");
    const MemoryView egress = memory_views(device_of(*outcome)).at(1);
    CHECK(egress.sum.pools.count == 12582912);
    CHECK(egress.fits());
}

TEST_CASE("an egress pool as large as all ingress pools together is not a partition either")
{
    const auto outcome = leaf("sonic",
        R"({"BUFFER_POOL": {"egress_lossless_pool": {"size": "33554432", "mode": "dynamic"}},
 "BUFFER_PROFILE": {"egress_lossless_profile": {"static_th": null, "dynamic_th": "3"}}})");
    CHECK(memory_views(device_of(*outcome)).at(1).sum.pools.count == 12582912);
}

TEST_CASE("Spectrum-1 has the larger of the memory sizes in its releases")
{
    // The SN2700's pools in older releases, with the whole memory as egress pool.
    const auto outcome = leaf("sonic",
        R"({"DEVICE_METADATA": {"localhost": {"hwsku": "ACS-MSN2700", "platform": "x86_64-mlnx_msn2700-r0"}},
 "BUFFER_POOL": {"ingress_lossless_pool": {"size": "4194304"}, "ingress_lossy_pool": {"size": "9437184"},
  "egress_lossless_pool": {"size": "16777152", "mode": "dynamic"}, "egress_lossy_pool": {"size": "9437184"}},
 "BUFFER_PROFILE": {"egress_lossless_profile": {"static_th": null, "dynamic_th": "7"}}})");
    for (const MemoryView& view : memory_views(device_of(*outcome))) {
        CHECK(view.sum.memory == Bytes{16777152});
        CHECK(view.fits());
    }
}

std::string nexthop_pools(std::string_view size, std::string_view xoff)
{
    return fmt::format(
        R"({{"DEVICE_METADATA": {{"localhost": {{"hwsku": "NH-4210-F-P128", "platform": "x86_64-nexthop_4210-r0021"}}}},
 "BUFFER_POOL": {{"ingress_lossless_pool": {{"size": "{0}", "xoff": "{1}"}}, "ingress_lossy_pool": {{"size": "0"}},
  "egress_lossless_pool": {{"size": "{0}"}}, "egress_lossy_pool": {{"size": "0"}}}}}})",
        size,
        xoff);
}

std::string memory_findings(const workspace::Outcome& outcome)
{
    std::string found;
    for (const Finding& finding : outcome.report.findings) {
        if (finding.rule->code == "BUF001")
            found += fmt::format("{}: {}\n", name_of(finding.severity), finding.message);
    }
    return found;
}

TEST_CASE("on a chip with counted cells the pool and its headroom pool share them")
{
    // As shipped before sonic-buildimage 28658: 614370 and 194176 of 636183 cells of 420 bytes.
    const auto outcome = leaf("sonic", nexthop_pools("258035400", "81553920"));
    const MemoryView ingress = memory_views(device_of(*outcome)).front();
    CHECK(ingress.sum.memory == Bytes{std::uint64_t{636183} * 420});
    CHECK(ingress.total().count == 258035400 + 81553920);
    CHECK_FALSE(ingress.fits());
    CHECK(memory_findings(*outcome).starts_with("warning: "));
    // The correction proposed in that issue.
    CHECK(memory_findings(*leaf("sonic", nexthop_pools("176481480", "81553920"))) == "");
}

TEST_CASE("pools that a vendor ships are not blamed, but not called proven if they exceed the memory")
{
    for (const catalog::Asic& asic : catalog::all_asics()) {
        for (const catalog::ShippedPool& pool : asic.shipped_pools) {
            CAPTURE(pool.size.count);
            const auto outcome = leaf(
                "sonic", nexthop_pools(std::to_string(pool.size.count), std::to_string(pool.xoff.count)));
            CHECK(memory_findings(*outcome) == "");
            const auto& reasons = outcome->report.not_checked;
            CHECK(std::ranges::any_of(reasons, [](const auto& row) {
                return row.rule->code == "BUF001" && row.reason.starts_with("not proven: ");
            }));
        }
    }
}

TEST_CASE("the pools get the memory minus what ports reserve")
{
    const auto outcome = leaf("sonic", "");
    const Device& device = device_of(*outcome);
    const catalog::Asic* asic = catalog::asic_of(device);
    REQUIRE(asic != nullptr);
    std::string reason;
    const auto available = available_for_pools(device, *asic, reason);
    REQUIRE(available);
    const std::uint64_t profiles = 56320 + 64512 + 2 * 4096 + 16 * 4096;
    const std::uint64_t lossy = std::uint64_t{2} * 19456;
    const std::uint64_t management = 2 * 19456 + 256 * 1024;
    const std::uint64_t mirror = std::uint64_t{2} * 10 * 1024;
    CHECK(available->count == 34287552 - profiles - lossy - management - mirror);
}

TEST_CASE("the fill at which pause starts grows with the ports that fill the queue")
{
    const auto outcome = leaf("sonic", "");
    std::string reason;
    const auto fill = pause_fill(outcome->analysis, 0, 3, reason);
    REQUIRE(fill);
    CHECK(reason.empty());
    CHECK_FALSE(fill->fixed);
    CHECK(fill->alpha.value == 1);
    CHECK(fill->shared.count == 20971520);
    struct Row {
        std::uint32_t ports;
        std::uint64_t queue;
    };
    // alpha * m * B / (1 + alpha * m) with alpha 1 and B = 20971520.
    for (const Row row : {Row{1, 10485760}, Row{2, 13981013}, Row{4, 16777216}, Row{8, 18641351}})
        CHECK(fill->margin(row.ports, {600000}).queue.count == row.queue);
    CHECK(fill->margin(2, {600000}).margin == 13981013 - 600000);
    CHECK(list_fills(*fill, 3, {600000})
        == "1: 10485760 (+9885760), 2: 13981013 (+13381013), 3: 15728640 (+15128640)");
}

TEST_CASE("if ports differ, the group that pauses last decides")
{
    const auto outcome
        = leaf("sonic", R"({"BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": {"dynamic_th": "-3"}}})");
    std::string reason;
    const auto fill = pause_fill(outcome->analysis, 0, 3, reason);
    REQUIRE(fill);
    CHECK(fill->alpha.value == 1);
}

TEST_CASE("a pool of unknown size is at most the whole memory")
{
    const auto outcome = leaf("sonic",
        R"({"DEVICE_METADATA": {"localhost": {"buffer_model": "dynamic"}},
 "BUFFER_POOL": {"ingress_lossless_pool": {"size": null}}})");
    std::string reason;
    const auto fill = pause_fill(outcome->analysis, 0, 3, reason);
    REQUIRE(fill);
    CHECK(fill->at_most);
    CHECK(fill->shared.count == 34287552);
}

constexpr std::string_view made_by_the_switch = R"({"BUFFER_PG": {"Ethernet0|3": null, "Ethernet4|3": null},
 "BUFFER_PROFILE": {"pg_lossless_100000_5m_profile": null, "pg_lossless_100000_40m_profile": null}})";

TEST_CASE("groups that the switch creates itself are counted with the values of the table shipped for it")
{
    const auto outcome = leaf("sonic", made_by_the_switch);
    const MemoryView ingress = memory_views(device_of(*outcome)).front();
    CHECK(ingress.missing == "");
    // device/mellanox/x86_64-mlnx_msn3700-r0/ACS-MSN3700/pg_profile_lookup.ini: 100000 at 5m and 40m.
    CHECK(ingress.sum.headroom.count == 33792 + 44032);
}

TEST_CASE("the threshold of groups that the switch creates itself is the shipped one")
{
    const auto outcome = leaf("sonic", made_by_the_switch);
    std::string reason;
    const auto fill = pause_fill(outcome->analysis, 0, 3, reason);
    REQUIRE(fill);
    CHECK(fill->alpha.value == 1);
    CHECK(fill->shipped.find("ACS-MSN3700") != std::string_view::npos);
}

TEST_CASE("without a source for alpha the fill is not guessed")
{
    const auto outcome = leaf("sonic",
        R"({"DEVICE_METADATA": {"localhost": {"hwsku": "Force10-S6000", "platform": "x86_64-dell_s6000_s1220-r0"}}})");
    std::string reason;
    CHECK_FALSE(pause_fill(outcome->analysis, 0, 3, reason));
    CHECK(reason == "the catalog does not state the meaning of a dynamic threshold on this hardware");
}

TEST_CASE("one faster port is enough to fill a slower port's queue")
{
    const auto outcome = leaf("sonic", R"({"PORT": {"Ethernet4": {"speed": "200000"}}})");
    CHECK(feeding_ports(outcome->analysis, {0, 0}) == 1);
    CHECK(feeding_ports(outcome->analysis, {0, 1}) == 2);
}

}
}
