// SPDX-License-Identifier: Apache-2.0
// Defaults for sites that state nothing are statements like any other, so they have sources and belong in the
// catalog.
#include "models/catalog/design_defaults.h"

#include "models/catalog/catalog_tables.h"
#include "models/catalog/entries.h"

#include <algorithm>

namespace rocelint::catalog {
namespace {

// design_defaults.yaml, read on first use.
struct DesignFile {
    CatalogFile file{"design_defaults.yaml", table::design_defaults};
    DesignDefaults values;
    std::vector<BitsPerSecond> rates;

    DesignFile()
    {
        const Node& section = file.section("defaults");
        values = {.host_mtu = file.figure<Bytes>(section, "host_mtu"),
            .switch_mtu_margin = file.figure<Bytes>(section, "switch_mtu_margin"),
            .rdma_share_percent = file.figure<std::uint32_t>(section, "rdma_share_percent"),
            .ecn_max_products = file.figure<double>(section, "ecn_max_products"),
            .ecn_min_share_percent = file.figure<std::uint32_t>(section, "ecn_min_share_percent"),
            .ecn_probability_percent = file.figure<std::uint32_t>(section, "ecn_probability_percent"),
            .packets_before_pause = file.figure<std::uint32_t>(section, "packets_before_pause"),
            .detection_ms_per_32_ports = file.figure<std::uint32_t>(section, "detection_ms_per_32_ports"),
            .restoration_factor = file.figure<std::uint32_t>(section, "restoration_factor"),
            .poll_ms = file.figure<std::uint32_t>(section, "poll_ms")};
        for (const Node& rate : *CatalogFile::member(file.section("rates"), "value"))
            rates.push_back({static_cast<std::uint64_t>(whole_number(rate)) * bits_per_megabit});
    }
};

const DesignFile& design_file()
{
    static const DesignFile catalog;
    return catalog;
}

}

const DesignDefaults& design_defaults() { return design_file().values; }

bool is_ethernet_rate(BitsPerSecond speed)
{
    return std::ranges::find(design_file().rates, speed) != design_file().rates.end();
}

BitsPerSecond nearest_ethernet_rate(BitsPerSecond speed)
{
    const auto distance = [speed](BitsPerSecond rate) {
        return rate.count > speed.count ? rate.count - speed.count : speed.count - rate.count;
    };
    return *std::ranges::min_element(design_file().rates, {}, distance);
}

}
