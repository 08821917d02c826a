// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rocelint::cli {

/// The commit that the program was built from ("3e6ca3a7c0de", "-dirty" where files were changed), or nothing where it was
/// built outside a git checkout.
[[nodiscard]] const char* build_commit();

}
