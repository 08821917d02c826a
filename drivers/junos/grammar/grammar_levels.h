// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/junos/grammar/grammar.h"

namespace rocelint::junos {

// The levels that have a file of their own.
extern const Grammar interfaces_level;
extern const Grammar class_of_service_level;
extern const Grammar forwarding_options_level;
extern const Grammar routing_options_level;
extern const Grammar policy_options_level;
extern const Grammar protocols_level;

// Helpers that make the keywords in the tables.
using hierarchy::block;
using hierarchy::flag;
using hierarchy::later;
using hierarchy::list;
using hierarchy::named;
using hierarchy::skip;
using hierarchy::telling;
using hierarchy::through;
using hierarchy::value;

}
