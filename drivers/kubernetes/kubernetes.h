// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::kubernetes {

/// Objects of Kubernetes that set up the NICs of a cluster's nodes.
extern const Driver driver;

}
