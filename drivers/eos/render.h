// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::eos {

/// Writes the lines of a designed switch as `show running-config` would have them, for `configure replace` or
/// to paste: maps, one qos profile for each kind of port, watchdog, interfaces. Ports are routed ports, since
/// `mtu` holds for those alone. Headroom is EOS's own business and is named in left_out.
[[nodiscard]] Rendering render(const DeviceDesign& design);

}
