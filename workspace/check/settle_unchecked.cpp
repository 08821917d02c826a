// SPDX-License-Identifier: Apache-2.0
// Rules know no platform, and drivers know no rule: what a rule lacked is looked up here among the captures of the
// device's platform.
#include "workspace/check/settle_unchecked.h"

#include "drivers/driver.h"

#include <algorithm>
#include <string_view>

namespace rocelint::workspace {
namespace {

bool is_capture_of(const Capture& capture, std::string_view unread)
{
    return unread.starts_with(capture.lacks)
        && (unread.size() == capture.lacks.size() || unread[capture.lacks.size()] == ' ');
}

}

void settle_unchecked(const Fabric& fabric, std::vector<NotChecked>& rows)
{
    for (NotChecked& row : rows) {
        if (!row.settle.empty() || row.unread.empty() || row.port.device >= fabric.devices.size())
            continue;
        const Driver* driver = find_driver(fabric.devices[row.port.device].platform);
        if (driver == nullptr)
            continue;
        const auto found = std::ranges::find_if(
            driver->captures, [&row](const Capture& capture) { return is_capture_of(capture, row.unread); });
        if (found != driver->captures.end())
            row.settle = found->advice;
    }
}

}
