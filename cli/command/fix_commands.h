// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "workspace/corrections.h"
#include "workspace/output_folder.h"

#include <vector>

namespace rocelint::cli {

/// What each device takes, as files of their own: NAME.commands, NAME.persistent for what keeps it over a reboot, and
/// NAME.netconf.xml. The codes of the findings stand in a comment on top, where the platform's language has comments. Of one
/// of several fabrics they lie in its folder.
[[nodiscard]] std::vector<workspace::FolderFile> command_files(
    const workspace::Outcome& outcome, const std::vector<workspace::Correction>& corrections);

}
