// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace rocelint::cli {

/// The commit that the program was built from ("3e6ca3a7c0de", with "-dirty" if files were changed), or an
/// empty string if it was built outside of a git checkout.
[[nodiscard]] const char* build_commit();

}
