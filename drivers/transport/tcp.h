// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/transport/descriptor.h"
#include "drivers/transport/limit.h"
#include "models/text/result.h"

namespace rocelint {

/// Opens a TCP connection to the endpoint's host and port, with keepalive probes that notice a dead peer
/// within 30 s. Name resolution itself cannot be interrupted: resolv.conf(5) bounds it.
[[nodiscard]] Result<Descriptor> connect_tcp(const Endpoint& endpoint, const Limit& limit);

}
