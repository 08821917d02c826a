// SPDX-License-Identifier: Apache-2.0
#include "cli/live/intent_changes.h"

namespace rocelint::cli {

Result<std::vector<IntentChanges>> changes_for_intent(const std::string& path, const Outcome&)
{
    return fail(ErrorKind::usage, path + ": to be written");
}

}
