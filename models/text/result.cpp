// SPDX-License-Identifier: Apache-2.0
// A broken promise of our own code is thrown, never returned: no caller could do anything about it.
#include "models/text/result.h"

namespace rocelint {

void ensure(bool condition, const char* what)
{
    if (!condition)
        throw Bug{what};
}

}
