// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/intent/fabric_intent.h"
#include "models/yang/document.h"

namespace rocelint {

/// Writes the InfiniBand subnets of an intent as entries of rocelint-fabric.yang.
void write_subnets(const FabricIntent& intent, yang::Document& document);

}
