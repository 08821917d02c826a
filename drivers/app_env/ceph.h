// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/app_env/job/job_reader.h"
#include "models/syntax/tree.h"

#include <string_view>

namespace rocelint::app_env {

/// Whether a text is a configuration of Ceph whose daemons exchange messages by RDMA.
[[nodiscard]] bool is_ceph_with_rdma(std::string_view text);

/// Reads how Ceph marks its RDMA packets. Marks the lines.
void read_ceph(const Tree& tree, JobReader& job);

}
