// SPDX-License-Identifier: Apache-2.0
#include "workspace/fleet/neighbour_check.h"

#include "drivers/driver.h"
#include "models/change/change_order.h"
#include "models/change/difference.h"
#include "push/reach/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace rocelint::workspace {
namespace {

std::string_view stated_name(const Device& device)
{
    return device.stated_name.empty() ? std::string_view(device.name) : std::string_view(device.stated_name);
}

std::string compare(const FleetDevice& planned, const std::vector<CollectedFile>& files)
{
    const Driver& driver = *find_driver(planned.platform);
    const ReadDevice before = push::read_collected(driver, planned.name, planned.files);
    const ReadDevice now = push::read_collected(driver, planned.name, files);
    if (before.device.name_is_configured && stated_name(before.device) != stated_name(now.device))
        return fmt::format("{} calls itself {} now: plan again", planned.name, stated_name(now.device));
    for (const Difference& difference : differences(before.device, now.device)) {
        if (!order_rests_on(difference))
            continue;
        const auto& ports = before.device.ports;
        return fmt::format(
            "{} has changed since the plan was made, in something that the order of this step depends on "
            "({}{}): plan again",
            planned.name,
            difference.property == Property::syntax ? "its ports" : name_of(difference.property),
            difference.property == Property::syntax || difference.port >= ports.size()
                ? std::string()
                : fmt::format(" of {}", ports[difference.port].name));
    }
    return {};
}

}

push::CompareNeighbour make_neighbour_compare(std::vector<FleetDevice> before)
{
    auto fleet = std::make_shared<const std::vector<FleetDevice>>(std::move(before));
    return [fleet](const std::string& name, const std::vector<CollectedFile>& files) {
        const auto planned = std::ranges::find(*fleet, name, &FleetDevice::name);
        return planned == fleet->end() ? fmt::format("{} was not planned with", name)
                                       : compare(*planned, files);
    };
}

}
