// SPDX-License-Identifier: Apache-2.0
// A bug in the program's own code is thrown, never returned: no caller could handle it.
#include "models/text/result.h"

namespace rocelint {

void ensure(bool condition, const char* what)
{
    if (!condition)
        throw Bug{what};
}

}
