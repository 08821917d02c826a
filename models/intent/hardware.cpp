// SPDX-License-Identifier: Apache-2.0
// Refuses anything that a chip or Ethernet does not support (a rate, a number of lanes) before numbers are
// computed from it.
#include "models/catalog/asic.h"
#include "models/catalog/design_defaults.h"
#include "models/intent/sections.h"
#include "models/text/nearest.h"
#include "models/text/redact.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

namespace rocelint {
namespace {

double giga(BitsPerSecond speed) { return static_cast<double>(speed.count) / 1e9; }

class Hardware {
public:
    Hardware(IntentReading& reading, std::span<const std::string_view> platforms)
        : reader_(reading.reader), platforms_(platforms)
    {
    }

    void check(const IntentDevice& device)
    {
        if (std::ranges::find(platforms_, device.platform.value) == platforms_.end())
            return report_unknown(device.platform, "platform", platforms_, platforms_);
        if (device.nic.given() && catalog::find_nic(device.nic.value) == nullptr)
            return report_unknown_nic(device);
        const catalog::Asic* asic = nullptr;
        if (device.asic.given()) {
            asic = catalog::find_asic(device.asic.value);
            if (asic == nullptr)
                return report_unknown_asic(device);
        } else if (device.model.given()) {
            asic = catalog::find_asic(device.model.value);
            if (asic == nullptr && !device.is_host())
                return report_unknown_model(device);
        }
        for (const IntentPort& port : device.ports) {
            if (port.speed.given())
                check(device, port, asic);
        }
        check_lanes(device);
    }

private:
    // Two ports cannot share a serial lane; SONiC would reject the whole port table.
    void check_lanes(const IntentDevice& device)
    {
        std::map<std::uint32_t, const IntentPort*> taken;
        for (const IntentPort& port : device.ports) {
            const std::uint32_t lanes = port.first_lane && port.lanes.given() ? port.lanes.value : 0;
            for (std::uint32_t lane = 0; lane < lanes; ++lane) {
                const auto [other, is_free] = taken.emplace(*port.first_lane + lane, &port);
                if (!is_free)
                    return reader_.wrong_at(port.at,
                        fmt::format("{} of {} has serial lane {}, which is one of {}",
                            port.name,
                            device.name,
                            other->first,
                            other->second->name));
            }
        }
    }

    void check(const IntentDevice& device, const IntentPort& port, const catalog::Asic* asic)
    {
        const BitsPerSecond speed = port.speed.value;
        if (!catalog::is_ethernet_rate(speed))
            return reader_.wrong_at(port.speed.at,
                fmt::format("{} of {}: Ethernet has no rate of {:g}G; the nearest is {:g}G",
                    port.name,
                    device.name,
                    giga(speed),
                    giga(catalog::nearest_ethernet_rate(speed))));
        if (asic == nullptr)
            return; // the design reports that the hardware is unknown
        const auto in_bits
            = [](std::uint32_t mega) { return BitsPerSecond{std::uint64_t{mega} * 1'000'000}; };
        if (asic->fastest_port.known() && speed > in_bits(asic->fastest_port.value))
            return reader_.wrong_at(port.speed.at,
                fmt::format("{} of {}: the {} has no ports of {:g}G, at most {:g}G",
                    port.name,
                    device.name,
                    asic->name,
                    giga(speed),
                    giga(in_bits(asic->fastest_port.value))));
        if (asic->lane_rate.known() && port.lanes.given()
            && speed.count > in_bits(asic->lane_rate.value).count * port.lanes.value)
            return reader_.wrong_at(port.lanes.at,
                fmt::format("{} of {}: {} lanes of at most {:g}G, as the {} has them, do not carry {:g}G",
                    port.name,
                    device.name,
                    port.lanes.value,
                    giga(in_bits(asic->lane_rate.value)),
                    asic->name,
                    giga(speed)));
    }

    // Suggests the nearest accepted word, or else lists the words to show.
    void report_unknown(const Stated<std::string>& stated,
        std::string_view what,
        std::span<const std::string_view> taken,
        std::span<const std::string_view> shown)
    {
        const std::string_view near = nearest(stated.value, taken);
        reader_.wrong_at(stated.at,
            near.empty()
                ? fmt::format(
                    "unknown {} '{}'; there are {}", what, redact(stated.value), fmt::join(shown, ", "))
                : fmt::format("unknown {} '{}'; did you mean '{}'?", what, redact(stated.value), near));
    }

    void report_unknown_asic(const IntentDevice& device)
    {
        std::vector<std::string_view> names;
        for (const catalog::Asic& asic : catalog::all_asics())
            names.push_back(asic.name);
        // Prefer a chip's name over those of switches with the chip.
        report_unknown(device.asic,
            "ASIC",
            nearest(device.asic.value, names).empty() ? catalog::asic_names() : names,
            names);
    }

    // For hardware missing in the catalog, the intent must name the chip. A model without a chip is
    // misspelled or useless.
    void report_unknown_model(const IntentDevice& device)
    {
        const std::string_view near = nearest(device.model.value, std::span(catalog::asic_names()));
        reader_.wrong_at(device.model.at,
            fmt::format("unknown model '{}'{} Of a model that the catalog does not have, state the asic",
                device.model.value,
                near.empty() ? std::string(".") : fmt::format("; did you mean '{}'?", near)));
    }

    void report_unknown_nic(const IntentDevice& device)
    {
        report_unknown(device.nic, "NIC", catalog::nic_names(), catalog::nic_names());
    }

    DocumentReader& reader_;
    std::span<const std::string_view> platforms_;
};

}

void check_hardware(IntentReading& reading, std::span<const std::string_view> platforms)
{
    Hardware hardware(reading, platforms);
    for (const IntentDevice& device : reading.intent.devices) {
        hardware.check(device);
        if (!reading.reader.good())
            return;
    }
}

}
