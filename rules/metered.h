// SPDX-License-Identifier: Apache-2.0
// Texts of rules about metered packets.
#pragma once

#include "models/fabric/meter.h"
#include "rules/rule.h"

#include <string>

namespace rocelint {

/// Whether it is not known if the meter affects packets of the port.
[[nodiscard]] bool is_unread(const PortMeter& found);

/// Reports "not checked" for such a meter.
void explain_unread(RuleContext& context, PortId port, const PortMeter& found);

/// " above 10 Gbit/s"; empty if all packets are affected, or the rate is not known.
[[nodiscard]] std::string rate_in_words(const Meter& meter);

}
