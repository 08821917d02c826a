// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "drivers/app_env/job/job_reader.h"
#include "models/syntax/tree.h"
#include "models/text/source.h"

#include <string_view>

namespace rocelint::app_env {

/// Whether the beginning of a file is that of SPDK's configuration and the file uses NVMe over RDMA.
[[nodiscard]] bool is_spdk_with_rdma(const Source& source, std::string_view beginning);

/// Reads how SPDK marks the RDMA packets of its NVMe connections. Marks the lines of `tree`, whose source is the file.
void read_spdk(const Tree& tree, Reading& reading, JobReader& job);

}
