// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/catalog/asic.h"
#include "rules/rule.h"

namespace rocelint {

/// Whether the port is a NIC's and its cable length is the driver's default, which may never have been set.
[[nodiscard]] inline bool has_default_cable(const PortContext& context)
{
    if (context.nic() == nullptr || !context.nic()->driver.known() || !context.port().cable_length.known())
        return false;
    const catalog::NicModel* model = catalog::find_nic(context.nic()->driver.value);
    return model != nullptr && model->default_cable.known()
        && model->default_cable.value == context.port().cable_length.value;
}

}
