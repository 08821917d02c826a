// SPDX-License-Identifier: Apache-2.0
#include "cli/report/service_fingerprint.h"

#include "cli/report/checkout_path.h"

#include <fmt/format.h>

namespace rocelint::cli {

std::string service_fingerprint(const Finding& finding, const workspace::Outcome& outcome)
{
    std::string known = fingerprint(finding, outcome.fabric);
    return outcome.folder.empty() ? known : fmt::format("{}/{}", checkout_path(outcome.folder), known);
}

}
