// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/outcome.h"

namespace rocelint::workspace {

/// Takes back what the report says of the absence of PFC (PFC020, and the assumed policy) where lines about PFC, ECN or RoCE
/// were not understood: what they say is unknown, and unknown is not absent. The rule gets a row of "not checked" instead.
void withdraw_unread_claims(Outcome& outcome);

}
