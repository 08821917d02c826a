// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/amend/corrections.h"
#include "workspace/files/output_folder.h"

#include <vector>

namespace rocelint::cli {

/// The commands for each device as files: NAME.commands, NAME.persistent for what makes them survive a
/// reboot, and NAME.netconf.xml. If the platform's language has comments, the first line is a comment with
/// the codes of the findings. With several fabrics, the files are in the fabric's folder.
[[nodiscard]] std::vector<workspace::FolderFile> command_files(
    const workspace::Outcome& outcome, const std::vector<workspace::Correction>& corrections);

}
