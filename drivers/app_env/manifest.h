// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/driver.h"

namespace rocelint::app_env {

/// Reads the variables of containers in YAML: objects of Kubernetes (several documents, or a List), with env,
/// envFrom, args and command; services of Docker Compose. Each object and each service is one job. Marks the
/// lines.
void read_manifest(const Tree& tree, Reading& reading);

}
