// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/cli/rocelint_run.h"

#include <string>

namespace rocelint::pages {

/// Copies a fabric of fixtures/fabrics to `folder`.
void copy_fabric(const std::string& name, const std::string& folder);

/// Replaces the only occurrence of a text in a file.
void replace_in_file(const std::string& path, std::string_view what, std::string_view by);

/// Makes a folder a git repository with one commit of everything on the branch main, or adds a commit with all changes.
void commit_all(const std::string& folder);

}
