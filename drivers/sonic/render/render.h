// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::sonic {

/// Writes config_db.json of a designed switch, for `config load` on top of the configuration that came with
/// the image: the tables of ports, classification, scheduling, buffers and watchdog. Maps are named as in
/// SONiC's own templates (sonic-buildimage files/build_templates/qos_config.j2 and buffers_config.j2).
[[nodiscard]] Rendering render(const DeviceDesign& design);

}
