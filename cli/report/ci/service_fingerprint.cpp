// SPDX-License-Identifier: Apache-2.0
#include "cli/report/ci/service_fingerprint.h"

#include "cli/report/ci/checkout_path.h"
#include "workspace/files/path_names.h"

#include <fmt/format.h>

namespace rocelint::cli {

namespace {

std::string place_of(const workspace::Outcome& outcome)
{
    const auto is_marked_by = [&outcome](const std::string& path) {
        return !path.empty() && workspace::folder_of(workspace::absolute_path(path)) == outcome.root;
    };
    if (is_marked_by(outcome.policy.path) || is_marked_by(outcome.fabric.topology.path)) {
        std::string place = checkout_path(outcome.root);
        if (!place.starts_with('/'))
            return place;
    }
    return outcome.folder.empty() ? "." : checkout_path(outcome.folder);
}

}

std::string service_fingerprint(const Finding& finding, const workspace::Outcome& outcome)
{
    const std::string place = place_of(outcome);
    std::string known = fingerprint(finding, outcome.fabric);
    return place == "." ? known : fmt::format("{}/{}", place, known);
}

}
