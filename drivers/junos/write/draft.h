// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/hierarchy/draft.h"
#include "drivers/junos/grammar/grammar.h"

namespace rocelint::junos {

using hierarchy::Amendment;
using hierarchy::Draft;
using hierarchy::path_words;
using hierarchy::quoted;

}
